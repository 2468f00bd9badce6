"""The array on which an observation is drawn: it stays, and only what has changed on the map is drawn again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tielu.core.hexes import EDGES
from tielu.core.tiles import CITY
from tielu.core.track import STOPS_PER_HEX, Board

from .fields import EDGE_PAIRS, Axes
from .layout import Axis, Field, Floats, ObservationLayout

Places: TypeAlias = NDArray[np.int64]

# The fields that show what lies on a hex.
_HEX_FIELDS: Final = ("colour", "track", "to_stop", "value", "spaces")


class Canvas:
    """An observation as the player at the first seat sees it; `print_on` copies it, turned for another seat.

    `numbers` is all of it, in units. The map is drawn here, all else by a page.
    """

    def __init__(self, layout: ObservationLayout, axes: Axes, board: Board) -> None:
        self.numbers = layout.zeros()
        self._board = board
        self._most_stops = len(axes.stops)
        parts = layout.named(self.numbers)
        self._stations, self._station_unit = parts["stations"], layout.per_unit("stations")
        self._supply, self._supply_unit = parts["supply"], layout.per_unit("supply")
        self._per_unit = tuple(layout.per_unit(name) for name in _HEX_FIELDS)
        fields = tuple(layout.fields.values())
        self._hexes = _places_of_hexes(fields, len(board.hexes))
        self._turned = [_turned(fields, axes.players, axes.holders, seat) for seat in range(len(axes.players))]

    def draw_hexes(self, changed: list[int], faces: list[int], column: int) -> None:
        """Draw what lies on the hexes that have changed; values are those of the column."""
        rows = _face_rows(self._board, column, self._most_stops, self._per_unit)
        for index in changed:
            self.numbers[self._hexes[index]] = rows[faces[index]]

    def draw_all_hexes(self, faces: list[int], column: int) -> None:
        """Draw what lies on the hexes, all at once."""
        rows = _face_rows(self._board, column, self._most_stops, self._per_unit)
        self.numbers[self._hexes] = rows[faces]

    def draw_stations(self, railway: int, places: tuple[int, ...]) -> None:
        """Draw the markers of a railway."""
        row = self._stations[railway]
        row.fill(0)
        for place in places:
            row[place // STOPS_PER_HEX] += (1 << place % STOPS_PER_HEX) * self._station_unit

    def draw_supply(self, tile: int, copies: int) -> None:
        """Draw how many copies of a tile are left."""
        self._supply[tile] = copies * self._supply_unit

    def print_on(self, into: Floats, seat: int) -> None:
        """Fill an observation with what the player at a seat sees."""
        into[:] = self.numbers
        if seat:
            places, sources = self._turned[seat]
            into[places] = self.numbers[sources]


def _places_of(fields: tuple[Field, ...]) -> Iterator[tuple[Field, Places]]:
    """Each field of a layout with its places, in its shape."""
    start = 0
    for field in fields:
        yield field, np.arange(start, start + field.size).reshape(field.shape)
        start += field.size


@lru_cache
def _places_of_hexes(fields: tuple[Field, ...], hexes: int) -> Places:
    """For each hex the places of what lies on it, in the order of the fields of a hex."""
    places = {field.name: each for field, each in _places_of(fields)}
    return np.hstack([places[name].reshape(hexes, -1) for name in _HEX_FIELDS])


@lru_cache
def _turned(fields: tuple[Field, ...], players: Axis, holders: Axis, seat: int) -> tuple[Places, Places]:
    """The places at which a seat sees something else than the first one, and where that lies for the first one.

    Wherever players come first on an axis, they begin with the reader.
    """
    order, sources = [*np.roll(range(len(players)), -seat)], []
    for field, places in _places_of(fields):
        seen = places
        for number, axis in enumerate(field.axes):
            if axis in (players, holders):
                seen = seen.take([*order, *range(len(players), len(axis))], number)
        sources.append(seen.ravel())
    source = np.concatenate(sources)
    turned = np.flatnonzero(source != np.arange(len(source)))
    return turned, source[turned]


@lru_cache
def _face_rows(board: Board, column: int, most_stops: int, per_unit: tuple[float, ...]) -> Floats:
    """For each face what it shows in the fields of a hex, in units; values are those of this column."""
    rows = []
    for face in board.faces:
        to_stop = [next((end - EDGES + 1 for end in face.from_edge[edge] if end >= EDGES), 0) for edge in range(EDGES)]
        track = [int(b in face.from_edge[a]) for a, b in EDGE_PAIRS]
        values = [stop.values[0 if len(stop.values) == 1 else column] for stop in face.stops]
        spaces = [stop.slots if stop.kind == CITY else 0 for stop in face.stops]
        empty = [0] * (most_stops - len(face.stops))
        rows.append(([face.colour], track, to_stop, [*values, *empty], [*spaces, *empty]))
    fields = zip(zip(*rows, strict=True), per_unit, strict=True)
    return np.hstack([np.array(of_faces, np.float32) * np.float32(unit) for of_faces, unit in fields])
