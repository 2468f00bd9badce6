"""How far track leads from stations, over no side and through no stop twice.

A walk takes each direction of travel by the first path found, so all that it finds is truly reached. What only a path
over the same track twice would reach is in doubt; it is proved one by one, and only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .hexes import EDGES
from .tiles import FIRST_STOP
from .track import STOPS_PER_HEX, Board

_START: Final = -1


class Reach:
    """Where track leads from the places `starts`; `blocked` places may be entered but not passed.

    The walk goes no further than the questions asked so far need. Its outcome depends on nothing but the faces and
    markers of the hexes it touches, so it holds until one of these changes.
    """

    def __init__(self, board: Board, faces: list[int], starts: Sequence[int], blocked: frozenset[int]) -> None:
        self.board = board
        self.faces = faces
        self.starts = starts
        self.blocked = blocked
        # The edges, as a mask, over which track enters a hex; and the stops it touches, also in the order of the walk.
        self._entries: dict[int, int] = {start // STOPS_PER_HEX: 0 for start in starts}
        self._touched: set[int] = set(starts)
        self._stops: list[int] = list(starts)
        # A node is a direction of travel, or -1 - place where the path passes a stop; `_before` is the path to it.
        self._nodes: list[int] = []
        self._before: list[int] = []
        self._node_of: dict[int, int] = {}
        self._walked = 0
        self._doubtful: list[int] = []
        self._in_doubt: _Doubts | None = None
        for start in starts:
            self._pass_stop(start, -1, _START)

    # -- questions --

    def crossings(self) -> Iterator[int]:
        """Every direction of travel into a hex, as the walk finds it; those in doubt come last, if proved."""
        node = 0
        while node < len(self._nodes) or self._walk_on():
            if node < len(self._nodes):
                if self._nodes[node] >= 0:
                    yield self._nodes[node]
                node += 1
        doubts = self._doubts()
        for way in doubts.ways:
            if doubts.proves_side(way):
                yield way

    def places(self) -> Iterator[int]:
        """Every stop, in the same order as the crossings."""
        stop = 0
        while stop < len(self._stops) or self._walk_on():
            if stop < len(self._stops):
                yield self._stops[stop]
                stop += 1
        doubts = self._doubts()
        for place in doubts.stops:
            if doubts.proves_stop(place):
                yield place

    def enters(self, index: int, edges: int) -> bool:
        """Whether track leads into the hex over one of these edges."""
        while not self._entries.get(index, 0) & edges:
            if not self._walk_on():
                doubts = self._doubts()
                return any(
                    way // EDGES == index and edges >> way % EDGES & 1 and doubts.proves_side(way)
                    for way in doubts.ways
                )
        return True

    def touches(self, place: int) -> bool:
        """Whether track leads to the stop."""
        while place not in self._touched:
            if not self._walk_on():
                doubts = self._doubts()
                return place in doubts.stops and doubts.proves_stop(place)
        return True

    def walked_out(self) -> bool:
        """Whether the walk has come to its end, so that only proofs can be asked for."""
        return self._in_doubt is not None

    def depends_on(self, index: int) -> bool:
        """Whether a change on the hex could change the outcome of the walk."""
        return index in self._entries or index in self._doubts().hexes

    # -- the walk --

    def _walk_on(self) -> bool:
        """Follow the track from the next node; False if there is none."""
        if self._walked == len(self._nodes):
            return False
        node = self._walked
        way = self._nodes[node]
        self._walked += 1
        if way >= 0:
            index, edge = way // EDGES, way % EDGES
            for end in self.board.faces[self.faces[index]].from_edge[edge]:
                if end < FIRST_STOP:
                    self._cross(index * EDGES + end, node)
                else:
                    self._arrive(index * STOPS_PER_HEX + end - FIRST_STOP, edge, node)
        return True

    def _cross(self, leaving: int, node: int) -> None:
        """Go over an edge, unless the path has crossed the side the other way: the same way it is known already."""
        way = self.board.onward[leaving]
        if way < 0 or way in self._node_of:
            return
        reverse = self._node_of.get(leaving)
        if reverse is not None and self._led_over(reverse, node):
            self._doubtful.append(way)
            return
        self._node_of[way] = len(self._nodes)
        self._nodes.append(way)
        self._before.append(node)
        index = way // EDGES
        self._entries[index] = self._entries.get(index, 0) | 1 << way % EDGES

    def _led_over(self, earlier: int, node: int) -> bool:
        """Whether node `earlier` lies on the path to `node`; a path only grows, so earlier nodes have lower numbers."""
        while node > earlier:
            node = self._before[node]
        return node == earlier

    def _arrive(self, place: int, edge: int, node: int) -> None:
        if place in self._touched:
            if self._has_passed(place, node):
                self._doubt_exits(place, edge)
                return
        else:
            self._touched.add(place)
            self._stops.append(place)
        stop = self.board.faces[self.faces[place // STOPS_PER_HEX]].stops[place % STOPS_PER_HEX]
        if not stop.terminus and place not in self.blocked:
            self._pass_stop(place, edge, node)

    def _pass_stop(self, place: int, arrived_by: int, node: int) -> None:
        index = place // STOPS_PER_HEX
        passing = len(self._nodes)
        self._nodes.append(-1 - place)
        self._before.append(node)
        for edge in self.board.faces[self.faces[index]].from_stop[place % STOPS_PER_HEX]:
            if edge != arrived_by:
                self._cross(index * EDGES + edge, passing)

    def _has_passed(self, place: int, node: int) -> bool:
        while node >= 0:
            if self._nodes[node] == -1 - place:
                return True
            node = self._before[node]
        return False

    def _doubt_exits(self, place: int, arrived_by: int) -> None:
        """A path that meets a stop again may not go on; remember where it would have gone."""
        index = place // STOPS_PER_HEX
        for edge in self.board.faces[self.faces[index]].from_stop[place % STOPS_PER_HEX]:
            way = self.board.onward[index * EDGES + edge]
            if edge != arrived_by and way >= 0:
                self._doubtful.append(way)

    def _doubts(self) -> _Doubts:
        """What the walk, taken to its end, leaves in doubt."""
        if self._in_doubt is None:
            while self._walk_on():
                pass
            self._in_doubt = _Doubts(self, self._doubtful, self._node_of, self._touched)
        return self._in_doubt


class _LooseWalk:
    """A walk that may use track twice, but not the sides and stops `used` before it began."""

    def __init__(self, reach: Reach, seen: set[int], used_sides: set[int], used_stops: set[int]) -> None:
        self._reach = reach
        self._seen = seen
        self._used_sides = used_sides
        self._used_stops = used_stops
        self.ways: list[int] = []
        self.stops: set[int] = set()

    def take(self, way: int) -> None:
        """Begin with, or go on in, this direction of travel."""
        if way >= 0 and way not in self._seen and self._reach.board.side[way] not in self._used_sides:
            self._seen.add(way)
            self.ways.append(way)

    def walk(self) -> None:
        board, faces = self._reach.board, self._reach.faces
        for way in self.ways:
            index = way // EDGES
            for end in board.faces[faces[index]].from_edge[way % EDGES]:
                if end < FIRST_STOP:
                    self.take(board.onward[index * EDGES + end])
                else:
                    self._arrive(index * STOPS_PER_HEX + end - FIRST_STOP, way % EDGES)

    def _arrive(self, place: int, arrived_by: int) -> None:
        if place in self._used_stops:
            return
        self.stops.add(place)
        board, index = self._reach.board, place // STOPS_PER_HEX
        face = board.faces[self._reach.faces[index]]
        if face.stops[place % STOPS_PER_HEX].terminus or place in self._reach.blocked:
            return
        for edge in face.from_stop[place % STOPS_PER_HEX]:
            if edge != arrived_by:
                self.take(board.onward[index * EDGES + edge])


class _Doubts:
    """What track leads to if it may be used twice, but the walk has not found; each can be proved."""

    def __init__(self, reach: Reach, doubtful: list[int], known: dict[int, int], touched: set[int]) -> None:
        self._reach = reach
        self._proved: dict[int, bool] = {}
        self.hexes: set[int] = set()
        self.ways: list[int] = []
        self.stops: list[int] = []
        if not all(way in known for way in doubtful):
            self._find(doubtful, known, touched)

    def _find(self, doubtful: list[int], known: dict[int, int], touched: set[int]) -> None:
        walk = _LooseWalk(self._reach, set(known), set(), set())
        for way in doubtful:
            walk.take(way)
        walk.walk()
        onward = self._reach.board.onward
        self.hexes = {way // EDGES for way in walk.ways}
        # A side that is known the other way leads out of a hex that track enters elsewhere: that is nothing new.
        self.ways = [way for way in walk.ways if onward[way] not in known]
        self.stops = sorted(walk.stops - touched)

    def proves_side(self, way: int) -> bool:
        """Whether some path crosses the side that this direction of travel crosses."""
        return self._proves(self._reach.board.side[way])

    def proves_stop(self, place: int) -> bool:
        return self._proves(-1 - place)

    def _proves(self, target: int) -> bool:
        known = self._proved.get(target)
        if known is None:
            known = self._proved[target] = _Proof(self._reach, target).found()
        return known


class _Proof:
    """The search for a path that uses no side and no stop twice and gets to a side, or to a stop (as -1 - place).

    It turns back at a stop as soon as the track it has not used yet no longer leads to the target.
    """

    def __init__(self, reach: Reach, target: int) -> None:
        self._reach = reach
        self._target = target
        self._sides: set[int] = set()
        self._stops: set[int] = set()

    def found(self) -> bool:
        return any(self._leave(start, -1) for start in self._reach.starts)

    def _leave(self, place: int, arrived_by: int) -> bool:
        board, index = self._reach.board, place // STOPS_PER_HEX
        self._stops.add(place)
        for edge in board.faces[self._reach.faces[index]].from_stop[place % STOPS_PER_HEX]:
            way = board.onward[index * EDGES + edge]
            if edge != arrived_by and self._leads_on(way) and self._cross(way):
                return True
        self._stops.remove(place)
        return False

    def _leads_on(self, way: int) -> bool:
        walk = _LooseWalk(self._reach, set(), self._sides, self._stops)
        walk.take(way)
        walk.walk()
        if self._target < 0:
            return -1 - self._target in walk.stops
        return any(self._reach.board.side[each] == self._target for each in walk.ways)

    def _cross(self, way: int) -> bool:
        side = self._reach.board.side[way] if way >= 0 else -1
        if side < 0 or side in self._sides:
            return False
        if side == self._target:
            return True
        self._sides.add(side)
        if self._go_on(way // EDGES, way % EDGES):
            return True
        self._sides.remove(side)
        return False

    def _go_on(self, index: int, edge: int) -> bool:
        board = self._reach.board
        face = board.faces[self._reach.faces[index]]
        for end in face.from_edge[edge]:
            if end < FIRST_STOP:
                if self._cross(board.onward[index * EDGES + end]):
                    return True
                continue
            place = index * STOPS_PER_HEX + end - FIRST_STOP
            if place in self._stops:
                continue
            if -1 - place == self._target:
                return True
            passable = place not in self._reach.blocked and not face.stops[end - FIRST_STOP].terminus
            if passable and self._leave(place, edge):
                return True
        return False
