"""Routes: a path is the track passed, a route the stops paid; a title's values say what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tielu.core.actions import RouteRun
from tielu.core.hexes import EDGES, opposite
from tielu.core.tiles import FIRST_STOP
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import TrainType


class BrokenRoute(Exception):
    """The hexes named do not make a path of track; `code` and `params` say where it breaks."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class Path:
    """Track passed by one train: the stops in order, the sides crossed (as a mask) and the ferries used."""

    stops: tuple[int, ...]
    sides: int
    ferries: int


class Earnings:
    """What a title pays, and what a route may count.

    `pair` earns a bonus for a route that counts a place of each set; `free` places cost no range; places of one
    group are one location; `callers` are places for whose visits the title pays `call_money` apart.
    """

    def __init__(
        self,
        value: Callable[[int], int],
        large: Callable[[int], bool],
        ferry_charge: int = 0,
        pair: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset()),
        pair_bonus: int = 0,
        extra: dict[int, int] | None = None,
        free: frozenset[int] = frozenset(),
        groups: dict[int, str] | None = None,
        callers: frozenset[int] = frozenset(),
        call_money: int = 0,
    ) -> None:
        self.value = value
        self.large = large
        self.ferry_charge = ferry_charge
        self.pair = pair
        self.pair_bonus = pair_bonus
        self.extra = extra or {}
        self.free = free
        self.groups = groups or {}
        self.callers = callers
        self.call_money = call_money

    def income(self, counted: tuple[int, ...], ferries: int) -> int:
        """What a route earns that counts these stops."""
        total = 0
        for place in counted:
            total += self.value(place)
            if place in self.extra:
                total += self.extra[place]
        if not self.pair[0].isdisjoint(counted) and not self.pair[1].isdisjoint(counted):
            total += self.pair_bonus
        return total - ferries * self.ferry_charge

    def range_used(self, counted: tuple[int, ...]) -> int:
        """How much of a train's range these stops take."""
        return sum(place not in self.free for place in counted)

    def same_location(self, place: int, stops: tuple[int, ...]) -> bool:
        """Whether the place, or another of its group, is among the stops."""
        group = self.groups.get(place)
        return place in stops or (group is not None and any(self.groups.get(each) == group for each in stops))


class RunPosition:
    """Where trains run: the map as it lies, the railway's stations, cities it may not pass, and what stops pay."""

    def __init__(
        self, board: Board, faces: list[int], own: tuple[int, ...], blocked: frozenset[int], earnings: Earnings
    ) -> None:
        self.board = board
        self.faces = faces
        self.own = frozenset(own)
        self.blocked = blocked
        self.earnings = earnings

    def ends_there(self, place: int) -> bool:
        """Whether a route that comes to the place ends there: red and blue places, and cities others have filled."""
        face = self.board.faces[self.faces[place // STOPS_PER_HEX]]
        return place in self.blocked or face.stops[place % STOPS_PER_HEX].terminus


def best_count(
    stops: tuple[int, ...], train: TrainType, own: frozenset[int], earnings: Earnings, ferries: int
) -> tuple[int, tuple[int, ...]]:
    """The income of a path for this train, and the stops it counts (fewer than it passes if it may skip)."""
    if not train.skips or len(stops) <= train.stops:
        return earnings.income(stops, ferries), stops
    ranked = sorted(stops, key=lambda place: (-earnings.income((place,), 0), place))
    best: tuple[int, tuple[int, ...]] = (-1, ())
    for fixed in _must_count(stops, own, earnings):
        if len(fixed) > train.stops:
            continue
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


class _Tracer:
    """Follows the links of a route over the board and notes what it passes."""

    def __init__(self, board: Board, faces: list[int]) -> None:
        self.board = board
        self.faces = faces
        self.stops: list[int] = []
        self.sides = 0
        self.arrived_by = -1

    def follow(self, link: tuple[str, ...]) -> None:
        if len(link) < 2:
            raise BrokenRoute("link_too_short")
        hexes = [self._hex(name) for name in link]
        edges = [self._edge(hexes[step], hexes[step + 1]) for step in range(len(hexes) - 1)]
        self._leave(hexes[0], edges[0])
        for step, edge in enumerate(edges):
            self._cross(hexes[step], edge)
            if step + 1 < len(edges):
                self._pass_through(hexes[step + 1], opposite(edge), edges[step + 1])
        self._arrive(hexes[-1], opposite(edges[-1]))

    def _hex(self, name: str) -> int:
        index = self.board.hex_index.get(name)
        if index is None:
            raise BrokenRoute("unknown_hex", hex=name)
        return index

    def _edge(self, index: int, other: int) -> int:
        for edge in range(EDGES):
            if self.board.across[index * EDGES + edge] == other:
                return edge
        raise BrokenRoute("hexes_apart", hex=self._name(index), next=self._name(other))

    def _name(self, index: int) -> str:
        return self.board.hexes[index].name

    def _stop_at(self, index: int, edge: int) -> int:
        ends = [end for end in self.board.faces[self.faces[index]].from_edge[edge] if end >= FIRST_STOP]
        if not ends:
            raise BrokenRoute("no_track", hex=self._name(index))
        return index * STOPS_PER_HEX + ends[0] - FIRST_STOP

    def _leave(self, index: int, edge: int) -> None:
        place = self._stop_at(index, edge)
        if not self.stops:
            self.stops.append(place)
        elif self.stops[-1] != place:
            raise BrokenRoute("links_apart", hex=self._name(index))
        elif self.arrived_by == edge:
            raise BrokenRoute("track_twice", hex=self._name(index))

    def _cross(self, index: int, edge: int) -> None:
        bit = 1 << self.board.side[index * EDGES + edge]
        if self.sides & bit:
            raise BrokenRoute("track_twice", hex=self._name(index))
        self.sides |= bit

    def _pass_through(self, index: int, entry: int, leave: int) -> None:
        face = self.board.faces[self.faces[index]]
        if leave not in face.from_edge[entry]:
            self._stay_on_track(index, entry, leave)
            stops = [end - FIRST_STOP for end in face.from_edge[entry] if end >= FIRST_STOP]
            code = "stop_left_out" if any(leave in face.from_stop[stop] for stop in stops) else "no_track"
            raise BrokenRoute(code, hex=self._name(index))

    def _stay_on_track(self, index: int, entry: int, leave: int) -> None:
        """On plain track two edges that are not joined are branches of one junction, or track that merely crosses."""
        face = self.board.faces[self.faces[index]]
        if face.stops or not (face.from_edge[entry] and face.from_edge[leave]):
            return
        if set(face.from_edge[entry]) & set(face.from_edge[leave]):
            raise BrokenRoute("turns_back", hex=self._name(index))
        raise BrokenRoute("changes_track", hex=self._name(index))

    def _arrive(self, index: int, edge: int) -> None:
        place = self._stop_at(index, edge)
        self.stops.append(place)
        self.arrived_by = edge


def trace(board: Board, faces: list[int], route: RouteRun) -> Path:
    """The track that a route passes; raises BrokenRoute where there is none."""
    if not route.path:
        raise BrokenRoute("route_too_short")
    tracer = _Tracer(board, faces)
    for link in route.path:
        tracer.follow(link)
    return Path(tuple(tracer.stops), tracer.sides, ferries_taken(board, route))


def ferries_taken(board: Board, route: RouteRun) -> int:
    """How many ferries a legal route takes: they lie between the stops of a link."""
    taken = 0
    for link in route.path:
        for step in range(1, len(link) - 1):
            if link[step] in board.ferries:
                taken += 1
    return taken
