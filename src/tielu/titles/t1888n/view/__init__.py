"""1888-N: its printed components, and what it shows in its own way: bids, offers to buy, the bank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tielu import Game
from tielu.core.actions import FoundCompany
from tielu.core.events import RoundBegan
from tielu.core.flow import Frame
from tielu.core.position import BidView, OfferView
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1888n.rules import components as parts
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.auction import BidderAuction
from tielu.titles.t1888n.rules.events import HengShanPaid, KaipingReduced, PoolDividend
from tielu.titles.t1888n.rules.operating_round import (
    AFTER_STOCK_ROUND,
    STEPS,
    CompanyTurn,
    Cycle,
    StationStep,
    TrackStep,
)
from tielu.titles.t1888n.rules.powers import PrivateOffer
from tielu.titles.t1888n.rules.prices import operating_order
from tielu.titles.t1888n.rules.state import UNBROKEN, State1888
from tielu.titles.t1888n.rules.stations import home_city
from tielu.titles.t1888n.rules.train_purchase import TrainOffer
from tielu.titles.t1888n.view import actions
from tielu.titles.t1888n.view.event_rules import EVENT_RULES
from tielu.titles.t1888n.view.topics import TOPICS
from tielu.titles.t1888n.view.train_duty import train_duty
from tielu.titles.t1888n.view.train_effects import train_effects
from tielu.views.svg.surroundings import hexes_of_rows
from tielu.views.tables import TableColumns
from tielu.views.title import PositionExtras, PrintedCompany, PrintedPrivate, TitleView


def extras(game: Game, _shot: Mapping[str, Any]) -> PositionExtras:
    """Companies operate by price, and phases have the names of the rulebook."""
    state = cast(State1888, game.state)
    bids = _bids(state)
    return PositionExtras(
        phase=state.current_phase.name,
        order=tuple(state.company_id(company) for company in operating_order(state)),
        operating_rounds=state.current_phase.operating_rounds,
        rounds_to_come=_rounds_to_come(state),
        bank_broken=state.broken != UNBROKEN,
        prices={parts.PRIVATES[parts.KT].id: state.kaiping_price},
        bids=bids,
        in_bids={player: _in_bids(bids, player) for player in game.players},
        offer=_offer(state),
    )


def _rounds_to_come(state: State1888) -> int | None:
    """How many operating rounds follow the present one; a set keeps its length when the phase changes within it."""
    left = [frame.rounds_left for frame in state.stack if isinstance(frame, Cycle)]
    return left[0] if left and left[0] != AFTER_STOCK_ROUND else None


def _bids(state: State1888) -> dict[str, tuple[BidView, ...]]:
    """The bids on each private, highest first; those of an auction among bidders as they stand now."""
    standing = dict(enumerate(state.bids))
    top = state.stack[-1] if state.stack else None
    if isinstance(top, BidderAuction):
        standing[top.private] = top.standing
    found = {}
    for private, bids in standing.items():
        ordered = sorted(bids, key=lambda bid: -bid[1])
        found[parts.PRIVATES[private].id] = tuple(BidView(state.players[player], amount) for player, amount in ordered)
    return found


def _in_bids(bids: Mapping[str, tuple[BidView, ...]], player: str) -> int:
    """What a player has set aside."""
    return sum(bid.amount for standing in bids.values() for bid in standing if bid.player == player)


def _offer(state: State1888) -> OfferView | None:
    """The purchase that waits for an answer."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, (PrivateOffer, TrainOffer)):
        return None
    item = top.offer.private if isinstance(top, PrivateOffer) else f"{top.offer.seller} {top.offer.train}"
    return OfferView(state.company_id(top.company), item, top.offer.price, state.players[top.actor(state)])


def colours(_edition: str) -> Mapping[str, str]:
    return {each.id: each.colour for each in parts.COMPANIES}


def homes(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The homes of companies that have not operated."""
    state = cast(State1888, game.state)
    found = {}
    for company, charter in enumerate(parts.COMPANIES):
        if not state.stations[company]:
            index = state.board.hex_index[charter.home]
            found[charter.id] = (index * STOPS_PER_HEX + home_city(company, face_at(state, index)),)
    return found


def founding(_game: Game, company: str) -> FoundCompany:
    return FoundCompany(company, min(parts.PAR_PRICES), parts.DIRECTOR_PERCENT)


def _passed(game: Game, step: type[TrackStep | StationStep]) -> Frame[Any] | None:
    """The step of the company's turn, if the turn has come to a later one."""
    for frame in reversed(game.state.stack):
        if isinstance(frame, CompanyTurn):
            return step(frame.company) if STEPS.index(step) < frame.step - 1 else None
    return None


TABLES = TableColumns(
    legend="legend_red_area",
    companies=(
        "company",
        "director",
        "price",
        "par",
        "treasury",
        "trains",
        "company_privates",
        "stations",
        "in_offering",
        "in_pool",
    ),
    privates=("private", "name", "face_value", "income", "sale_price", "owner", "bids"),
)
SEA = hexes_of_rows(
    {
        "E": (21,),
        "F": (20, 22),
        "G": (19, 21, 23),
        "H": (18, 20, 22),
        "I": (15, 17, 19, 21, 23),
        "J": (14, 16, 18, 20, 22),
    }
)
PRIVATE_RULES = {
    "kaiping": "KT",
    "terracotta": "TA",
    "heng-shan": "HS",
    "great-wall": "GW",
    "yanda": "YRF",
    "forbidden-city": "FC",
}

VIEW = TitleView(
    companies=tuple(
        PrintedCompany(each.id, each.name, each.home, each.destination, each.bonus) for each in parts.COMPANIES
    ),
    privates=tuple(
        PrintedPrivate(each.id, each.name, each.price, each.income, each.lowest, each.highest)
        for each in parts.PRIVATES
    ),
    trains=parts.TRAINS,
    train_limits={phase.name: phase.train_limit for phase in parts.PHASES},
    chart=parts.CHART,
    extras=extras,
    pair_bonus="destination_bonus",
    colours=colours,
    columns={phase.name: phase.column for phase in parts.PHASES},
    par_cells=parts.PAR_CELL,
    homes=homes,
    founding=founding,
    train_effects=train_effects,
    train_duty=train_duty,
    powers={"take_share": "FC", "lay_ferry": "YRF"},
    about="web_about_northern_china",
    length="web_length_afternoon",
    tables=TABLES,
    sea=SEA,
    treasury_place="heng_shan",
    private_rules=PRIVATE_RULES,
    event_rules=EVENT_RULES,
    topics=TOPICS,
    action_kinds=actions.KINDS,
    round_kinds=actions.ROUNDS,
    action_details=actions.DETAILS,
    map_actions=(LayFerry,),
    share_actions=(TakeShare,),
    turning_points=actions.TURNING_POINTS,
    key_events=actions.KEY_EVENTS,
    endings=actions.ENDINGS,
    outcome_events=actions.OUTCOME_EVENTS,
    treasury_events=(HengShanPaid, PoolDividend),
    pass_labels=actions.PASS_LABELS,
    auction="auction_cheapest_first",
    worth="worth_with_privates",
    all_pass={KaipingReduced: "all_pass_kaiping", RoundBegan: "all_pass_income"},
    passed_steps={
        "lay_tile": lambda game: _passed(game, TrackStep),
        "place_station": lambda game: _passed(game, StationStep),
    },
    spelling={"GW": "CW"},
    red_area=parts.RED_AREA,
)
