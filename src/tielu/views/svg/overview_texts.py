"""The texts of a hex on a map that is seen as a whole: fewer and larger than from near, each in a place of its own.

Positions are found for the size that letters have where the whole map of 1880 fits on a desk; the style sheet lets
them grow and shrink with the zoom.
"""

from __future__ import annotations

from functools import lru_cache

from tielu.core.tiles import Face, Stop
from tielu.views.svg.colours import PHASE_GROUNDS
from tielu.views.svg.labels import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    Box,
    Room,
    at_corners,
    room_on,
)
from tielu.views.svg.layout import plan_of
from tielu.views.svg.markup import condensed_width, element, text
from tielu.views.svg.models import HexDrawing
from tielu.views.svg.texts import values_of

SIZE = 17.2
VALUE_RADIUS = 10.8
# Markers grow with their letters.
_MARKER_GROWTH = 1.6
_LINE_HEIGHT = SIZE * 0.86
_LONGEST_NAME = 84.0
# A name may reach over the side of its hex before it covers a value or a marker.
_OUTSIDE = 1.0
_LETTER_FIRST = (NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, NORTH, SOUTH)
_ROWS = (22.5, -22.5, 26.0, -26.0, 30.0, -30.0, 37.5, -37.5, 34.0, -34.0, 16.0, -16.0, 8.0, -8.0, 0.0)
_COLUMNS = (0.0, -7.0, 7.0, -14.0, 14.0, -21.0, 21.0)
_SPOTS = tuple((x, y, rank * 0.3 + abs(x) / 9) for rank, y in enumerate(_ROWS) for x in _COLUMNS)


def overview_labels(drawing: HexDrawing) -> str:
    """The texts of a hex that are read from afar."""
    cost = 0 if drawing.laid else drawing.cost
    return _labels(drawing.face, short_name(drawing.place), drawing.column, cost)


def short_name(place: str) -> str:
    """Of two towns in one hex the first; of a name too long for its hex the last word."""
    first = place.partition(" & ")[0]
    return first if condensed_width(first, SIZE) <= _LONGEST_NAME else first.rpartition(" ")[2]


@lru_cache(maxsize=4096)
def _labels(face: Face, name: str, column: int, cost: int) -> str:
    plan = plan_of(face)
    room = _room(face)
    parts = [_rising(stop, column, room) for stop in face.stops if len(stop.values) > 1]
    if face.label:
        box = room.take(at_corners(condensed_width(face.label, SIZE), _LINE_HEIGHT, _LETTER_FIRST))
        parts.append(text(face.label, (box.x, box.y), "letter"))
    if name:
        parts.append(_name(name, room))
    alike = len({stop.values for stop in face.stops}) == 1
    parts += values_of(plan.stops[:1] if alike else plan.stops, room, VALUE_RADIUS, beside=not alike)
    if cost:
        parts.append(_cost(cost, room))
    return "".join(parts)


def _room(face: Face) -> Room:
    """What track and markers leave; a name hides a piece of track rather than a marker."""
    near = room_on(face, plan_of(face))
    circles = [
        (x, y, radius + (_MARKER_GROWTH if weight > 2 else 0), weight if weight > 2 else 1.0)
        for x, y, radius, weight in near.circles
    ]
    return Room(circles, outside=_OUTSIDE)


def _name(name: str, room: Room) -> str:
    """A name where it covers least."""
    width = condensed_width(name, SIZE)
    box = room.take([(Box(x, y, width, _LINE_HEIGHT), doubt) for x, y, doubt in _SPOTS])
    return text(name, (box.x, box.y), "name halo")


def _rising(stop: Stop, now: int, room: Room) -> str:
    """Of values that rise that of this phase, on the colour of its column."""
    number = max(now, 0)
    amount = str(stop.values[number])
    width, height = condensed_width(amount, SIZE) + 5, _LINE_HEIGHT + 3
    spots = ((0.0, 0.0, 0.0), *_SPOTS)
    box = room.take([(Box(x, y, width, height), doubt) for x, y, doubt in spots])
    ground = f"column {PHASE_GROUNDS[number]} now"
    frame = element("rect", class_=ground, x=box.x - width / 2, y=box.y - height / 2, width=width, height=height)
    return frame + text(amount, (box.x, box.y), "column-amount now-amount")


def _cost(cost: int, room: Room) -> str:
    """What the first tile costs; the ground tells why."""
    width = condensed_width(str(cost), SIZE)
    rows = (0.0, *_ROWS)
    box = room.take([(Box(0.0, y, width, _LINE_HEIGHT), rank * 0.3) for rank, y in enumerate(rows)])
    return text(str(cost), (box.x, box.y), "cost")
