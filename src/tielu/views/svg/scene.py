"""From a game to what is to be drawn of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle

from tielu import Game
from tielu.core.actions import RouteRun
from tielu.core.stations import markers_on_map
from tielu.core.tiles import Face, PrintedHex, stop_map
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.i18n import say
from tielu.i18n.values import say_name, say_terrain
from tielu.views.position.marker_order import Arrivals, arrivals
from tielu.views.position.position import position_view
from tielu.views.svg.colours import COMPANY, INVESTOR, ink_on
from tielu.views.svg.models import (
    BoardDrawing,
    CellDrawing,
    HexDrawing,
    HexLink,
    MarkerDrawing,
    MarketDrawing,
    SlotDrawing,
    StopLink,
)
from tielu.views.svg.rivers import courses
from tielu.views.svg.routes import route_drawings
from tielu.views.title import TitleView, view_of

Markers = Mapping[int, tuple[MarkerDrawing, ...]]


@lru_cache(maxsize=64)
def company_markers(title: str, edition: str) -> Mapping[str, MarkerDrawing]:
    """The marker of every railway, in the colours of the edition."""
    view = view_of(title)
    names = view.colours(edition)
    spare = cycle(COMPANY.values())
    colours = {each.id: COMPANY[names[each.id]] if each.id in names else next(spare) for each in view.companies}
    colours |= {each.id: INVESTOR for each in view.investors}
    return {railway: MarkerDrawing(railway, colour, ink_on(colour)) for railway, colour in colours.items()}


def board_drawing(
    game: Game,
    *,
    routes: Sequence[RouteRun] = (),
    others: Sequence[Sequence[RouteRun]] = (),
    highlighted: Collection[str] = (),
    links: Mapping[str, HexLink] | None = None,
    stops: Mapping[tuple[str, int], HexLink] | None = None,
    picked: str = "",
    changed: Mapping[str, str] | None = None,
    tried: Game | None = None,
    lang: str = "en",
) -> BoardDrawing:
    """The map as it lies, with a run over it; raises BrokenRoute if the run has no track there."""
    board = game.state.board
    markers, column = _markers(game), _column(game)
    hexes = tuple(
        _hex_drawing(board, index, face, _standing(markers, index, face), column, lang, printed.name in highlighted)
        for index, printed in enumerate(board.hexes)
        for face in (board.faces[game.state.faces[index]],)
    )
    changes = () if tried is None else _built(hexes, board_drawing(tried, lang=lang).hexes)
    if links:
        hexes = tuple(_linked(each, links[each.name]) if each.name in links else each for each in hexes)
    hexes = tuple(_marked(each, picked, changed or {}) for each in hexes)
    instead = tuple(route_drawings(game, each, lang) for each in others)
    run = route_drawings(game, routes, lang)
    return BoardDrawing(game.title, say("board", lang), hexes, run, instead, _stop_links(stops or {}), changes)


def _built(before: tuple[HexDrawing, ...], after: tuple[HexDrawing, ...]) -> tuple[HexDrawing, ...]:
    """The hexes on which another tile or marker lies afterwards."""
    pairs = zip(before, after, strict=True)
    return tuple(new for old, new in pairs if (old.face, old.markers) != (new.face, new.markers))


def _stop_links(stops: Mapping[tuple[str, int], HexLink]) -> tuple[StopLink, ...]:
    there = Counter(name for name, _ in stops)
    return tuple(StopLink(name, stop, link, there[name] == 1) for (name, stop), link in stops.items())


def _linked(drawing: HexDrawing, link: HexLink) -> HexDrawing:
    return replace(drawing, highlighted=True, link=link.address, hint=f"{drawing.hint}, {link.label}")


def _marked(drawing: HexDrawing, picked: str, changed: Mapping[str, str]) -> HexDrawing:
    if drawing.name != picked and drawing.name not in changed:
        return drawing
    return replace(drawing, picked=drawing.name == picked, changed_by=changed.get(drawing.name, ""))


def hex_drawing(game: Game, name: str, *, tile: str = "", rotation: int = 0, lang: str = "en") -> HexDrawing:
    """A hex as it lies, or as it would with a tile on it; raises KeyError if there is no such hex or tile."""
    board = game.state.board
    index = board.hex_index[name]
    old = board.faces[game.state.faces[index]]
    face, markers = old, _markers(game)
    if tile:
        face = board.tiles[board.tile_index[tile]].face(rotation)
        markers = _carried(markers, index, old, face)
    return _hex_drawing(board, index, face, _standing(markers, index, face), _column(game), lang)


def tile_drawing(face: Face) -> HexDrawing:
    """A tile that lies nowhere."""
    return HexDrawing("", "", face.tile, face, -1)


def _carried(markers: Markers, index: int, old: Face, new: Face) -> Markers:
    """The markers of a hex in the cities of another tile."""
    places = stop_map(old, new)
    found: dict[int, tuple[MarkerDrawing, ...]] = {}
    for stop, place in enumerate(places or ()):
        key = index * STOPS_PER_HEX + place
        found[key] = found.get(key, ()) + markers.get(index * STOPS_PER_HEX + stop, ())
    return found


def _markers(game: Game) -> Markers:
    """The markers in each city: first those whose home it is, standing or awaited, then the others as they came."""
    view, known = view_of(game.title), company_markers(game.title, game.edition)
    railways = [*(each.id for each in view.companies), *(each.id for each in view.investors)]
    found: dict[int, list[tuple[int, int, MarkerDrawing]]] = {}
    came = _came(game)
    for place, standing in markers_on_map(game.state).standing.items():
        hex_name = game.state.board.place_name(place)[0]
        for railway in standing:
            shown = known[railways[railway]]
            guest = _home(view, shown.railway) != hex_name
            rank = 1 + came.get((shown.railway, hex_name), 0) if guest else 0
            found.setdefault(place, []).append((rank, railway, shown))
    for name, places in view.homes(game).items():
        shown = known[name]
        awaited = MarkerDrawing(name, shown.colour, shown.ink, reserved=True)
        for place in places:
            found.setdefault(place, []).append((0, railways.index(name), awaited))
    for there in found.values():
        there.sort(key=lambda each: each[:2])
    return {place: tuple(shown for _, _, shown in there) for place, there in found.items()}


def _came(game: Game) -> Arrivals:
    """When markers came to their cities, asked for only where two stand in one."""
    crowded = any(len(standing) > 1 for standing in markers_on_map(game.state).standing.values())
    return arrivals(game) if crowded else {}


def _home(view: TitleView, railway: str) -> str:
    homes = {each.id: each.home for each in view.companies} | {each.id: each.home for each in view.investors}
    return homes[railway]


def _standing(markers: Markers, index: int, face: Face) -> tuple[tuple[MarkerDrawing, ...], ...]:
    """The markers in each of the stops of a hex."""
    return tuple(
        _fitting(markers.get(index * STOPS_PER_HEX + number, ()), stop.slots) for number, stop in enumerate(face.stops)
    )


# From one page to the next nearly all hexes stay as they are.
@lru_cache(maxsize=8192)
def _hex_drawing(
    board: Board,
    index: int,
    face: Face,
    standing: tuple[tuple[MarkerDrawing, ...], ...],
    column: int,
    lang: str,
    highlighted: bool = False,
) -> HexDrawing:
    printed = board.hexes[index]
    return HexDrawing(
        name=printed.name,
        place=say_name(place_of(printed), lang),
        hint=_hint(printed, face, standing, lang),
        face=face,
        column=column,
        terrain=printed.terrain,
        cost=printed.cost,
        stub=printed.stub if not face.tile else (),
        barriers=printed.barriers,
        river=courses(board).get(index),
        markers=standing,
        highlighted=highlighted,
    )


def _fitting(markers: tuple[MarkerDrawing, ...], spaces: int) -> tuple[MarkerDrawing, ...]:
    """The markers for which a city has spaces: who stands there goes before who is awaited."""
    if not markers:
        return ()
    free = spaces - sum(not each.reserved for each in markers)
    awaited = [each for each in markers if each.reserved][: max(0, free)]
    return tuple(each for each in markers if not each.reserved or each in awaited)


def place_of(printed: PrintedHex) -> str:
    """The name of a hex; one of several hexes of a location has the location's."""
    return printed.place or next((stop.group for stop in printed.stops if stop.group), "")


def _column(game: Game) -> int:
    view = view_of(game.title)
    return view.columns.get(list(view.train_limits)[game.state.phase], 0)


def _hint(printed: PrintedHex, face: Face, markers: Sequence[tuple[MarkerDrawing, ...]], lang: str) -> str:
    """A hex in words: name, tile or terrain, and who has a station there."""
    parts = [f"{printed.name} {say_name(place_of(printed), lang)}".strip()]
    if face.tile:
        parts.append(f"{say('tile', lang)} {face.tile}")
    elif printed.cost:
        parts.append(say_terrain(printed.terrain, printed.cost, lang))
    if face.ferry:
        parts.append(say("ferry_charge", lang))
    standing = [each.railway for there in markers for each in there if not each.reserved]
    if standing:
        parts.append(f"{say('stations', lang)}{say('colon', lang)}{' '.join(standing)}")
    return say("comma", lang).join(parts)


def marker_places(game: Game) -> dict[str, tuple[int, int]]:
    """In which row and column of the share price chart the marker of each company lies."""
    market = position_view(game).market
    return {
        company: (row, column)
        for row, line in enumerate(market)
        for column, cell in enumerate(line)
        if cell is not None
        for company in cell.companies
    }


def market_drawing(game: Game, lang: str = "en", origins: Mapping[str, tuple[int, int]] | None = None) -> MarketDrawing:
    """The share price chart and the turn order list."""
    position, view = position_view(game), view_of(game.title)
    known = company_markers(game.title, game.edition)
    pars, width = set(view.par_cells.values()), view.chart.width
    cells = tuple(
        CellDrawing(
            row,
            column,
            cell.price,
            cell.bonus,
            row * width + column in pars,
            cell.red,
            tuple(known[each] for each in cell.companies),
        )
        for row, line in enumerate(position.market)
        for column, cell in enumerate(line)
        if cell is not None
    )
    holder = next((each.id for each in position.companies if each.purchase_marker), None)
    taken = {par.price: par.slots for par in position.pars}
    order = []
    for price in view.par_cells if view.par_slots else ():
        slots = taken.get(price, (None,) * view.par_slots)
        shown = [SlotDrawing(known[each] if each else None, each is not None and each == holder) for each in slots]
        order.append((price, tuple(shown)))
    return MarketDrawing(
        say("market", lang),
        say("turn_order", lang),
        say("red_area", lang) if view.red_area else "",
        say("purchase_marker", lang),
        cells,
        tuple(order),
        tuple(sorted((origins or {}).items())),
    )
