"""II and III. Preparation: the players' money out of the bank, shares, trains and tiles."""

from __future__ import annotations

from typing import Final

from tielu.core.bank import bank_pays_player
from tielu.core.track import Board

from .auction import Auction
from .components import BANK_MONEY, COMPANIES, KT, PRIVATES, STARTING_CASH, TRAINS
from .editions import EDITIONS
from .map import HEXES
from .operating_round import Cycle
from .state import State1888, empty_state
from .tiles import TILES, first_tile_fits, printed_upgrade_fits

BOARD: Final = Board(HEXES, TILES, first_tile_fits, printed_upgrade_fits)


def prepare(players: tuple[str, ...], edition: str) -> State1888:
    """The table when the auction opens (1888.setup.*)."""
    state = empty_state(BOARD, players, EDITIONS[edition])
    state.bank = BANK_MONEY
    for player in range(len(players)):
        bank_pays_player(state, player, STARTING_CASH[len(players)])
    for company in range(len(COMPANIES)):
        state.shares[company * state.holders + state.ipo] = 100
    state.depot = [train.count for train in TRAINS]
    state.train_sold = [False] * len(TRAINS)
    state.faces = [BOARD.printed_face(index) for index in range(len(HEXES))]
    state.supply = [tile.count for tile in TILES]
    state.kaiping_price = PRIVATES[KT].price
    state.push(Cycle())
    state.push(Auction.opening(state))
    return state
