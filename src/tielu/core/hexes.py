"""Coordinates of pointy-topped hexes: the letter is the row, the number the column."""

from __future__ import annotations

from typing import Final

EDGES: Final = 6
ALL_EDGES: Final = (1 << EDGES) - 1

# Row and column steps over edge 0 = south-west, 1 = west, 2 = north-west, 3 = north-east, 4 = east, 5 = south-east.
_STEPS: Final[tuple[tuple[int, int], ...]] = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def opposite(edge: int) -> int:
    """The edge of the neighbouring hex that lies against `edge`."""
    return (edge + 3) % EDGES


def neighbour(name: str, edge: int) -> str:
    """The name of the hex over `edge` of the hex called `name`, whether or not the map has it."""
    row_step, column_step = _STEPS[edge]
    return f"{chr(ord(name[0]) + row_step)}{int(name[1:]) + column_step}"
