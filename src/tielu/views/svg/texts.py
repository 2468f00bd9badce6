"""The texts of a hex: coordinates, tile number, values, letter, cost and name, each in the best place that is left."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import inf

from tielu.core.tiles import OFFBOARD, Face, Stop
from tielu.views.svg import glyphs
from tielu.views.svg.colours import PHASE_GROUNDS
from tielu.views.svg.labels import NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, Box, Room, at_corners, room_on
from tielu.views.svg.layout import StopPlace, plan_of
from tielu.views.svg.lettering import STANDALONE, Lettering
from tielu.views.svg.markup import element, text, text_width
from tielu.views.svg.models import HexDrawing

COORDINATE_AT = (0.0, -40.5)
TILE_NUMBER_AT = (0.0, 41.5)
# Sizes of names, as the lettering counts them.
NORMAL, SMALL, TINY = range(3)
_UPPER_FIRST = (NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST)
_LETTER_FIRST = (NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST)

# Where a cost may stand: above the middle, below it, then to the sides.
_COST_SPOTS = (
    (0, -25),
    (0, -22),
    (0, 25),
    (0, -28),
    (0, 0),
    (-24, -15),
    (24, -15),
    (-24, 15),
    (24, 15),
    (-16, 22),
    (16, 22),
    (12, -6),
)

# A name that costs no more than this need not look further.
GOOD_ENOUGH = 2.5

# How far apart lines of letters are that have no room above and below within their squares.
_SQUARE_LEADING = 1.12

_NAME_CLASSES = {NORMAL: "name", SMALL: "name small", TINY: "name tiny"}

# Sizes of letters, and for each of them places with what speaks against them.
NameSearch = tuple[tuple[int, list[tuple[float, float, float]]], ...]

# Where a name may stand, the best places first: below the middle, above it, then anywhere, and smaller.
_USUAL_ROWS = (24.0, 26.5, 22.0, 20.0, 29.0, 34.0, -24.0, -26.5, -22.0, -20.0, -29.0, -34.0, 0.0)
_USUAL = [(0.0, y, rank * 0.25) for rank, y in enumerate(_USUAL_ROWS)]
_ANYWHERE = sorted(
    (
        (x, y, GOOD_ENOUGH + abs(x) / 12 + (30 - abs(y)) / 20)
        for y in (20.0, 24.0, 29.0, -20.0, -24.0, -29.0, 12.0, -12.0)
        for x in (-7.0, 7.0, -14.0, 14.0, -21.0, 21.0)
    ),
    key=lambda spot: spot[2],
)
# Where two cities leave little: between them, and far to a side.
_NARROW = [
    (x, y, GOOD_ENOUGH + abs(x) / 12)
    for y in (0.0, 4.0, -4.0, 8.0, -8.0, 16.0, -16.0)
    for x in (0.0, -10.0, 10.0, -18.0, 18.0)
]
_IN_THE_MIDDLE: NameSearch = ((NORMAL, _USUAL), (SMALL, [(x, y, doubt + 1.0) for x, y, doubt in _USUAL]))
_EVERYWHERE: NameSearch = (
    (NORMAL, _USUAL),
    (NORMAL, _ANYWHERE),
    (SMALL, [(x, y, doubt + 1.0) for x, y, doubt in (*_USUAL, *_ANYWHERE)]),
    (TINY, [(x, y, doubt + 4.0) for x, y, doubt in (*_USUAL, *_ANYWHERE, *_NARROW)]),
)


def labels(drawing: HexDrawing) -> str:
    """All texts of a hex, each in the best place that is left."""
    return reference_marks(drawing) + labels_beside(drawing)


def reference_marks(drawing: HexDrawing) -> str:
    """The coordinates of a hex and the number of its tile, which have fixed places."""
    name = text(drawing.name, COORDINATE_AT, "coordinate") if drawing.name else ""
    return name + (text(drawing.face.tile, TILE_NUMBER_AT, "tile-number") if drawing.laid else "")


def labels_beside(drawing: HexDrawing, lettering: Lettering = STANDALONE) -> str:
    """All other texts."""
    cost = 0 if drawing.laid else drawing.cost
    return _labels(drawing.face, drawing.place, drawing.column, drawing.terrain, cost, lettering)


# Most of a map stays as it is from one picture to the next.
@lru_cache(maxsize=4096)
def _labels(face: Face, place: str, column: int, terrain: tuple[str, ...], cost: int, lettering: Lettering) -> str:
    plan = plan_of(face)
    room = room_on(face, plan)
    room.outside = lettering.outside
    room.boxes.append(Box(*COORDINATE_AT, 16, 8))
    if face.tile:
        room.boxes.append(Box(*TILE_NUMBER_AT, text_width(face.tile, 6.2), 7))
    parts = [_columns(stop, column, place, room, lettering) for stop in face.stops if len(stop.values) > 1]
    if place:
        parts.append(_name(place, room, lettering))
    # A value that belongs to one of several stops goes beside it before anything else takes the place.
    alike = len({stop.values for stop in face.stops}) == 1
    if not alike:
        parts += values_of(plan.stops, room, lettering.value_radius, beside=True)
    if face.label:
        box = room.take(at_corners(lettering.width(face.label, lettering.letter), 10, _LETTER_FIRST))
        parts.append(text(face.label, (box.x, box.y), "letter"))
    if alike:
        parts += values_of(plan.stops[:1], room, lettering.value_radius, beside=False)
    if cost:
        parts.append(_cost(cost, terrain, room, lettering, empty=not face.stops and not place))
    if face.colour == glyphs.SEA and any(stop.kind == OFFBOARD for stop in face.stops):
        box = room.take([(Box(x, y, 14, 14), 0.0) for x, y in ((0, -24), (0, 24), (-24, 0), (24, 0))])
        parts.append(glyphs.anchor((box.x, box.y)))
    return "".join(parts)


def values_of(stops: Sequence[StopPlace], room: Room, radius: float, *, beside: bool) -> list[str]:
    """What stops are worth, each beside its stop, or where there is room."""
    parts, size = [], 2 * radius
    for place in stops:
        if len(place.stop.values) > 1 or not place.stop.values[0]:
            continue
        if place.stop.kind == OFFBOARD or len(place.spaces) > 4:
            offers = [(Box(0, 0, size, size), 0.0)]
        else:
            offers = at_corners(size, size, _UPPER_FIRST, place.at if beside else None)
        box = room.take(offers)
        disc = element("circle", class_="value", cx=box.x, cy=box.y, r=radius)
        parts.append(disc + text(str(place.stop.values[0]), (box.x, box.y + 0.2), "amount"))
    return parts


def _columns(stop: Stop, now: int, name: str, room: Room, lettering: Lettering) -> str:
    """Values for the colours of the phases, that of the current phase marked, where they leave room for the name."""
    values, alone = stop.values, stop.kind == OFFBOARD
    width, height = lettering.wide_column if alone else lettering.column
    row, block = (len(values) * width, height), (width * 2, height * 2)
    offers = [
        (Box(x, y, *row), (abs(x) + abs(y)) / 20)
        for y in (0.0, 21.5, -21.5, 25.0, -25.0, 29.5, -29.5, 31.0, -31.0)
        for x in (0, -8, 8)
    ]
    offers += [(Box(x, y, *block), 2 + abs(x) / 20) for x in (0, 27, -27) for y in (0, 10, -10, 24, -24)]
    box = room.take(offers, lambda each: _cost_of_name(name, room, each, lettering))
    wide = box.width == row[0]
    parts, last = [], ""
    for number, amount in enumerate(values):
        right, down = (number, 0) if wide else (number % 2, number // 2)
        x, y = box.x - box.width / 2 + right * width, box.y - box.height / 2 + down * height
        current = number == now
        frame = element(
            "rect",
            class_=f"column {PHASE_GROUNDS[number]}" + (" now" if current else ""),
            x=x,
            y=y,
            width=width,
            height=height,
        )
        class_ = "column-amount" + (" large" if alone else "") + (" now-amount" if current else "")
        cell = frame + text(str(amount), (x + width / 2, y + height / 2 + 0.3), class_)
        parts.append("" if current else cell)
        last = cell if current else last
    return "".join(parts) + last


def _cost_of_name(place: str, room: Room, taken: Box, lettering: Lettering) -> float:
    """How badly a name would stand if a box were taken."""
    if not place:
        return 0.0
    return _find_name(place, Room(room.circles, [*room.boxes, taken], room.outside), _IN_THE_MIDDLE, lettering)[0]


def _cost(cost: int, terrain: tuple[str, ...], room: Room, lettering: Lettering, *, empty: bool) -> str:
    """What the first tile costs, with signs for the terrain; large where the hex is empty."""
    icons = [each for each in terrain if each in glyphs.TERRAIN]
    step, size = (16.0, lettering.large_cost) if empty else (11.0, lettering.cost)
    amount = lettering.width(str(cost), size)
    width = amount + step * len(icons)
    offers = [(Box(x, y, width, size + 1), rank * 0.5) for rank, (x, y) in enumerate(_COST_SPOTS)]
    box = Box(0, 0, width, size + 1) if empty else room.take(offers)
    left = box.x - width / 2
    parts = [
        glyphs.terrain(icon, (left + step * (number + 0.45), box.y), large=empty) for number, icon in enumerate(icons)
    ]
    at = (left + step * len(icons) + amount / 2, box.y + 0.3)
    return "".join(parts) + text(str(cost), at, "cost large" if empty else "cost")


@lru_cache(maxsize=512)
def name_lines(place: str, lettering: Lettering) -> tuple[str, ...]:
    """A name in one line, or in two if it is long or names two towns."""
    if " & " in place:
        first, _, second = place.partition(" & ")
        return f"{first} &", second
    if lettering.width(place, lettering.names[NORMAL]) > lettering.longest_line and " " in place:
        first, _, second = place.rpartition(" ")
        return first, second
    return (place,)


def _is_square(place: str) -> bool:
    """Whether letters fill their squares, as Chinese and Japanese ones do, so that lines need to be further apart."""
    return any(unicodedata.east_asian_width(each) == "W" for each in place)


@lru_cache(maxsize=512)
def _name_shape(place: str, size: float, lettering: Lettering) -> tuple[tuple[float, float, float], ...]:
    """For each line of a name how far it is below the middle, its width and its height."""
    lines = name_lines(place, lettering)
    leading = size * (_SQUARE_LEADING if len(lines) > 1 and _is_square(place) else lettering.leading)
    top = -(len(lines) - 1) * leading / 2
    return tuple(
        (top + row * leading, lettering.width(line, size) + 2, leading * 1.05) for row, line in enumerate(lines)
    )


def _find_name(place: str, room: Room, search: NameSearch, lettering: Lettering) -> tuple[float, int, list[Box]]:
    """The best place for a name: what it costs, its size and a box for each line; below the stops if possible."""
    best: tuple[float, int, list[Box]] = (inf, NORMAL, [])
    for size, spots in search:
        shape = _name_shape(place, lettering.names[size], lettering)
        for x, y, doubt in spots:
            if doubt >= best[0]:
                break
            boxes, cost = [], doubt
            for down, width, height in shape:
                boxes.append(Box(x, y + down, width, height))
                cost += room.cost(boxes[-1], best[0] - cost)
                if cost >= best[0]:
                    break
            else:
                best = cost, size, boxes
        if best[0] < GOOD_ENOUGH:
            break
    return best


def _name(place: str, room: Room, lettering: Lettering) -> str:
    _, size, boxes = _find_name(place, room, _EVERYWHERE, lettering)
    room.boxes += boxes
    class_ = _NAME_CLASSES[size]
    lines = list(zip(name_lines(place, lettering), boxes, strict=True))
    # The halo is a text of its own: not every program draws strokes below the letters.
    halo = "".join(text(line, (box.x, box.y), f"{class_} halo", aria_hidden="true") for line, box in lines)
    return halo + "".join(text(line, (box.x, box.y), class_) for line, box in lines)
