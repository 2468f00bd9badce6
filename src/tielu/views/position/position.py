"""From a game to the view of its position, by way of the snapshot that all titles share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from tielu import Game
from tielu.core.position import (
    CompanyView,
    HoldingView,
    InvestorView,
    MarketCellView,
    ParView,
    PlayerView,
    PositionView,
    PrivateView,
    TrainStackView,
)
from tielu.views.position.board import board_view
from tielu.views.position.decision import round_name, step_name
from tielu.views.title import PositionExtras, TitleView, view_of

_CLOSED = "closed"


def position_view(game: Game) -> PositionView:
    """All that lies on the table now."""
    shot, view = game.snapshot(), view_of(game.title)
    own = view.extras(game, shot)
    return PositionView(
        title=game.title,
        edition=game.edition,
        revision=game.revision,
        actions=len(game.actions),
        round=round_name(shot),
        step=step_name(game),
        phase=own.phase,
        train_limit=view.train_limits.get(own.phase, 0),
        operating_rounds=own.operating_rounds,
        rounds_to_come=own.rounds_to_come,
        certificate_limit=shot.get("certlimit", 0),
        notices=own.notices,
        bank=shot.get("bank"),
        bank_broken=own.bank_broken,
        offer=own.offer,
        finished=game.finished,
        actor=game.actor,
        deciding=game.deciding,
        order=tuple(game.players[seat] for seat in game.state.clockwise_from(game.state.priority)),
        players=_players(game, shot, view, own),
        companies=_companies(game, shot, view, own),
        unfounded=tuple(each.id for each in view.companies if not shot.get(f"c.{each.id}.par")),
        investors=_investors(game, shot, view),
        privates=_privates(game, shot, view, own),
        depot=_depot(shot, view, own.phase),
        train_pool=tuple(shot.get("depot.pool") or ()),
        market=_market(shot, game.title),
        pars=_pars(shot),
        board=board_view(game, shot),
    )


def _name(game: Game, holder: object) -> str | None:
    """The player behind the snapshot's `p<seat>`; None for anyone else."""
    if isinstance(holder, str) and holder[:1] == "p" and holder[1:].isdigit():
        return game.players[int(holder[1:])]
    return None


def _private_key(view: TitleView, private: str) -> str:
    return f"priv.{view.spelling.get(private, private)}"


def _privates_of(shot: Mapping[str, Any], view: TitleView, owner: str) -> tuple[str, ...]:
    return tuple(each.id for each in view.privates if shot.get(_private_key(view, each.id)) == owner)


def _players(game: Game, shot: Mapping[str, Any], view: TitleView, own: PositionExtras) -> tuple[PlayerView, ...]:
    """The players in seating order."""
    seats = shot.get("order") or range(len(game.players))
    return tuple(_player(game, shot, view, own, seat) for seat in seats)


def _player(game: Game, shot: Mapping[str, Any], view: TitleView, own: PositionExtras, seat: int) -> PlayerView:
    me = f"p{seat}"
    holdings = [
        HoldingView(each.id, percent, shot.get(f"c.{each.id}.pres") == me)
        for each in view.companies
        if (percent := shot.get(f"sh.{each.id}.{me}", 0))
    ]
    owned = [
        each.id
        for each in view.investors
        if shot.get(_investor_key(each.id, "owner")) == me and shot.get(_investor_key(each.id, "tokens"))
    ]
    return PlayerView(
        name=game.players[seat],
        cash=shot.get(f"p.{seat}.cash", 0),
        in_bids=own.in_bids.get(game.players[seat], 0),
        debt=shot.get(f"p.{seat}.debt", 0),
        worth=shot.get(f"p.{seat}.value", 0),
        certificates=shot.get(f"p.{seat}.certs", 0),
        holdings=tuple(holdings),
        privates=_privates_of(shot, view, me),
        investor=owned[0] if owned else None,
        priority=shot.get("priority") == seat,
        acting=game.actor == game.players[seat],
        bankrupt=bool(shot.get(f"p.{seat}.bankrupt")),
    )


def _companies(game: Game, shot: Mapping[str, Any], view: TitleView, own: PositionExtras) -> tuple[CompanyView, ...]:
    """The founded companies in the order in which they operate."""
    founded = [each for each in view.companies if shot.get(f"c.{each.id}.par")]
    founded.sort(key=lambda each: own.order.index(each.id) if each.id in own.order else len(own.order))
    return tuple(_company(game, shot, view, each.id, each.name) for each in founded)


def _company(game: Game, shot: Mapping[str, Any], view: TitleView, company: str, name: str) -> CompanyView:
    def value(key: str, default: Any) -> Any:
        return shot.get(f"c.{company}.{key}") or default

    row, column = value("rc", (0, 0))
    return CompanyView(
        id=company,
        name=name,
        director=_name(game, value("pres", None)) or "",
        floated=bool(value("floated", False)),
        price=value("price", 0),
        par=value("par", 0),
        treasury=value("cash", 0),
        trains=tuple(sorted(value("trains", ()), key=[train.name for train in view.trains].index)),
        permits=value("permits", ""),
        privates=_privates_of(shot, view, company),
        stations=tuple(token[0] for token in value("tokens", ())),
        markers_left=value("unplaced", 0),
        in_offering=shot.get(f"sh.{company}.ipo", 0),
        in_pool=shot.get(f"sh.{company}.pool", 0),
        in_red_area=row * view.chart.width + column in view.red_area,
        purchase_marker=shot.get("x.marker") == company,
    )


def _investor_key(investor: str, key: str) -> str:
    return f"m.{investor.removeprefix('A')}.{key}"


def _investors(game: Game, shot: Mapping[str, Any], view: TitleView) -> tuple[InvestorView, ...]:
    """The investors that belong to a player and have not merged."""
    found = []
    for each in view.investors:
        owner = _name(game, shot.get(_investor_key(each.id, "owner")))
        if owner is not None and shot.get(_investor_key(each.id, "tokens")):
            holder = f"m{each.id.removeprefix('A')}"
            shares = [company.id for company in view.companies if shot.get(f"sh.{company.id}.{holder}")]
            treasury = shot.get(_investor_key(each.id, "cash"), 0)
            company = shares[0] if shares else None
            found.append(InvestorView(each.id, each.name, owner, treasury, each.home, company))
    return tuple(found)


def _privates(game: Game, shot: Mapping[str, Any], view: TitleView, own: PositionExtras) -> tuple[PrivateView, ...]:
    companies = {each.id for each in view.companies}
    found = []
    for each in view.privates:
        owner = shot.get(_private_key(view, each.id))
        found.append(
            PrivateView(
                id=each.id,
                name=each.name,
                price=each.price,
                asked=own.prices.get(each.id, each.price) if owner is None else each.price,
                income=each.income,
                lowest=each.lowest,
                highest=each.highest,
                owner=owner if owner in companies else _name(game, owner),
                closed=owner == _CLOSED,
                bids=own.bids.get(each.id, ()),
            )
        )
    return tuple(found)


def _depot(shot: Mapping[str, Any], view: TitleView, phase: str) -> tuple[TrainStackView, ...]:
    """The types still to be had, next one first."""
    phases, found = list(view.train_limits), []
    for train in view.trains:
        left = shot.get(f"depot.{train.name}", 0)
        first = view.sold_from.get(train.name, phases[0])
        if left and phases.index(first) <= phases.index(phase):
            found.append(TrainStackView(train.name, train.price, left if isinstance(left, int) else None))
    return tuple(found)


def _market(shot: Mapping[str, Any], title: str) -> tuple[tuple[MarketCellView | None, ...], ...]:
    markers: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for each in view_of(title).companies:
        place = shot.get(f"c.{each.id}.rc")
        if place:
            markers.setdefault(tuple(place), []).append((shot.get(f"c.{each.id}.cellpos", 0), each.id))
    rows = [list(row) for row in _empty_market(title)]
    for (row, column), there in markers.items():
        cell = rows[row][column]
        assert cell is not None  # no marker lies beside the chart
        rows[row][column] = replace(cell, companies=tuple(company for _, company in sorted(there)))
    return tuple(tuple(row) for row in rows)


@cache
def _empty_market(title: str) -> tuple[tuple[MarketCellView | None, ...], ...]:
    """The share price chart of a title without markers, row by row."""
    view = view_of(title)
    chart = view.chart

    def cell_at(cell: int) -> MarketCellView | None:
        price = chart.price(cell)
        return MarketCellView(price, view.chart_bonus(cell), (), cell in view.red_area) if price else None

    return tuple(
        tuple(cell_at(row * chart.width + column) for column in range(chart.width)) for row in range(chart.height)
    )


def _pars(shot: Mapping[str, Any]) -> tuple[ParView, ...]:
    return tuple(ParView(price, tuple(slots)) for price, slots in shot.get("x.parchart") or ())
