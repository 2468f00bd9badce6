"""Events that only 1880 knows."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.events import Event


@dataclass
class PrivateReduced(Event):
    private: str
    price: int


@dataclass
class NobodyBid(Event):
    private: str


@dataclass
class PlayersReseated(Event):
    players: tuple[str, ...]


@dataclass
class InvestorChosen(Event):
    player: str
    investor: str


@dataclass
class InvestorRemoved(Event):
    investor: str


@dataclass
class PermitsChosen(Event):
    company: str
    permits: str


@dataclass
class ShareReserved(Event):
    company: str
    investor: str


@dataclass
class SecondCapitalPaid(Event):
    company: str
    amount: int


@dataclass
class PaymentClaimed(Event):
    player: str
    amount: int


@dataclass
class PaymentLeft(Event):
    player: str
    amount: int


@dataclass
class PermitAssigned(Event):
    player: str
    company: str


@dataclass
class RocketExchanged(Event):
    player: str
    company: str
    train: str


@dataclass
class RocketLost(Event):
    player: str
    train: str


@dataclass
class TrainSurrendered(Event):
    company: str
    train: str


@dataclass
class InvestorMerged(Event):
    investor: str
    company: str
    player: str


@dataclass
class MergerMoneyPaid(Event):
    investor: str
    receiver: str
    amount: int


@dataclass
class MergerMarkerReplaced(Event):
    company: str
    hex: str


@dataclass
class MarkerMoved(Event):
    company: str


@dataclass
class TrainsRemoved(Event):
    train: str
    count: int


@dataclass
class DebtIncurred(Event):
    player: str
    borrowed: int
    debt: int


@dataclass
class DebtGrew(Event):
    player: str
    debt: int


@dataclass
class DebtRepaid(Event):
    player: str
    amount: int
    debt: int


@dataclass
class TakeoverBegan(Event):
    pass


@dataclass
class TakeoverEnded(Event):
    pass


@dataclass
class LastTurnsBegan(Event):
    company: str


@dataclass
class InvestorPaidOut(Event):
    investor: str
    player: str
    amount: int
