"""What can ever lie on each hex of a board, for numbers that never change: tiles, rotations and cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from tielu.core.actions import LayTile, PlaceStation
from tielu.core.hexes import EDGES
from tielu.core.tiles import CITY
from tielu.core.track import Board

SpecialFaces: TypeAlias = Mapping[str, Sequence[int]]
NO_FACES: Final[SpecialFaces] = {}


def possible_faces(board: Board, index: int, special: Sequence[int] = ()) -> list[int]:
    """The printed face of a hex, the special ones that a power puts there, and all that can follow on them."""
    found: set[int] = set()
    waiting = [board.printed_face(index), *special]
    while waiting:
        face = waiting.pop()
        if face not in found:
            found.add(face)
            waiting += [each.face for each in board.replacements(index, face)]
    return sorted(found)


def tile_lays(board: Board, special: SpecialFaces = NO_FACES) -> Iterator[LayTile]:
    """Every lay of a company's track step, hex by hex; `special` has the faces that only powers bring, by hex."""
    for index, printed in enumerate(board.hexes):
        starts = [board.printed_face(index), *special.get(printed.name, ())]
        laid = {each.face for face in possible_faces(board, index, starts) for each in board.replacements(index, face)}
        for face in sorted(laid):
            yield LayTile(printed.name, board.tiles[face // EDGES].number, face % EDGES)


def station_places(board: Board, special: SpecialFaces = NO_FACES) -> Iterator[PlaceStation]:
    """Every city in which a marker can ever be placed."""
    for index, printed in enumerate(board.hexes):
        cities = {
            number
            for face in possible_faces(board, index, special.get(printed.name, ()))
            for number, stop in enumerate(board.faces[face].stops)
            if stop.kind == CITY
        }
        for number in sorted(cities):
            yield PlaceStation(printed.name, number)
