"""Whether a set of routes is legal: range, stations, blocked cities, ends, and track used once.

Routing knows no title: the title hands in what stops are worth and the rule behind each refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tielu.core.actions import RouteRun
from tielu.core.errors import IllegalAction, illegal
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import TrainType

from .model import BrokenRoute, Earnings, Path, RunPosition, ferries_taken, trace


def counted_places(board: Board, route: RouteRun) -> tuple[int, ...]:
    """The places that a route names as counted; unknown ones become places that no path has."""
    places: list[int] = []
    for name, stop in route.stops:
        index = board.hex_index.get(name, -1)
        known = index >= 0 and 0 <= stop < STOPS_PER_HEX
        places.append(index * STOPS_PER_HEX + stop if known else -1 - len(places))
    return tuple(places)


class RouteCheck:
    """The position in which routes are checked: the map, the railway's stations, and the title's values."""

    def __init__(
        self,
        position: RunPosition,
        rules: Mapping[str, str],
        finer_rule: Callable[[str, Mapping[str, Any]], str | None] | None = None,
    ) -> None:
        self.board = position.board
        self.faces = position.faces
        self.own = position.own
        self.blocked = position.blocked
        self.earnings = position.earnings
        self.rules = rules
        self.finer_rule = finer_rule

    def refuse(self, code: str, train: str, hints: Mapping[str, Any] | None = None, **params: Any) -> IllegalAction:
        """The refusal with its rule; `hints` help the title to find a finer rule and are not told to anybody."""
        known = {"train": train, **params, **(hints or {})}
        rule = self.finer_rule(code, known) if self.finer_rule is not None else None
        return illegal(code, rule or self.rules[code], train=train, **params)

    def why_not(self, routes: Sequence[RouteRun], trains: Sequence[TrainType]) -> IllegalAction | None:
        """The first reason against the routes, or None."""
        spare = {train.name: [each.name for each in trains].count(train.name) for train in trains}
        types = {train.name: train for train in trains}
        sides = 0
        for route in routes:
            if spare.get(route.train, 0) < 1:
                return self.refuse("no_such_train", route.train)
            spare[route.train] -= 1
            try:
                path = trace(self.board, self.faces, route)
            except BrokenRoute as broken:
                return self.refuse(broken.code, route.train, **broken.params)
            if sides & path.sides:
                return self.refuse("routes_meet", route.train, {"shared": sides & path.sides})
            sides |= path.sides
            refusal = self._why_not_route(route, types[route.train], path)
            if refusal is not None:
                return refusal
        return None

    def _why_not_route(self, route: RouteRun, train: TrainType, path: Path) -> IllegalAction | None:
        if self.own.isdisjoint(path.stops):
            return self.refuse("no_own_station", route.train)
        refusal = self._why_not_through(route, path)
        if refusal is not None:
            return refusal
        counted = counted_places(self.board, route)
        if len(set(counted)) != len(counted) or not set(counted) <= set(path.stops):
            return self.refuse("stops_not_passed", route.train)
        if not train.skips and len(counted) != len(path.stops):
            return self.refuse("stop_skipped", route.train)
        if len(counted) < 2:
            return self.refuse("route_too_short", route.train)
        if train.skips and self.own.isdisjoint(counted):
            return self.refuse("station_not_counted", route.train)
        return self._why_out_of_range(train, counted)

    def _why_not_through(self, route: RouteRun, path: Path) -> IllegalAction | None:
        """Terminal places are ends, and so are cities that other companies have filled."""
        for number, place in enumerate(path.stops):
            name = self.board.hexes[place // STOPS_PER_HEX].name
            if self.earnings.same_location(place, path.stops[:number]):
                return self.refuse("stop_twice", route.train, hex=name)
            if number in (0, len(path.stops) - 1):
                continue
            face = self.board.faces[self.faces[place // STOPS_PER_HEX]]
            if face.stops[place % STOPS_PER_HEX].terminus:
                return self.refuse("through_end", route.train, hex=name)
            if place in self.blocked:
                return self.refuse("through_blocked", route.train, hex=name)
        return None

    def _why_out_of_range(self, train: TrainType, counted: tuple[int, ...]) -> IllegalAction | None:
        used = self.earnings.range_used(counted)
        if used > train.stops:
            return self.refuse("out_of_range", train.name, count=used, most=train.stops)
        large = sum(self.earnings.large(place) for place in counted)
        if large > train.cities:
            return self.refuse("too_many_cities", train.name, count=large, most=train.cities)
        return None

    def income(self, routes: Sequence[RouteRun]) -> int:
        return routes_income(self.board, self.earnings, routes)

    def calls(self, routes: Sequence[RouteRun]) -> int:
        return routes_calls(self.board, self.earnings, routes)


def routes_income(board: Board, earnings: Earnings, routes: Sequence[RouteRun]) -> int:
    """What legal routes earn together."""
    total = 0
    for route in routes:
        ferries = ferries_taken(board, route) if earnings.ferry_charge else 0
        total += earnings.income(counted_places(board, route), ferries)
    return total


def routes_calls(board: Board, earnings: Earnings, routes: Sequence[RouteRun]) -> int:
    """How many trains visit a place that the title pays apart."""
    return sum(not earnings.callers.isdisjoint(counted_places(board, route)) for route in routes)
