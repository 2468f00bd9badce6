"""A run over the map: each train a line of its own colour and dashes, a little apart where they meet in a stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from tielu import Game
from tielu.core.actions import RouteRun
from tielu.core.hexes import EDGES, opposite
from tielu.core.tiles import FIRST_STOP, OFFBOARD, Face
from tielu.i18n.values import say_route
from tielu.routing.model import trace
from tielu.views.svg.colours import ROUTES
from tielu.views.svg.geometry import Curve, along, centre, distance, drawn, plus, reverse, shifted, towards
from tielu.views.svg.layout import RIM, TOWN_DOT, plan_of, track_curve
from tielu.views.svg.markup import Point, condensed_width, element, group, moved, points, text, title
from tielu.views.svg.models import BoardDrawing, CallDrawing, HexDrawing, RouteDrawing

APART = 2.6
RIM_STEP = 3.4
BADGE = 10.5


def route_drawings(game: Game, routes: Sequence[RouteRun], lang: str) -> tuple[RouteDrawing, ...]:
    """The lines of a run; raises BrokenRoute where a route has no track.

    A route that has only been begun has no line yet.
    """
    called: Counter[tuple[str, int]] = Counter()
    found = []
    for number, route in enumerate(routes):
        if route.path:
            trace(game.state.board, game.state.faces, route)
        shift = towards(360 * number / len(routes) - 90, APART) if len(routes) > 1 else (0.0, 0.0)
        calls = tuple(CallDrawing(name, stop, called[name, stop]) for name, stop in route.stops)
        called.update((call.hex, call.stop) for call in calls)
        found.append(RouteDrawing(number, route.train, say_route(route, lang), tuple(_line(game, route, shift)), calls))
    return tuple(found)


def _line(game: Game, route: RouteRun, shift: Point) -> list[Curve]:
    """The curves of a legal route, one after the other."""
    curves: list[Curve] = []
    for link in route.path:
        edges = [_edge(game, here, there) for here, there in pairwise(link)]
        curves.append(reverse(_from_stop(game, link[0], edges[0], shift)))
        for name, entry, leave in zip(link[1:-1], edges, edges[1:], strict=False):
            face = _face(game, name)
            curves.append(shifted(track_curve(face, opposite(entry), leave), centre(name)))
        curves.append(_from_stop(game, link[-1], opposite(edges[-1]), shift))
    return curves


def _face(game: Game, name: str) -> Face:
    board = game.state.board
    return board.faces[game.state.faces[board.hex_index[name]]]


def _edge(game: Game, here: str, there: str) -> int:
    board = game.state.board
    index = board.hex_index[here]
    return next(edge for edge in range(EDGES) if board.across[index * EDGES + edge] == board.hex_index[there])


def _from_stop(game: Game, name: str, edge: int, shift: Point) -> Curve:
    """The track from an edge to the stop it leads to, which it misses by a little."""
    face = _face(game, name)
    stop = next(end for end in face.from_edge[edge] if end >= FIRST_STOP)
    a, b, c, d = shifted(track_curve(face, edge, stop), centre(name))
    return a, b, plus(c, shift), plus(d, shift)


def lines(drawing: BoardDrawing) -> str:
    """The lines of all routes; they lie over the track and under the stops."""
    return "".join(_route(route) for route in drawing.routes)


def _route(route: RouteDrawing) -> str:
    data, at = "", None
    for curve in route.curves:
        data += drawn(curve, begin=at is None or distance(at, curve[0]) > 0.1)
        at = curve[3]
    under = element("path", class_="under", d=data)
    line = element("path", class_=f"line {_class(route)}", d=data)
    return group(title(route.hint) + under + line, class_="route", data_route=route.number)


def badges(drawing: BoardDrawing) -> str:
    """The train of each route, on the longest piece of its line, so that nobody needs to tell colours apart."""
    return "".join(_badge(route, len(drawing.routes)) for route in drawing.routes)


def _badge(route: RouteDrawing, routes: int) -> str:
    if not route.curves:
        return ""
    share = (route.number + 1) / (routes + 1)
    longest = max(route.curves, key=lambda curve: distance(curve[0], curve[3]))
    at = along(longest, 0.3 + 0.4 * share)
    colour = route.number % len(ROUTES)
    # A short line with round ends: it grows with its letters, however far away the map is.
    half = max(0.1, (condensed_width(route.train, BADGE) - BADGE / 2) / 2)
    (x, y), classes = at, ("badge-under", f"badge call-{colour}")
    pill = "".join(element("line", class_=each, x1=x - half, y1=y, x2=x + half, y2=y) for each in classes)
    return group(pill + text(route.train, at, f"badge-name ink-{colour}"), data_route=route.number)


def _class(route: RouteDrawing) -> str:
    return f"route-{route.number % len(ROUTES)}"


def calls(drawing: BoardDrawing) -> str:
    """A rim around every stop that a train counts, wider ones for further trains; the stops come on top."""
    hexes = {each.name: each for each in drawing.hexes}
    found = [(call.rank, route.number, call) for route in drawing.routes for call in route.calls]
    found.sort(key=lambda each: (-each[0], each[1]))
    return "".join(_rim(hexes[call.hex], call, number) for _, number, call in found)


def _rim(where: HexDrawing, call: CallDrawing, number: int) -> str:
    colour, place = number % len(ROUTES), plan_of(where.face).stops[call.stop]
    if place.stop.kind == OFFBOARD:
        return ""
    shape = place.spaces or (place.at,)
    reach = (place.space if place.spaces else TOWN_DOT) + RIM + 1.5 + call.rank * RIM_STEP
    parts = []
    for class_, more in (("under", RIM_STEP + 1.2), (f"call-{colour}", RIM_STEP)):
        # A line of no length has no ends to be seen, so that a single space is drawn as a line, too.
        outline = points([*shape, plus(shape[0], (0.01, 0.0))])
        parts.append(element("polygon", class_=class_, points=outline, stroke_width=2 * (reach + more)))
    at = moved(centre(where.name))
    return group("".join(parts), class_="call", data_route=number, data_stop=call.stop, transform=at)
