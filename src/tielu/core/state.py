"""The state of a game, flat: small integers in lists, so that a copy costs microseconds.

Railways are numbered: share companies first, then whatever else runs trains in the title. Holders of shares are the
players, then the bank's places. Frames, events and the reach of networks are never changed in place, so copies
share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .events import Event
from .track import Board, Reach

if TYPE_CHECKING:
    from .flow import Frame

NOBODY: Final = -1
CLOSED: Final = -2


class State:
    """What every title shares; a title adds its own lists in a subclass."""

    def __init__(self, board: Board, players: tuple[str, ...]) -> None:
        self.board = board
        self.players = players
        self.finished = False
        self.phase = 0
        self.bank = 0
        self.priority = 0
        self.arrivals = 0
        self.stack: tuple[Frame[Any], ...] = ()
        self.events: list[Event] = []
        self.seating: list[int] = list(range(len(players)))
        self.cash: list[int] = []
        self.treasury: list[int] = []
        self.shares: list[int] = []
        self.holders = 0
        self.director: list[int] = []
        self.par: list[int] = []
        self.cell: list[int] = []
        self.arrival: list[int] = []
        self.stations: list[tuple[int, ...]] = []
        self.trains: list[tuple[int, ...]] = []
        self.depot: list[int] = []
        self.faces: list[int] = []
        self.supply: list[int] = []
        self.private_owner: list[int] = []
        self.reaches: list[Reach | None] = []

    def copy_shared(self, other: State) -> None:
        """Fill this new state with a copy of everything that all titles share."""
        self.finished = other.finished
        self.phase = other.phase
        self.bank = other.bank
        self.priority = other.priority
        self.arrivals = other.arrivals
        self.stack = other.stack
        self.seating = other.seating[:]
        self.cash = other.cash[:]
        self.treasury = other.treasury[:]
        self.shares = other.shares[:]
        self.holders = other.holders
        self.director = other.director[:]
        self.par = other.par[:]
        self.cell = other.cell[:]
        self.arrival = other.arrival[:]
        self.stations = other.stations[:]
        self.trains = other.trains[:]
        self.depot = other.depot[:]
        self.faces = other.faces[:]
        self.supply = other.supply[:]
        self.private_owner = other.private_owner[:]
        self.reaches = other.reaches[:]

    def copy(self) -> State:
        raise NotImplementedError

    def company_id(self, company: int) -> str:
        """The letters by which a title knows the company."""
        raise NotImplementedError

    def log(self, event: Event) -> None:
        self.events.append(event)

    def push(self, frame: Frame[Any]) -> None:
        self.stack = (*self.stack, frame)

    def pop(self) -> None:
        self.stack = self.stack[:-1]

    def replace(self, frame: Frame[Any]) -> None:
        """Put `frame` in the place of the one on top."""
        self.stack = (*self.stack[:-1], frame)

    def left_of(self, player: int) -> int:
        """The next player clockwise."""
        seat = self.seating.index(player)
        return self.seating[(seat + 1) % len(self.seating)]

    def clockwise_from(self, player: int) -> list[int]:
        """All players, beginning with `player`, clockwise."""
        seat = self.seating.index(player)
        return self.seating[seat:] + self.seating[:seat]

    def map_changed(self) -> None:
        """Forget how far track reaches; called whenever a tile or a station marker has been placed or taken."""
        self.reaches = [None] * len(self.reaches)
