"""What a title tells its views: the components that never change, and what it shows in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tielu import Game
from tielu.core.actions import FoundCompany
from tielu.core.flow import Frame
from tielu.core.market import Chart
from tielu.core.trains import TrainType
from tielu.views.position.models import BidView, OfferView


@dataclass(frozen=True)
class PrintedCompany:
    """A share company; some titles give it a destination with a bonus."""

    id: str
    name: str
    home: str
    destination: str = ""
    bonus: int = 0


@dataclass(frozen=True)
class PrintedPrivate:
    """A private; `lowest` to `highest` is what a company may pay for it, where companies may buy it."""

    id: str
    name: str
    price: int
    income: int
    lowest: int = 0
    highest: int = 0


@dataclass(frozen=True)
class PrintedInvestor:
    id: str
    name: str
    home: str


@dataclass(frozen=True)
class Particulars:
    """What a title shows of a position beyond the snapshot: `order` is that in which founded companies operate.

    `operating_rounds` is the number in a set, `rounds_to_come` how many of the set under way follow the present one.
    """

    phase: str
    order: tuple[str, ...]
    operating_rounds: int = 0
    rounds_to_come: int | None = None
    bank_broken: bool = False
    prices: Mapping[str, int] = field(default_factory=dict)
    bids: Mapping[str, tuple[BidView, ...]] = field(default_factory=dict)
    in_bids: Mapping[str, int] = field(default_factory=dict)
    offer: OfferView | None = None


@dataclass(frozen=True)
class Effect:
    """What the sale of a train brings about: the key of its words, and the values they name."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outlook:
    """What the first train of a type will bring about, and what the last one; nothing that has happened already."""

    first: tuple[Effect, ...] = ()
    last: tuple[Effect, ...] = ()


def no_bonus(_cell: int) -> int:
    """The chart bonus of titles that have none."""
    return 0


@dataclass(frozen=True)
class Facts:
    """The components of one title, each in its printed order.

    `train_limits` has the phases in their order; `sold_from` names the phase from which a type of train that
    begins none is sold; `spelling` has the privates that the snapshot calls otherwise; `red_area` are the spaces
    of the chart whose companies' shares do not count towards the certificate limit; `pair_bonus` and `stop_bonus` are
    the keys of the words for bonuses of routes.

    For drawings: `colours` names the colour of each company in an edition; `columns` has for each phase the number of
    its column where values rise; `par_cells` are the spaces of the chart where prices begin, `par_slots` the places for
    each of them on the turn order list; `homes` tells which places wait for the first marker of which railway.

    For what is not possible: `founding` is the cheapest way to found a company, `sources` the places that shares come
    from, `powers` names the private behind each kind of action that needs one, and `steps` gives for a kind of action
    the step it belongs to if a turn has passed that step. `outlook` tells what trains of a type will do when sold.
    """

    companies: tuple[PrintedCompany, ...]
    privates: tuple[PrintedPrivate, ...]
    trains: tuple[TrainType, ...]
    train_limits: Mapping[str, int]
    chart: Chart
    particulars: Callable[[Game, Mapping[str, Any]], Particulars]
    pair_bonus: str
    colours: Callable[[str], Mapping[str, str]]
    columns: Mapping[str, int]
    par_cells: Mapping[int, int]
    homes: Callable[[Game], Mapping[str, tuple[int, ...]]]
    founding: Callable[[Game, str], FoundCompany]
    sources: tuple[str, ...]
    powers: Mapping[str, str]
    steps: Mapping[str, Callable[[Game], Frame[Any] | None]]
    outlook: Callable[[Game, str], Outlook]
    par_slots: int = 0
    stop_bonus: str = ""
    investors: tuple[PrintedInvestor, ...] = ()
    sold_from: Mapping[str, str] = field(default_factory=dict)
    chart_bonus: Callable[[int], int] = no_bonus
    spelling: Mapping[str, str] = field(default_factory=dict)
    red_area: frozenset[int] = frozenset()
