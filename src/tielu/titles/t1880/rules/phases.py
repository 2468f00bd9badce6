"""XI. Effects of the purchase of new trains: phases, scrapping, surplus trains, and the share round that follows.

The order of events is that of docs/rulings.md: constants, scrapping, capital or takeover, surplus trains, the
Rocket, P0's payment, the share round. Frames are pushed from the last to the first.
"""

from __future__ import annotations

from typing import Final

from tielu.core.events import PhaseBegan
from tielu.core.flow import Frame
from tielu.core.rolling_stock import lowest_left, scrap
from tielu.core.surplus import SurplusTrains as Surplus

from .companies import check_second_capital, companies_in_turn_order
from .components import B1, B3, C2, P7, PHASES, T4, T8, T10, TRAIN_INDEX, TRAINS
from .events import LastTurnsBegan, TakeoverBegan, TakeoverEnded, TrainsRemoved
from .forced_rocket import ForcedRocket
from .p5 import PermitChoice
from .privates import PaymentClaim, claim_due
from .share_round import ShareRound
from .state import State1880

# From the turn in which the last 8-train goes: that turn and three more (1880.end.three-more-turns).
LAST_TURNS: Final = 4


def on_offer(state: State1880) -> int:
    """The type the bank sells: the lowest that is not exhausted (1880.trains.ascending-order)."""
    return lowest_left(state)


def train_left_bank(state: State1880, train: int, company: int) -> None:
    """A company has taken a train of the type on offer, by purchase or for the Rocket."""
    _ask_for_permit_later(state, train, company)
    if train != T10:
        state.depot[train] -= 1
    gone = state.depot[train] == 0
    if gone:
        _push_last_of_type(state, train, bought=True)
    if not state.train_sold[train]:
        state.train_sold[train] = True
        _begin_phase(state, train, company, removed=False)


def remove_trains(state: State1880, train: int, company: int) -> None:
    """Nobody bought for a full circle: all of the type leave the game (1880.trains.full-circle-removal)."""
    # One of the unsold 4-trains is for the Rocket (ruling 4.3).
    for_rocket = int(train == T4 and not state.train_sold[T4] and state.private_owner[P7] >= 0)
    state.log(TrainsRemoved(TRAINS[train].name, state.depot[train] - for_rocket))
    state.depot[train] = 0
    _ask_for_permit_later(state, train, company)
    begins = not state.train_sold[train]
    if begins and state.rules.removal_surplus_after_share_round:
        state.push(SurplusTrains(company))
    _push_last_of_type(state, train, bought=False)
    if begins:
        # 1880.trains.removal-may-change-phase
        state.train_sold[train] = True
        _begin_phase(state, train, company, removed=True)


def _ask_for_permit_later(state: State1880, train: int, company: int) -> None:
    """Where the platform waits for passes it also waits for P5 when Phase D begins in a turn."""
    if train == T8 and not state.train_sold[T8] and state.rules.steps_wait_for_pass:
        state.push(PermitChoice(company))


def _push_last_of_type(state: State1880, train: int, bought: bool) -> None:
    """A share round for the types up to the 8-train (1880.srtime.*); before it P0's payment."""
    if train > T8:
        return
    if train == T8:
        state.circles_left = LAST_TURNS
        state.log(LastTurnsBegan(state.company_id(state.purchase_marker)))
    state.interrupted_this_circle = True
    state.push(ComingShareRound())
    if claim_due(state, train, bought):
        state.push(PaymentClaim(train))


class ComingShareRound(Frame[State1880]):
    """A share round that begins as soon as everything above it on the stack is settled."""

    def settle(self, state: State1880) -> bool:
        state.replace(ShareRound.opening(state))
        return True


def _begin_phase(state: State1880, train: int, company: int, removed: bool) -> None:
    if train <= state.phase:
        return
    state.phase = train
    state.log(PhaseBegan(PHASES[train].name))
    if TRAINS[train].scraps:
        scrap(state, TRAIN_INDEX[TRAINS[train].scraps])
    if train == B1:
        # 1880.phase.b1-all-shares, 1880.capital.check-first-3
        for each in companies_in_turn_order(state):
            check_second_capital(state, each)
    elif train == B3:
        state.log(TakeoverBegan())
        if state.private_owner[P7] >= 0:
            state.push(ForcedRocket(in_depot=not removed))
    elif train == C2:
        state.log(TakeoverEnded())
    if not (removed and state.rules.removal_surplus_after_share_round):
        state.push(SurplusTrains(company))


class SurplusTrains(Surplus[State1880]):
    """Trains over the lowered limit leave the game, from the active company on in turn order (ruling 4.1)."""

    def __init__(self, active: int) -> None:
        self.active = active

    def rule(self) -> str:
        return "1880.trains.surplus-removed"

    def order(self, state: State1880) -> list[int]:
        order = companies_in_turn_order(state)
        start = order.index(self.active)
        return order[start:] + order[:start]

    def asks_all_at_once(self, state: State1880) -> bool:
        return state.rules.surplus_in_any_order
