"""Tiles and printed hexes: the stops and the pieces of track one can see when looking at a hex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .hexes import EDGES

# An end of a piece of track is an edge (0 to 5) or a stop (6 is the first stop of the hex).
FIRST_STOP: Final = EDGES

WHITE: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BROWN: Final = 3
GREY: Final = 4
RED: Final = 5
BLUE: Final = 6
COLOURS: Final[tuple[str, ...]] = ("white", "yellow", "green", "brown", "grey", "red", "blue")

CITY: Final = 0
TOWN: Final = 1
OFFBOARD: Final = 2


@dataclass(frozen=True)
class Stop:
    """A city, town or off-board place: `values` has one number, or one per phase column."""

    kind: int
    values: tuple[int, ...]
    slots: int = 1
    terminus: bool = False
    group: str = ""
    visit_cost: int = 1


class Face:
    """What lies open on a hex: a printed hex, or a tile in one of its six rotations."""

    def __init__(
        self,
        tile: str,
        rotation: int,
        colour: int,
        stops: tuple[Stop, ...],
        pieces: tuple[tuple[int, int], ...],
        label: str = "",
        ferry: bool = False,
    ) -> None:
        self.tile = tile
        self.rotation = rotation
        self.colour = colour
        self.stops = stops
        self.pieces = pieces
        self.label = label
        self.ferry = ferry
        self.from_edge: tuple[tuple[int, ...], ...] = tuple(_joined(pieces, edge) for edge in range(EDGES))
        self.from_stop: tuple[tuple[int, ...], ...] = tuple(
            _joined(pieces, FIRST_STOP + stop) for stop in range(len(stops))
        )
        self.exits = 0
        for edge in range(EDGES):
            if self.from_edge[edge]:
                self.exits |= 1 << edge
        self.cities = sum(stop.kind == CITY for stop in stops)
        self.towns = sum(stop.kind == TOWN for stop in stops)


def _joined(pieces: tuple[tuple[int, int], ...], end: int) -> tuple[int, ...]:
    """The far ends of all pieces that touch `end`."""
    far = [b for a, b in pieces if a == end] + [a for a, b in pieces if b == end]
    return tuple(sorted(far))


def rotated(pieces: Sequence[tuple[int, int]], rotation: int) -> tuple[tuple[int, int], ...]:
    """The pieces after turning the tile by `rotation` steps."""
    return tuple((_turn(a, rotation), _turn(b, rotation)) for a, b in pieces)


def _turn(end: int, rotation: int) -> int:
    return (end + rotation) % EDGES if end < EDGES else end


@dataclass(frozen=True)
class Tile:
    """A tile of the supply: its number, how many there are and what it may become."""

    number: str
    colour: int
    count: int
    stops: tuple[Stop, ...]
    pieces: tuple[tuple[int, int], ...]
    label: str
    upgrades_to: tuple[str, ...]

    def face(self, rotation: int) -> Face:
        return Face(self.number, rotation, self.colour, self.stops, rotated(self.pieces, rotation), self.label)


@dataclass(frozen=True)
class PrintedHex:
    """A hex of the map as it is printed."""

    name: str
    colour: int
    stops: tuple[Stop, ...] = ()
    pieces: tuple[tuple[int, int], ...] = ()
    place: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    label: str = ""
    ferry: bool = False
    stub: tuple[int, ...] = ()
    barriers: tuple[int, ...] = ()


def stop_map(old: Face, new: Face) -> tuple[int, ...] | None:
    """Where each stop of `old` is found on `new`; None unless every piece of track stays in place.

    Stops follow their track. A stop without track takes a stop that no other one claims, or shares the last
    one where the new tile joins them all.
    """
    found = [-1] * len(old.stops)
    for piece in old.pieces:
        a, b = sorted(piece)
        if b < FIRST_STOP:
            if b not in new.from_edge[a]:
                return None
            continue
        targets = [end - FIRST_STOP for end in new.from_edge[a] if end >= FIRST_STOP]
        if not targets or (found[b - FIRST_STOP] not in (-1, targets[0])):
            return None
        found[b - FIRST_STOP] = targets[0]
    if len(set(found) - {-1}) < len([stop for stop in found if stop >= 0]) and len(new.stops) > 1:
        return None
    for stop, place in enumerate(found):
        if place < 0 and new.stops:
            free = [other for other in range(len(new.stops)) if other not in found]
            found[stop] = free[0] if free else len(new.stops) - 1
    return tuple(found)
