"""Who holds how much of which company: the table that players of these games look at first."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.position import CompanyView, PositionView
from tielu.core.shares import SHARE
from tielu.i18n import say
from tielu.views.title import view_of

# The words for the bank's places.
_PLACES = {"bank": "in_bank", "ipo": "in_offering", "pool": "in_pool"}


@dataclass(frozen=True)
class Holding:
    """Shares in one hand; 0 where it has none."""

    percent: int
    director: bool = False


@dataclass(frozen=True)
class Holder:
    """A player, an investor or a place of the bank, with its part of each company in their order."""

    name: str
    player: bool
    holdings: tuple[Holding, ...]


@dataclass(frozen=True)
class Holders:
    companies: tuple[str, ...]
    rows: tuple[Holder, ...]


def holders_of(position: PositionView, lang: str) -> Holders:
    """The founded companies and all who hold shares of them: players, investors, the bank's places."""
    companies = tuple(company.id for company in position.companies)
    rows = []
    for player in position.players:
        held = {each.company: Holding(each.percent, each.director) for each in player.holdings}
        rows.append(Holder(player.name, True, tuple(held.get(company, Holding(0)) for company in companies)))
    for investor in position.investors:
        if investor.company is not None:
            reserved = tuple(Holding(SHARE if company == investor.company else 0) for company in companies)
            rows.append(Holder(investor.id, False, reserved))
    for source in view_of(position.title).sources:
        lying = tuple(Holding(_lying(company, source)) for company in position.companies)
        rows.append(Holder(say(_PLACES[source], lang), False, lying))
    return Holders(companies, tuple(rows))


def _lying(company: CompanyView, source: str) -> int:
    """What lies in a place of the bank."""
    return {"ipo": company.in_offering, "pool": company.in_pool, "bank": company.in_bank}[source]
