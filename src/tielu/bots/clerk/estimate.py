"""What each player will be worth at the end, as far as the clerk can tell: for bots that look further ahead."""

from __future__ import annotations

from tielu.core.shares import SHARE, held
from tielu.core.state import CLOSED

from .desk import Desk
from .needs import need_of
from .outlook import is_founded, outlook


def estimate(desk: Desk) -> list[float]:
    """Cash, shares with all they will bring, privates, less debts and the trains that directors will have to pay."""
    state = desk.state
    players = range(len(state.players))
    worth = [float(cash) for cash in state.cash]
    for company in range(len(state.par)):
        if not is_founded(state, company):
            continue
        share = outlook(desk, company).share
        for player in players:
            worth[player] += share * held(state, company, player) / SHARE
        if state.stations[company]:
            need = need_of(desk, company)
            if need.forced:
                worth[state.director[company]] -= need.lacking * need.worth
    for private, owner in enumerate(state.private_owner):
        if owner != CLOSED and 0 <= owner < len(state.players):
            worth[owner] += desk.book.private_worth(desk, private)
    for player in players:
        worth[player] -= desk.book.debt(state, player) * desk.w.debt_grows
    return worth
