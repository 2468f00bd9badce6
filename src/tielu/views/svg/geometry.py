"""The shape of a hex: pointy-topped, its centre at (0, 0), y downwards, edges numbered as in the core."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tielu.core.hexes import EDGES
from tielu.views.svg.markup import Point, number, point

SIDE = 50.0
HALF_WIDTH = SIDE * math.sqrt(3) / 2
ROW_HEIGHT = SIDE * 1.5

# How far the handles of a curve reach, as a part of the way from edge to centre: arcs of 120°, 60°, and a line.
_HANDLES = {
    1: 4 / 3 * math.tan(math.pi / 6) * (SIDE / 2) / HALF_WIDTH,
    2: 4 / 3 * math.tan(math.pi / 12) * (SIDE * 3 / 2) / HALF_WIDTH,
    3: 2 / 3,
}

Curve = tuple[Point, Point, Point, Point]


def towards(degrees: float, distance: float) -> Point:
    """The place in a direction: 0° is east, 90° south."""
    return distance * math.cos(math.radians(degrees)), distance * math.sin(math.radians(degrees))


def edge_angle(edge: float) -> float:
    """The direction of an edge: 0 is the south-west, and they go clockwise."""
    return 120.0 + 60.0 * edge


def edge_point(edge: float, distance: float = HALF_WIDTH) -> Point:
    """The middle of an edge, or a place on the way to it."""
    return towards(edge_angle(edge), distance)


def corner(number_: int, distance: float = SIDE) -> Point:
    """The corner clockwise after an edge: 0 lies between the south-west and the west."""
    return edge_point(number_ + 0.5, distance)


CORNERS = tuple(corner(each) for each in range(EDGES))


def centre(name: str) -> Point:
    """Where a hex lies on the map."""
    return int(name[1:]) * HALF_WIDTH, (ord(name[0]) - ord("A")) * ROW_HEIGHT


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def scaled(a: Point, factor: float) -> Point:
    return a[0] * factor, a[1] * factor


def between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def turned(a: Point, rotation: int) -> Point:
    """The place after turning the hex by sixths, as a tile is rotated."""
    if not rotation:
        return a
    turn = math.radians(60 * rotation)
    return a[0] * math.cos(turn) - a[1] * math.sin(turn), a[0] * math.sin(turn) + a[1] * math.cos(turn)


def through(first: int, second: int) -> Curve:
    """Track from edge to edge: an arc that meets both at a right angle, or a straight line."""
    turn = min((first - second) % EDGES, (second - first) % EDGES)
    start, end = edge_point(first), edge_point(second)
    inward = 1 - _HANDLES[turn]
    return start, scaled(start, inward), scaled(end, inward), end


def into(edge: int, place: Point) -> Curve:
    """Track from an edge to a place inside: it leaves the edge at a right angle."""
    start = edge_point(edge)
    return start, scaled(start, 0.62), between(place, scaled(start, 0.5), 0.4), place


def along(curve: Curve, share: float) -> Point:
    """The place on a curve after a share of it."""
    return split(curve, share)[0][3]


def split(curve: Curve, share: float) -> tuple[Curve, Curve]:
    """The two parts of a curve (after de Casteljau)."""
    a, b, c, d = curve
    ab, bc, cd = between(a, b, share), between(b, c, share), between(c, d, share)
    abc, bcd = between(ab, bc, share), between(bc, cd, share)
    middle = between(abc, bcd, share)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def reverse(curve: Curve) -> Curve:
    return curve[3], curve[2], curve[1], curve[0]


def direction(curve: Curve, share: float) -> float:
    """The direction of a curve at a place on it, in degrees."""
    _, after = split(curve, share)
    return math.degrees(math.atan2(after[1][1] - after[0][1], after[1][0] - after[0][0]))


def is_straight(curve: Curve) -> bool:
    return all(_off_line(each, curve[0], curve[3]) < 0.05 for each in curve[1:3])


def _off_line(place: Point, a: Point, b: Point) -> float:
    length = distance(a, b) or 1.0
    return abs((b[0] - a[0]) * (a[1] - place[1]) - (a[0] - place[0]) * (b[1] - a[1])) / length


def drawn(curve: Curve, *, begin: bool = True) -> str:
    """The curve as path data; without `begin` it goes on where the path is."""
    start = f"M{point(curve[0])}" if begin else ""
    if is_straight(curve):
        return f"{start}L{point(curve[3])}"
    return start + "C" + " ".join(point(each) for each in curve[1:])


def shifted(curve: Curve, by: Point) -> Curve:
    a, b, c, d = (plus(each, by) for each in curve)
    return a, b, c, d


def polygon_path(places: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in places) + "Z"
