"""What lies around the map: sea where there is sea, so that the coast can be seen, and land everywhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, ROW_HEIGHT, SIDE, centre, plus, polygon_path
from tielu.views.svg.markup import element

# Hexes beyond the edge that are sea, row by row. They are no part of any game: geography, for the eye only.
_ROWS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "1880": {
        "G": (17,),
        "H": (16, 18),
        "I": (17,),
        "J": (18,),
        "K": (17,),
        "L": (18,),
        "M": (17,),
        "N": (18,),
        "O": (17,),
        "P": (16, 18),
        "Q": (9, 11, 17),
        "R": (8, 10, 12, 14, 16, 18),
    },
    "1888": {
        "E": (21,),
        "F": (20, 22),
        "G": (19, 21, 23),
        "H": (18, 20, 22),
        "I": (15, 17, 19, 21, 23),
        "J": (14, 16, 18, 20, 22),
    },
}
SEA: Mapping[str, frozenset[str]] = {
    title: frozenset(f"{row}{column}" for row, columns in rows.items() for column in columns)
    for title, rows in _ROWS.items()
}

Box = tuple[float, float, float, float]


@lru_cache(maxsize=8)
def around(title: str, names: frozenset[str], box: Box) -> str:
    """The land and the sea between the map and the edge of the picture."""
    outside = [name for name in _within(box) if name not in names]
    sea = SEA.get(title, frozenset())
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
