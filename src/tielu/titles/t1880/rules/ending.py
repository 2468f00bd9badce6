"""XV. The end of the game: the investors' last payment and the final reckoning."""

from __future__ import annotations

from tielu.core.bank import bank_pays_player, railway_pays_bank
from tielu.core.events import GameEnded
from tielu.core.shares import value_of_shares
from tielu.core.state import CLOSED, NOBODY
from tielu.core.stations import set_stations

from .components import CHART, FIRST_INVESTOR, INVESTORS
from .events import InvestorPaidOut
from .state import State1880


def owner_part(treasury: int) -> int:
    """The fifth of an investor's treasury that its owner may get (1880.fi.end-20-percent)."""
    return treasury // 5


def end_game(state: State1880) -> None:
    """Investors that never merged pay their owners, with or without a company (1880.fi.end-20-percent*)."""
    left = [index for index in range(len(INVESTORS)) if not state.merged[index]]
    while left:
        investor = left.pop(0)
        if state.investor_owner[investor] < 0:
            continue
        _pay_out(state, investor)
        if state.rules.closing_investor_skips_next:
            # The platform takes the investor off the list it is going through, and so misses the next.
            left = left[1:]
    state.finished = True
    state.log(GameEnded())


def _pay_out(state: State1880, investor: int) -> None:
    owner, railway = state.investor_owner[investor], FIRST_INVESTOR + investor
    amount = owner_part(state.treasury[railway])
    railway_pays_bank(state, railway, amount)
    bank_pays_player(state, owner, amount)
    if amount:
        state.log(InvestorPaidOut(INVESTORS[investor].id, state.players[owner], amount))
    state.investor_owner[investor] = CLOSED
    state.merged[investor] = True
    set_stations(state, railway, ())


def finished_rule(state: State1880) -> str:
    """The rule that forbids any further action."""
    return "1880.or.circular" if state.purchase_marker == NOBODY else "1880.end.marker-company-last"


def worth(state: State1880, player: int) -> int:
    """Cash and shares at the current price, less debt; companies and privates count nothing (1880.score.*)."""
    return state.cash[player] + value_of_shares(state, CHART, player) - state.debt[player]
