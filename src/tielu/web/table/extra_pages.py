"""Pages beside the table: a company about to be founded, tiles left, charts, and the reader's own notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu import Game
from tielu.core.tiles import COLOURS
from tielu.errors import InvalidInput, NotAllowed
from tielu.i18n.values import say_value
from tielu.store import Conflict
from tielu.views.actions.founding import founded_by
from tielu.views.actions.menu import describe
from tielu.views.actions.outcome import Trials, told_outcome
from tielu.views.history.graphs import graphs_of
from tielu.views.svg import PAGE, Picture, tile_picture
from tielu.views.svg.charts import chart_picture
from tielu.web.dependencies import CHECKED_FORM, StoreDep, reader_language
from tielu.web.rendering import render
from tielu.web.seats.reader import needed_seat, reader_seat
from tielu.web.table.page import may_act
from tielu.web.table.sidebar import chronicle_of, has_notes

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class TilesOfColour:
    """Tile number, picture and how many are left, for one colour."""

    colour: str
    tiles: tuple[tuple[str, Picture, int], ...]


@router.get("/games/{game_id}/found")
def found(
    request: Request, store: StoreDep, game_id: str, seq: int, company: str, price: str, certificate: str
) -> Response:
    """What founding a company would bring about, or the rule against it; the answer to it is a form."""
    info, now = store.game(game_id), store.load(game_id)
    if seq != now.seq:
        raise Conflict(seq, now.seq)
    seat = needed_seat(request, store, info)
    if not may_act(info, now.game, seat):
        raise NotAllowed("not_your_turn", player=now.game.actor)
    lang, action = reader_language(request), founded_by(company, price, certificate)
    refusal = now.game.why_not(action)
    if refusal is not None:
        raise refusal
    trials = Trials(now.game)
    return render(
        request,
        "found.html",
        lang,
        info=info,
        seq=seq,
        action=action,
        label=describe(now.game, action, lang, trials),
        outcome=told_outcome(trials, action, lang),
    )


@router.get("/games/{game_id}/tiles")
def tiles(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    reader_seat(request, store, info)
    lang = reader_language(request)
    left = tiles_left(store.load(game_id).game, lang)
    return render(request, "tiles.html", lang, info=info, colours=left)


@router.get("/games/{game_id}/charts")
def charts(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    reader_seat(request, store, info)
    lang = reader_language(request)
    graphs = graphs_of(chronicle_of(game_id, store.load(game_id).game), lang)
    pictures = {graph.key: chart_picture(graph, style=False) for graph in graphs if graph.lines}
    return render(request, "charts.html", lang, info=info, graphs=graphs, pictures=pictures)


@router.post("/games/{game_id}/note", dependencies=[CHECKED_FORM])
def note(request: Request, store: StoreDep, game_id: str, text: Annotated[str, Form()] = "") -> Response:
    info = store.game(game_id)
    seat = needed_seat(request, store, info)
    if not has_notes(info):
        raise InvalidInput("notes_need_links")
    store.write_note(game_id, seat, text.replace("\r\n", "\n"))
    return RedirectResponse(f"/games/{game_id}#note", 303)


def tiles_left(game: Game, lang: str) -> tuple[TilesOfColour, ...]:
    """All tiles of the title by colour, also those that are used up."""
    board, found = game.state.board, []
    for colour, name in enumerate(COLOURS):
        there = [
            (tile.number, tile_picture(tile.face(0), theme=PAGE), game.state.supply[index])
            for index, tile in enumerate(board.tiles)
            if tile.colour == colour
        ]
        if there:
            found.append(TilesOfColour(say_value("colour", name, lang), tuple(there)))
    return tuple(found)
