"""Drawing the map, layer by layer: hexes with their track, routes, stops, texts, and marks on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from tielu.core.hexes import EDGES, neighbour
from tielu.core.tiles import BLUE, Face, rotated
from tielu.views.svg import glyphs, routes, texts, tiles
from tielu.views.svg.geometry import CORNERS, HALF_WIDTH, SIDE, centre, plus, polygon_path
from tielu.views.svg.layout import plan_of
from tielu.views.svg.lettering import ON_PAGES
from tielu.views.svg.markup import Point, element, group, moved, point, text, text_width, title, use
from tielu.views.svg.models import BoardDrawing, HexDrawing
from tielu.views.svg.overview_texts import overview_labels
from tielu.views.svg.surroundings import Box, surroundings
from tielu.views.title import view_of

MARGIN = 12.0
HEX_ID = "tielu-hex"
TAG_AT = (0.0, -38.0)
TAG_HEIGHT = 17.0
STOP_TARGET = 19.0

LabelsOf = Callable[[HexDrawing], str]


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


def labels_for_zoom(drawing: HexDrawing) -> str:
    """The texts of a hex twice, for a page that tells by a class how near the map is seen."""
    near, far = texts.labels_beside(drawing, ON_PAGES), overview_labels(drawing)
    return texts.reference_marks(drawing) + group(near, class_="detail") + group(far, class_="overview")


def board_layers(drawing: BoardDrawing, labels_of: LabelsOf = texts.labels) -> str:
    """All layers of the map, with what they use."""
    laid = tuple(each.face for each in drawing.hexes if each.laid)
    names = frozenset(each.name for each in drawing.hexes)
    layers = (
        group(surroundings(drawing.title, names, board_box(drawing)), class_="labels"),
        group("".join(_hex(drawing.title, each) for each in drawing.hexes), class_="hexes"),
        _lines(drawing.title, tuple((each.name, each.face.colour == BLUE) for each in drawing.hexes)),
        group(_of_runs(drawing, routes.lines), class_="routes"),
        group(_of_runs(drawing, routes.calls), class_="all-calls"),
        group("".join(_placed(each, tiles.stops) for each in drawing.hexes), class_="stops"),
        group(_barriers(drawing) + _changes(drawing) + _rings(drawing), class_="labels"),
        group("".join(_placed(each, labels_of) for each in drawing.hexes), class_="labels"),
        group(_of_runs(drawing, routes.badges), class_="labels"),
        group("".join(_tag(each) for each in drawing.hexes if each.changed_by), class_="labels"),
        group(_stop_links(drawing), class_="next-stops"),
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


# From one page to the next nearly all hexes stay as they are.
@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=8192)
def _placed(drawing: HexDrawing, draw: Callable[[HexDrawing], str]) -> str:
    return group(draw(drawing), class_=f"on-{tiles.ground(drawing)}", transform=moved(centre(drawing.name)))


def _side(name: str, edge: int) -> str:
    """The side of a hex as path data."""
    at = centre(name) if name else (0.0, 0.0)
    return f"M{point(plus(at, CORNERS[edge - 1]))}L{point(plus(at, CORNERS[edge]))}"


@lru_cache(maxsize=64)
def _lines(title_name: str, hexes: tuple[tuple[str, bool], ...]) -> str:
    """The edge of the map, and the coast between land and sea; of each hex its name and whether it is blue."""
    is_blue = dict(hexes)
    border, coast, sea = [], [], view_of(title_name).sea
    for name, blue in hexes:
        for edge in range(EDGES):
            other = neighbour(name, edge)
            if other not in is_blue and other in sea and not blue:
                coast.append(_side(name, edge))
            elif other not in is_blue:
                border.append(_side(name, edge))
            elif not blue and is_blue[other]:
                coast.append(_side(name, edge))
    kinds = (("coast", coast), ("border", border))
    return "".join(element("path", class_=kind, d="".join(sides)) for kind, sides in kinds if sides)


def _barriers(drawing: BoardDrawing) -> str:
    """Sides that no track may cross, each once."""
    barriers: dict[frozenset[str], str] = {}
    for each in drawing.hexes:
        for edge in each.barriers:
            barriers.setdefault(frozenset((each.name, neighbour(each.name, edge))), _side(each.name, edge))
    return _fence("".join(barriers.values())) if barriers else ""


def _fence(sides: str) -> str:
    """A barred line: no ring around a hex looks like it, in whatever colours."""
    return "".join(element("path", class_=each, d=sides) for each in ("barrier-under", "barrier", "barrier-bars"))


def _rings(drawing: BoardDrawing) -> str:
    """Rings around hexes where something may be done; that of the picked one comes last, above its neighbours'."""
    ringed = [each for each in drawing.hexes if each.highlighted or each.picked]
    return "".join(ring(each) for each in sorted(ringed, key=lambda each: each.picked))


def _stop_links(drawing: BoardDrawing) -> str:
    """A ring around each stop that can be chosen, or around its hex; all that is within can be pressed."""
    hexes, parts = {each.name: each for each in drawing.hexes}, []
    for each in drawing.stops:
        if each.alone:
            where = f"{moved(centre(each.hex))}scale(.96)"
            rings = "".join(_outline(class_, where) for class_ in ("target", "ring-under", "ring"))
        else:
            at = plus(centre(each.hex), plan_of(hexes[each.hex].face).stops[each.stop].at)
            rings = "".join(
                element("circle", class_=class_, cx=at[0], cy=at[1], r=STOP_TARGET)
                for class_ in ("target", "ring-under", "ring")
            )
        name, hint = each.link.label, title(each.link.label)
        parts.append(element("a", hint + rings, class_="next-stop", href=each.link.address, aria_label=name))
    return "".join(parts)


def _changes(drawing: BoardDrawing) -> str:
    """Dashed rings around hexes that have changed, further inside where another ring is."""
    parts = []
    for each in drawing.hexes:
        if each.changed_by:
            where = f"{moved(centre(each.name))}scale({'.86' if each.highlighted else '.95'})"
            parts += [_outline(class_, where) for class_ in ("changed-under", "changed")]
    return "".join(parts)


def _tag(drawing: HexDrawing) -> str:
    """Who has changed a hex, on its upper corner."""
    width = text_width(drawing.changed_by, 9.0) + 9
    shape = element("rect", x=-width / 2, y=-TAG_HEIGHT / 2, width=width, height=TAG_HEIGHT, rx=TAG_HEIGHT / 2)
    at = moved(plus(centre(drawing.name), TAG_AT))
    return group(shape + text(drawing.changed_by, (0.0, 0.0), "tag-name"), class_="tag", transform=at)


def hex_marks(drawing: HexDrawing) -> str:
    """The marks of a hex that lies nowhere."""
    barriers = "".join(_side("", edge) for edge in drawing.barriers)
    shown = _fence(barriers) if barriers else ""
    return shown + (ring(drawing) if drawing.highlighted else "")


def ring(drawing: HexDrawing) -> str:
    """The ring around a hex that stands out: a line inside of its sides, on another one, seen on any ground."""
    at: Point = centre(drawing.name) if drawing.name else (0.0, 0.0)
    where = f"{moved(at)}scale(.96)"
    rings = "".join(_outline(each, where) for each in ("ring-under", "ring"))
    return group(rings, class_="picked" if drawing.picked else None, data_ring=drawing.name or None)


def _outline(class_: str, where: str) -> str:
    return element("use", href=f"#{HEX_ID}", class_=class_, transform=where)
