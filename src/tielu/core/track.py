"""The map and the track on it: what may be laid where, and how a train gets from hex to hex.

A hexside shared by two hexes is one number, so a run is the set of sides it crosses. A direction of travel is
the number `hex * 6 + edge`: entering that hex over that edge. Inside a hex a train goes along a printed piece of
track from one end to the other, so reversing at a junction is impossible by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .actions import LayTile, PlaceStation, kept
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
        self.ferries = frozenset(printed.name for printed in hexes if printed.ferry)
        self.first_printed_face = len(tiles) * EDGES
        self.faces: list[Face] = [tile.face(rotation) for tile in tiles for rotation in range(EDGES)]
        self.faces += [
            Face("", 0, printed.colour, printed.stops, printed.pieces, printed.label, printed.ferry)
            for printed in hexes
        ]
        self._first_tile_fits = first_tile_fits
        self._printed_upgrade_fits = printed_upgrade_fits
        self.across = self._neighbours()
        self.onward = self._ways_over_edges()
        self.side, self.side_count = self._number_sides()
        self.open_edges = [self._open_edges(index) for index in range(len(self.hexes))]
        self._replacements: dict[int, tuple[Replacement, ...]] = {}
        self._lays: dict[int, LayTile] = {}
        self._station_places: dict[int, PlaceStation] = {}

    def _neighbours(self) -> list[int]:
        """For `hex * 6 + edge` the hex on the other side, or -1 at the edge of the map."""
        return [
            self.hex_index.get(neighbour(printed.name, edge), -1) for printed in self.hexes for edge in range(EDGES)
        ]

    def _ways_over_edges(self) -> list[int]:
        """For `hex * 6 + edge` the direction of travel when leaving the hex over the edge, or -1."""
        return [other * EDGES + opposite(way % EDGES) if other >= 0 else -1 for way, other in enumerate(self.across)]

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
        return self.onward[index * EDGES + edge]

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

    def lay(self, index: int, face: int) -> LayTile:
        """The action that puts a face on a hex."""
        key = face * len(self.hexes) + index
        known = self._lays.get(key)
        if known is None:
            tile = self.tiles[face // EDGES].number
            known = self._lays[key] = kept(LayTile(self.hexes[index].name, tile, face % EDGES))
        return known

    def station(self, place: int) -> PlaceStation:
        """The action that places a marker."""
        known = self._station_places.get(place)
        if known is None:
            known = self._station_places[place] = kept(PlaceStation(*self.place_name(place)))
        return known

    def successors(self, index: int, face: int) -> tuple[str, ...]:
        """The tile numbers that the upgrade chart (or the printed hex) lets follow this face."""
        printed = self.hexes[index]
        if face < self.first_printed_face:
            return self.tiles[face // EDGES].upgrades_to
        fits = self._first_tile_fits if printed.colour == WHITE else self._printed_upgrade_fits
        return tuple(tile.number for tile in self.tiles if fits(printed, tile))


def first_link_exists(board: Board, faces: list[int], start: int) -> bool:
    """Whether a train that stands at `start` gets to any other stop at all, without using a side twice."""
    index = start // STOPS_PER_HEX
    exits = board.faces[faces[index]].from_stop[start % STOPS_PER_HEX]
    for edge in exits:
        if _meets_stop(board, faces, start, index * EDGES + edge, []):
            return True
    return False


def _meets_stop(board: Board, faces: list[int], start: int, leaving: int, used: list[int]) -> bool:
    way = board.onward[leaving]
    if way < 0 or board.side[way] in used:
        return False
    used.append(board.side[way])
    index = way // EDGES
    for end in board.faces[faces[index]].from_edge[way % EDGES]:
        if end < FIRST_STOP:
            if _meets_stop(board, faces, start, index * EDGES + end, used):
                return True
        elif index * STOPS_PER_HEX + end - FIRST_STOP != start:
            return True
    used.pop()
    return False


def all_edges_open(board: Board, index: int) -> bool:
    return board.open_edges[index] == ALL_EDGES
