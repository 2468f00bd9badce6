"""The components of a title that its observations show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tielu.core.market import Chart
from tielu.core.trains import TrainType


class ObservedPhase(Protocol):
    """What the phases of every title have: a name, the column of a stop's values, and a train limit."""

    @property
    def name(self) -> str: ...

    @property
    def column(self) -> int: ...

    @property
    def train_limit(self) -> int: ...


@dataclass(frozen=True)
class OnlyPhase:
    """The phase of a title that has no phases."""

    name: str = "1"
    column: int = 0
    train_limit: int = 0


def _zero(*_: Any) -> int:
    return 0


@dataclass(frozen=True)
class ObservedComponents:
    """The components of a title that its observations show; what has a default may be left out.

    `railways` are all that have a treasury and run trains, the companies first; if none are named, they are the
    companies. `bank_places` are the places of the bank that hold shares, and `markers` the number of station markers
    of each company. `steps` names the class of every frame that asks for a decision, and `rounds` every round.
    """

    companies: tuple[str, ...]
    trains: tuple[TrainType, ...]
    rounds: tuple[str, ...]
    steps: tuple[str, ...]
    chart: Chart
    markers: tuple[int, ...]
    phases: Sequence[ObservedPhase] = (OnlyPhase(),)
    railways: tuple[str, ...] = ()
    privates: tuple[str, ...] = ()
    bank_places: tuple[str, ...] = ("bank",)
    # How many certificates of a player count, and how many a player may have.
    certificates: Callable[[Any, int], int] = _zero
    certificate_limit: Callable[[Any], int] = _zero

    def __post_init__(self) -> None:
        object.__setattr__(self, "railways", self.railways or self.companies)
