"""Money: every payment takes from one purse what it gives to another, so the sum never changes."""

from __future__ import annotations

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
