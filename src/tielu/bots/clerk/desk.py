"""The clerk's desk: a position with the numbers that the rules of thumb ask for, each worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tielu.bots.decision import Option, Reason
from tielu.core.actions import Action
from tielu.core.game import Game
from tielu.core.shares import held
from tielu.core.state import State
from tielu.core.trains import TrainType
from tielu.routing.best import best_income
from tielu.routing.effort import Effort
from tielu.routing.model import RunPosition
from tielu.routing.network import Network

from .weights import Weights


class Book(Protocol):
    """What the clerk looks up about a title."""

    companies: tuple[str, ...]
    trains: tuple[TrainType, ...]

    def railway(self, name: str) -> int: ...

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

    def home_income(self, state: Any, company: int, w: Weights) -> int:
        """What a train of the type on offer could earn from home today, for a company that has not begun."""
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


class Memory:
    """What a clerk has found out of the map as it lies; it is forgotten when a tile or a marker is placed."""

    def __init__(self) -> None:
        self.faces: list[int] | None = None
        self.stations: list[tuple[int, ...]] | None = None
        self.incomes: dict[tuple[int, ...], int] = {}
        self.networks: dict[tuple[int, ...], Network] = {}
        # Of homes, by title, hex and exits: the printed map does not change.
        self.surroundings: dict[tuple[str, int, int], float] = {}

    def copy(self) -> Memory:
        """The same memory, to be changed by another clerk."""
        other = Memory()
        other.faces, other.stations, other.surroundings = self.faces, self.stations, self.surroundings
        other.incomes, other.networks = self.incomes.copy(), self.networks.copy()
        return other

    def of(self, state: State) -> Memory:
        """Itself, without what is no longer true."""
        # The engine never changes these lists in place, so the same list is the same map.
        if self.faces is not state.faces or self.stations is not state.stations:
            self.faces, self.stations = state.faces, state.stations
            self.incomes, self.networks = {}, {}
        return self


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
        self._turns_left: float | None = None

    # -- the railway in turn --

    @property
    def railway(self) -> int:
        return self.book.railway(self.deciding)

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
        memory = self.memory.of(self.state)
        there = (railway, self.state.phase, self.book.powers(self.state, railway))
        key = (*there, *sorted(trains))
        if key not in memory.incomes:
            if there not in memory.networks:
                memory.networks[there] = self.network(self.state, railway)
            memory.incomes[key] = self.earned(memory.networks[there], trains)
        return memory.incomes[key]

    def network(self, state: State, railway: int) -> Network:
        """The track that the railway can use in a state."""
        return Network(self.book.position(state, railway))

    def earned(self, network: Network, trains: Sequence[int]) -> int:
        """What these trains would earn on a network; a long search ends early and always at the same point."""
        return best_income(network, [self.book.trains[train] for train in trains], Effort(steps=self.w.search_steps))

    def home_income(self, company: int) -> int:
        """What the train on offer could earn from the home of a company that has not begun."""
        known = self.memory.of(self.state).incomes
        key = (-1 - company, self.state.phase, self.book.on_offer(self.state))
        if key not in known:
            known[key] = self.book.home_income(self.state, company, self.w)
        return known[key]

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
