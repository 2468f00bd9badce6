"""Actions: the decisions players take, as frozen values with a strict JSON form.

A game is nothing but its list of actions, so their names and fields are a contract with other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final, TypeVar

from tielu._mypyc import mypyc_attr

from .errors import InvalidAction
from .setup_input import quoted

LONGEST_TEXT: Final = 40
MOST_ROUTES: Final = 20
LONGEST_ROUTE: Final = 200
LARGEST_NUMBER: Final = 10**9

# Fields that are not texts; a field has the same type in every action that has it.
NUMBER_FIELDS: Final = {"amount", "city", "director_percent", "percent", "price", "rotation", "slot"}
FLAG_FIELDS: Final[set[str]] = set()


def field_values(value: Any) -> tuple[Any, ...]:
    """The fields of a dataclass in their order, from which its class makes an equal one."""
    return tuple(getattr(value, each.name) for each in fields(value))


@dataclass(frozen=True)
class Amounts:
    """The amounts that an offered action may take instead of its own: `low`, `low + step` … up to `high`.

    >>> amounts = Amounts(5, 20, 5)
    >>> list(amounts), 15 in amounts, 16 in amounts
    ([5, 10, 15, 20], True, False)
    """

    low: int
    high: int
    step: int = 1

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and self.low <= amount <= self.high and (amount - self.low) % self.step == 0

    def __iter__(self) -> Any:
        return iter(range(self.low, self.high + 1, self.step))

    def __len__(self) -> int:
        return (self.high - self.low) // self.step + 1

    def __reduce__(self) -> tuple[Any, ...]:
        return Amounts, field_values(self)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Action:
    """A decision. `type` is its name in JSON; each subclass has the fields of the contract.

    >>> action = Action.from_json({"type": "bid", "private": "P0", "amount": 5})
    >>> action
    Bid(private='P0', amount=5)
    >>> action.to_json()
    {'type': 'bid', 'private': 'P0', 'amount': 5}
    """

    @property
    def type(self) -> str:
        return _NAMES.get(type(self), "")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"type": self.type}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name != "amounts" and value is not None:
                data[each.name] = _routes_to_json(value) if each.name == "routes" else value
        return data

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), field_values(self)

    @staticmethod
    def from_json(data: object) -> Action:
        """The action that `data` describes; raises InvalidAction if it describes none."""
        if not isinstance(data, dict):
            raise InvalidAction("not_an_object", found=type(data).__name__)
        kind = data.get("type")
        if kind is None:
            raise InvalidAction("missing_type")
        cls = ACTIONS.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise InvalidAction("unknown_action", type=quoted(kind))
        known = {each.name: each for each in fields(cls) if each.name != "amounts"}
        for name in data:
            if name != "type" and name not in known:
                raise InvalidAction("unknown_field", type=kind, field=str(name)[:LONGEST_TEXT])
        values = {}
        for name, each in known.items():
            if data.get(name) is None:
                if each.default is not None:
                    raise InvalidAction("missing_field", type=kind, field=name)
                continue
            values[name] = _reader(name)(str(kind), name, data[name])
        return cls(**values)


@dataclass(frozen=True)
class RouteRun:
    """One train's run: the stops it counts, and for each link between two stops passed the hexes of the link.

    >>> RouteRun("2", (("K15", 0), ("K13", 0)), (("K15", "K13"),)).train
    '2'
    """

    train: str
    stops: tuple[tuple[str, int], ...]
    path: tuple[tuple[str, ...], ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return RouteRun, field_values(self)


def _routes_to_json(routes: tuple[RouteRun, ...]) -> list[dict[str, Any]]:
    return [
        {
            "train": route.train,
            "stops": [[name, stop] for name, stop in route.stops],
            "path": [list(link) for link in route.path],
        }
        for route in routes
    ]


def _text(kind: str, name: str, value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
        raise InvalidAction("not_a_text", type=kind, field=name)
    return value


def _number(kind: str, name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidAction("not_a_number", type=kind, field=name)
    if abs(value) > LARGEST_NUMBER:
        raise InvalidAction("number_out_of_range", type=kind, field=name, least=-LARGEST_NUMBER, most=LARGEST_NUMBER)
    return value


def _flag(kind: str, name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidAction("not_a_flag", type=kind, field=name)
    return value


def _list(kind: str, name: str, value: object, longest: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > longest:
        raise InvalidAction("not_a_list", type=kind, field=name)
    return value


def _routes(kind: str, name: str, value: object) -> tuple[RouteRun, ...]:
    return tuple(_route(kind, each) for each in _list(kind, name, value, MOST_ROUTES))


def _route(kind: str, value: object) -> RouteRun:
    if not isinstance(value, dict) or set(value) != {"train", "stops", "path"}:
        raise InvalidAction("not_a_route", type=kind)
    stops = []
    for stop in _list(kind, "stops", value["stops"], LONGEST_ROUTE):
        if len(_list(kind, "stops", stop, 2)) != 2:
            raise InvalidAction("not_a_route", type=kind)
        stops.append((_text(kind, "stops", stop[0]), _number(kind, "stops", stop[1])))
    path = [
        tuple(_text(kind, "path", name) for name in _list(kind, "path", link, LONGEST_ROUTE))
        for link in _list(kind, "path", value["path"], LONGEST_ROUTE)
    ]
    return RouteRun(_text(kind, "train", value["train"]), tuple(stops), tuple(path))


def check_fields(action: Action) -> None:
    """Raise InvalidAction if a field holds what JSON could not have said, such as a fraction for a number."""
    kind = action.type
    if not kind:
        raise InvalidAction("unknown_action", type=type(action).__name__)
    for name, optional in _fields_to_check(kind):
        value = getattr(action, name)
        if value is None and optional:
            continue
        if name == "routes":
            _check_routes(kind, value)
        elif name in NUMBER_FIELDS or name in FLAG_FIELDS:
            _reader(name)(kind, name, value)
        elif not isinstance(value, str):  # what it may say is a matter of rules
            raise InvalidAction("not_a_text", type=kind, field=name)


@cache
def _fields_to_check(kind: str) -> tuple[tuple[str, bool], ...]:
    """The name of each field of a type of action, and whether there may be nothing in it."""
    return tuple((each.name, each.default is None) for each in fields(ACTIONS[kind]) if each.name != "amounts")


def _check_routes(kind: str, routes: object) -> None:
    if len(_tuple(kind, "routes", routes)) > MOST_ROUTES:
        raise InvalidAction("not_a_list", type=kind, field="routes")
    for route in _tuple(kind, "routes", routes):
        if not isinstance(route, RouteRun):
            raise InvalidAction("not_a_route", type=kind)
        _text(kind, "train", route.train)
        for stop in _tuple(kind, "stops", route.stops):
            if len(_tuple(kind, "stops", stop)) != 2:
                raise InvalidAction("not_a_route", type=kind)
            _text(kind, "stops", stop[0])
            _number(kind, "stops", stop[1])
        for link in _tuple(kind, "path", route.path):
            for name in _tuple(kind, "path", link):
                _text(kind, "path", name)


def _tuple(kind: str, name: str, value: object) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise InvalidAction("not_a_tuple", type=kind, field=name, found=type(value).__name__)
    return value


def _reader(name: str) -> Callable[[str, str, object], Any]:
    """What reads the field of this name."""
    if name in NUMBER_FIELDS:
        return _number
    if name in FLAG_FIELDS:
        return _flag
    return _routes if name == "routes" else _text


@dataclass(frozen=True)
class Pass(Action):
    """Do nothing, where that is a choice.

    >>> Pass().to_json()
    {'type': 'pass'}
    """


@dataclass(frozen=True)
class Bid(Action):
    """Bid for a private company; `amounts` is the range of an offered bid.

    >>> Bid("P0", 15).to_json()
    {'type': 'bid', 'private': 'P0', 'amount': 15}
    """

    private: str
    amount: int
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class FoundCompany(Action):
    """Buy the director's certificate of a company and set its price; some titles add permits or a slot.

    >>> FoundCompany("HKR", 100, 30, "ABC").to_json()
    {'type': 'found_company', 'company': 'HKR', 'price': 100, 'director_percent': 30, 'permits': 'ABC'}
    """

    company: str
    price: int
    director_percent: int
    permits: str | None = None
    slot: int | None = None


@dataclass(frozen=True)
class BuyShare(Action):
    """Buy one share from the `bank`, the `ipo` or the `pool`.

    >>> BuyShare("HKR", "bank").to_json()
    {'type': 'buy_share', 'company': 'HKR', 'source': 'bank'}
    """

    company: str
    source: str


@dataclass(frozen=True)
class SellShares(Action):
    """Sell shares of a company, in percent.

    >>> SellShares("HKR", 20).to_json()
    {'type': 'sell_shares', 'company': 'HKR', 'percent': 20}
    """

    company: str
    percent: int


@dataclass(frozen=True)
class LayTile(Action):
    """Lay a tile on a hex; `power` names the private whose power is used.

    >>> LayTile("K13", "57", 2).to_json()
    {'type': 'lay_tile', 'hex': 'K13', 'tile': '57', 'rotation': 2}
    """

    hex: str
    tile: str
    rotation: int
    power: str | None = None


@dataclass(frozen=True)
class PlaceStation(Action):
    """Place a station marker in a city, counted from 0 on the tile.

    >>> PlaceStation("K15", 0).to_json()
    {'type': 'place_station', 'hex': 'K15', 'city': 0}
    """

    hex: str
    city: int


@dataclass(frozen=True)
class RunTrains(Action):
    """Run trains, one route each; an empty run moves none.

    >>> RunTrains(()).to_json()
    {'type': 'run_trains', 'routes': []}
    """

    routes: tuple[RouteRun, ...]


@dataclass(frozen=True)
class PayDividend(Action):
    """Pay the income of a run to the shareholders.

    >>> PayDividend().to_json()
    {'type': 'pay_dividend'}
    """


@dataclass(frozen=True)
class Withhold(Action):
    """Keep the income of a run in the treasury.

    >>> Withhold().to_json()
    {'type': 'withhold'}
    """


@dataclass(frozen=True)
class BuyTrain(Action):
    """Buy a train from the `bank`, the `pool` or a company.

    >>> BuyTrain("3", "bank", 180).to_json()
    {'type': 'buy_train', 'train': '3', 'seller': 'bank', 'price': 180}
    """

    train: str
    seller: str
    price: int
    trade_in: str | None = None
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class DiscardTrain(Action):
    """Give up a train above the limit.

    >>> DiscardTrain("HKR", "2").to_json()
    {'type': 'discard_train', 'company': 'HKR', 'train': '2'}
    """

    company: str
    train: str


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
class GoBankrupt(Action):
    """Go bankrupt, where nothing else is possible.

    >>> GoBankrupt().to_json()
    {'type': 'go_bankrupt'}
    """


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


ACTIONS: Final[dict[str, type[Action]]] = {
    "pass": Pass,
    "bid": Bid,
    "found_company": FoundCompany,
    "buy_share": BuyShare,
    "sell_shares": SellShares,
    "lay_tile": LayTile,
    "place_station": PlaceStation,
    "run_trains": RunTrains,
    "pay_dividend": PayDividend,
    "withhold": Withhold,
    "buy_train": BuyTrain,
    "discard_train": DiscardTrain,
    "decline": Decline,
    "accept": Accept,
    "go_bankrupt": GoBankrupt,
    "buy_private": BuyPrivate,
}
_NAMES: Final[dict[type[Action], str]] = {cls: name for name, cls in ACTIONS.items()}


def register(actions: dict[str, type[Action]], numbers: Sequence[str] = (), flags: Sequence[str] = ()) -> None:
    """Add the actions of a title, by their names in JSON, and their fields that are numbers or true and false."""
    NUMBER_FIELDS.update(numbers)
    FLAG_FIELDS.update(flags)
    for name, cls in actions.items():
        assert ACTIONS.get(name, cls) is cls, f"two kinds of action are called {name}"
        ACTIONS[name] = cls
        _NAMES[cls] = name


# -- actions that are offered again and again --

A = TypeVar("A", bound=Action)
_KEPT: Final[dict[Action, Action]] = {}


def kept(action: A) -> A:
    """The one object that stands for all actions equal to this one, so that it can be recognised without a comparison.

    Only for actions of which there are few: whatever is kept stays in memory.
    """
    found = _KEPT.setdefault(action, action)
    assert isinstance(found, type(action))
    return found


PASS: Final = kept(Pass())
PAY_DIVIDEND: Final = kept(PayDividend())
WITHHOLD: Final = kept(Withhold())
ACCEPT: Final = kept(Accept())
DECLINE: Final = kept(Decline())
