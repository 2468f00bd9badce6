"""The array on which an observation is drawn: the map stays on it, and everything else is drawn anew."""

from __future__ import annotations

from struct import Struct
from typing import Final

import numpy as np

from tielu.core.hexes import EDGES
from tielu.core.tiles import CITY
from tielu.core.track import STOPS_PER_HEX, Board

from .fields import EDGE_PAIRS
from .layout import Floats, ObservationLayout

# The fields that show what lies on a hex, one after the other in the layout.
_MAP_FIELDS: Final = ("colour", "track", "to_stop", "value", "spaces")


class Canvas:
    """The map as it was last drawn, in units; `print_on` puts it into an observation with all other numbers."""

    def __init__(self, layout: ObservationLayout, board: Board, most_stops: int, columns: set[int]) -> None:
        self._per_unit = (1 / layout.per_place("unit")).astype(np.float32)
        self._map: Floats = np.zeros(layout.size, np.float32)
        parts = layout.named(self._map)
        units = layout.named(self._per_unit)
        self._stations, self._station_unit = parts["stations"], units["stations"].flat[0]
        self._supply, self._supply_unit = parts["supply"], units["supply"].flat[0]
        self._hexes = [parts[name].reshape(len(board.hexes), -1) for name in _MAP_FIELDS]
        self._faces = {
            column: [
                rows * units[name].flat[0]
                for name, rows in zip(_MAP_FIELDS, _face_tables(board, column, most_stops), strict=True)
            ]
            for column in columns
        }
        self._structs: dict[int, tuple[Struct, Struct]] = {}
        self._packed_places = bytearray(8 * layout.size)
        self._packed_values = bytearray(4 * layout.size)
        self._places = np.frombuffer(self._packed_places, np.int64)
        self._values = np.frombuffer(self._packed_values, np.int32)

    def draw_hexes(self, changed: list[int], faces: list[int], column: int) -> None:
        """Draw what lies on the hexes that have changed; values are those of the column."""
        for part, rows in zip(self._hexes, self._faces[column], strict=True):
            for index in changed:
                part[index] = rows[faces[index]]

    def draw_stations(self, railway: int, places: tuple[int, ...]) -> None:
        """Draw the markers of a railway."""
        row = self._stations[railway]
        row.fill(0)
        for place in places:
            row[place // STOPS_PER_HEX] += (1 << place % STOPS_PER_HEX) * self._station_unit

    def draw_supply(self, tile: int, copies: int) -> None:
        """Draw how many copies of a tile are left."""
        self._supply[tile] = copies * self._supply_unit

    def print_on(self, into: Floats, places: list[int], values: list[int]) -> None:
        """Fill an observation: the map, and a value at each of the places, in the numbers of the table."""
        count = len(places)
        if count not in self._structs:
            self._structs[count] = Struct(f"{count}q"), Struct(f"{count}i")
        of_places, of_values = self._structs[count]
        of_places.pack_into(self._packed_places, 0, *places)
        of_values.pack_into(self._packed_values, 0, *values)
        where = self._places[:count]
        into[:] = self._map
        into[where] = self._values[:count].astype(np.float32) * self._per_unit[where]


def _face_tables(board: Board, column: int, most_stops: int) -> tuple[Floats, ...]:
    """For each field of the map a row for every face; values are those of this column."""
    rows = []
    for face in board.faces:
        to_stop = [next((end - EDGES + 1 for end in face.from_edge[edge] if end >= EDGES), 0) for edge in range(EDGES)]
        track = [int(b in face.from_edge[a]) for a, b in EDGE_PAIRS]
        values = [stop.values[0 if len(stop.values) == 1 else column] for stop in face.stops]
        spaces = [stop.slots if stop.kind == CITY else 0 for stop in face.stops]
        empty = [0] * (most_stops - len(face.stops))
        rows.append(([face.colour], track, to_stop, [*values, *empty], [*spaces, *empty]))
    return tuple(np.array(column_of_rows, np.float32) for column_of_rows in zip(*rows, strict=True))
