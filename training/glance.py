"""A quick player for training: the policy decides at a glance, without playing anything on.

It takes ten milliseconds for a decision and plays far better than the clerk (docs/chairman.md).
"""

from __future__ import annotations

import random
from typing import Final

from tielu.bots import Clerk
from tielu.bots.chairman import chairman_weights, title_glance
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.decision import Decision
from tielu.bots.director import GlanceOfTitle
from tielu.core.game import Game

# This many of the clerk's best moves are looked at.
MOVES: Final = 8
# How far moves are misjudged at random, as the policy counts: one more is e times as likely to be the best.
TREMBLE: Final = 0.4


class GlancePlayer:
    """Looks one move ahead; misjudges moves a little, so that games differ."""

    name = "glance"

    def __init__(self, seed: int, glance_of: GlanceOfTitle = title_glance) -> None:
        self._seed = seed
        self._glance_of = glance_of
        self._chance = random.Random(f"glance {seed}")
        self._cache = MapCache(TrackMemory())

    def choose(self, game: Game) -> Decision:
        """The move that promises most; raises InvalidInput if the game is over or its title has no network."""
        options = Clerk(self._seed, chairman_weights(game.title), self._cache).options(game)[:MOVES]
        if len(options) == 1:
            return Decision(options[0].action, options[0].reason)
        glance = self._glance_of(game.title)
        looks = [glance.look(game, option, self._cache) for option in options]
        promise = [each + self._chance.gauss(0.0, TREMBLE) for each in glance.promise(game, looks)]
        best = options[promise.index(max(promise))]
        return Decision(best.action, best.reason)
