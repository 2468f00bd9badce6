"""Money: every payment takes from one purse what it gives to another, so the sum never changes."""

from __future__ import annotations

from .errors import IllegalAction, illegal
from .state import State


def bank_pays_player(state: State, player: int, amount: int) -> None:
    state.bank -= amount
    state.cash[player] += amount


def player_pays_bank(state: State, player: int, amount: int) -> None:
    state.cash[player] -= amount
    state.bank += amount


def bank_pays_railway(state: State, railway: int, amount: int) -> None:
    state.bank -= amount
    state.treasury[railway] += amount


def railway_pays_bank(state: State, railway: int, amount: int) -> None:
    state.treasury[railway] -= amount
    state.bank += amount


def railway_pays_railway(state: State, payer: int, payee: int, amount: int) -> None:
    state.treasury[payer] -= amount
    state.treasury[payee] += amount


def player_pays_railway(state: State, player: int, railway: int, amount: int) -> None:
    state.cash[player] -= amount
    state.treasury[railway] += amount


def railway_pays_player(state: State, railway: int, player: int, amount: int) -> None:
    state.treasury[railway] -= amount
    state.cash[player] += amount


def all_money(state: State) -> int:
    """What the bank, the players and the railways hold together: the same at every moment of a game."""
    return state.bank + sum(state.cash) + sum(state.treasury)


def why_player_cannot_pay(state: State, player: int, amount: int, rule: str) -> IllegalAction | None:
    if state.cash[player] >= amount:
        return None
    return illegal("not_enough_cash", rule, amount=amount, cash=state.cash[player])


def why_railway_cannot_pay(state: State, railway: int, cost: int, rule: str) -> IllegalAction | None:
    if state.treasury[railway] >= cost:
        return None
    return illegal("treasury_too_small", rule, cost=cost, treasury=state.treasury[railway])
