"""The newcomer: a clerk with little experience, for whoever plays the title for the first time."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.game import Game

from .clerk import Clerk
from .decision import Decision
from .dice import dice

# How often it overlooks what is best, and how many of the clerk's options it then thinks of.
OVERSIGHTS: Final = 0.35
OPTIONS: Final = 4


class Newcomer:
    """Knows the clerk's rules of thumb, and every now and then takes another of the better options."""

    name = "newcomer"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._clerk = Clerk(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return Newcomer, (self._seed,)

    def choose(self, game: Game) -> Decision:
        """The clerk's choice or one near it; raises InvalidInput as the clerk does."""
        options = self._clerk.options(game)[:OPTIONS]
        chance = dice(self._seed, game, [option.action for option in options])
        chosen = chance.choice(options) if chance.random() < OVERSIGHTS else options[0]
        return Decision(chosen.action, chosen.reason)
