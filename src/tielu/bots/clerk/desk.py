"""The clerk's desk: a position with the numbers that the rules of thumb ask for, each worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

from tielu.bots.decision import Option, Reason
from tielu.core.actions import Action
from tielu.core.game import Game
from tielu.core.shares import held
from tielu.core.state import State
from tielu.routing.best import best_income
from tielu.routing.budget import Effort

from .book import Book
from .map_cache import MapCache, Track
from .weights import Weights


class Desk:
    """One position, seen by the player who must decide."""

    def __init__(self, game: Game, book: Book, weights: Weights, seed: int, cache: MapCache) -> None:
        self.game = game
        self.state: State = game.state
        self.book = book
        self.w = weights
        self.seed = seed
        self.cache = cache
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
        tracks = self.cache.tracks(self.state, self.railway)
        key = self._key(self.state, railway)
        if key not in tracks:
            tracks[key] = self.track(self.state, railway)
        return self.earned(tracks[key], trains)

    def home_income(self, company: int) -> int:
        """What the train on offer could earn from the home of a company that has not begun."""
        tracks = self.cache.tracks(self.state, self.railway)
        key = (-1 - company, self.state.phase)
        if key not in tracks:
            tracks[key] = self.cache.found(key, self.state, self.book.home_position(self.state, company))
        return self.earned(tracks[key], (self.book.on_offer(self.state),))

    def track(self, state: State, railway: int) -> Track:
        """What the railway can use in a state."""
        return self.cache.found(self._key(state, railway), state, self.book.position(state, railway))

    def _key(self, state: State, railway: int) -> tuple[int, ...]:
        """What decides, beside the map, what the railway can use and earn."""
        return (railway, state.phase, self.book.powers(state, railway))

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
        return fsum([self.book.turns_of_type(self.state.depot[each]) for each in range(offered, train)])

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
