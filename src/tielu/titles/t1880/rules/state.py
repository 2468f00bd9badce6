"""The state of a game of 1880: what the core keeps for every title, and what only this one has."""

from __future__ import annotations

from typing import Final

from tielu.core.state import NOBODY, State
from tielu.core.track import Board

from .components import COMPANIES, FIRST_INVESTOR, INVESTORS, PERMIT_LETTERS, PHASES, PRIVATES, RAILWAYS, TRAINS, Phase
from .editions import Rules

# How far a company's second capital is: not earned, earned but waiting for the company to float, paid.
UNEARNED: Final = 0
EARNED: Final = 1
PAID: Final = 2


class State1880(State):
    """All that can change in a game of 1880."""

    debt: list[int]
    director_percent: list[int]
    permits: list[int]
    par_slot: list[int]
    second_capital: list[int]
    investor_owner: list[int]
    associated: list[int]
    merged: list[bool]
    purchase_marker: int
    marker_moved_this_turn: bool
    interrupted_this_circle: bool
    circles_left: int
    p5_assigned: bool

    def __init__(self, board: Board, players: tuple[str, ...], rules: Rules) -> None:
        super().__init__(board, players)
        self.rules = rules

    def copy(self) -> State1880:
        other = State1880(self.board, self.players, self.rules)
        other.copy_shared(self)
        other.debt = self.debt[:]
        other.director_percent = self.director_percent[:]
        other.permits = self.permits[:]
        other.par_slot = self.par_slot[:]
        other.second_capital = self.second_capital[:]
        other.investor_owner = self.investor_owner[:]
        other.associated = self.associated[:]
        other.merged = self.merged[:]
        other.purchase_marker = self.purchase_marker
        other.marker_moved_this_turn = self.marker_moved_this_turn
        other.interrupted_this_circle = self.interrupted_this_circle
        other.circles_left = self.circles_left
        other.p5_assigned = self.p5_assigned
        return other

    # -- holders of shares: the players, the bank, the investors --

    @property
    def bank_holder(self) -> int:
        return len(self.players)

    def investor_holder(self, investor: int) -> int:
        return len(self.players) + 1 + investor

    # -- words of the game --

    @property
    def current_phase(self) -> Phase:
        return PHASES[self.phase]

    def railway_id(self, railway: int) -> str:
        return RAILWAYS[railway]

    def is_investor(self, railway: int) -> bool:
        return railway >= FIRST_INVESTOR

    def owner_of(self, railway: int) -> int:
        """The director of a company, or the owner of an investor."""
        if railway >= FIRST_INVESTOR:
            return self.investor_owner[railway - FIRST_INVESTOR]
        return self.director[railway]

    def owns_private(self, player: int, private: int) -> bool:
        return self.private_owner[private] == player

    def permit_letters(self, company: int) -> str:
        mask = self.permits[company]
        return "".join(letter for index, letter in enumerate(PERMIT_LETTERS) if mask >> index & 1)

    def has_permit(self, company: int) -> bool:
        """Whether the company may build in the current lettered phase."""
        return bool(self.permits[company] >> PERMIT_LETTERS.index(self.current_phase.permit) & 1)


def permit_mask(letters: str) -> int:
    return sum(1 << PERMIT_LETTERS.index(letter) for letter in letters)


def empty_state(board: Board, players: tuple[str, ...], rules: Rules) -> State1880:
    """A state with every list in its size and nothing in it."""
    state = State1880(board, players, rules)
    companies = len(COMPANIES)
    holders = len(players) + 1 + len(INVESTORS)
    state.prepare_shared(RAILWAYS[:companies], TRAINS, len(RAILWAYS), holders, len(PRIVATES))
    state.debt = [0] * len(players)
    state.director_percent = [0] * companies
    state.permits = [0] * companies
    state.par_slot = [-1] * companies
    state.second_capital = [UNEARNED] * companies
    state.investor_owner = [NOBODY] * len(INVESTORS)
    state.associated = [NOBODY] * len(INVESTORS)
    state.merged = [False] * len(INVESTORS)
    state.purchase_marker = NOBODY
    state.marker_moved_this_turn = False
    state.interrupted_this_circle = False
    state.circles_left = -1
    state.p5_assigned = False
    return state
