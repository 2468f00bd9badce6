"""The surroundings of the map: sea where there is sea, so that the coast can be seen; the paper is land."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, ROW_HEIGHT, SIDE, centre, plus, polygon_path
from tielu.views.svg.markup import Point, element
from tielu.views.title import view_of

Box = tuple[float, float, float, float]


def hexes_of_rows(rows: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    """The names of hexes that are given by their columns, row by row."""
    return frozenset(f"{row}{column}" for row, columns in rows.items() for column in columns)


# A page may show more than the picture where its room has another shape.
_FURTHER = 3000.0
# How wide the shallows are, where the paper turns into open sea.
_SHALLOWS = 5 * ROW_HEIGHT
# How blue they are on the way: slowly at first and slowly at last, so that no edge is seen.
_DEPTHS = {0.0: 0.0, 0.2: 0.1, 0.5: 0.5, 0.8: 0.9, 1.0: 1.0}


@lru_cache(maxsize=8)
def surroundings(title: str, names: frozenset[str], box: Box) -> str:
    """The sea between the map and the edge of the picture, and further out, deeper and deeper blue."""
    sea = {name for name in _within(box) if name in view_of(title).sea and name not in names}
    if not sea:
        return ""
    shore = _shore(sea, box)
    if shore is None:
        return element("path", class_="beyond-sea", d=_outlines(sea))
    (x, y), (away_x, away_y) = shore
    deep = plus((x, y), (away_x * _SHALLOWS, away_y * _SHALLOWS))
    stops = "".join(element("stop", class_="sea-stop", offset=at, stop_opacity=depth) for at, depth in _DEPTHS.items())
    paint = f"tielu-{title}-sea"
    gradient = element(
        "linearGradient", stops, id=paint, gradientUnits="userSpaceOnUse", x1=x, y1=y, x2=deep[0], y2=deep[1]
    )
    beyond = _beyond((x, y), (away_x, away_y))
    return element("defs", gradient) + element(
        "path", class_="beyond-sea", fill=f"url(#{paint})", d=_outlines(sea) + beyond
    )


def _shore(sea: Collection[str], box: Box) -> tuple[Point, Point] | None:
    """A line between the two places where land and sea meet at the edge of the picture: a point of it, and seawards.

    None where the sea does not reach the edge, or only in one place.
    """
    left, top, width, height = box
    middle = left + width / 2, top + height / 2
    met = sorted(_met(sea, box), key=lambda each: math.atan2(each[1] - middle[1], each[0] - middle[0]))
    if len(met) < 2:
        return None
    # The land is the widest gap between neighbours around the picture.
    turns = [math.atan2(y - middle[1], x - middle[0]) for x, y in met]
    gaps = [(turns[at] - turns[at - 1]) % math.tau for at in range(len(met))]
    at = gaps.index(max(gaps))
    (ax, ay), (bx, by) = met[at], met[at - 1]
    length = math.hypot(bx - ax, by - ay)
    if not length:
        return None
    normal = (ay - by) / length, (bx - ax) / length
    outwards = sum((x - ax) * normal[0] + (y - ay) * normal[1] for x, y in met)
    if not outwards:
        outwards = (ax - middle[0]) * normal[0] + (ay - middle[1]) * normal[1]
    return ((ax + bx) / 2, (ay + by) / 2), normal if outwards > 0 else (-normal[0], -normal[1])


def _met(sea: Collection[str], box: Box) -> Iterator[Point]:
    """Yield where hexes of the sea meet the edge of the picture; above the map there is no sea."""
    left, top, width, height = box
    for name in sorted(sea):
        x, y = centre(name)
        if x + HALF_WIDTH >= left + width:
            yield left + width, y
        if x - HALF_WIDTH <= left:
            yield left, y
        if y + SIDE >= top + height:
            yield x, top + height


def _beyond(shore: Point, away: Point) -> str:
    """All that lies seawards of the shore, far beyond the picture; it turns as hexes do, so that they become one."""
    along, out = (-away[1] * _FURTHER, away[0] * _FURTHER), (away[0] * _FURTHER, away[1] * _FURTHER)
    here, there = plus(shore, along), plus(shore, (-along[0], -along[1]))
    return polygon_path([there, plus(there, out), plus(here, out), here])


def _within(box: Box) -> Iterator[str]:
    """Yield the hexes that lie in a picture at least in part; rows above the first have no name and no sea."""
    left, top, width, height = box
    for row in range(int((top - SIDE) // ROW_HEIGHT), int((top + height + SIDE) // ROW_HEIGHT) + 1):
        for column in range(int(left // HALF_WIDTH) - 1, int((left + width) // HALF_WIDTH) + 2):
            if (row + column) % 2:
                yield f"{chr(ord('A') + row)}{column}"


def _outlines(hexes: Collection[str]) -> str:
    return "".join(polygon_path([plus(centre(name), each) for each in CORNERS]) for name in sorted(hexes))
