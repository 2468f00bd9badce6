"""1880: its printed components, and what it shows in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tielu import Game
from tielu.core.actions import FoundCompany
from tielu.core.flow import Frame
from tielu.core.position import BidView
from tielu.core.state import NOBODY
from tielu.titles.t1880.rules import components as parts
from tielu.titles.t1880.rules.auction import Auction
from tielu.titles.t1880.rules.companies import free_slots
from tielu.titles.t1880.rules.events import NobodyBid, PrivateReduced
from tielu.titles.t1880.rules.operating_round import STEPS, CompanyTurn, StationStep, TrackStep
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1880.rules.stations import home_places
from tielu.titles.t1880.view import actions
from tielu.titles.t1880.view.decisions import DECISIONS
from tielu.titles.t1880.view.event_rules import EVENT_RULES
from tielu.titles.t1880.view.topics import TOPICS
from tielu.titles.t1880.view.train_effects import train_effects
from tielu.views.actions.amounts import highest
from tielu.views.svg.surroundings import hexes_of_rows
from tielu.views.tables import TableColumns
from tielu.views.title import (
    COMPANY_STEPS,
    PositionExtras,
    PrintedCompany,
    PrintedInvestor,
    PrintedPrivate,
    TitleView,
)


def extras(game: Game, shot: Mapping[str, Any]) -> PositionExtras:
    """Companies operate in the order of the turn order list."""
    order = tuple(company for _, slots in shot.get("x.parchart") or () for company in slots if company)
    notices = ("takeover",) if shot.get("x.communism") else ()
    bids = _bids(cast(State1880, game.state))
    in_bids = {bid.player: bid.amount for standing in bids.values() for bid in standing}
    return PositionExtras(shot.get("phase", ""), order, notices=notices, bids=bids, in_bids=in_bids)


def _bids(state: State1880) -> dict[str, tuple[BidView, ...]]:
    """The highest bid of the auction under way; those before it do not count any more."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Auction) or top.leader == NOBODY:
        return {}
    return {parts.PRIVATES[top.private].id: (BidView(state.players[top.leader], top.high),)}


def _dropped_out(game: Game) -> frozenset[str]:
    """Who has passed in the auction under way."""
    top = game.state.stack[-1] if game.state.stack else None
    return frozenset(game.players[seat] for seat in top.passed) if isinstance(top, Auction) else frozenset()


def colours(edition: str) -> Mapping[str, str]:
    """The second edition gave several charters another colour; the platform has those of the second."""
    first = edition == "2010"
    return {each.id: each.colour_2010 if first else each.colour_2022 for each in parts.COMPANIES}


def homes(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The homes of companies without a marker."""
    state = cast(State1880, game.state)
    return {
        each.id: tuple(home_places(state, company))
        for company, each in enumerate(parts.COMPANIES)
        if not state.stations[company]
    }


def founding(game: Game, company: str) -> FoundCompany:
    """At the lowest price with a place on the turn order list; the place is named where the edition asks for it."""
    state, least = cast(State1880, game.state), parts.DIRECTOR_SIZES[0]
    price = next((each for each in sorted(parts.PAR_PRICES) if free_slots(state, each)), min(parts.PAR_PRICES))
    slot = min(free_slots(state, price), default=0) if state.rules.par_slot_chosen else None
    return FoundCompany(company, price, least, parts.PERMIT_CHOICES[least][0], slot)


def _passed(game: Game, step: type[TrackStep | StationStep]) -> Frame[Any] | None:
    """The step of the company's turn, if the turn has come to a later one."""
    for frame in reversed(game.state.stack):
        if isinstance(frame, CompanyTurn):
            return step(frame.company) if STEPS.index(step) < frame.step - 1 else None
    return None


TABLES = TableColumns(
    heading="companies",
    legend="legend_purchase_marker",
    companies=("company", "director", "price", "par", "treasury", "trains", "permits", "stations", "in_bank"),
)
SEA = hexes_of_rows(
    {
        "G": (17,),
        "H": (16, 18),
        "I": (17,),
        "J": (18,),
        "K": (17,),
        "L": (18,),
        "M": (17,),
        "N": (18,),
        "O": (17,),
        "P": (16, 18),
        "Q": (9, 11, 17),
        "R": (8, 10, 12, 14, 16, 18),
    }
)

# A foreign investor builds, runs and may merge.
INVESTOR_STEPS = {"investor_track": "step_track", "investor_run": "step_run", "merger": "step_merger"}

VIEW = TitleView(
    companies=tuple(PrintedCompany(each.id, each.name, each.home) for each in parts.COMPANIES),
    privates=tuple(PrintedPrivate(each.id, each.name, each.price, each.income) for each in parts.PRIVATES),
    investors=tuple(PrintedInvestor(each.id, each.name, each.home) for each in parts.INVESTORS),
    trains=parts.TRAINS,
    train_limits={phase.name: phase.train_limit for phase in parts.PHASES},
    sold_from={"2R": "C2"},
    chart=parts.CHART,
    chart_bonus=parts.chart_bonus,
    extras=extras,
    pair_bonus="trans_siberian_bonus",
    colours=colours,
    columns={phase.name: phase.column for phase in parts.PHASES},
    par_cells=parts.PAR_CELL,
    homes=homes,
    founding=founding,
    train_effects=train_effects,
    sources=("bank",),
    powers={"exchange_rocket": "P7", "assign_permit": "P5"},
    asked_powers=("assign_permit",),
    about="web_about_china",
    length="web_length_long_day",
    tables=TABLES,
    sea=SEA,
    private_rules={f"p{number}": f"P{number}" for number in range(8)},
    event_rules=EVENT_RULES,
    topics=TOPICS,
    action_kinds=actions.KINDS,
    round_kinds=actions.ROUNDS,
    action_details=actions.DETAILS,
    action_buttons=actions.BUTTONS,
    decisions=DECISIONS,
    usual_amounts={"repay_debt": highest},
    turning_points=actions.TURNING_POINTS,
    key_events=actions.KEY_EVENTS,
    endings=actions.ENDINGS,
    pass_labels=actions.PASS_LABELS,
    auction="auction_one_by_one",
    worth="worth_without_privates",
    all_pass={PrivateReduced: "all_pass_reduced", NobodyBid: "all_pass_again"},
    dropped_out=_dropped_out,
    passed_steps={
        "lay_tile": lambda game: _passed(game, TrackStep),
        "place_station": lambda game: _passed(game, StationStep),
    },
    turn_steps=(COMPANY_STEPS, INVESTOR_STEPS),
    par_slots=parts.SLOTS_PER_PRICE,
    stop_bonus="taiwan_bonus",
)
