"""The surroundings of the map: sea where there is sea, so that the coast can be seen; the paper is land."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, ROW_HEIGHT, SIDE, centre, plus, polygon_path
from tielu.views.svg.markup import element, number
from tielu.views.title import view_of

Box = tuple[float, float, float, float]


def hexes_of_rows(rows: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    """The names of hexes that are given by their columns, row by row."""
    return frozenset(f"{row}{column}" for row, columns in rows.items() for column in columns)


# A page may show more than the picture where its room has another shape.
_FURTHER = 1500.0


@lru_cache(maxsize=8)
def surroundings(title: str, names: frozenset[str], box: Box) -> str:
    """The sea between the map and the edge of the picture, and further out."""
    sea = {name for name in _within(box) if name in view_of(title).sea and name not in names}
    return element("path", class_="beyond-sea", d=_outlines(sea) + _open_sea(sea, box)) if sea else ""


def _open_sea(sea: Collection[str], box: Box) -> str:
    """Where there is sea at the edge of the picture, it goes on: bars outwards."""
    left, top, width, height = box
    parts = []
    for name in sorted(sea):
        x, y = centre(name)
        if x + HALF_WIDTH >= left + width:
            parts.append(_bar(x, y - ROW_HEIGHT / 2, _FURTHER, ROW_HEIGHT))
        if x - HALF_WIDTH <= left:
            parts.append(_bar(x - _FURTHER, y - ROW_HEIGHT / 2, _FURTHER, ROW_HEIGHT))
        if y + SIDE >= top + height:
            wide = _FURTHER if x + HALF_WIDTH >= left + width else HALF_WIDTH
            parts.append(_bar(x - HALF_WIDTH, y, HALF_WIDTH + wide, _FURTHER))
    return "".join(parts)


def _bar(x: float, y: float, width: float, height: float) -> str:
    return f"M{number(x)},{number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def _within(box: Box) -> Iterator[str]:
    """Yield the hexes that lie in a picture at least in part; rows above the first have no name and no sea."""
    left, top, width, height = box
    for row in range(int((top - SIDE) // ROW_HEIGHT), int((top + height + SIDE) // ROW_HEIGHT) + 1):
        for column in range(int(left // HALF_WIDTH) - 1, int((left + width) // HALF_WIDTH) + 2):
            if (row + column) % 2:
                yield f"{chr(ord('A') + row)}{column}"


def _outlines(hexes: Collection[str]) -> str:
    return "".join(polygon_path([plus(centre(name), each) for each in CORNERS]) for name in sorted(hexes))
