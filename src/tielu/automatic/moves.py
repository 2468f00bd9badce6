"""Automatic moves as frozen values with a strict JSON form: what is to be done, and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from tielu.core.actions import LARGEST_NUMBER, LONGEST_TEXT
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

# What may end passing in a share round: somebody sells a company that the player directs, comes level with the player
# in one, founds a company, or does anything but pass.
SOLD, LEVEL, FOUNDED, ACTED = "sold", "level", "founded", "acted"
SHARE_ENDS = (SOLD, LEVEL, FOUNDED, ACTED)
# What may end the turns of a railway: a phase begins, others buy trains from the bank or build on its route, or its
# run earns less than the last one.
PHASE, TRAINS, TRACK, INCOME = "phase", "trains", "track", "income"
RAILWAY_ENDS = (PHASE, TRAINS, TRACK, INCOME)
PAY, WITHHOLD = "pay", "withhold"
MOST_SHARES = 10


@dataclass(frozen=True)
class AutomaticMove:
    """What a player has asked for; `type` is its name in JSON.

    >>> BidUpTo("P3", 70).to_json()
    {'type': 'bid_up_to', 'private': 'P3', 'limit': 70}
    >>> move_from_json({"type": "bid_up_to", "private": "P3", "limit": 70})
    BidUpTo(private='P3', limit=70)
    """

    type: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        written = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"type": self.type} | {name: value for name, value in written.items() if value is not None}


@dataclass(frozen=True)
class PassShares(AutomaticMove):
    """Pass in this share round, or in the next one, until something named happens.

    One of the ends may be that a share of `company` costs less than `below`.
    """

    type: ClassVar[str] = "pass_shares"
    until: tuple[str, ...] = ()
    company: str | None = None
    below: int | None = None

    def __post_init__(self) -> None:
        if (self.company is None) != (self.below is None):
            raise InvalidInput("automatic_price_of_what")


@dataclass(frozen=True)
class BuyShares(AutomaticMove):
    """Buy a company in this share round, or in the next one, up to a number of shares or to a price.

    `shares` counts the certificate of a director as the shares that it stands for.
    """

    type: ClassVar[str] = "buy_shares"
    company: str
    shares: int | None = None
    price: int | None = None

    def __post_init__(self) -> None:
        if self.shares is None and self.price is None:
            raise InvalidInput("automatic_without_limit")


@dataclass(frozen=True)
class BidUpTo(AutomaticMove):
    """Bid as little as possible for a private, up to a limit, and then let it go."""

    type: ClassVar[str] = "bid_up_to"
    private: str
    limit: int


@dataclass(frozen=True)
class PassAuction(AutomaticMove):
    """Pass in the auction, where no limit asks for a bid, until all have passed in succession."""

    type: ClassVar[str] = "pass_auction"


@dataclass(frozen=True)
class Operate(AutomaticMove):
    """Run the best for a railway, pay out or withhold, and pass the rest of its turns, until something changes."""

    type: ClassVar[str] = "operate"
    railway: str
    dividend: str
    until: tuple[str, ...] = (PHASE, TRACK, INCOME)


@dataclass(frozen=True)
class LeavePower(AutomaticMove):
    """Pass wherever nothing but the power of a private is asked for."""

    type: ClassVar[str] = "leave_power"
    private: str


MOVES: Mapping[str, type[AutomaticMove]] = {
    each.type: each for each in (PassShares, BuyShares, BidUpTo, PassAuction, Operate, LeavePower)
}


def move_from_json(data: object) -> AutomaticMove:
    """The automatic move that `data` describes; raises InvalidInput if it describes none."""
    if not isinstance(data, dict):
        raise InvalidInput("unknown_automatic", type=quoted(data))
    kind = data.get("type")
    if kind is None:
        raise InvalidInput("missing_type")
    cls = MOVES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise InvalidInput("unknown_automatic", type=quoted(kind))
    known = {each.name: each for each in fields(cls)}
    for name in data:
        if name != "type" and name not in known:
            raise InvalidInput("unknown_field", type=cls.type, field=str(name)[:LONGEST_TEXT])
    values = {}
    for name, each in known.items():
        if data.get(name) is not None:
            values[name] = _READERS[name](cls, name, data[name])
        elif each.default is MISSING:
            raise InvalidInput("missing_field", type=cls.type, field=name)
    return cls(**values)


def _text(cls: type[AutomaticMove], name: str, value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
        raise InvalidInput("not_a_text", type=cls.type, field=name)
    return value


def _number(cls: type[AutomaticMove], name: str, value: object) -> int:
    most = MOST_SHARES if name == "shares" else LARGEST_NUMBER
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput("not_a_number", type=cls.type, field=name)
    if not 0 <= value <= most:
        raise InvalidInput("number_out_of_range", type=cls.type, field=name, least=0, most=most)
    return value


def _dividend(cls: type[AutomaticMove], name: str, value: object) -> str:
    if value not in (PAY, WITHHOLD):
        raise InvalidInput("automatic_choice", type=cls.type, field=name, found=str(value)[:LONGEST_TEXT])
    return str(value)


def _ends(cls: type[AutomaticMove], name: str, value: object) -> tuple[str, ...]:
    """The ends that are named, in their usual order."""
    known = SHARE_ENDS if cls is PassShares else RAILWAY_ENDS
    if not isinstance(value, list):
        raise InvalidInput("not_a_list", type=cls.type, field=name)
    for each in value:
        if each not in known:
            raise InvalidInput("automatic_choice", type=cls.type, field=name, found=str(each)[:LONGEST_TEXT])
    return tuple(each for each in known if each in value)


_READERS: Mapping[str, Callable[[type[AutomaticMove], str, object], Any]] = {
    "until": _ends,
    "company": _text,
    "below": _number,
    "shares": _number,
    "price": _number,
    "private": _text,
    "limit": _number,
    "railway": _text,
    "dividend": _dividend,
}
