"""The map and the track on it: what may be laid where, and how far a railway's track reaches.

A hexside shared by two hexes is one number, so a run is the set of sides it crosses. A direction of travel is
the number `hex * 6 + edge`: entering that hex over that edge. Inside a hex a train goes along a printed piece of
track from one end to the other, so reversing at a junction is impossible by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .hexes import ALL_EDGES, EDGES, neighbour, opposite
from .tiles import BLUE, FIRST_STOP, GREY, RED, WHITE, Face, PrintedHex, Tile, stop_map

# A place is `hex * 8 + stop`: one stop on the map.
STOPS_PER_HEX: Final = 8


class Replacement:
    """A face that may replace another on a certain hex, with the new place of each of its stops."""

    def __init__(self, face: int, stops: tuple[int, ...], exits: int) -> None:
        self.face = face
        self.stops = stops
        self.exits = exits


class Board:
    """The printed map and the tiles of one title; it never changes while a game is played.

    Faces are numbered: `tile * 6 + rotation` for tiles, then one for each printed hex.
    """

    def __init__(
        self,
        hexes: Sequence[PrintedHex],
        tiles: Sequence[Tile],
        first_tile_fits: Callable[[PrintedHex, Tile], bool],
        printed_upgrade_fits: Callable[[PrintedHex, Tile], bool],
    ) -> None:
        self.hexes = tuple(hexes)
        self.tiles = tuple(tiles)
        self.hex_index = {printed.name: index for index, printed in enumerate(hexes)}
        self.tile_index = {tile.number: index for index, tile in enumerate(tiles)}
        self.first_printed_face = len(tiles) * EDGES
        self.faces: list[Face] = [tile.face(rotation) for tile in tiles for rotation in range(EDGES)]
        self.faces += [
            Face("", 0, printed.colour, printed.stops, printed.pieces, printed.label, printed.ferry)
            for printed in hexes
        ]
        self._first_tile_fits = first_tile_fits
        self._printed_upgrade_fits = printed_upgrade_fits
        self.across = self._neighbours()
        self.side, self.side_count = self._number_sides()
        self.open_edges = [self._open_edges(index) for index in range(len(self.hexes))]
        self._replacements: dict[int, tuple[Replacement, ...]] = {}

    def _neighbours(self) -> list[int]:
        """For `hex * 6 + edge` the hex on the other side, or -1 at the edge of the map."""
        return [
            self.hex_index.get(neighbour(printed.name, edge), -1) for printed in self.hexes for edge in range(EDGES)
        ]

    def _number_sides(self) -> tuple[list[int], int]:
        sides = [-1] * (len(self.hexes) * EDGES)
        count = 0
        for way in range(len(sides)):
            other = self.across[way]
            if other >= 0 and sides[way] < 0:
                sides[way] = count
                sides[other * EDGES + opposite(way % EDGES)] = count
                count += 1
        return sides, count

    def _open_edges(self, index: int) -> int:
        """The edges over which track on this hex may lead: not off the map, into a barrier or against a coast."""
        mask = 0
        for edge in range(EDGES):
            other = self.across[index * EDGES + edge]
            if other < 0 or edge in self.hexes[index].barriers:
                continue
            if opposite(edge) in self.hexes[other].barriers:
                continue
            face = self.faces[self.first_printed_face + other]
            if face.colour in (RED, BLUE, GREY) and not face.exits >> opposite(edge) & 1:
                continue
            mask |= 1 << edge
        return mask

    def place(self, name: str, stop: int) -> int:
        return self.hex_index[name] * STOPS_PER_HEX + stop

    def place_name(self, place: int) -> tuple[str, int]:
        return self.hexes[place // STOPS_PER_HEX].name, place % STOPS_PER_HEX

    def printed_face(self, index: int) -> int:
        return self.first_printed_face + index

    def enter(self, index: int, edge: int) -> int:
        """The direction of travel when leaving hex `index` over `edge`, or -1 at the edge of the map."""
        other = self.across[index * EDGES + edge]
        return other * EDGES + opposite(edge) if other >= 0 else -1

    def replacements(self, index: int, face: int) -> tuple[Replacement, ...]:
        """Every tile and rotation that may ever replace `face` on hex `index`, supply and reach aside."""
        key = face * len(self.hexes) + index
        known = self._replacements.get(key)
        if known is None:
            known = self._replacements[key] = tuple(self._find_replacements(index, face))
        return known

    def _find_replacements(self, index: int, face: int) -> list[Replacement]:
        printed = self.hexes[index]
        old = self.faces[face]
        found = []
        for number in self.successors(index, face):
            for rotation in range(EDGES):
                new_face = self.tile_index[number] * EDGES + rotation
                new = self.faces[new_face]
                if new.exits & ~self.open_edges[index]:
                    continue
                if any(not new.exits >> edge & 1 for edge in printed.stub):
                    continue
                stops = stop_map(old, new)
                if stops is not None:
                    found.append(Replacement(new_face, stops, new.exits))
        return found

    def successors(self, index: int, face: int) -> tuple[str, ...]:
        """The tile numbers that the upgrade chart (or the printed hex) lets follow this face."""
        printed = self.hexes[index]
        if face < self.first_printed_face:
            return self.tiles[face // EDGES].upgrades_to
        fits = self._first_tile_fits if printed.colour == WHITE else self._printed_upgrade_fits
        return tuple(tile.number for tile in self.tiles if fits(printed, tile))


class Reach:
    """Where a railway's track goes: the sides it crosses (as a bit mask) and the stops it touches."""

    def __init__(self, sides: int, stops: frozenset[int]) -> None:
        self.sides = sides
        self.stops = stops


def reach(board: Board, faces: list[int], starts: Sequence[int], blocked: frozenset[int]) -> Reach:
    """All track that a train without limit could use, starting from one of the places `starts`.

    `blocked` are the places that may be entered but not passed. A walk first takes each direction of travel by
    the first path found; what only a path over the same track twice would reach is then tried again exactly.
    """
    explorer = _Explorer(board, faces, blocked)
    for start in starts:
        explorer.leave_stop(start, -1, explorer.stop_bit(start))
    explorer.walk(strict=True)
    sides, stops = explorer.sides, set(explorer.stops)
    if explorer.doubtful:
        explorer.retry_doubtful()
        explorer.walk(strict=False)
        for target in explorer.new_targets(sides, stops):
            if _simple_path_exists(board, faces, starts, blocked, target):
                if target >= 0:
                    sides |= 1 << target
                else:
                    stops.add(-1 - target)
    return Reach(sides, frozenset(stops | set(starts)))


class _Explorer:
    """A breadth-first walk over directions of travel, each with the sides and stops of the path that led there.

    A strict walk never uses track twice; one that is not strict only keeps off the track `used` before it began.
    """

    def __init__(self, board: Board, faces: list[int], blocked: frozenset[int], used: int = 0) -> None:
        self.board = board
        self.faces = faces
        self.blocked = blocked
        self.used = used
        self.seen: set[int] = set()
        self.queue: list[tuple[int, int]] = []
        self.doubtful: list[int] = []
        self.sides = 0
        self.stops: set[int] = set()

    def stop_bit(self, place: int) -> int:
        return 1 << (self.board.side_count + place)

    def leave_stop(self, place: int, arrived_by: int, path: int) -> None:
        index = place // STOPS_PER_HEX
        face = self.board.faces[self.faces[index]]
        for edge in face.from_stop[place % STOPS_PER_HEX]:
            if edge != arrived_by:
                self.cross(index, edge, path)

    def cross(self, index: int, edge: int, path: int) -> None:
        way = self.board.enter(index, edge)
        if way < 0 or way in self.seen:
            return
        bit = 1 << self.board.side[way]
        if path & bit:
            self.doubtful.append(way)
            return
        self.seen.add(way)
        self.sides |= bit
        self.queue.append((way, path | bit))

    def retry_doubtful(self) -> None:
        for way in self.doubtful:
            if way not in self.seen:
                self.seen.add(way)
                self.sides |= 1 << self.board.side[way]
                self.queue.append((way, 0))
        self.doubtful = []

    def walk(self, strict: bool) -> None:
        while self.queue:
            way, path = self.queue.pop(0)
            if not strict:
                path = self.used
            index, edge = way // EDGES, way % EDGES
            for end in self.board.faces[self.faces[index]].from_edge[edge]:
                if end < FIRST_STOP:
                    self.cross(index, end, path)
                else:
                    self._arrive(index * STOPS_PER_HEX + end - FIRST_STOP, edge, path)

    def _arrive(self, place: int, edge: int, path: int) -> None:
        bit = self.stop_bit(place)
        if path & bit:
            self._doubt_exits(place, edge, path)
            return
        self.stops.add(place)
        face = self.board.faces[self.faces[place // STOPS_PER_HEX]]
        if place not in self.blocked and not face.stops[place % STOPS_PER_HEX].terminus:
            self.leave_stop(place, edge, path | bit)

    def _doubt_exits(self, place: int, arrived_by: int, path: int) -> None:
        """A path that meets a stop again may not go on; remember where it would have gone."""
        index = place // STOPS_PER_HEX
        for edge in self.board.faces[self.faces[index]].from_stop[place % STOPS_PER_HEX]:
            way = self.board.enter(index, edge)
            if edge != arrived_by and way >= 0 and way not in self.seen:
                self.doubtful.append(way)

    def new_targets(self, sides: int, stops: set[int]) -> list[int]:
        """Sides (as they are) and stops (as -1 - place) that only the lenient walk has found."""
        fresh = self.sides & ~sides
        found = [side for side in range(self.board.side_count) if fresh >> side & 1]
        return found + [-1 - place for place in sorted(self.stops - stops)]


def _simple_path_exists(
    board: Board, faces: list[int], starts: Sequence[int], blocked: frozenset[int], target: int
) -> bool:
    """Whether some path that uses no side and no stop twice gets to the side or stop `target`.

    The search turns back at a stop as soon as the track it has not used yet no longer leads to the target.
    """

    def leave(place: int, arrived_by: int, path: int) -> bool:
        index = place // STOPS_PER_HEX
        path |= 1 << (board.side_count + place)
        for edge in board.faces[faces[index]].from_stop[place % STOPS_PER_HEX]:
            if edge != arrived_by and leads_on(index, edge, path) and cross(index, edge, path):
                return True
        return False

    def leads_on(index: int, edge: int, path: int) -> bool:
        explorer = _Explorer(board, faces, blocked, used=path)
        explorer.cross(index, edge, path)
        explorer.walk(strict=False)
        return bool(explorer.sides >> target & 1) if target >= 0 else -1 - target in explorer.stops

    def cross(index: int, edge: int, path: int) -> bool:
        way = board.enter(index, edge)
        if way < 0 or path >> board.side[way] & 1:
            return False
        if board.side[way] == target:
            return True
        path |= 1 << board.side[way]
        index, edge = way // EDGES, way % EDGES
        face = board.faces[faces[index]]
        for end in face.from_edge[edge]:
            if end < FIRST_STOP:
                if cross(index, end, path):
                    return True
                continue
            place = index * STOPS_PER_HEX + end - FIRST_STOP
            if path >> (board.side_count + place) & 1:
                continue
            if -1 - place == target:
                return True
            terminus = face.stops[end - FIRST_STOP].terminus
            if place not in blocked and not terminus and leave(place, edge, path):
                return True
        return False

    return any(leave(start, -1, 0) for start in starts)


def first_link_exists(board: Board, faces: list[int], start: int) -> bool:
    """Whether a train that stands at `start` gets to any other stop at all, without using a side twice."""

    def meets_stop(index: int, edge: int, used: int) -> bool:
        way = board.enter(index, edge)
        if way < 0 or used >> board.side[way] & 1:
            return False
        used |= 1 << board.side[way]
        index, edge = way // EDGES, way % EDGES
        for end in board.faces[faces[index]].from_edge[edge]:
            if end < FIRST_STOP:
                if meets_stop(index, end, used):
                    return True
            elif index * STOPS_PER_HEX + end - FIRST_STOP != start:
                return True
        return False

    index = start // STOPS_PER_HEX
    exits = board.faces[faces[index]].from_stop[start % STOPS_PER_HEX]
    return any(meets_stop(index, edge, 0) for edge in exits)


def edges_reached(board: Board, reached: Reach, index: int) -> int:
    """The edges of hex `index` whose sides the reached track crosses, as a mask."""
    mask = 0
    for edge in range(EDGES):
        side = board.side[index * EDGES + edge]
        if side >= 0 and reached.sides >> side & 1:
            mask |= 1 << edge
    return mask


def all_edges_open(board: Board, index: int) -> bool:
    return board.open_edges[index] == ALL_EDGES
