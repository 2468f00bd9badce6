"""Actions that only 1888-N knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tielu.core.actions import Action, Amounts, register


@dataclass(frozen=True)
class LayFerry(Action):
    pass


@dataclass(frozen=True)
class BuyPrivate(Action):
    private: str
    price: int
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class TakeShare(Action):
    company: str
    source: str


@dataclass(frozen=True)
class Accept(Action):
    pass


@dataclass(frozen=True)
class Decline(Action):
    pass


@dataclass(frozen=True)
class GoBankrupt(Action):
    pass


register(
    {
        "lay_ferry": LayFerry,
        "buy_private": BuyPrivate,
        "take_share": TakeShare,
        "accept": Accept,
        "decline": Decline,
        "go_bankrupt": GoBankrupt,
    }
)
