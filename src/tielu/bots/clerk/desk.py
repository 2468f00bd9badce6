"""The clerk's desk: a position with the numbers that the rules of thumb ask for, each worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tielu.bots.decision import Option, Reason
from tielu.core.actions import Action
from tielu.core.game import Game
from tielu.core.shares import held
from tielu.core.state import NOBODY, State
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import TrainType
from tielu.routing.best import best_income
from tielu.routing.budget import Effort
from tielu.routing.model import RunPosition
from tielu.routing.network import Network

from .weights import Weights


class Book(Protocol):
    """What the clerk looks up about a title."""

    companies: tuple[str, ...]
    trains: tuple[TrainType, ...]

    def railway(self, name: str) -> int:
        """The number of a company or investor; NOBODY for a player."""
        ...

    def position(self, state: Any, railway: int) -> RunPosition: ...

    def owner(self, state: Any, railway: int) -> int: ...

    def on_offer(self, state: Any) -> int: ...

    def train_limit(self, state: Any) -> int: ...

    def price(self, state: Any, company: int) -> int: ...

    def steps_of_price(self, state: Any, company: int) -> tuple[int, int]:
        """What the price gains by a dividend and loses without one."""
        ...

    def bonus(self, state: Any, company: int) -> int:
        """What the chart adds to a company's income."""
        ...

    def bonus_of_step(self, state: Any, w: Weights) -> float:
        """What a dividend adds to the chart's bonus of all later turns."""
        ...

    def powers(self, state: Any, railway: int) -> int:
        """A number that changes when privates change what the railway earns."""
        ...

    def scrapped_by(self, train: int) -> int | None:
        """The type whose first sale takes this type off the tracks, or None if it runs for ever."""
        ...

    def turns_left(self, desk: Desk) -> float:
        """How often each company will still operate, as far as one can tell."""
        ...

    def turns_of_type(self, w: Weights, left: int) -> float:
        """How many turns the bank sells a type of which so many are left."""
        ...

    def station_cost(self, state: Any, company: int) -> int: ...

    def debt(self, state: Any, player: int) -> int: ...

    def private_worth(self, desk: Desk, private: int) -> float:
        """What a private will still bring the player who owns it."""
        ...

    def home(self, state: Any, company: int) -> int:
        """The place of the home marker, placed or to come."""
        ...

    def home_position(self, state: Any, company: int) -> RunPosition:
        """Where trains of a company that has not begun would run."""
        ...

    def counts_as_train(self, train: int) -> bool:
        """Whether a company with this train need not buy another."""
        ...

    def share_price(self, state: Any, company: int, source: str) -> int: ...

    def certificates_left(self, state: Any, player: int) -> int:
        """How many more the player may hold."""
        ...

    def on_sale(self, state: Any, player: int) -> list[tuple[int, int]]:
        """Companies of which a share can be had this round, whatever it costs, and the price."""
        ...

    def share_doubt(self, state: Any, company: int, player: int, w: Weights) -> float:
        """How likely, from 0 to 1, it is that money for a share lies idle because the company does not float."""
        ...

    def helps_float(self, state: Any, company: int, player: int) -> bool:
        """Whether a share in this player's hands brings the player's own company nearer to its beginning."""
        ...

    def proceeds(self, state: Any, company: int, percent: int) -> int: ...

    def price_after_sale(self, state: Any, company: int, shares: int) -> int:
        """What the price loses when so many shares are sold."""
        ...

    def aims(self, desk: Desk, railway: int) -> dict[int, float]:
        """Places that this railway has reasons of its own to reach, and what that adds to their value."""
        ...


class Track:
    """The track that a railway can use, and what trains were found to earn there, by search steps and types."""

    def __init__(self, position: RunPosition) -> None:
        self.network = Network(position)
        self.incomes: dict[tuple[int, ...], int] = {}


class Memory:
    """What a clerk has found out of the map; what a new tile or marker touches is forgotten.

    A hurried clerk forgets only what concerns the railway in turn: the others' tracks are those of a little while ago.
    """

    def __init__(self) -> None:
        self.hurried = False
        self._board: Board | None = None
        self._faces: list[int] = []
        self._stations: list[tuple[int, ...]] = []
        # By railway, phase and whatever else changes what it earns; those without a station yet have numbers below 0.
        self._tracks: dict[tuple[int, ...], Track] = {}
        # Of homes, by title, hex, exits and the weights that matter: the printed map does not change.
        self.surroundings: dict[tuple[str, int, int, tuple[float, ...]], float] = {}

    def copy(self) -> Memory:
        """The same memory, for another clerk who goes on from here; what trains earn on a track both may learn."""
        other = Memory()
        other._board, other._faces, other._stations = self._board, self._faces, self._stations
        other._tracks, other.surroundings = self._tracks.copy(), self.surroundings
        return other

    def tracks(self, state: State, turn: int = NOBODY) -> dict[tuple[int, ...], Track]:
        """Those that are as they were; `turn` is the railway in turn."""
        # The engine never changes these lists in place, so the same list is the same map.
        if self._faces is not state.faces or self._stations is not state.stations:
            self._forget(state, turn)
            self._board, self._faces, self._stations = state.board, state.faces, state.stations
        return self._tracks

    def _forget(self, state: State, turn: int) -> None:
        if self._board is not state.board:
            self._tracks = {}
            return
        moved = [index for index, places in enumerate(state.stations) if places != self._stations[index]]
        if self.hurried:
            self._tracks = {key: track for key, track in self._tracks.items() if key[0] not in (turn, *moved)}
            return
        changed = {index for index, face in enumerate(state.faces) if face != self._faces[index]}
        for index in moved:
            places = set(state.stations[index]).symmetric_difference(self._stations[index])
            changed.update(place // STOPS_PER_HEX for place in places)
        self._tracks = {
            key: track
            for key, track in self._tracks.items()
            if key[0] not in moved and changed.isdisjoint(track.network.touched)
        }


class Desk:
    """One position, seen by the player who must decide."""

    def __init__(self, game: Game, book: Book, weights: Weights, seed: int, memory: Memory) -> None:
        self.game = game
        self.state: Any = game.state
        self.book = book
        self.w = weights
        self.seed = seed
        self.memory = memory
        self.frame: Any = self.state.stack[-1]
        self.player: int = self.frame.actor(self.state)
        self.deciding: str = self.frame.deciding(self.state)
        # The railway in turn, or NOBODY.
        self.railway = book.railway(self.deciding)
        self._turns_left: float | None = None

    @property
    def turns_left(self) -> float:
        if self._turns_left is None:
            self._turns_left = self.book.turns_left(self)
        return self._turns_left

    def part(self, company: int) -> float:
        """The part of a company that the player holds."""
        return held(self.state, company, self.player) / 100

    # -- trains and what they earn --

    def income(self, railway: int, trains: Sequence[int]) -> int:
        """What these trains of the railway would earn on the map as it lies, the chart's bonus aside."""
        if not trains:
            return 0
        tracks = self.memory.tracks(self.state, self.railway)
        key = (railway, self.state.phase, self.book.powers(self.state, railway))
        if key not in tracks:
            tracks[key] = self.track(self.state, railway)
        return self.earned(tracks[key], trains)

    def home_income(self, company: int) -> int:
        """What the train on offer could earn from the home of a company that has not begun."""
        tracks = self.memory.tracks(self.state, self.railway)
        key = (-1 - company, self.state.phase)
        if key not in tracks:
            tracks[key] = Track(self.book.home_position(self.state, company))
        return self.earned(tracks[key], (self.book.on_offer(self.state),))

    def track(self, state: State, railway: int) -> Track:
        """What the railway can use in a state."""
        return Track(self.book.position(state, railway))

    def earned(self, track: Track, trains: Sequence[int]) -> int:
        """What these trains would earn on a track; a long search ends early and always at the same point."""
        steps = self.w.search_steps
        key = (steps, *sorted(trains))
        if key not in track.incomes:
            types = [self.book.trains[train] for train in trains]
            track.incomes[key] = best_income(track.network, types, Effort(steps=steps))
        return track.incomes[key]

    def turns_until(self, train: int) -> float:
        """How many turns may pass until the bank sells the first of this type."""
        offered = self.book.on_offer(self.state)
        return sum(self.book.turns_of_type(self.w, self.state.depot[each]) for each in range(offered, train))

    def turns_of_train(self, train: int) -> float:
        """How many turns a train of this type will still run."""
        rusts = self.book.scrapped_by(train)
        return self.turns_left if rusts is None else min(self.turns_left, self.turns_until(rusts))

    def lasting(self, trains: Sequence[int]) -> tuple[int, ...]:
        """The trains that will not be scrapped within the next turns."""
        return tuple(each for each in trains if self.turns_of_train(each) >= self.w.soon)

    def is_permanent(self, train: int) -> bool:
        """Whether a company with this train need never buy another."""
        return self.book.scrapped_by(train) is None and self.book.counts_as_train(train)

    # -- saying why --

    def option(self, action: Action, worth: float, key: str, **values: Any) -> Option:
        rounded = {name: round(value) if isinstance(value, float) else value for name, value in values.items()}
        return Option(action, worth, Reason(key, rounded))
