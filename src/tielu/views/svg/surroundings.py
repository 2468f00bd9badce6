"""The surroundings of the map: sea where there is sea, so that the coast can be seen, and land everywhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, ROW_HEIGHT, SIDE, centre, plus, polygon_path
from tielu.views.svg.markup import element
from tielu.views.title import view_of

Box = tuple[float, float, float, float]


def hexes_of_rows(rows: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    """The names of hexes that are given by their columns, row by row."""
    return frozenset(f"{row}{column}" for row, columns in rows.items() for column in columns)


@lru_cache(maxsize=8)
def surroundings(title: str, names: frozenset[str], box: Box) -> str:
    """The land and the sea between the map and the edge of the picture."""
    outside = [name for name in _within(box) if name not in names]
    sea = view_of(title).sea
    kinds = (("beyond-land", [each for each in outside if each not in sea]), ("beyond-sea", sea & set(outside)))
    return "".join(element("path", class_=kind, d=_outlines(hexes)) for kind, hexes in kinds if hexes)


def _within(box: Box) -> Iterator[str]:
    """Yield the hexes that lie in a picture at least in part; rows above the first have no name and no sea."""
    left, top, width, height = box
    for row in range(int((top - SIDE) // ROW_HEIGHT), int((top + height + SIDE) // ROW_HEIGHT) + 1):
        for column in range(int(left // HALF_WIDTH) - 1, int((left + width) // HALF_WIDTH) + 2):
            if (row + column) % 2:
                yield f"{chr(ord('A') + row)}{column}"


def _outlines(hexes: Collection[str]) -> str:
    return "".join(polygon_path([plus(centre(name), each) for each in CORNERS]) for name in sorted(hexes))
