"""Events that only 1888-N knows."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.events import Event


@dataclass
class KaipingReduced(Event):
    price: int


@dataclass
class PrivateSoldToCompany(Event):
    private: str
    company: str
    player: str
    price: int


@dataclass
class PurchaseOffered(Event):
    company: str
    item: str
    price: int
    player: str


@dataclass
class OfferDeclined(Event):
    company: str
    item: str
    player: str


@dataclass
class PrivatePaidCompany(Event):
    company: str
    private: str
    amount: int


@dataclass
class ShareTaken(Event):
    player: str
    company: str
    source: str


@dataclass
class FerryLaid(Event):
    company: str


@dataclass
class HengShanPaid(Event):
    company: str
    amount: int


@dataclass
class PoolDividend(Event):
    company: str
    amount: int


@dataclass
class TrainTradedIn(Event):
    company: str
    train: str


@dataclass
class TrainExported(Event):
    train: str


@dataclass
class BankBroke(Event):
    pass


@dataclass
class PlayerBankrupt(Event):
    player: str
