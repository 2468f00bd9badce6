"""The state of a game, flat: small integers in lists, so that a copy costs microseconds.

Railways are numbered: share companies first, then whatever else runs trains in the title. Holders of shares are the
players, then the bank's places. What changes seldom is never changed in place, so that copies share it: frames, events,
tiles on the map and in the supply, stations, and what was found out about them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tielu._mypyc import mypyc_attr

from .components import Phase
from .events import Event
from .reach import Reach
from .track import Board
from .trains import TrainType

if TYPE_CHECKING:
    from .flow import Frame

NOBODY: Final = -1
CLOSED: Final = -2


class Markers:
    """The railways with a marker, by place, and the cities with one on every space."""

    def __init__(self, standing: dict[int, list[int]], filled: frozenset[int]) -> None:
        self.standing = standing
        self.filled = filled


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What every title shares; a title adds its own lists in a subclass.

    A new state has no lists yet: `prepare_shared` puts empty ones in it, `copy_shared` those of another state.
    """

    company_ids: tuple[str, ...]
    train_types: tuple[TrainType, ...]
    finished: bool
    phase: int
    bank: int
    priority: int
    arrivals: int
    stack: tuple[Frame[Any], ...]
    seating: list[int]
    cash: list[int]
    treasury: list[int]
    shares: list[int]
    holders: int
    director: list[int]
    par: list[int]
    floated: list[bool]
    cell: list[int]
    arrival: list[int]
    stations: list[tuple[int, ...]]
    trains: list[tuple[int, ...]]
    depot: list[int]
    train_sold: list[bool]
    faces: list[int]
    supply: list[int]
    private_owner: list[int]
    # Found out about the map when asked: who stands where, how far the track of railways leads, and their best runs.
    markers: Markers | None
    reaches: dict[int, Reach]
    known_runs: dict[tuple[int, ...], Any]

    def __init__(self, board: Board, players: tuple[str, ...]) -> None:
        self.board = board
        self.players = players
        self.events: list[Event] = []

    def prepare_shared(
        self,
        company_ids: tuple[str, ...],
        train_types: tuple[TrainType, ...],
        railways: int,
        holders: int,
        privates: int,
    ) -> None:
        """Fill this new state with all that titles share, in its size and with nothing in it."""
        companies = len(company_ids)
        self.company_ids = company_ids
        self.train_types = train_types
        self.finished = False
        self.phase = 0
        self.bank = 0
        self.priority = 0
        self.arrivals = 0
        self.stack = ()
        self.seating = list(range(len(self.players)))
        self.cash = [0] * len(self.players)
        self.treasury = [0] * railways
        self.shares = [0] * (companies * holders)
        self.holders = holders
        self.director = [NOBODY] * companies
        self.par = [0] * companies
        self.floated = [False] * companies
        self.cell = [-1] * companies
        self.arrival = [0] * companies
        self.stations = [()] * railways
        self.trains = [()] * companies
        self.depot = []
        self.train_sold = []
        self.faces = []
        self.supply = []
        self.private_owner = [NOBODY] * privates
        self.markers = None
        self.reaches = {}
        self.known_runs = {}

    def copy_shared(self, other: State) -> None:
        """Fill this new state with a copy of everything that all titles share."""
        self.company_ids = other.company_ids
        self.train_types = other.train_types
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
        self.floated = other.floated[:]
        self.cell = other.cell[:]
        self.arrival = other.arrival[:]
        self.stations = other.stations
        self.trains = other.trains[:]
        self.depot = other.depot[:]
        self.train_sold = other.train_sold[:]
        self.faces = other.faces
        self.supply = other.supply
        self.private_owner = other.private_owner[:]
        self.markers = other.markers
        self.reaches = other.reaches
        self.known_runs = other.known_runs

    # -- what a title defines --

    def copy(self) -> State:
        raise NotImplementedError

    @property
    def current_phase(self) -> Phase:
        raise NotImplementedError

    def railway_id(self, railway: int) -> str:
        """The letters by which a title knows whatever runs trains; here only companies do."""
        return self.company_id(railway)

    def owner_of(self, railway: int) -> int:
        """The player who decides for a railway: the director of a company."""
        return self.director[railway]

    # -- what follows from it --

    def company_id(self, company: int) -> str:
        """The letters by which a title knows the company."""
        return self.company_ids[company]

    def founded(self, company: int) -> bool:
        return self.par[company] > 0

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

    def map_changed(self, index: int) -> None:
        """Forget the track that depends on a hex; called whenever a tile or a marker there has been placed or taken."""
        self.reaches = {key: reach for key, reach in self.reaches.items() if not reach.depends_on(index)}
        self.known_runs = {}

    def forget_map(self) -> None:
        """Forget all that was found out about the map."""
        self.markers = None
        self.reaches = {}
        self.known_runs = {}
