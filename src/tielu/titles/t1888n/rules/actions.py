"""Actions that only 1888-N knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tielu.core.actions import Action, Amounts, register


@dataclass(frozen=True)
class LayFerry(Action):
    """Lay the ferry of the Yanda Railway Ferry.

    >>> LayFerry().to_json()
    {'type': 'lay_ferry'}
    """


@dataclass(frozen=True)
class BuyPrivate(Action):
    """Let a company buy a private company; `amounts` is the range of an offered price.

    >>> BuyPrivate("KT", 20).to_json()
    {'type': 'buy_private', 'private': 'KT', 'price': 20}
    """

    private: str
    price: int
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class TakeShare(Action):
    """Exchange the Forbidden City for a share.

    >>> TakeShare("BHR", "ipo").to_json()
    {'type': 'take_share', 'company': 'BHR', 'source': 'ipo'}
    """

    company: str
    source: str


@dataclass(frozen=True)
class Accept(Action):
    """Accept the offer that another company has made.

    >>> Accept().to_json()
    {'type': 'accept'}
    """


@dataclass(frozen=True)
class Decline(Action):
    """Decline the offer that another company has made.

    >>> Decline().to_json()
    {'type': 'decline'}
    """


@dataclass(frozen=True)
class GoBankrupt(Action):
    """Go bankrupt, where nothing else is possible.

    >>> GoBankrupt().to_json()
    {'type': 'go_bankrupt'}
    """


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
