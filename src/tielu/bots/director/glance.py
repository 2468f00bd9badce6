"""A glance at many moves, before some of them are played on: which ones promise most?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tielu.bots.clerk import MapCache
from tielu.bots.decision import Option
from tielu.core.game import Game

from .rollout import Judge, lead, worths_of


class Glance(Protocol):
    """Looks at moves one by one, then says what they promise."""

    def look(self, game: Game, option: Option, cache: MapCache) -> Any:
        """What is seen of a move once it is made on a copy of the game."""
        ...

    def promise(self, game: Game, looks: Sequence[Any]) -> Sequence[float]:
        """For each look how promising it is beside the others; the first is that of the clerk's own choice."""
        ...


class JudgesGlance:
    """Likes what leaves the player far ahead at once, as a judge sees it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def look(self, game: Game, option: Option, cache: MapCache) -> float:
        """How far ahead the player is after the move."""
        after = game.clone()
        after.apply_trusted(option.action)
        return lead(worths_of(after, cache, self._judge), game.players.index(game.actor or ""))

    def promise(self, game: Game, looks: Sequence[float]) -> Sequence[float]:
        """The leads themselves."""
        return looks
