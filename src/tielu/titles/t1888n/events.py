"""Events that only 1888-N knows."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.events import Event


@dataclass(frozen=True)
class KaipingReduced(Event):
    price: int


@dataclass(frozen=True)
class PrivateSoldToCompany(Event):
    private: str
    company: str
    player: str
    price: int


@dataclass(frozen=True)
class PurchaseOffered(Event):
    company: str
    item: str
    price: int
    player: str


@dataclass(frozen=True)
class OfferDeclined(Event):
    company: str
    item: str
    player: str


@dataclass(frozen=True)
class PrivatePaidCompany(Event):
    company: str
    private: str
    amount: int


@dataclass(frozen=True)
class ShareTaken(Event):
    player: str
    company: str
    source: str


@dataclass(frozen=True)
class FerryLaid(Event):
    company: str


@dataclass(frozen=True)
class HengShanPaid(Event):
    company: str
    amount: int


@dataclass(frozen=True)
class PoolDividend(Event):
    company: str
    amount: int


@dataclass(frozen=True)
class TrainTradedIn(Event):
    company: str
    train: str


@dataclass(frozen=True)
class TrainExported(Event):
    train: str


@dataclass(frozen=True)
class BankBroke(Event):
    pass


@dataclass(frozen=True)
class PlayerBankrupt(Event):
    player: str
