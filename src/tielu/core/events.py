"""Events: facts that have happened, as ids and numbers, never prose; the catalogues put them into words.

Like frames they are never changed once made. They are not frozen, since a frozen one takes three times as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any


@dataclass
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


@dataclass
class PlayerPassed(Event):
    player: str


@dataclass
class BidPlaced(Event):
    player: str
    private: str
    amount: int


@dataclass
class PrivateBought(Event):
    player: str
    private: str
    amount: int


@dataclass
class PrivatePaid(Event):
    player: str
    private: str
    amount: int


@dataclass
class PrivateClosed(Event):
    private: str


@dataclass
class CompanyFounded(Event):
    player: str
    company: str
    price: int
    percent: int


@dataclass
class ShareBought(Event):
    player: str
    company: str
    price: int


@dataclass
class SharesSold(Event):
    player: str
    company: str
    percent: int
    proceeds: int


@dataclass
class DirectorChanged(Event):
    company: str
    player: str


@dataclass
class CompanyFloated(Event):
    company: str
    capital: int


@dataclass
class PriceMoved(Event):
    company: str
    old: int
    new: int


@dataclass
class TileLaid(Event):
    railway: str
    hex: str
    tile: str
    rotation: int
    cost: int


@dataclass
class StationPlaced(Event):
    railway: str
    hex: str
    city: int
    cost: int


@dataclass
class TrainsRun(Event):
    railway: str
    income: int


@dataclass
class DividendPaid(Event):
    company: str
    income: int


@dataclass
class DividendReceived(Event):
    company: str
    player: str
    amount: int


@dataclass
class IncomeWithheld(Event):
    railway: str
    income: int


@dataclass
class TrainBought(Event):
    company: str
    train: str
    seller: str
    price: int


@dataclass
class DirectorPaid(Event):
    player: str
    company: str
    amount: int


@dataclass
class TrainScrapped(Event):
    company: str
    train: str


@dataclass
class TrainDiscarded(Event):
    company: str
    train: str


@dataclass
class PhaseBegan(Event):
    phase: str


@dataclass
class RoundBegan(Event):
    round: str


@dataclass
class PriorityPassed(Event):
    player: str


@dataclass
class GameEnded(Event):
    pass
