"""Examples of rules, as data: tiles and what they become, a part of the map, moves on the chart, the order of turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import tielu
from tielu import Game
from tielu.core.actions import RouteRun
from tielu.core.hexes import EDGES, neighbour
from tielu.core.stations import set_stations
from tielu.core.tiles import YELLOW, Face, PrintedHex
from tielu.views.svg import PAGE, Picture, map_extract, market_extract, order_picture, tile_picture
from tielu.views.title import view_of

# How many spaces of the chart are shown around those that matter.
_AROUND = 1


@dataclass(frozen=True)
class TilesExample:
    """Rows of tiles; in a row each becomes the next one, unless it is a `choice`, and must not if it is `crossed`."""

    rows: tuple[tuple[str, ...], ...]
    choice: bool = False
    crossed: bool = False


@dataclass(frozen=True)
class MapExample:
    """Hexes of the map with their neighbours: track is laid along `paths`, unless `tiles` names it with its rotation.

    `stations` are the companies whose markers stand in a city (`F8.2` is the third one of its hex). A route is a train,
    its links and, where it does not call at all their ends, its stops.
    """

    hexes: str
    paths: tuple[str, ...] = ()
    tiles: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    stations: Mapping[str, str] = field(default_factory=dict)
    routes: tuple[tuple[str, ...], ...] = ()
    phase: str = ""
    lit: str = ""


@dataclass(frozen=True)
class ChartExample:
    """Companies on spaces of the chart (row and column), and how each moves: `right`, `left`, `up` or `down`."""

    markers: Mapping[str, tuple[int, int]]
    moves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Left column, top row, and how many of each; otherwise what lies around the markers.
    region: tuple[int, int, int, int] | None = None


@dataclass(frozen=True)
class OrderExample:
    """Companies on the turn order list, for each price those from the first row on."""

    companies: Mapping[int, tuple[str, ...]]


Example = TilesExample | MapExample | ChartExample | OrderExample


@dataclass(frozen=True)
class DrawnExample:
    """The pictures of an example in rows, and the sign between those of a row."""

    rows: tuple[tuple[Picture, ...], ...]
    sign: str
    kind: str


def draw(title: str, example: Example, lang: str, prefix: str) -> DrawnExample:
    """Draw an example for a page; a prefix before its ids keeps several drawings on one page apart."""
    game = tielu.new_game(title, [str(number) for number in range(tielu.TITLES[title].usual_players)])
    if isinstance(example, TilesExample):
        sign = "" if example.choice else "↛" if example.crossed else "→"
        return DrawnExample(tuple(tuple(_tile(game, tile) for tile in row) for row in example.rows), sign, "of-tiles")
    if isinstance(example, OrderExample):
        return DrawnExample(((order_picture(game, example.companies, lang=lang, theme=PAGE),),), "", "of-chart")
    if isinstance(example, ChartExample):
        return DrawnExample(((_chart(game, example, lang),),), "", "of-chart")
    return DrawnExample(((_map(game, example, lang, prefix),),), "", "of-map")


def _tile(game: Game, tile: str) -> Picture:
    board = game.state.board
    return tile_picture(board.tiles[board.tile_index[tile]].face(0), theme=PAGE)


# ---- the map ----


def _map(game: Game, example: MapExample, lang: str, prefix: str) -> Picture:
    position(game, example)
    names = {name for each in example.hexes.split() for name in (each, *_neighbours(each))}
    return map_extract(
        game,
        names,
        routes=routes_of(example),
        highlighted=example.lit.split(),
        lang=lang,
        theme=PAGE,
        prefix=prefix,
    )


def routes_of(example: MapExample) -> tuple[RouteRun, ...]:
    """The routes of an example as trains run them."""
    return tuple(_route(*each) for each in example.routes)


def _route(train: str, path: str, stops: str = "") -> RouteRun:
    links = tuple(tuple(link.split("-")) for link in path.split())
    ends = [links[0][0], *(link[-1] for link in links)]
    return RouteRun(train, tuple(_place(name) for name in stops.split() or ends), links)


def _place(name: str) -> tuple[str, int]:
    hex_name, _, city = name.partition(".")
    return hex_name, int(city or 0)


def position(game: Game, example: MapExample) -> None:
    """Lay the tiles and set the markers of an example."""
    state, view = game.state, view_of(game.title)
    if example.phase:
        state.phase = list(view.train_limits).index(example.phase)
    for hex_name, (tile, rotation) in example.tiles.items():
        _lay(game, hex_name, tile, rotation)
    for path in example.paths:
        _lay_along(game, path.split("-"))
    railways = [*(each.id for each in view.companies), *(each.id for each in view.investors)]
    for name, company in example.stations.items():
        railway = railways.index(company)
        set_stations(state, railway, (*state.stations[railway], state.board.place(*_place(name))))


def _lay(game: Game, hex_name: str, tile: str, rotation: int) -> None:
    state = game.state
    index = state.board.hex_index[hex_name]
    state.faces = state.faces[:]
    state.faces[index] = state.board.tile_index[tile] * EDGES + rotation
    state.map_changed(index)


def _lay_along(game: Game, names: list[str]) -> None:
    """Lay a yellow tile on every hex of a path that has no track yet."""
    board = game.state.board
    for number, name in enumerate(names):
        index = board.hex_index[name]
        if not board.faces[game.state.faces[index]].pieces:
            beside = [names[other] for other in (number - 1, number + 1) if 0 <= other < len(names)]
            edges = [edge for edge in range(EDGES) if neighbour(name, edge) in beside]
            face = _face_with(game, board.hexes[index], edges, board.open_edges[index])
            _lay(game, name, face.tile, face.rotation)


def _face_with(game: Game, printed: PrintedHex, edges: Iterable[int], open_edges: int) -> Face:
    """A yellow tile that fits the hex, with track that joins these edges and leads nowhere it must not."""
    wanted = tuple(edges)
    kinds = [stop.kind for stop in printed.stops]
    for tile in game.state.board.tiles:
        for rotation in range(EDGES):
            face = tile.face(rotation)
            fits = tile.colour == YELLOW and face.label == printed.label and [s.kind for s in face.stops] == kinds
            if fits and not face.exits & ~open_edges and _joins(face, wanted):
                return face
    raise LookupError(f"no tile for {printed.name}")


def _joins(face: Face, edges: tuple[int, ...]) -> bool:
    """Whether track joins the edges, over one stop or none."""
    if not face.stops:
        return any(set(edges) <= set(piece) for piece in face.pieces)
    return any(set(edges) <= set(face.from_stop[stop]) for stop in range(len(face.stops)))


def _neighbours(name: str) -> list[str]:
    return [neighbour(name, edge) for edge in range(EDGES)]


# ---- the chart ----


def _chart(game: Game, example: ChartExample, lang: str) -> Picture:
    after = {company: moved(game.title, example, company) for company in example.markers}
    origins = {company: example.markers[company] for company in example.moves}
    region = example.region or _region([*example.markers.values(), *after.values()])
    return market_extract(game, after, region, origins=origins, lang=lang, theme=PAGE)


def moved(title: str, example: ChartExample, company: str) -> tuple[int, int]:
    """Row and column of a company after its moves."""
    chart, (row, column) = view_of(title).chart, example.markers[company]
    steps = {"right": chart.right, "left": chart.left, "up": chart.up, "down": chart.down}
    cell = row * chart.width + column
    for step in example.moves.get(company, ()):
        cell = steps[step](cell)
    return chart.position(cell)


def _region(places: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    left, right = min(column for _, column in places) - _AROUND, max(column for _, column in places) + _AROUND
    top, bottom = min(row for row, _ in places) - _AROUND, max(row for row, _ in places) + _AROUND
    return left, top, right - left + 1, bottom - top + 1
