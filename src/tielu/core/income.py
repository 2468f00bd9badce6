"""What becomes of a railway's income: it is paid to the shareholders or kept in the treasury."""

from __future__ import annotations

from .bank import bank_pays_player, bank_pays_railway
from .events import DividendPaid, DividendReceived, IncomeWithheld
from .shares import held
from .state import State


def pay_players(state: State, company: int, income: int) -> None:
    """Pay a dividend to the players by percentage; who else gets a part of it is up to the title."""
    name = state.company_id(company)
    state.log(DividendPaid(name, income))
    for player in state.seating:
        amount = income * held(state, company, player) // 100
        if amount:
            bank_pays_player(state, player, amount)
            state.log(DividendReceived(name, state.players[player], amount))


def withhold(state: State, railway: int, income: int) -> None:
    bank_pays_railway(state, railway, income)
    if income:
        state.log(IncomeWithheld(state.railway_id(railway), income))
