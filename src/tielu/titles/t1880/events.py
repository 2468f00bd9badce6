"""Events that only 1880 knows."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.events import Event


@dataclass(frozen=True)
class PrivateReduced(Event):
    private: str
    price: int


@dataclass(frozen=True)
class NobodyBid(Event):
    private: str


@dataclass(frozen=True)
class PlayersReseated(Event):
    players: tuple[str, ...]


@dataclass(frozen=True)
class InvestorChosen(Event):
    player: str
    investor: str


@dataclass(frozen=True)
class InvestorRemoved(Event):
    investor: str


@dataclass(frozen=True)
class PermitsChosen(Event):
    company: str
    permits: str


@dataclass(frozen=True)
class ShareReserved(Event):
    company: str
    investor: str


@dataclass(frozen=True)
class SecondCapitalPaid(Event):
    company: str
    amount: int


@dataclass(frozen=True)
class PaymentClaimed(Event):
    player: str
    amount: int


@dataclass(frozen=True)
class PaymentLeft(Event):
    player: str
    amount: int


@dataclass(frozen=True)
class PermitAssigned(Event):
    player: str
    company: str


@dataclass(frozen=True)
class RocketExchanged(Event):
    player: str
    company: str
    train: str


@dataclass(frozen=True)
class RocketLost(Event):
    player: str
    train: str


@dataclass(frozen=True)
class TrainSurrendered(Event):
    company: str
    train: str


@dataclass(frozen=True)
class InvestorMerged(Event):
    investor: str
    company: str
    player: str


@dataclass(frozen=True)
class MergerMoneyPaid(Event):
    investor: str
    receiver: str
    amount: int


@dataclass(frozen=True)
class MergerMarkerReplaced(Event):
    company: str
    hex: str


@dataclass(frozen=True)
class MarkerMoved(Event):
    company: str


@dataclass(frozen=True)
class TrainsRemoved(Event):
    train: str
    count: int


@dataclass(frozen=True)
class DebtIncurred(Event):
    player: str
    borrowed: int
    debt: int


@dataclass(frozen=True)
class DebtGrew(Event):
    player: str
    debt: int


@dataclass(frozen=True)
class DebtRepaid(Event):
    player: str
    amount: int
    debt: int


@dataclass(frozen=True)
class TakeoverBegan(Event):
    pass


@dataclass(frozen=True)
class TakeoverEnded(Event):
    pass


@dataclass(frozen=True)
class LastTurnsBegan(Event):
    company: str


@dataclass(frozen=True)
class InvestorPaidOut(Event):
    investor: str
    player: str
    amount: int
