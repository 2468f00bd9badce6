"""A quick player for training: network and clerk together decide, at a glance, without playing on.

The network says how good the position after a move is, the clerk what the move is worth; either alone plays worse than
their sum (docs/chairman.md).
"""

from __future__ import annotations

import random
from typing import Final

from tielu.bots import Clerk
from tielu.bots.chairman import chairman_weights, judged_by_title
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.decision import Decision, Option
from tielu.bots.director import Judge, lead
from tielu.bots.director.rollout import worths_of
from tielu.core.game import Game

# So many of the clerk's best moves are looked at.
MOVES: Final = 8
# How far the clerk's opinion counts, for all alike: a network that sees players of different strength learns to
# recognise them.
HEEDED: Final = 1.0
# How far moves are misjudged at random, in yuan.
TREMBLE: Final = 15.0


class Glance:
    """Looks one move ahead; misjudges moves a little, so that games differ."""

    name = "glance"

    def __init__(self, seed: int, judge: Judge = judged_by_title) -> None:
        self._seed = seed
        self._judge = judge
        self._chance = random.Random(f"glance {seed}")
        self._cache = MapCache(TrackMemory())

    def choose(self, game: Game) -> Decision:
        """The move that looks best; raises InvalidInput if the game is over or its title has no network."""
        options = Clerk(self._seed, chairman_weights(game.title), self._cache).options(game)[:MOVES]
        if len(options) == 1:
            return Decision(options[0].action, options[0].reason)
        player = game.players.index(game.actor or "")

        def looks(option: Option) -> float:
            after = game.clone()
            after.apply_trusted(option.action)
            seen = lead(worths_of(after, self._cache, self._judge), player)
            return seen + HEEDED * option.worth + self._chance.gauss(0.0, TREMBLE)

        best = max(options, key=looks)
        return Decision(best.action, best.reason)
