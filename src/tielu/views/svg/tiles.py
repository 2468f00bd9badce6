"""Drawing a hex without its texts: ground, terrain, track, and stops with their spaces and markers."""

from __future__ import annotations

from tielu.core.tiles import CITY, TOWN, Face
from tielu.views.svg.colours import GROUND, LIGHT_INK
from tielu.views.svg.geometry import HALF_WIDTH, drawn, edge_point, plus, scaled, through, towards
from tielu.views.svg.layout import FAR_LENGTH, SPACE, TOWN_BAR, TOWN_DOT, StopPlace, is_far, plan_of
from tielu.views.svg.markup import Point, element, group, point, points, text
from tielu.views.svg.models import HexDrawing, MarkerDrawing

STUB_LENGTH = 10.0

# -- track --


def track(face: Face) -> str:
    """The track of a face: pieces that are joined share an outline, others pass over each other."""
    plan = plan_of(face)
    parts = []
    for joined in plan.joined:
        near = [number for number in joined if not is_far(face, face.pieces[number])]
        data = "".join(drawn(plan.curves[number]) for number in near)
        if data and face.ferry:
            parts.append(element("path", class_="tielu-ferry", d=data))
        elif data:
            parts.append(element("path", class_="tielu-casing", d=data) + element("path", class_="tielu-rail", d=data))
    far = "".join(_arrow(min(piece)) for piece in face.pieces if is_far(face, piece))
    return "".join(parts) + (element("path", class_="tielu-far", d=far) if far else "")


def _arrow(edge: int) -> str:
    """Track into an off-board place, ending in a point."""
    at, side = edge_point(edge), scaled(edge_point(edge + 1.5, 1.0), 4.0)
    tip = edge_point(edge, HALF_WIDTH - FAR_LENGTH)
    return f"M{point(plus(at, side))}L{point(tip)}L{point(plus(at, scaled(side, -1)))}Z"


def stubs(edges: tuple[int, ...]) -> str:
    """The track that the first tile must continue."""
    data = "".join(f"M{point(edge_point(edge))}L{point(edge_point(edge, HALF_WIDTH - STUB_LENGTH))}" for edge in edges)
    if not data:
        return ""
    return element("path", class_="tielu-casing", d=data) + element("path", class_="tielu-rail stub", d=data)


# -- stops --


def marker(shown: MarkerDrawing, at: Point, radius: float = SPACE - 0.8) -> str:
    """A marker with the letters of its railway."""
    disc = element("circle", class_="marker", cx=at[0], cy=at[1], r=radius, fill=shown.colour)
    letters = text(shown.railway, (at[0], at[1] + 0.3), letters_class(shown))
    return group(disc + letters, class_="reserved" if shown.reserved else None, data_railway=shown.railway)


def letters_class(shown: MarkerDrawing) -> str:
    """Letters that stand out from their marker."""
    if shown.reserved:
        return "letters"
    return "letters light" if shown.ink == LIGHT_INK else "letters dark"


def _city(place: StopPlace, markers: tuple[MarkerDrawing, ...]) -> str:
    parts = []
    if len(place.spaces) > 1:
        outline = points(place.spaces)
        shape = "polygon" if len(place.spaces) > 2 else "polyline"
        small = "" if place.space == SPACE else " small"
        parts += [element(shape, class_=each + small, points=outline) for each in ("rim", "block")]
    # Letters on pages may be wider than their marker: no space that comes later covers them.
    parts += [element("circle", class_="city", cx=at[0], cy=at[1], r=place.space) for at in place.spaces]
    parts += [marker(shown, at, place.space - 0.8) for shown, at in zip(markers, place.spaces, strict=False)]
    return "".join(parts)


def _town(place: StopPlace) -> str:
    if place.across is None:
        return element("circle", class_="town", cx=place.at[0], cy=place.at[1], r=TOWN_DOT)
    end = towards(place.across, TOWN_BAR)
    parts = []
    for class_, length in (("bar-rim", 1.12), ("bar", 1.0)):
        tips = plus(place.at, scaled(end, -length)), plus(place.at, scaled(end, length))
        parts.append(element("path", class_=class_, d=f"M{point(tips[0])}L{point(tips[1])}"))
    return "".join(parts)


def stops(drawing: HexDrawing) -> str:
    """The stops of a hex, each a group that a page can find."""
    parts = []
    for number, place in enumerate(plan_of(drawing.face).stops):
        standing = drawing.markers[number] if number < len(drawing.markers) else ()
        if place.stop.kind == CITY:
            content = _city(place, standing)
        elif place.stop.kind == TOWN:
            content = _town(place)
        else:
            content = ""
        kind = {CITY: "city-stop", TOWN: "town-stop"}.get(place.stop.kind, "far-stop")
        parts.append(element("g", content, class_=f"stop {kind}", data_hex=drawing.name or None, data_stop=number))
    return "".join(parts)


# -- ground --


def ground(drawing: HexDrawing) -> str:
    """The name of the ground's colour: mountains stand out from the plain until a tile lies on them."""
    plain = GROUND[drawing.face.colour]
    return "mountain" if plain == "white" and "mountain" in drawing.terrain else plain


def terrain(drawing: HexDrawing) -> str:
    """The river and the great mountains of a hex on which no tile lies."""
    if drawing.laid:
        return ""
    parts = []
    if drawing.river is not None:
        first, second = drawing.river
        at = edge_point(first)
        course = through(first, second) if second >= 0 else (at, scaled(at, 0.6), scaled(at, 0.3), (0.0, 0.0))
        parts.append(element("path", class_="river", d=drawn(course)))
    return "".join(parts)
