"""The clerk: rules of thumb for every kind of decision, in both titles, quick enough for a game in a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tielu.bots.decision import Decision, Option
from tielu.bots.offers import legal_offers
from tielu.core.actions import Action, Pass
from tielu.core.game import Game
from tielu.titles.t1880.bots.book import Book1880
from tielu.titles.t1888n.bots.book import Book1888

from .desk import Book, Desk, Memory
from .evaluators import EVALUATORS
from .weights import Weights

__all__ = ["Clerk", "Memory", "Weights"]

BOOKS: Final[dict[str, Callable[[], Book]]] = {"1880": Book1880, "1888": Book1888}


class Clerk:
    """Weighs what is legal by rules of thumb and takes the best."""

    name = "clerk"

    def __init__(self, seed: int = 0, weights: Weights | None = None, memory: Memory | None = None) -> None:
        self._seed = seed
        self.weights = weights or Weights()
        self.memory = memory or Memory()

    def choose(self, game: Game) -> Decision:
        best = self.options(game)[0]
        return Decision(best.action, best.reason)

    def options(self, game: Game) -> list[Option]:
        """What was weighed, the best first; never empty. Raises InvalidInput if the game is over."""
        offers = legal_offers(game)
        desk = self.desk(game)
        kinds: dict[str, list[Action]] = {}
        for offer in offers:
            kinds.setdefault(offer.type, []).append(offer)
        options = [desk.option(each, 0.0, "pass") for each in offers if isinstance(each, Pass)]
        for evaluate, asked in EVALUATORS[game.title]:
            found = [offer for kind in asked for offer in kinds.get(kind, ())]
            if found:
                options += evaluate(desk, found)
        if not options:
            # Whatever no rule of thumb speaks of is legal all the same.
            options = [desk.option(offers[0], 0.0, "only_choice")]
        return sorted(options, key=lambda option: -option.worth)

    def desk(self, game: Game) -> Desk:
        """The position as this clerk sees it."""
        return Desk(game, BOOKS[game.title](), self.weights, self._seed, self.memory)
