"""What a title tells the bots: its facet `bots`, without which only the random bot plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from tielu.core.title import find_title
from tielu.errors import InvalidInput
from tielu.titles import facet

from .clerk.book import Book
from .clerk.evaluators import COMMON, Evaluators
from .clerk.weights import Weights
from .features import TitleFeatures
from .valuation import GUESSED_TRUST, Trust

W = TypeVar("W", bound=Weights)


@dataclass(frozen=True)
class TitleBots(Generic[W]):
    """A title as the clerk and the director know it; the constant `BOTS` of the title's module `bots`.

    `book` makes the clerk's book from its weights, and `evaluators` are its rules of thumb. The director's own clerk
    has the `director_weights`, or those of any clerk if there are none, the chairman's the `chairman_weights`, or those
    of the director. `trust` says how much of what players hold will count at the end. With `features` positions can be
    turned into numbers for a network, whose weights are in the file `network`; without it the title has no chairman.
    `explained` says for each bot that judges positions how much of the differences in final worth it foresees, in each
    quarter of a game among equals.
    """

    book: Callable[[W], Book]
    clerk_weights: W
    evaluators: Evaluators = COMMON
    director_weights: W | None = None
    chairman_weights: W | None = None
    trust: Trust = GUESSED_TRUST
    features: TitleFeatures | None = None
    network: Path | None = None
    explained: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

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
