"""How large letters are on the map: in a file that stands alone, and in the condensed letters of the pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tielu.views.svg.markup import condensed_width, text_width

# Letters on pages grow with `--k`; places are found for letters that have grown by this much.
_GROWTH = 1.15


@dataclass(frozen=True)
class Lettering:
    """Sizes for which texts find their places: those of names fall until one has room.

    `column` is a cell of values that rise where a city stands beside it, `wide_column` where the hex has nothing else;
    `outside` says how bad it is to reach over the side of the hex.
    """

    names: tuple[float, float, float]
    leading: float
    longest_line: float
    value_radius: float
    letter: float
    cost: float
    large_cost: float
    column: tuple[float, float]
    wide_column: tuple[float, float]
    width: Callable[[str, float], float]
    outside: float


STANDALONE = Lettering(
    names=(9.5, 8.0, 7.0),
    leading=1.03,
    longest_line=66.0,
    value_radius=7.2,
    letter=15.0,
    cost=8.5,
    large_cost=10.0,
    column=(12.5, 10.5),
    wide_column=(14.5, 12.5),
    width=text_width,
    outside=5.0,
)
ON_PAGES = Lettering(
    names=(12.0 * _GROWTH, 10.6 * _GROWTH, 9.8 * _GROWTH),
    leading=0.9,
    longest_line=70.0,
    value_radius=8.0 * _GROWTH,
    letter=12.5 * _GROWTH,
    cost=11.5 * _GROWTH,
    large_cost=11.5 * _GROWTH,
    column=(13.5, 12.0),
    wide_column=(16.0, 14.0),
    width=condensed_width,
    outside=2.5,
)
