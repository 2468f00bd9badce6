"""Preparing a game: what lies on every table before the first round."""

from __future__ import annotations

from .bank import bank_pays_player
from .state import State


def lay_out(state: State, money: int, cash_each: int, holder: int) -> None:
    """Fill the bank, pay the players, and lay out shares (with `holder`), trains, the map and the tiles."""
    state.bank = money
    for player in range(len(state.players)):
        bank_pays_player(state, player, cash_each)
    for company in range(len(state.par)):
        state.shares[company * state.holders + holder] = 100
    state.depot = [train.count for train in state.train_types]
    state.train_sold = [False] * len(state.train_types)
    state.faces = [state.board.printed_face(index) for index in range(len(state.board.hexes))]
    state.supply = [tile.count for tile in state.board.tiles]
