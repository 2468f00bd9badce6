"""A player whose searches show what comes of moves: as strong as a quick chairman, but it plays on unlikely moves, too.

A policy that is trained only on moves which looked good at a glance never learns what comes of the others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from tielu.bots.chairman import SETTINGS, chairman_weights, title_judge
from tielu.bots.clerk import MapCache, Weights
from tielu.bots.decision import Option
from tielu.bots.director import Director, Judge, JudgesGlance
from tielu.core.game import Game

# This many moves are played on; of those beside the usual one, half are the best at a glance and half are drawn.
MOVES: Final = 10
# More moves than the chairman thinks of, none given up before it has been played on a few times.
EXPLORING: Final = replace(
    SETTINGS, least_moves=MOVES, moves_per_second=0.0, least_turns=3, least_rollouts=5, narrowed=1.5, margin=800.0
)
TILES: Final = 16
STATIONS: Final = 8


def explorer(seed: int, seconds: float, clock: Callable[[], float] = time.process_time) -> Director:
    """A search that explores, timed by the processor unless told otherwise."""
    chance = random.Random(f"explorer {seed}")
    return Director(
        seed, seconds, EXPLORING, weights, clock, title_judge, lambda title: ExplorersGlance(title_judge(title), chance)
    )


def weights(title: str) -> Weights:
    """Those of the chairman's clerk, for more tiles and stations."""
    return replace(chairman_weights(title), lays_tried=TILES, stations_tried=STATIONS)


class ExplorersGlance:
    """Half of the moves by how far ahead they leave the player, the rest by chance."""

    def __init__(self, judge: Judge, chance: random.Random) -> None:
        self._glance = JudgesGlance(judge)
        self._chance = chance

    def look(self, game: Game, option: Option, cache: MapCache) -> float:
        """As the network sees the move."""
        return self._glance.look(game, option, cache)

    def promise(self, game: Game, looks: Sequence[float]) -> list[float]:
        """1 for the best, less for the others."""
        best = sorted(range(1, len(looks)), key=lambda number: -looks[number])[: MOVES // 2]
        return [1.0 if number in best else self._chance.random() for number in range(len(looks))]
