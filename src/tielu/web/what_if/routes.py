"""Routes of what-if boards: opened, listed, given to bots, kept under a name, discarded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.bots.strengths import strength_of
from tielu.errors import NotFound
from tielu.store import GameInfo, Store
from tielu.store.what_if import require_board
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.lessons.routes import open_lesson
from tielu.web.limits import limited
from tielu.web.puzzles.routes import open_puzzle
from tielu.web.puzzles.view import puzzle_on
from tielu.web.rendering import render
from tielu.web.seats.access import current_seat, require_seat, set_what_if_cookie, what_if_owner
from tielu.web.seats.routes import base_url
from tielu.web.start.game_cards import age_text
from tielu.web.table.sidebar import has_notes
from tielu.web.what_if.view import person_on, with_link

router = APIRouter(include_in_schema=False)


@router.post("/games/{game_id}/what-if", dependencies=[CHECKED_FORM, limited("boards")])
def open_board(request: Request, store: StoreDep, game_id: str, at: Annotated[int | None, Form()] = None) -> Response:
    """Open a board on the position after entry `at`, or on the present one; whoever may look may do that."""
    origin = store.game(game_id).origin
    if origin is not None and origin.exercise:
        puzzle = puzzle_on(store.game(game_id))
        return open_lesson(request, store, origin.exercise) if puzzle is None else open_puzzle(request, store, puzzle)
    owner = what_if_owner(request)
    board = store.open_what_if(game_id, owner, at)
    response = RedirectResponse(f"/games/{board}", 303)
    set_what_if_cookie(request, response, owner)
    return response


@router.get("/games/{game_id}/what-if")
def boards(request: Request, store: StoreDep, game_id: str) -> Response:
    """List the reader's boards for a game."""
    info, lang, now = store.game(game_id), request_language(request), datetime.now(UTC)
    if info.origin is not None and info.origin.exercise:
        return RedirectResponse(_list_of(info), 303)
    found = [(each, age_text(now - each.changed, each.changed, lang)) for each in _boards(request, store, info)]
    return render(request, "what_ifs.html", lang, info=info, boards=found)


def _list_of(info: GameInfo) -> str:
    """The page with all lessons, or all puzzles."""
    return "/learn" if puzzle_on(info) is None else "/puzzles"


def _boards(request: Request, store: Store, info: GameInfo) -> tuple[GameInfo, ...]:
    return store.what_ifs(info.id if info.origin is None else info.origin.game, what_if_owner(request))


@router.post("/games/{game_id}/what-if/{board_id}", dependencies=[CHECKED_FORM])
def keep(request: Request, store: StoreDep, game_id: str, board_id: str, name: Annotated[str, Form()] = "") -> Response:
    """Keep a board under a name; a player of its game finds the link among the notes of the seat."""
    info, board, name = store.game(game_id), store.game(board_id), name.strip()
    require_seat(request, store, board)
    if require_board(board).game != info.id:
        raise NotFound("unknown_game", game=game_id)
    seat = current_seat(request, store, info)
    if name and seat is not None and has_notes(info) and info.deleted is None:
        address = f"{base_url(request)}/games/{board_id}"
        store.talk.write_note(game_id, seat, with_link(store.talk.note(game_id, seat), name, address))
    store.name_what_if(board_id, name)
    return RedirectResponse(f"/games/{board_id}", 303)


@router.post("/games/{game_id}/others", dependencies=[CHECKED_FORM])
def others(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, bot: Annotated[str, Form()] = ""
) -> Response:
    """Let bots play for all but one player of a board, or nobody if none is named."""
    board = store.game(game_id)
    require_seat(request, store, board)
    require_board(board)
    strength = strength_of(bot, board.title).name if bot else None
    person = person_on(board)
    for seat in board.seats:
        if strength is None or seat.number == person:
            store.take_from_bot(game_id, seat.number)
        else:
            store.give_to_bot(game_id, seat.number, strength)
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/discard", dependencies=[CHECKED_FORM])
def discard(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    board = store.game(game_id)
    require_seat(request, store, board)
    origin = require_board(board)
    store.discard_what_if(game_id)
    publisher.publish(game_id)
    return RedirectResponse(_list_of(board) if origin.exercise else f"/games/{origin.game}", 303)
