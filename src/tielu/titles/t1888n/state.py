"""The state of a game of 1888-N: what the core keeps for every title, and what only this one has."""

from __future__ import annotations

from typing import Final

from tielu.core.state import NOBODY, State
from tielu.core.track import Board
from tielu.routing.reference import FoundRun

from .components import COMPANIES, PHASES, PRIVATES, Phase
from .editions import Rules

# In the list of owners of privates, a company stands as this number plus its own.
COMPANY_OWNER: Final = 100

# What a broken bank still lets happen: nothing unusual, the current set, or a whole set after the stock round.
UNBROKEN, THIS_SET, NEXT_SET = range(3)


class State1888(State):
    """All that can change in a game of 1888-N."""

    def __init__(self, board: Board, players: tuple[str, ...], rules: Rules) -> None:
        super().__init__(board, players)
        self.rules = rules
        self.floated: list[bool] = []
        self.train_sold: list[bool] = []
        self.pool: tuple[int, ...] = ()
        self.bids: tuple[tuple[tuple[int, int], ...], ...] = ()
        self.kaiping_price = 0
        self.broken = UNBROKEN
        self.bankrupt = NOBODY
        self.operated = False
        self.great_wall_used = False
        # The hex of the first tile that the Great Wall has laid in this turn.
        self.wall_tile = NOBODY
        self.declined: frozenset[str] = frozenset()
        self.known_runs: dict[tuple[int, int, tuple[int, ...]], dict[int, FoundRun]] = {}

    def copy(self) -> State1888:
        other = State1888(self.board, self.players, self.rules)
        other.copy_shared(self)
        other.floated = self.floated[:]
        other.train_sold = self.train_sold[:]
        other.pool = self.pool
        other.bids = self.bids
        other.kaiping_price = self.kaiping_price
        other.broken = self.broken
        other.bankrupt = self.bankrupt
        other.operated = self.operated
        other.great_wall_used = self.great_wall_used
        other.wall_tile = self.wall_tile
        other.declined = self.declined
        other.known_runs = self.known_runs.copy()
        return other

    def map_changed(self) -> None:
        """With the map the best runs change, too."""
        super().map_changed()
        self.known_runs = {}

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

    def company_id(self, company: int) -> str:
        return COMPANIES[company].id

    def founded(self, company: int) -> bool:
        return self.par[company] > 0

    def company_owns(self, company: int, private: int) -> bool:
        return self.private_owner[private] == COMPANY_OWNER + company

    def player_owns(self, player: int, private: int) -> bool:
        return self.private_owner[private] == player


def empty_state(board: Board, players: tuple[str, ...], rules: Rules) -> State1888:
    """A state with every list in its size and nothing in it."""
    state = State1888(board, players, rules)
    state.holders = len(players) + 2
    count = len(COMPANIES)
    state.cash = [0] * len(players)
    state.treasury = [0] * count
    state.stations = [()] * count
    state.trains = [()] * count
    state.reaches = [None] * count
    state.shares = [0] * (count * state.holders)
    state.director = [NOBODY] * count
    state.par = [0] * count
    state.cell = [-1] * count
    state.arrival = [0] * count
    state.floated = [False] * count
    state.private_owner = [NOBODY] * len(PRIVATES)
    state.bids = ((),) * len(PRIVATES)
    return state
