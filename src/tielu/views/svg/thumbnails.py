"""Small drawings for cards and overviews, as few bytes as possible: the map without texts, and a line of prices."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tielu import Game
from tielu.core.tiles import FIRST_STOP, Face
from tielu.views.svg import tiles
from tielu.views.svg.board import board_box
from tielu.views.svg.geometry import ROW_HEIGHT, centre, edge_point, plus
from tielu.views.svg.layout import is_far, plan_of
from tielu.views.svg.markup import Picture, Point, element, group, number
from tielu.views.svg.models import BoardDrawing, HexDrawing
from tielu.views.svg.scene import board_drawing

# A hex that is 52 wide and 60 high has nearly the right shape and corners at whole numbers.
_SCALE = 45 / ROW_HEIGHT
_HEX = "l26,15v30l-26,15-26-15v-30z"
_HEX_TOP = -30

SPARK_WIDTH, SPARK_HEIGHT, _SPARK_MARGIN = 200.0, 34.0, 4.0


def overview_picture(game: Game) -> Picture:
    """The grounds of the map alone, for a page that has the style sheet: where on the map one is."""
    drawing = board_drawing(game)
    return _map_picture(drawing, _grounds(drawing))


def thumbnail_picture(game: Game) -> Picture:
    """The map with track and stations but without texts, for a page that has the style sheet."""
    drawing = board_drawing(game)
    return _map_picture(drawing, _grounds(drawing) + _tracks(drawing) + _stops(drawing))


def _map_picture(drawing: BoardDrawing, content: str) -> Picture:
    """What is drawn has whole numbers; the box is that of the whole map, for a page that marks a part of it."""
    box = board_box(drawing)
    scaled = group(content, transform=f"scale({1 / _SCALE:.4f})")
    return _hidden_picture("tielu thumbnail", " ".join(number(each) for each in box), scaled, box[2:])


def _hidden_picture(class_: str, box: str, content: str, size: tuple[float, float], **attributes: str) -> Picture:
    """A picture that says nothing to those who cannot see it: words beside it do."""
    drawn = element("svg", content, class_=class_, viewBox=box, aria_hidden="true", **attributes)
    return Picture(drawn, *size)


def _at(place: Point) -> str:
    return f"{round(place[0] * _SCALE)},{round(place[1] * _SCALE)}"


def _grounds(drawing: BoardDrawing) -> str:
    """One path for all hexes of a colour."""
    found: dict[str, list[str]] = {}
    for each in drawing.hexes:
        x, y = centre(each.name)
        found.setdefault(tiles.ground(each), []).append(f"M{round(x * _SCALE)},{round(y * _SCALE) + _HEX_TOP}{_HEX}")
    return "".join(element("path", class_=ground, d="".join(hexes)) for ground, hexes in sorted(found.items()))


def _tracks(drawing: BoardDrawing) -> str:
    """All track as one line, bent once in the middle of each hex."""
    pieces = "".join(_track(each) for each in drawing.hexes)
    return element("path", class_="small-rail", d=pieces) if pieces else ""


def _track(drawing: HexDrawing) -> str:
    face, middle = drawing.face, centre(drawing.name)
    near = [piece for piece in face.pieces if not is_far(face, piece)]
    return "".join(_piece(face, piece, middle) for piece in near)


def _piece(face: Face, piece: tuple[int, int], middle: Point) -> str:
    edge, end = sorted(piece)
    start = _at(plus(middle, edge_point(edge)))
    if end < FIRST_STOP:
        return f"M{start}Q{_at(middle)} {_at(plus(middle, edge_point(end)))}"
    return f"M{start}L{_at(plus(middle, plan_of(face).stops[end - FIRST_STOP].at))}"


def _stops(drawing: BoardDrawing) -> str:
    """Spaces of cities, with markers in the colours of their companies, and towns: each a dot."""
    spaces: list[str] = []
    towns: list[str] = []
    markers: dict[str, list[str]] = {}
    for each in drawing.hexes:
        middle = centre(each.name)
        for place, standing in zip(plan_of(each.face).stops, each.markers, strict=True):
            dots = [f"M{_at(plus(middle, at))}h0" for at in place.spaces or (place.at,)]
            (spaces if place.spaces else towns if place.is_town else []).extend(dots)
            for shown, dot in zip((marker for marker in standing if not marker.reserved), dots, strict=False):
                markers.setdefault(shown.colour, []).append(dot)
    kinds = [("small-town", towns), ("small-rim", spaces), ("small-city", spaces)]
    drawn = [element("path", class_=kind, d="".join(dots)) for kind, dots in kinds if dots]
    drawn += [
        element("path", class_="small-marker", stroke=colour, d="".join(dots))
        for colour, dots in sorted(markers.items())
    ]
    return "".join(drawn)


@lru_cache(maxsize=1024)
def sparkline_picture(prices: tuple[int | None, ...], par: int) -> Picture:
    """The price of a company in each round, None before it was founded, with a dashed line at its starting price.

    It stretches to the room it is given; a page sets its colour as `--c`.
    """
    known = [(at, price) for at, price in enumerate(prices) if price is not None]
    if not known:
        return _spark("")
    values = [par, *(price for _, price in known)]
    low, high = min(values), max(values)
    step, room = SPARK_WIDTH / max(1, len(prices) - 1), SPARK_HEIGHT - 2 * _SPARK_MARGIN

    def height(price: int) -> float:
        return SPARK_HEIGHT - _SPARK_MARGIN - room * (price - low) / max(1, high - low)

    base = element("path", class_="base", d=f"M{known[0][0] * step:.0f},{height(par):.1f}H{SPARK_WIDTH:.0f}")
    return _spark(base + element("path", d="M" + "L".join(_places((at * step, height(price)) for at, price in known))))


def _places(places: Iterable[Point]) -> Iterable[str]:
    return (f"{x:.0f},{y:.1f}" for x, y in places)


def _spark(content: str) -> Picture:
    box = f"0 0 {SPARK_WIDTH:.0f} {SPARK_HEIGHT:.0f}"
    return _hidden_picture("spark", box, content, (SPARK_WIDTH, SPARK_HEIGHT), preserveAspectRatio="none")
