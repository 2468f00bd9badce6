"""Further pages of a game: tiles left and charts; and the reader's notes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu import Game
from tielu.core.tiles import COLOURS
from tielu.errors import InvalidInput
from tielu.i18n.values import say_value
from tielu.views.history.graphs import graphs_of
from tielu.views.svg import PAGE, Picture, tile_picture
from tielu.views.svg.charts import chart_picture
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.rendering import render
from tielu.web.seats.access import current_seat, require_seat
from tielu.web.table.sidebar import chronicle_of, has_notes

router = APIRouter(include_in_schema=False)
# How wide a chart is drawn for a phone, so that its letters are as large as elsewhere.
_PHONE = 360.0


@dataclass(frozen=True)
class TileLeft:
    """A tile of the title, how many of it are left, and the numbers of those that it can become."""

    number: str
    picture: Picture
    left: int
    count: int
    upgrades: tuple[str, ...]


@dataclass(frozen=True)
class TilesOfColour:
    """The tiles of one colour."""

    colour: str
    tiles: tuple[TileLeft, ...]

    @property
    def left(self) -> int:
        return sum(tile.left for tile in self.tiles)


@router.get("/games/{game_id}/tiles")
def tiles(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    current_seat(request, store, info)
    lang = request_language(request)
    left = tiles_left(store.load(game_id).game, lang)
    counts = {tile.number: tile.left for group in left for tile in group.tiles}
    return render(request, "tiles.html", lang, info=info, colours=left, counts=counts)


@router.get("/games/{game_id}/charts")
def charts(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    current_seat(request, store, info)
    lang = request_language(request)
    graphs = graphs_of(chronicle_of(game_id, store.load(game_id).game), lang)
    drawn = [graph for graph in graphs if graph.lines]
    pictures = {graph.key: chart_picture(graph, style=False) for graph in drawn}
    narrow = {graph.key: chart_picture(graph, width=_PHONE, style=False) for graph in drawn}
    return render(request, "charts.html", lang, info=info, graphs=graphs, pictures=pictures, narrow=narrow)


@router.post("/games/{game_id}/note", dependencies=[CHECKED_FORM])
def note(request: Request, store: StoreDep, game_id: str, text: Annotated[str, Form()] = "") -> Response:
    info = store.game(game_id)
    seat = require_seat(request, store, info)
    if not has_notes(info):
        raise InvalidInput("notes_need_links")
    store.talk.write_note(game_id, seat, text.replace("\r\n", "\n"))
    return RedirectResponse(f"/games/{game_id}#note", 303)


def _named(picture: Picture, name: str) -> Picture:
    """The picture with an id, so that the page can show it again."""
    return replace(picture, text=picture.text.replace("<svg ", f'<svg id="{name}" ', 1))


def tiles_left(game: Game, lang: str) -> tuple[TilesOfColour, ...]:
    """All tiles of the title by colour, including those used up; each with what it can become."""
    board, groups = game.state.board, []
    for colour, name in enumerate(COLOURS):
        tiles = [
            TileLeft(
                tile.number,
                _named(tile_picture(tile.face(0), theme=PAGE), f"face-{tile.number}"),
                game.state.supply[index],
                tile.count,
                tuple(number for number in tile.upgrades_to if number in board.tile_index),
            )
            for index, tile in enumerate(board.tiles)
            if tile.colour == colour
        ]
        if tiles:
            groups.append(TilesOfColour(say_value("colour", name, lang), tuple(tiles)))
    return tuple(groups)
