"""What is printed on the components of a title: names, homes, prices; the part of a view that never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tielu.core.market import Chart
from tielu.core.trains import TrainType
from tielu.titles.t1880 import components as c1880


@dataclass(frozen=True)
class PrintedCompany:
    id: str
    name: str
    home: str


@dataclass(frozen=True)
class PrintedPrivate:
    id: str
    name: str
    price: int
    income: int


@dataclass(frozen=True)
class PrintedInvestor:
    id: str
    name: str
    home: str


@dataclass(frozen=True)
class Facts:
    """The components of one title, each in its printed order.

    `train_limits` has the phases in their order; `sold_from` names the phase from which a type of train that
    begins none is sold.
    """

    companies: tuple[PrintedCompany, ...]
    privates: tuple[PrintedPrivate, ...]
    investors: tuple[PrintedInvestor, ...]
    trains: tuple[TrainType, ...]
    train_limits: Mapping[str, int]
    sold_from: Mapping[str, str]
    chart: Chart
    chart_bonus: Callable[[int], int]


FACTS: Mapping[str, Facts] = {
    "1880": Facts(
        companies=tuple(PrintedCompany(each.id, each.name, each.home) for each in c1880.COMPANIES),
        privates=tuple(PrintedPrivate(each.id, each.name, each.price, each.income) for each in c1880.PRIVATES),
        investors=tuple(PrintedInvestor(each.id, each.name, each.home) for each in c1880.INVESTORS),
        trains=c1880.TRAINS,
        train_limits={phase.name: phase.train_limit for phase in c1880.PHASES},
        sold_from={"2R": "C2"},
        chart=c1880.CHART,
        chart_bonus=c1880.chart_bonus,
    ),
}
