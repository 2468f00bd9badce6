"""The map in words: which tiles and station markers lie where, and where the track of a tile leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tielu import Game
from tielu.core.hexes import EDGES
from tielu.core.position import HexView
from tielu.core.stations import network
from tielu.core.tiles import CITY, FIRST_STOP, TOWN, Face
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.i18n import say
from tielu.i18n.values import say_name
from tielu.views.position.models import NearbyView
from tielu.views.title import view_of

_KINDS = {CITY: "city", TOWN: "town"}


def board_view(game: Game, shot: Mapping[str, Any]) -> tuple[HexView, ...]:
    """Every hex with a tile or a station marker on it, row by row."""
    markers = _markers(game, shot)
    found = []
    for printed in game.state.board.hexes:
        tile = shot.get(f"hex.{printed.name}")
        stations = tuple(markers.get(printed.name, ()))
        if tile or stations:
            number, rotation = tile or ("", 0)
            found.append(HexView(printed.name, printed.place, number, rotation, stations))
    return tuple(found)


def nearby_view(game: Game, name: str) -> tuple[NearbyView, ...]:
    """A hex of the map and those around it, beginning in the south-west; raises KeyError if there is no such hex."""
    board, shot = game.state.board, game.snapshot()
    markers, index = _markers(game, shot), board.hex_index[name]
    around = [(edge, board.across[index * EDGES + edge]) for edge in range(EDGES)]
    found = []
    for edge, other in [(-1, index), *around]:
        if other >= 0:
            printed = board.hexes[other]
            number, rotation = shot.get(f"hex.{printed.name}") or ("", 0)
            stations = tuple(markers.get(printed.name, ()))
            seen = HexView(printed.name, printed.place, number, rotation, stations)
            found.append(NearbyView(edge, seen, printed.terrain, printed.cost))
    return tuple(found)


def network_hexes(game: Game) -> tuple[str, ...]:
    """The hexes that the railway in turn reaches by track from its markers; empty if a player decides."""
    view, board = view_of(game.title), game.state.board
    railways = [*(each.id for each in view.companies), *(each.id for each in view.investors)]
    if game.deciding not in railways:
        return ()
    reach = network(game.state, railways.index(game.deciding))
    indices = {place // STOPS_PER_HEX for place in reach.starts} | {way // EDGES for way in reach.crossings()}
    return tuple(board.hexes[index].name for index in sorted(indices))


def current_face(game: Game, name: str) -> Face:
    """What lies open on a hex now."""
    board = game.state.board
    return board.faces[game.state.faces[board.hex_index[name]]]


def _markers(game: Game, shot: Mapping[str, Any]) -> dict[str, list[str]]:
    """The railways with a marker, by hex."""
    view = view_of(game.title)
    keys = {each.id: f"c.{each.id}.tokens" for each in view.companies}
    keys |= {each.id: f"m.{each.id.removeprefix('A')}.tokens" for each in view.investors}
    found: dict[str, list[str]] = {}
    for railway, key in keys.items():
        for token in shot.get(key) or ():
            found.setdefault(token[0], []).append(railway)
    return found


def place_name(board: Board, name: str, lang: str) -> str:
    """A hex with what stands on it: `K13 Nanjing`."""
    index = board.hex_index.get(name)
    place = say_name(board.hexes[index].place, lang) if index is not None else ""
    return f"{name} {place}" if place else name


def tile_face(board: Board, tile: str, rotation: int) -> Face | None:
    """The face of a tile as it would lie; None if there is no such tile."""
    index = board.tile_index.get(tile)
    return board.tiles[index].face(rotation) if index is not None else None


def stop_text(face: Face, stop: int, lang: str) -> str:
    """A stop and the edges that track joins to it."""
    edges = "-".join(say(f"edge_{edge}", lang) for edge in face.from_stop[stop] if edge < FIRST_STOP)
    kind = say(_KINDS.get(face.stops[stop].kind, "offboard"), lang)
    return f"{kind} {edges}" if edges else kind


def track_text(face: Face, lang: str) -> str:
    """Where the track of a face leads, by the points of the compass."""
    parts = [stop_text(face, stop, lang) for stop in range(len(face.stops))]
    plain = sorted({(min(piece), max(piece)) for piece in face.pieces if max(piece) < FIRST_STOP})
    parts += ["-".join(say(f"edge_{edge}", lang) for edge in piece) for piece in plain]
    return say("comma", lang).join(parts)
