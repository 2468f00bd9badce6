"""The state of a game of 1888-N: what the core keeps for every title, and what only this one has."""

from __future__ import annotations

from typing import Final

from tielu.core.state import NOBODY, State
from tielu.core.track import Board

from .components import COMPANY_INDEX, PHASES, PRIVATES, TRAINS, Phase
from .editions import Rules

# In the list of owners of privates, a company stands as this number plus its own.
COMPANY_OWNER: Final = 100

# What a broken bank still lets happen: nothing unusual, the current set, or a whole set after the stock round.
UNBROKEN: Final = 0
THIS_SET: Final = 1
NEXT_SET: Final = 2


class State1888(State):
    """All that can change in a game of 1888-N."""

    pool: tuple[int, ...]
    bids: tuple[tuple[tuple[int, int], ...], ...]
    kaiping_price: int
    # Who was the last to buy a private in this auction, and the last to buy one at face value.
    last_buyer: int
    face_buyer: int
    broken: int
    bankrupt: int
    operated: bool
    great_wall_used: bool
    # The hex of the first tile that the Great Wall has laid in this turn.
    wall_tile: int
    # What was offered for in this turn and declined, with the price of each offer.
    declined: frozenset[tuple[str, int]]

    def __init__(self, board: Board, players: tuple[str, ...], rules: Rules) -> None:
        super().__init__(board, players)
        self.rules = rules

    def copy(self) -> State1888:
        other = State1888(self.board, self.players, self.rules)
        other.copy_shared(self)
        other.pool = self.pool
        other.bids = self.bids
        other.kaiping_price = self.kaiping_price
        other.last_buyer = self.last_buyer
        other.face_buyer = self.face_buyer
        other.broken = self.broken
        other.bankrupt = self.bankrupt
        other.operated = self.operated
        other.great_wall_used = self.great_wall_used
        other.wall_tile = self.wall_tile
        other.declined = self.declined
        return other

    # -- holders of shares: the players, the company's own offering, the bank pool --

    @property
    def ipo(self) -> int:
        return len(self.players)

    @property
    def pool_holder(self) -> int:
        return len(self.players) + 1

    # -- words of the game --

    @property
    def current_phase(self) -> Phase:
        return PHASES[self.phase]

    def company_owns(self, company: int, private: int) -> bool:
        return self.private_owner[private] == COMPANY_OWNER + company

    def with_a_player(self, private: int) -> bool:
        return 0 <= self.private_owner[private] < COMPANY_OWNER

    def player_owns(self, player: int, private: int) -> bool:
        return self.private_owner[private] == player


def empty_state(board: Board, players: tuple[str, ...], rules: Rules) -> State1888:
    """A state with every list in its size and nothing in it."""
    state = State1888(board, players, rules)
    ids = tuple(COMPANY_INDEX)
    state.prepare_shared(ids, TRAINS, len(ids), len(players) + 2, len(PRIVATES))
    state.pool = ()
    state.bids = ((),) * len(PRIVATES)
    state.kaiping_price = 0
    state.last_buyer = NOBODY
    state.face_buyer = NOBODY
    state.broken = UNBROKEN
    state.bankrupt = NOBODY
    state.operated = False
    state.great_wall_used = False
    state.wall_tile = NOBODY
    state.declined = frozenset()
    return state
