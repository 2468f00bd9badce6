"""II and III. Preparation: the players' money out of the bank, shares, trains and tiles."""

from __future__ import annotations

from typing import Final

from tielu.core.preparation import lay_out
from tielu.core.track import Board

from .auction import Auction
from .components import BANK_MONEY, KT, PRIVATES, STARTING_CASH
from .editions import rules_of
from .map import HEXES
from .operating_round import Cycle
from .state import State1888, empty_state
from .tiles import TILES, first_tile_fits, printed_upgrade_fits

BOARD: Final = Board(HEXES, TILES, first_tile_fits, printed_upgrade_fits)


def prepare(players: tuple[str, ...], edition: str, revision: int) -> State1888:
    """The table when the auction opens (1888.setup.*)."""
    state = empty_state(BOARD, players, rules_of(edition, revision))
    lay_out(state, BANK_MONEY, STARTING_CASH[len(players)], state.ipo)
    state.kaiping_price = PRIVATES[KT].price
    state.push(Cycle())
    state.push(Auction.opening(state))
    return state
