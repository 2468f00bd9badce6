"""Types of trains: how far they run, what they cost and what their first sale does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

UNLIMITED: Final = 999


@dataclass(frozen=True)
class TrainType:
    """A type of train; `cities` limits the large stations it counts, `stops` all of them."""

    name: str
    price: int
    count: int
    phase: str
    stops: int
    cities: int
    skips: bool = False
    scraps: str = ""


def without(trains: tuple[int, ...], train: int) -> tuple[int, ...]:
    """The trains left when one of type `train` has gone."""
    position = trains.index(train)
    return trains[:position] + trains[position + 1 :]
