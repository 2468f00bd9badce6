"""1880: its printed components, and what it shows in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tielu import Game
from tielu.titles.t1880 import components as parts
from tielu.views.printed import Facts, Particulars, PrintedCompany, PrintedInvestor, PrintedPrivate


def particulars(_game: Game, shot: Mapping[str, Any]) -> Particulars:
    """Companies operate in the order of the turn order list."""
    order = tuple(company for _, slots in shot.get("x.parchart") or () for company in slots if company)
    return Particulars(shot.get("phase", ""), order)


FACTS = Facts(
    companies=tuple(PrintedCompany(each.id, each.name, each.home) for each in parts.COMPANIES),
    privates=tuple(PrintedPrivate(each.id, each.name, each.price, each.income) for each in parts.PRIVATES),
    investors=tuple(PrintedInvestor(each.id, each.name, each.home) for each in parts.INVESTORS),
    trains=parts.TRAINS,
    train_limits={phase.name: phase.train_limit for phase in parts.PHASES},
    sold_from={"2R": "C2"},
    chart=parts.CHART,
    chart_bonus=parts.chart_bonus,
    particulars=particulars,
    pair_bonus="trans_siberian_bonus",
    stop_bonus="taiwan_bonus",
)
