"""The clerk: rules of thumb for every kind of decision, quick enough for a game in a second or two."""

from __future__ import annotations

from typing import Any

from tielu.bots.decision import Decision, Option
from tielu.bots.offers import legal_offers
from tielu.bots.title import bots_of
from tielu.core.actions import Action, Pass
from tielu.core.game import Game

from .desk import Desk
from .map_cache import MapCache
from .trains import offers_for_trains
from .weights import Weights

__all__ = ["Clerk", "MapCache", "Weights"]


class Clerk:
    """Weighs what is legal by rules of thumb and takes the best; without weights it has those of the game's title."""

    name = "clerk"

    def __init__(self, seed: int = 0, weights: Weights | None = None, cache: MapCache | None = None) -> None:
        self._seed = seed
        self._weights = weights
        self.cache = cache or MapCache()

    def __reduce__(self) -> tuple[Any, ...]:
        return Clerk, (self._seed, self._weights)

    def choose(self, game: Game) -> Decision:
        """The best option; raises InvalidInput if the game is over or its title has no clerk."""
        best = self.options(game)[0]
        return Decision(best.action, best.reason)

    def options(self, game: Game) -> list[Option]:
        """What was weighed, the best first; never empty. Raises InvalidInput as `choose` does."""
        offers = legal_offers(game)
        desk = self.desk(game)
        by_type: dict[str, list[Action]] = {}
        for offer in offers:
            by_type.setdefault(offer.type, []).append(offer)
        options = [desk.option(each, 0.0, "pass") for each in offers if isinstance(each, Pass)]
        for evaluate, types in bots_of(game.title).evaluators:
            found = [offer for each in types for offer in by_type.get(each, ())]
            if found:
                options += evaluate(desk, found)
        if not options:
            # Whatever no rule of thumb covers is legal all the same.
            options = offers_for_trains(desk, offers) or [desk.option(offers[0], 0.0, "only_choice")]
        return sorted(options, key=lambda option: -option.worth)

    def desk(self, game: Game) -> Desk:
        """The position as this clerk sees it; raises InvalidInput if its title has no clerk."""
        bots = bots_of(game.title)
        weights = self._weights or bots.clerk_weights
        return Desk(game, bots.book(weights), weights, self._seed, self.cache)
