"""IV. Game preparation: the players' money, the stacks of shares, the depot and the investors' markers."""

from __future__ import annotations

from typing import Final

from tielu.core.events import RoundBegan
from tielu.core.preparation import lay_out
from tielu.core.track import Board

from .auction import Auction
from .components import FIRST_INVESTOR, INVESTORS, P0, PRINTED_MONEY, PRIVATES, STARTING_CASH
from .editions import rules_of
from .map import HEXES
from .state import State1880, empty_state
from .tiles import TILES, first_tile_fits, printed_upgrade_fits

BOARD: Final = Board(HEXES, TILES, first_tile_fits, printed_upgrade_fits)


def prepare(players: tuple[str, ...], edition: str, revision: int) -> State1880:
    """The table when the first auction opens (1880.setup.*, 1880.components.*)."""
    state = empty_state(BOARD, players, rules_of(edition, revision))
    lay_out(state, PRINTED_MONEY, STARTING_CASH[len(players)], state.bank_holder)
    for index, investor in enumerate(INVESTORS):
        state.stations[FIRST_INVESTOR + index] = (BOARD.place(investor.home, 0),)
    state.push(Auction(P0, PRIVATES[P0].price, opener=0))
    state.log(RoundBegan("auction"))
    return state
