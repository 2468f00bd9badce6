"""What only positions of 1888-N have, as numbers for a network."""

from __future__ import annotations

from typing import Final

from tielu.bots.features import Extra, Timetable, TitleFeatures, one_of, topmost
from tielu.core.state import NOBODY
from tielu.titles.t1888n.rules.auction import BidderAuction, highest_bid, locked
from tielu.titles.t1888n.rules.components import COMPANIES, PHASES, PRIVATES, TRAINS
from tielu.titles.t1888n.rules.editions import EDITIONS
from tielu.titles.t1888n.rules.operating_round import (
    STEPS,
    CompanyTurn,
    Cycle,
    DividendStep,
    OperatingRound,
    RunStep,
)
from tielu.titles.t1888n.rules.prices import in_operating_order
from tielu.titles.t1888n.rules.state import NEXT_SET, THIS_SET, UNBROKEN, State1888

_GAME: Final = (
    "ends_with_this_set", "ends_with_next_set", "operated", "rounds_left", "kaiping_price", "wall_used",
    *[f"pool {each.name}" for each in TRAINS],
    *[f"high_bid {each.id}" for each in PRIVATES],
    *[f"auctioned {each.id}" for each in PRIVATES],
)  # fmt: skip
_COMPANY: Final = ("acted", *[f"owns {each.id}" for each in PRIVATES])
_PLAYER: Final = ("locked", *[f"leads {each.id}" for each in PRIVATES])

# A turn whose next step has a higher number has run.
_RUN: Final = STEPS.index(RunStep) + 1


def _timetable(state: State1888) -> Timetable:
    """Companies act by price; between sets of operating rounds all of them are still to run in the next."""
    played, turn = topmost(state, OperatingRound), topmost(state, CompanyTurn)
    acted = played.acted if played else None
    at_hand = turn.company if turn else NOBODY
    companies = in_operating_order(state, [each for each in range(len(COMPANIES)) if state.floated[each]])
    waiting = [each for each in companies if not acted or each not in acted]
    if turn and turn.step <= _RUN:
        waiting.insert(0, at_hand)
    order = waiting + [each for each in companies if each not in waiting]
    cycle = topmost(state, Cycle)
    further = cycle.rounds_left if played and cycle else state.current_phase.operating_rounds - 1
    ends = state.broken != UNBROKEN
    dividend = topmost(state, DividendStep)
    return Timetable(
        order,
        len(waiting),
        [further + (place < len(waiting)) for place in range(len(order))] if ends else [],
        at_hand,
        (turn.step - 1) / len(STEPS) if turn else 0.0,
        dividend.income if dividend else 0,
        # A train is exported when the set is over.
        further + len(waiting) / max(1, len(order)),
    )


def _game(state: State1888) -> list[float]:
    auction, cycle = topmost(state, BidderAuction), topmost(state, Cycle)
    return [
        float(state.broken == THIS_SET),
        float(state.broken == NEXT_SET),
        float(state.operated),
        max(0, cycle.rounds_left) / 3 if cycle else 0.0,
        state.kaiping_price / 25,
        float(state.great_wall_used),
        *[state.pool.count(each) / 4 for each in range(len(TRAINS))],
        *[highest_bid(state, each) / 200 for each in range(len(PRIVATES))],
        *one_of(len(PRIVATES), auction.private if auction else NOBODY),
    ]


def _company(state: State1888, company: int) -> list[float]:
    played = topmost(state, OperatingRound)
    acted = played is not None and played.acted is not None and company in played.acted
    return [float(acted), *[float(state.company_owns(company, each)) for each in range(len(PRIVATES))]]


def _player(state: State1888, player: int) -> list[float]:
    auction = topmost(state, BidderAuction)
    leads = [_leads(state, player, each) for each in range(len(PRIVATES))]
    if auction is not None:
        high = max(amount for _, amount in auction.standing)
        leads[auction.private] = float((player, high) in auction.standing)
    return [locked(state, player) / 1000, *leads]


def _leads(state: State1888, player: int, private: int) -> float:
    bids = state.bids[private]
    return float(bool(bids) and (player, highest_bid(state, private)) in bids)


FEATURES: Final = TitleFeatures(
    editions=tuple(EDITIONS),
    phases=tuple(phase.name for phase in PHASES),
    rounds=("Auction", "Stock", "Operating"),
    privates=tuple(private.id for private in PRIVATES),
    timetable=_timetable,
    game=Extra(_GAME, _game),
    company=Extra(_COMPANY, _company),
    player=Extra(_PLAYER, _player),
)
