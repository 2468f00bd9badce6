"""What a title tells the bots: its facet `bots`, without which only the random bot plays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tielu.core.title import find_title
from tielu.errors import InvalidInput
from tielu.titles import facet

from .clerk.book import Book
from .clerk.evaluators import COMMON, Evaluators
from .clerk.weights import Weights
from .valuation import GUESSED_TRUST, Trust

W = TypeVar("W", bound=Weights)


@dataclass(frozen=True)
class TitleBots(Generic[W]):
    """A title as the clerk and the director know it; the constant `BOTS` of the title's module `bots`.

    `book` makes the clerk's book from its weights, and `evaluators` are its rules of thumb. The director's own clerk
    has the `director_weights`, or those of any clerk if there are none. `trust` says how much of what players hold
    will count at the end.
    """

    book: Callable[[W], Book]
    clerk_weights: W
    evaluators: Evaluators = COMMON
    director_weights: W | None = None
    trust: Trust = GUESSED_TRUST

    @property
    def searching_weights(self) -> W:
        """The weights of the director's own clerk."""
        return self.director_weights or self.clerk_weights


def has_bots(title: str) -> bool:
    """Whether the clerk and the director can play the title; raises InvalidInput for an unknown one."""
    return facet(title, "bots") is not None


def bots_of(title: str) -> TitleBots[Any]:
    """The title's facet for bots; raises InvalidInput if it has none."""
    bots = facet(title, "bots")
    if bots is None:
        raise InvalidInput("bot_not_for_title", title=find_title(title).label)
    assert isinstance(bots, TitleBots)
    return bots
