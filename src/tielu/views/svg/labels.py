"""Texts on a hex find their place by simple rules: away from track and stops, inside the hex, best place first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import hypot, inf, sqrt

from tielu.core.tiles import FIRST_STOP, OFFBOARD, Face
from tielu.views.svg.geometry import HALF_WIDTH, SIDE, along, corner
from tielu.views.svg.layout import FAR_LENGTH, RIM, SPACE, TOWN_DOT, Plan, is_far
from tielu.views.svg.markup import Point

TRACK_RADIUS = 5.0
_SAMPLES = (0.08, 0.25, 0.42, 0.6, 0.8, 0.97)
_MARGIN = 1.0
_SQRT_3 = sqrt(3)

# The corners of a hex never have track: numbered as in the geometry, 0 is the one in the south-west.
SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST, SOUTH = range(6)


@dataclass(frozen=True, order=True)
class Box:
    """A rectangle by its middle and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class Room:
    """What is taken in a hex: circles around track and stops, and the boxes of texts that have their place.

    A circle is x, y, its radius, and how bad it is to cover it: markers must be read, track shows on both sides.
    `outside` says how bad it is to reach over the side of the hex.
    """

    circles: list[tuple[float, float, float, float]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    outside: float = 5.0

    def cost(self, box: Box, limit: float = inf) -> float:
        """How much a box would cover, and how far it would stick out of the hex; from a limit on, anything above it."""
        half_width, half_height = box.width / 2, box.height / 2
        total = self.outside * _outside(box)
        for other in self.boxes:
            across = (box.width + other.width) / 2 - abs(box.x - other.x)
            down = (box.height + other.height) / 2 - abs(box.y - other.y)
            if across > 0 and down > 0:
                total += 6 + min(across, down) * 4
        for x, y, radius, weight in self.circles:
            across = abs(x - box.x) - half_width
            down = abs(y - box.y) - half_height
            if across < radius and down < radius:
                if total >= limit:
                    break
                total += weight * max(0.0, radius - hypot(max(across, 0.0), max(down, 0.0)))
        return total

    def take(self, offers: Iterable[tuple[Box, float]], further: Callable[[Box], float] | None = None) -> Box:
        """Take the best of the boxes offered, each with what speaks against it; the first of equals wins.

        `further` tells what else a box would cost; it is asked for those that have a chance.
        """
        ranked = sorted((doubt + self.cost(box), number, box) for number, (box, doubt) in enumerate(offers))
        best, least = ranked[0][2], inf
        for cost, _, box in ranked:
            if cost >= least:
                break
            whole = cost + (further(box) if further is not None else 0.0)
            if whole < least:
                best, least = box, whole
        self.boxes.append(best)
        return best


def _outside(box: Box) -> float:
    """How far a box sticks out of the hex, at the worst of its corners."""
    x, y = abs(box.x) + box.width / 2, abs(box.y) + box.height / 2
    return max(0.0, x - HALF_WIDTH + _MARGIN) + 2 * max(0.0, y + x / _SQRT_3 - SIDE + _MARGIN)


def room_on(face: Face, plan: Plan) -> Room:
    """The room that track and stops leave."""
    room = Room()
    for piece, curve in zip(face.pieces, plan.curves, strict=True):
        shown = _shown(face, piece) / HALF_WIDTH
        shares = [share for share in _SAMPLES if share < shown]
        room.circles += [(*along(curve, share), TRACK_RADIUS, 2.0) for share in shares]
    for place in plan.stops:
        if place.is_city:
            room.circles += [(x, y, place.space + RIM + 1, 4.0) for x, y in place.spaces]
            if len(place.spaces) == 3:
                room.circles.append((*place.at, SPACE + RIM, 4.0))
        elif place.stop.kind != OFFBOARD:
            room.circles.append((*place.at, TOWN_DOT + 2, 4.0))
    return room


def _shown(face: Face, piece: tuple[int, int]) -> float:
    """How much of a piece of track can be seen: not what lies under a ring of spaces."""
    if is_far(face, piece):
        return FAR_LENGTH
    end = max(piece)
    return FAR_LENGTH if end >= FIRST_STOP and face.stops[end - FIRST_STOP].slots > 4 else HALF_WIDTH


def at_corners(width: float, height: float, order: Iterable[int], near: Point | None = None) -> list[tuple[Box, float]]:
    """Boxes in the corners, the first one liked best, or the one that is nearest to a place."""
    offers = []
    for rank, number in enumerate(order):
        doubt = rank * 0.6 if near is None else rank * 0.05 + hypot(*_from(corner(number, 37.0), near)) / 10
        for far, more in ((37.0, 0.0), (39.5, 0.2)):
            x, y = corner(number, far)
            offers.append((Box(x, y, width, height), doubt + more))
    return offers


def _from(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]
