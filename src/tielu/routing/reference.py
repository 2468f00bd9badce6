"""The exact best run, found the slow and obvious way: every route of every train, every combination of them.

This is the oracle that faster searches are measured against, so it takes no short cut that is not plainly safe: it
drops a combination only when even the best routes of the trains left could not lift it above one already found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tielu.core.actions import RouteRun
from tielu.core.hexes import EDGES
from tielu.core.tiles import FIRST_STOP
from tielu.core.track import STOPS_PER_HEX
from tielu.core.trains import TrainType

from .model import RunPosition, best_count


@dataclass(frozen=True)
class FoundRoute:
    """A legal route of one train: what it earns, the sides it crosses, and whether it makes a paid call."""

    income: int
    sides: int
    calls: int
    run: RouteRun


@dataclass(frozen=True)
class FoundRun:
    """A set of routes that share no track, one at most for each train."""

    revenue: int
    calls: int
    routes: tuple[RouteRun, ...]


class ReferenceSearch:
    """All routes of a railway on the map as it lies."""

    def __init__(self, position: RunPosition) -> None:
        self.board = position.board
        self.faces = position.faces
        self.own = position.own
        self.blocked = position.blocked
        self.earnings = position.earnings

    def best_by_calls(self, trains: Sequence[TrainType]) -> dict[int, FoundRun]:
        """The best run for each number of trains that make a paid call; at least one train runs if any can."""
        by_train = [self.routes(train) for train in sorted(trains, key=lambda each: (-each.stops, each.name))]
        tops = [max((route.income for route in routes), default=0) for routes in by_train]
        may_call = [any(route.calls for route in routes) for routes in by_train]
        best: dict[int, FoundRun] = {}

        def combine(number: int, sides: int, chosen: tuple[FoundRoute, ...]) -> None:
            income = sum(route.income for route in chosen)
            calls = sum(route.calls for route in chosen)
            if number == len(by_train):
                if chosen and (calls not in best or best[calls].revenue < income):
                    best[calls] = FoundRun(income, calls, tuple(route.run for route in chosen))
                return
            left = sum(may_call[number:])
            ceiling = income + sum(tops[number:])
            if all(each in best and best[each].revenue >= ceiling for each in range(calls, calls + left + 1)):
                return
            for route in by_train[number]:
                if not route.sides & sides:
                    combine(number + 1, sides | route.sides, (*chosen, route))
            combine(number + 1, sides, chosen)

        combine(0, 0, ())
        return best

    def best(self, trains: Sequence[TrainType]) -> FoundRun:
        """The run with the highest revenue; of equals the one with more paid calls."""
        runs = self.best_by_calls(trains).values()
        return max(runs, key=lambda run: (run.revenue, run.calls), default=FoundRun(0, 0, ()))

    def routes(self, train: TrainType) -> list[FoundRoute]:
        """Every route the train could run, each set of sides and counted stops once, the best first."""
        found: dict[tuple[int, tuple[int, ...]], FoundRoute] = {}
        for start in self._starts():
            for stops, links, sides in self._paths(start, train):
                route = self._route(train, stops, links, sides)
                if route is not None:
                    found.setdefault((sides, tuple(sorted(stops))), route)
        return sorted(found.values(), key=lambda route: (-route.income, route.sides))

    def _starts(self) -> Iterator[int]:
        """Every stop on the map that has track; a route begins at one of its ends."""
        for index, face in enumerate(self.faces):
            for stop, ends in enumerate(self.board.faces[face].from_stop):
                if ends:
                    yield index * STOPS_PER_HEX + stop

    def _paths(
        self, start: int, train: TrainType
    ) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int]]:
        """All paths from `start` with at least two stops within the train's range."""

        def go_on(
            place: int, arrived_by: int, stops: tuple[int, ...], links: tuple[tuple[int, ...], ...], sides: int
        ) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int]]:
            if len(stops) > 1:
                yield stops, links, sides
                if place in self.blocked or self._terminus(place):
                    return
            for edge in self.board.faces[self.faces[place // STOPS_PER_HEX]].from_stop[place % STOPS_PER_HEX]:
                if edge != arrived_by:
                    yield from follow(place // STOPS_PER_HEX, edge, stops, links, sides, ())

        def follow(
            index: int,
            edge: int,
            stops: tuple[int, ...],
            links: tuple[tuple[int, ...], ...],
            sides: int,
            link: tuple[int, ...],
        ) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int]]:
            way = self.board.enter(index, edge)
            if way < 0 or sides >> self.board.side[way] & 1:
                return
            sides |= 1 << self.board.side[way]
            link = (*link, index)
            index, edge = way // EDGES, way % EDGES
            for end in self.board.faces[self.faces[index]].from_edge[edge]:
                if end < FIRST_STOP:
                    yield from follow(index, end, stops, links, sides, link)
                    continue
                place = index * STOPS_PER_HEX + end - FIRST_STOP
                if not self.earnings.same_location(place, stops) and self._within_range(train, (*stops, place)):
                    yield from go_on(place, edge, (*stops, place), (*links, (*link, index)), sides)

        yield from go_on(start, -1, (start,), (), 0)

    def _terminus(self, place: int) -> bool:
        face = self.board.faces[self.faces[place // STOPS_PER_HEX]]
        return face.stops[place % STOPS_PER_HEX].terminus

    def _within_range(self, train: TrainType, stops: tuple[int, ...]) -> bool:
        if train.skips:
            return True
        large = sum(self.earnings.large(place) for place in stops)
        return self.earnings.range_used(stops) <= train.stops and large <= train.cities

    def _route(
        self, train: TrainType, stops: tuple[int, ...], links: tuple[tuple[int, ...], ...], sides: int
    ) -> FoundRoute | None:
        if self.own.isdisjoint(stops):
            return None
        ferries = sum(self.board.faces[self.faces[index]].ferry for link in links for index in link[1:-1])
        income, counted = best_count(stops, train, self.own, self.earnings, ferries)
        names = self.board.hexes
        run = RouteRun(
            train.name,
            tuple(self.board.place_name(place) for place in counted),
            tuple(tuple(names[index].name for index in link) for link in links),
        )
        return FoundRoute(income, sides, int(not self.earnings.callers.isdisjoint(counted)), run)
