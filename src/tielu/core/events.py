"""Events: facts that have happened, as ids and numbers, never prose; the catalogues put them into words."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Event:
    """Something that happened. Its name in catalogues and JSON is the class name in snake case."""

    @property
    def name(self) -> str:
        return event_name(type(self))

    def params(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def to_json(self) -> dict[str, Any]:
        return {"event": self.name, **self.params()}


def event_name(cls: type[Event]) -> str:
    """`TrainScrapped` is `train_scrapped`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in cls.__name__)[1:]


@dataclass(frozen=True)
class PlayerPassed(Event):
    player: str


@dataclass(frozen=True)
class BidPlaced(Event):
    player: str
    private: str
    amount: int


@dataclass(frozen=True)
class PrivateBought(Event):
    player: str
    private: str
    amount: int


@dataclass(frozen=True)
class PrivatePaid(Event):
    player: str
    private: str
    amount: int


@dataclass(frozen=True)
class PrivateClosed(Event):
    private: str


@dataclass(frozen=True)
class CompanyFounded(Event):
    player: str
    company: str
    price: int
    percent: int


@dataclass(frozen=True)
class ShareBought(Event):
    player: str
    company: str
    price: int


@dataclass(frozen=True)
class SharesSold(Event):
    player: str
    company: str
    percent: int
    proceeds: int


@dataclass(frozen=True)
class DirectorChanged(Event):
    company: str
    player: str


@dataclass(frozen=True)
class CompanyFloated(Event):
    company: str
    capital: int


@dataclass(frozen=True)
class PriceMoved(Event):
    company: str
    old: int
    new: int


@dataclass(frozen=True)
class TileLaid(Event):
    railway: str
    hex: str
    tile: str
    rotation: int
    cost: int


@dataclass(frozen=True)
class StationPlaced(Event):
    railway: str
    hex: str
    city: int
    cost: int


@dataclass(frozen=True)
class TrainsRun(Event):
    railway: str
    income: int


@dataclass(frozen=True)
class DividendPaid(Event):
    company: str
    income: int


@dataclass(frozen=True)
class DividendReceived(Event):
    company: str
    player: str
    amount: int


@dataclass(frozen=True)
class IncomeWithheld(Event):
    railway: str
    income: int


@dataclass(frozen=True)
class TrainBought(Event):
    company: str
    train: str
    seller: str
    price: int


@dataclass(frozen=True)
class DirectorPaid(Event):
    player: str
    company: str
    amount: int


@dataclass(frozen=True)
class TrainScrapped(Event):
    company: str
    train: str


@dataclass(frozen=True)
class TrainDiscarded(Event):
    company: str
    train: str


@dataclass(frozen=True)
class PhaseBegan(Event):
    phase: str


@dataclass(frozen=True)
class RoundBegan(Event):
    round: str


@dataclass(frozen=True)
class PriorityPassed(Event):
    player: str


@dataclass(frozen=True)
class GameEnded(Event):
    pass
