"""A good run, found quickly: trains one after the other, the largest first, each with its best route in sight.

The search looks at a bounded number of paths, always in the same order, so the same position gives the same run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tielu.core.actions import RouteRun
from tielu.core.hexes import EDGES
from tielu.core.tiles import FIRST_STOP
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import TrainType

from .model import Earnings

PATHS_PER_TRAIN: Final = 1500
LONGEST_PATH: Final = 30


def best_count(
    stops: tuple[int, ...], train: TrainType, own: frozenset[int], earnings: Earnings, ferries: int
) -> tuple[int, tuple[int, ...]]:
    """The income of a path for this train, and the stops it counts (fewer than it passes if it may skip)."""
    if not train.skips or len(stops) <= train.stops:
        return earnings.income(stops, ferries), stops
    ranked = sorted(stops, key=lambda place: (-earnings.income((place,), 0), place))
    best: tuple[int, tuple[int, ...]] = (-1, ())
    for fixed in _must_count(stops, own, earnings):
        rest = [place for place in ranked if place not in fixed][: train.stops - len(fixed)]
        counted = tuple(place for place in stops if place in fixed or place in rest)
        income = earnings.income(counted, ferries)
        if income > best[0]:
            best = (income, counted)
    return best


def _must_count(stops: tuple[int, ...], own: frozenset[int], earnings: Earnings) -> list[frozenset[int]]:
    """The sets of stops worth fixing: one of the railway's own, with and without the pair that earns a bonus."""
    stations = [place for place in stops if place in own]
    fixed = [frozenset({place}) for place in stations]
    for first in earnings.pair[0].intersection(stops):
        for second in earnings.pair[1].intersection(stops):
            fixed += [frozenset({place, first, second}) for place in stations]
    return fixed


class _Search:
    """Looks for the best route of one train among paths that avoid the track already used."""

    def __init__(
        self,
        board: Board,
        faces: list[int],
        own: frozenset[int],
        blocked: frozenset[int],
        earnings: Earnings,
        train: TrainType,
    ) -> None:
        self.board = board
        self.faces = faces
        self.own = own
        self.blocked = blocked
        self.earnings = earnings
        self.train = train
        self.left = PATHS_PER_TRAIN
        self.income = -1
        self.counted: tuple[int, ...] = ()
        self.links: tuple[tuple[int, ...], ...] = ()
        self.sides = 0

    def from_station(self, place: int, used: int) -> None:
        self._arm(place, -1, used, (place,), (), used, True)

    def _arm(
        self,
        place: int,
        arrived_by: int,
        used: int,
        stops: tuple[int, ...],
        links: tuple[tuple[int, ...], ...],
        before: int,
        first_arm: bool,
    ) -> None:
        """Go on from the end of the path; having gone out one way, turn back to the start for the other arm."""
        if self.left <= 0 or len(stops) > LONGEST_PATH:
            return
        self.left -= 1
        self._note(stops, links, used & ~before)
        if self._may_pass(place, stops):
            for edge in self._exits(place):
                if edge != arrived_by:
                    self._follow(place // STOPS_PER_HEX, edge, used, (), stops, links, before, first_arm)
        if first_arm and len(stops) > 1:
            backwards = tuple(tuple(reversed(link)) for link in reversed(links))
            start = stops[0]
            edge = self._edge_between(links[0][0], links[0][1])
            if start not in self.blocked and not self._terminus(start):
                self._arm(start, edge, used, tuple(reversed(stops)), backwards, before, False)

    def _exits(self, place: int) -> tuple[int, ...]:
        return self.board.faces[self.faces[place // STOPS_PER_HEX]].from_stop[place % STOPS_PER_HEX]

    def _terminus(self, place: int) -> bool:
        face = self.board.faces[self.faces[place // STOPS_PER_HEX]]
        return face.stops[place % STOPS_PER_HEX].terminus

    def _may_pass(self, place: int, stops: tuple[int, ...]) -> bool:
        if len(stops) == 1:
            return True
        if place in self.blocked or self._terminus(place):
            return False
        used = self.earnings.range_used(stops)
        return self.train.skips or used < self.train.stops or bool(self.earnings.free)

    def _edge_between(self, index: int, other: int) -> int:
        return next(edge for edge in range(EDGES) if self.board.across[index * EDGES + edge] == other)

    def _follow(
        self,
        index: int,
        edge: int,
        used: int,
        link: tuple[int, ...],
        stops: tuple[int, ...],
        links: tuple[tuple[int, ...], ...],
        before: int,
        first_arm: bool,
    ) -> None:
        way = self.board.enter(index, edge)
        if way < 0 or used >> self.board.side[way] & 1:
            return
        used |= 1 << self.board.side[way]
        link = (*link, index)
        index, edge = way // EDGES, way % EDGES
        for end in self.board.faces[self.faces[index]].from_edge[edge]:
            if end < FIRST_STOP:
                self._follow(index, end, used, link, stops, links, before, first_arm)
                continue
            place = index * STOPS_PER_HEX + end - FIRST_STOP
            if not self.earnings.same_location(place, stops) and self._within_range(stops, place):
                self._arm(place, edge, used, (*stops, place), (*links, (*link, index)), before, first_arm)

    def _within_range(self, stops: tuple[int, ...], place: int) -> bool:
        if self.train.skips:
            return True
        large = sum(self.earnings.large(each) for each in (*stops, place))
        return self.earnings.range_used((*stops, place)) <= self.train.stops and large <= self.train.cities

    def _note(self, stops: tuple[int, ...], links: tuple[tuple[int, ...], ...], sides: int) -> None:
        if len(stops) < 2:
            return
        ferries = sum(self.board.faces[self.faces[index]].ferry for link in links for index in link[1:-1])
        income, counted = best_count(stops, self.train, self.own, self.earnings, ferries)
        if income > self.income:
            self.income, self.counted, self.links, self.sides = income, counted, links, sides

    def route(self) -> RouteRun:
        names = [self.board.hexes[index].name for index in range(len(self.board.hexes))]
        return RouteRun(
            self.train.name,
            tuple(self.board.place_name(place) for place in self.counted),
            tuple(tuple(names[index] for index in link) for link in self.links),
        )


def suggest_run(
    board: Board,
    faces: list[int],
    own: Sequence[int],
    blocked: frozenset[int],
    earnings: Earnings,
    trains: Sequence[TrainType],
) -> tuple[RouteRun, ...]:
    """Routes for the trains that find one; they share no track."""
    used, routes = 0, []
    for train in sorted(trains, key=lambda each: (-each.stops, each.name)):
        search = _Search(board, faces, frozenset(own), blocked, earnings, train)
        for place in sorted(own):
            search.from_station(place, used)
        if search.links:
            used |= search.sides
            routes.append(search.route())
    return tuple(routes)
