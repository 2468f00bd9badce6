"""What only positions of 1880 have, as numbers for a network."""

from __future__ import annotations

from typing import Final

from tielu.bots.features import Extra, Timetable, TitleFeatures, one_of, topmost
from tielu.core.state import NOBODY
from tielu.titles.t1880.rules.auction import Auction
from tielu.titles.t1880.rules.companies import in_turn_order
from tielu.titles.t1880.rules.components import (
    COMPANIES,
    FIRST_INVESTOR,
    INVESTORS,
    PERMIT_LETTERS,
    PHASES,
    PRIVATES,
)
from tielu.titles.t1880.rules.editions import EDITIONS
from tielu.titles.t1880.rules.operating_round import (
    END_OF_CIRCLE,
    STEPS,
    CompanyTurn,
    DividendStep,
    OperatingRound,
    RunStep,
)
from tielu.titles.t1880.rules.state import EARNED, PAID, State1880

_GAME: Final = (
    "last_turns", "last_turns_left", "interrupted", "permit_assigned", "place_in_round", "asked", "high_bid",
    *[f"auctioned {each.id}" for each in PRIVATES],
)  # fmt: skip
_COMPANY: Final = (
    *[f"permit {letter}" for letter in PERMIT_LETTERS],
    "may_build", "director_percent", "capital_earned", "capital_paid", "slot", "marker", "investor", "investor_money",
)  # fmt: skip
_PLAYER: Final = (
    "debt", "investor_apart", "investor_money", "leads", "out",
    *[f"investor {each.id}" for each in INVESTORS],
)  # fmt: skip

# A turn whose next step has a higher number has run.
_RUN: Final = STEPS.index(RunStep) + 1


def _timetable(state: State1880) -> Timetable:
    """The round is a circle in the order of par slots; a share round interrupts a turn, and then the circle goes on."""
    played, turn = topmost(state, OperatingRound), topmost(state, CompanyTurn)
    at_hand = turn.company if turn else NOBODY
    companies = in_turn_order(state, [each for each in range(len(COMPANIES)) if state.floated[each]])
    # The first circle waits for the first share round.
    acted = played.position - len(INVESTORS) if played and played.position < END_OF_CIRCLE else NOBODY
    waiting = [each for each in companies if state.par_slot[each] > acted]
    if turn and turn.step <= _RUN:
        waiting.insert(0, at_hand)
    order = waiting + [each for each in companies if each not in waiting]
    dividend = topmost(state, DividendStep)
    return Timetable(
        order,
        len(waiting),
        _runs_to_end(state, order, at_hand, len(waiting)),
        at_hand,
        (turn.step - 1) / len(STEPS) if turn else 0.0,
        dividend.income if dividend else 0,
        _before_removal(state, order, at_hand),
    )


def _runs_to_end(state: State1880, order: list[int], at_hand: int, waiting: int) -> list[int]:
    """Until the last turn of the company beside the marker is over; nothing before the last turns."""
    marked = state.purchase_marker
    if state.circles_left <= 0 or marked not in order:
        return []
    place, around = order.index(marked), len(order)
    has_run = marked == at_hand and place >= waiting
    last = place + around * (state.circles_left - (2 if has_run else 1))
    return [max(0, (last - each) // around + 1) for each in range(around)]


def _before_removal(state: State1880, order: list[int], at_hand: int) -> float:
    """The part of a circle until the turn comes back to the marker."""
    marked = state.purchase_marker
    if marked == at_hand or marked not in order:
        return float(state.marker_moved_this_turn or marked not in order)
    return order.index(marked) / len(order)


def _game(state: State1880) -> list[float]:
    auction, played = topmost(state, Auction), topmost(state, OperatingRound)
    return [
        float(state.circles_left > 0),
        max(0, state.circles_left) / 4,
        float(state.interrupted_this_circle),
        float(state.p5_assigned),
        max(0, min(24, played.position if played else 0)) / 24,
        auction.price / 100 if auction else 0.0,
        auction.high / 100 if auction else 0.0,
        *one_of(len(PRIVATES), auction.private if auction else NOBODY),
    ]


def _company(state: State1880, company: int) -> list[float]:
    mask = state.permits[company]
    apart = [each for each, its in enumerate(state.associated) if its == company and not state.merged[each]]
    money = sum(state.treasury[FIRST_INVESTOR + each] for each in apart)
    return [
        *[float(mask >> letter & 1) for letter in range(len(PERMIT_LETTERS))],
        float(state.has_permit(company)),
        state.director_percent[company] / 100,
        float(state.second_capital[company] == EARNED),
        float(state.second_capital[company] == PAID),
        state.par_slot[company] / 16,
        float(state.purchase_marker == company),
        float(len(apart)),
        money / 100,
    ]


def _player(state: State1880, player: int) -> list[float]:
    own = [each for each, owner in enumerate(state.investor_owner) if owner == player]
    apart = [each for each in own if not state.merged[each]]
    auction = topmost(state, Auction)
    return [
        state.debt[player] / 1000,
        float(len(apart)),
        sum(state.treasury[FIRST_INVESTOR + each] for each in apart) / 100,
        float(auction is not None and auction.leader == player),
        float(auction is not None and player in auction.passed),
        *[float(each in own) for each in range(len(INVESTORS))],
    ]


FEATURES: Final = TitleFeatures(
    editions=tuple(EDITIONS),
    phases=tuple(phase.name for phase in PHASES),
    rounds=("Auction", "Draft", "Stock", "Operating"),
    privates=tuple(private.id for private in PRIVATES),
    timetable=_timetable,
    game=Extra(_GAME, _game),
    company=Extra(_COMPANY, _company),
    player=Extra(_PLAYER, _player),
)
