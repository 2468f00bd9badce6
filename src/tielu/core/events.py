"""Events: facts that have happened, as ids and numbers, never prose; the catalogues put them into words.

Like frames they are never changed once made. They are not frozen, since a frozen one takes three times as long to make;
those that fill the log have an `__init__` of their own, since a generated one is not compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from tielu._mypyc import mypyc_attr

from .actions import field_values


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Event:
    """Something that happened. Its name in catalogues and JSON is the class name in snake case.

    >>> BidPlaced("Ann", "P0", 5).to_json()
    {'event': 'bid_placed', 'player': 'Ann', 'private': 'P0', 'amount': 5}
    """

    @property
    def name(self) -> str:
        return event_name(type(self))

    def params(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def to_json(self) -> dict[str, Any]:
        return {"event": self.name, **self.params()}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), field_values(self)


def event_name(cls: type[Event]) -> str:
    """`TrainScrapped` is `train_scrapped`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in cls.__name__)[1:]


@dataclass(init=False)
class PlayerPassed(Event):
    player: str

    def __init__(self, player: str) -> None:
        self.player = player


@dataclass(init=False)
class BidPlaced(Event):
    player: str
    private: str
    amount: int

    def __init__(self, player: str, private: str, amount: int) -> None:
        self.player = player
        self.private = private
        self.amount = amount


@dataclass
class PrivateBought(Event):
    player: str
    private: str
    amount: int


@dataclass(init=False)
class PrivatePaid(Event):
    player: str
    private: str
    amount: int

    def __init__(self, player: str, private: str, amount: int) -> None:
        self.player = player
        self.private = private
        self.amount = amount


@dataclass
class PrivateClosed(Event):
    private: str


@dataclass
class CompanyFounded(Event):
    player: str
    company: str
    price: int
    percent: int


@dataclass(init=False)
class ShareBought(Event):
    player: str
    company: str
    price: int

    def __init__(self, player: str, company: str, price: int) -> None:
        self.player = player
        self.company = company
        self.price = price


@dataclass(init=False)
class SharesSold(Event):
    player: str
    company: str
    percent: int
    proceeds: int

    def __init__(self, player: str, company: str, percent: int, proceeds: int) -> None:
        self.player = player
        self.company = company
        self.percent = percent
        self.proceeds = proceeds


@dataclass
class DirectorChanged(Event):
    company: str
    player: str


@dataclass
class CompanyFloated(Event):
    company: str
    capital: int


@dataclass(init=False)
class PriceMoved(Event):
    company: str
    old: int
    new: int

    def __init__(self, company: str, old: int, new: int) -> None:
        self.company = company
        self.old = old
        self.new = new


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


@dataclass(init=False)
class TrainsRun(Event):
    railway: str
    income: int

    def __init__(self, railway: str, income: int) -> None:
        self.railway = railway
        self.income = income


@dataclass(init=False)
class DividendPaid(Event):
    company: str
    income: int

    def __init__(self, company: str, income: int) -> None:
        self.company = company
        self.income = income


@dataclass(init=False)
class DividendReceived(Event):
    company: str
    player: str
    amount: int

    def __init__(self, company: str, player: str, amount: int) -> None:
        self.company = company
        self.player = player
        self.amount = amount


@dataclass(init=False)
class IncomeWithheld(Event):
    railway: str
    income: int

    def __init__(self, railway: str, income: int) -> None:
        self.railway = railway
        self.income = income


@dataclass(init=False)
class TrainBought(Event):
    company: str
    train: str
    seller: str
    price: int

    def __init__(self, company: str, train: str, seller: str, price: int) -> None:
        self.company = company
        self.train = train
        self.seller = seller
        self.price = price


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
class NobodyCanAct(Event):
    pass


@dataclass
class GameEnded(Event):
    pass
