"""Drawing the map, layer by layer: hexes with their track, routes, stops, texts, and marks on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from tielu.core.hexes import EDGES, neighbour
from tielu.core.tiles import BLUE, Face, rotated
from tielu.views.svg import glyphs, routes, texts, tiles
from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, SIDE, centre, plus, polygon_path
from tielu.views.svg.markup import Point, element, group, moved, point, title, use
from tielu.views.svg.models import BoardDrawing, HexDrawing
from tielu.views.svg.surroundings import Box, surroundings
from tielu.views.title import view_of

MARGIN = 12.0
HEX_ID = "tielu-hex"


def board_box(drawing: BoardDrawing) -> Box:
    """Left, top, width and height of the map."""
    places = [centre(each.name) for each in drawing.hexes]
    left = min(x for x, _ in places) - HALF_WIDTH - MARGIN
    top = min(y for _, y in places) - SIDE - MARGIN
    right = max(x for x, _ in places) + HALF_WIDTH + MARGIN
    bottom = max(y for _, y in places) + SIDE + MARGIN
    return left, top, right - left, bottom - top


def definitions(title_name: str = "", faces: Iterator[Face] | tuple[Face, ...] = ()) -> str:
    """What is drawn more than once: the hex, the signs, and the track of every tile on the map."""
    shapes = element("path", id=HEX_ID, d=polygon_path(CORNERS)) + glyphs.DEFINITIONS
    for number, face in sorted({face.tile: face for face in faces}.items()):
        shapes += element("g", _upright_track(face), id=_track_id(title_name, number))
    return element("defs", shapes)


def _track_id(title_name: str, tile: str) -> str:
    return f"tielu-{title_name}-{tile}"


@lru_cache(maxsize=1024)
def _upright_track(face: Face) -> str:
    pieces = rotated(face.pieces, -face.rotation)
    return tiles.track(Face(face.tile, 0, face.colour, face.stops, pieces, face.label, face.ferry))


def board_layers(drawing: BoardDrawing) -> str:
    """All layers of the map, with what they use."""
    laid = tuple(each.face for each in drawing.hexes if each.laid)
    names = frozenset(each.name for each in drawing.hexes)
    layers = (
        group(surroundings(drawing.title, names, board_box(drawing)), class_="labels"),
        group("".join(_hex(drawing.title, each) for each in drawing.hexes), class_="hexes"),
        _lines(drawing),
        group(_of_runs(drawing, routes.lines), class_="routes"),
        group(_of_runs(drawing, routes.calls), class_="all-calls"),
        group("".join(_placed(each, tiles.stops(each)) for each in drawing.hexes), class_="stops"),
        group(_barriers(drawing) + _rings(drawing), class_="labels"),
        group("".join(_placed(each, texts.labels(each)) for each in drawing.hexes), class_="labels"),
        group(_of_runs(drawing, routes.badges), class_="labels"),
    )
    return definitions(drawing.title, laid) + "".join(layers)


def _of_runs(drawing: BoardDrawing, drawn: Callable[[BoardDrawing], str]) -> str:
    """A layer of every run: the first is seen, the others are away."""
    runs = (drawing.routes, *drawing.others)
    return "".join(
        group(drawn(replace(drawing, routes=each)), class_="away" if number else None, data_run=number)
        for number, each in enumerate(runs)
    )


def hex_content(drawing: HexDrawing, track: str) -> str:
    """The ground of a hex and what lies on it below the stops."""
    shape = use(HEX_ID, class_=f"ground {tiles.ground(drawing)}")
    return title(drawing.hint) + shape + tiles.terrain(drawing) + track + tiles.stubs(drawing.stub)


def _hex(title_name: str, drawing: HexDrawing) -> str:
    if drawing.laid:
        turn = f"rotate({60 * drawing.face.rotation})" if drawing.face.rotation else None
        track = element("use", href=f"#{_track_id(title_name, drawing.face.tile)}", transform=turn)
    else:
        track = tiles.track(drawing.face)
    drawn = group(
        hex_content(drawing, track),
        id=f"hex-{drawing.name}",
        class_="hex legal" if drawing.highlighted else "hex",
        data_hex=drawing.name,
        data_tile=drawing.face.tile or None,
        data_rotation=drawing.face.rotation if drawing.laid else None,
        transform=moved(centre(drawing.name)),
    )
    if not drawing.link:
        return drawn
    # A link can be reached by keys and needs no script.
    return element("a", drawn, href=drawing.link, aria_label=drawing.hint)


def _placed(drawing: HexDrawing, content: str) -> str:
    return group(content, class_=f"on-{tiles.ground(drawing)}", transform=moved(centre(drawing.name)))


def _side(name: str, edge: int) -> str:
    """The side of a hex as path data."""
    at = centre(name) if name else (0.0, 0.0)
    return f"M{point(plus(at, CORNERS[edge - 1]))}L{point(plus(at, CORNERS[edge]))}"


def _lines(drawing: BoardDrawing) -> str:
    """The edge of the map, and the coast between land and sea."""
    known = {each.name: each for each in drawing.hexes}
    border, coast, sea = [], [], view_of(drawing.title).sea
    for each in drawing.hexes:
        for edge in range(EDGES):
            other = known.get(neighbour(each.name, edge))
            if other is None and neighbour(each.name, edge) in sea and each.face.colour != BLUE:
                coast.append(_side(each.name, edge))
            elif other is None:
                border.append(_side(each.name, edge))
            elif each.face.colour != BLUE and other.face.colour == BLUE:
                coast.append(_side(each.name, edge))
    kinds = (("coast", coast), ("border", border))
    return "".join(element("path", class_=kind, d="".join(sides)) for kind, sides in kinds if sides)


def _barriers(drawing: BoardDrawing) -> str:
    """Sides that no track may cross, each once."""
    barriers: dict[frozenset[str], str] = {}
    for each in drawing.hexes:
        for edge in each.barriers:
            barriers.setdefault(frozenset((each.name, neighbour(each.name, edge))), _side(each.name, edge))
    return element("path", class_="barrier", d="".join(barriers.values())) if barriers else ""


def _rings(drawing: BoardDrawing) -> str:
    return "".join(ring(centre(each.name)) for each in drawing.hexes if each.highlighted)


def hex_marks(drawing: HexDrawing) -> str:
    """The marks of a hex that lies nowhere."""
    barriers = "".join(_side("", edge) for edge in drawing.barriers)
    shown = element("path", class_="barrier", d=barriers) if barriers else ""
    return shown + (ring((0.0, 0.0)) if drawing.highlighted else "")


def ring(at: Point) -> str:
    """The ring around a hex that stands out: a line inside of its sides, on a light one, seen on any ground."""
    where = f"{moved(at)}scale(.96)"
    return "".join(element("use", href=f"#{HEX_ID}", class_=each, transform=where) for each in ("ring-under", "ring"))
