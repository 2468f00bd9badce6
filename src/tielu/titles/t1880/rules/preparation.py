"""IV. Game preparation: the players' money, the stacks of shares, the depot and the investors' markers."""

from __future__ import annotations

from typing import Final

from tielu.core.bank import bank_pays_player
from tielu.core.events import RoundBegan
from tielu.core.track import Board

from .auction import Auction
from .components import COMPANIES, FIRST_INVESTOR, INVESTORS, P0, PRINTED_MONEY, PRIVATES, STARTING_CASH, TRAINS
from .editions import EDITIONS
from .map import HEXES
from .state import State1880, empty_state
from .tiles import TILES, first_tile_fits, printed_upgrade_fits

BOARD: Final = Board(HEXES, TILES, first_tile_fits, printed_upgrade_fits)


def prepare(players: tuple[str, ...], edition: str) -> State1880:
    """The table when the first auction opens (1880.setup.*, 1880.components.*)."""
    state = empty_state(BOARD, players, EDITIONS[edition])
    state.bank = PRINTED_MONEY
    for player in range(len(players)):
        bank_pays_player(state, player, STARTING_CASH[len(players)])
    for company in range(len(COMPANIES)):
        state.shares[company * state.holders + state.bank_holder] = 100
    for index, investor in enumerate(INVESTORS):
        state.stations[FIRST_INVESTOR + index] = (BOARD.place(investor.home, 0),)
    state.depot = [train.count for train in TRAINS]
    state.train_sold = [False] * len(TRAINS)
    state.faces = [BOARD.printed_face(index) for index in range(len(HEXES))]
    state.supply = [tile.count for tile in TILES]
    state.push(Auction(P0, PRIVATES[P0].price, opener=0))
    state.log(RoundBegan("auction"))
    return state
