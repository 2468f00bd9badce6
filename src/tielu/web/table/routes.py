"""Routes of the page of a game and its forms: actions, chat, the saved file."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from tielu.core.errors import RefusedAction
from tielu.errors import InvalidInput
from tielu.store import GameInfo, Progress, Store, StoreError
from tielu.web.assets import CACHE_FOREVER, REVALIDATE, content_hash
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, record_visit, request_language
from tielu.web.errors.messages import ErrorMessage
from tielu.web.guide.explained import Explained, explained_to, remember_explained
from tielu.web.lessons.done import remember_done
from tielu.web.limits import rate_limits
from tielu.web.page_body import PageBody
from tielu.web.people.accounts import check_spectator_name, is_called_for
from tielu.web.people.mutes import unread_by
from tielu.web.puzzles.solved import remember_solved
from tielu.web.rendering import drawing_styles, page_body, page_response, theme_of
from tielu.web.seats.access import current_seat, require_seat, require_visible
from tielu.web.seats.remembered import remember_name, remembered_name
from tielu.web.seats.routes import base_url
from tielu.web.shared_pages import SharedPages, SharedReads
from tielu.web.table.action_panel import RejectedAmount
from tielu.web.table.armed import Chosen
from tielu.web.table.broken_game import broken_page
from tielu.web.table.entries import append_entry
from tielu.web.table.page import table_page
from tielu.web.table.results import results_of
from tielu.web.table.sidebar import SidebarOptions
from tielu.web.table.visits import note_presence, remember_visit, visit_of

LONGEST_AMOUNT = 20
# How many seconds old the clocks on a spectator's page may be.
_OLDEST_CLOCK = 5

_AMOUNT = re.compile(r"-?\d{1,9}", re.ASCII)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class _MadePage:
    """A page, whether it shows an earlier position, what a guided reader has been told, and the lesson that is done."""

    body: PageBody
    is_past: bool
    explained: Explained | None
    lesson_done: str
    puzzle_solved: int


_PAGES_OF_SPECTATORS: SharedPages[_MadePage] = SharedPages()
_LOOKS: SharedReads[tuple[GameInfo, Progress]] = SharedReads()


def chosen_move(
    seq: int | None = None,
    arm: str = "",
    company: str = "",
    price: str = "",
    certificate: str = "",
    run: str = "",
    why: str = "",
    solution: str = "",
    nothing: str = "",
) -> Chosen:
    """What the address says has been chosen, or asked about."""
    return Chosen(seq, arm, company, price, certificate, run, why, bool(solution), bool(nothing))


ChosenDep = Annotated[Chosen, Depends(chosen_move)]


@router.get("/games/{game_id}")
def table(
    request: Request,
    store: StoreDep,
    game_id: str,
    chosen: ChosenDep,
    at: int | None = None,
    chat: str = "",
) -> Response:
    options = SidebarOptions(whole_chat=True) if chat == "all" else None
    return table_response(request, store, game_id, at=at, options=options, chosen=chosen)


@router.post("/games/{game_id}/act", dependencies=[CHECKED_FORM])
def act(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    seq: Annotated[int, Form()],
    action: Annotated[str, Form()],
    amount: Annotated[str, Form(max_length=LONGEST_AMOUNT)] = "",
    quick: Annotated[str, Form(max_length=LONGEST_AMOUNT)] = "",
) -> Response:
    """Take an action; if it is refused, the table shows the error and the amount that was typed."""
    seat, typed = require_seat(request, store, store.game(game_id)), quick or amount
    request.state.rejected_amount = RejectedAmount(action, typed)
    append_entry(store, game_id, seq, _parse_action(action, typed), seat)
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/chat", dependencies=[CHECKED_FORM])
def chat(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    text: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
) -> Response:
    """Say something; where spectators talk, they do so under a name, which their browser remembers."""
    info, text = store.game(game_id), text.replace("\r\n", "\n")
    seat = current_seat(request, store, info) if info.spectators_talk else require_seat(request, store, info)
    rate_limits(request).count("chat", request, game_id, name if seat is None else seat)
    response = RedirectResponse(f"/games/{game_id}#chat", 303)
    if seat is None:
        check_spectator_name(request, store, name)
        store.talk.add_message_of_spectator(game_id, name, text)
        remember_name(request, response, name)
    else:
        store.talk.add_message(game_id, None if info.mode == "hot_seat" else seat, text)
    publisher.publish(game_id)
    return response


@router.get("/games/{game_id}/saved.json")
def save(store: StoreDep, game_id: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="tielu-{store.game(game_id).title}.json"'}
    return JSONResponse(store.export_log(game_id), headers=headers)


@router.get("/drawings.css")
def drawings_css(v: str = "") -> Response:
    text = drawing_styles().encode()
    return Response(
        text, media_type="text/css", headers={"Cache-Control": CACHE_FOREVER if v == content_hash(text) else REVALIDATE}
    )


def table_response(
    request: Request,
    store: Store,
    game_id: str,
    *,
    at: int | None = None,
    options: SidebarOptions | None = None,
    chosen: Chosen | None = None,
    error: ErrorMessage | None = None,
) -> Response:
    """Render the page of a game, with the error if a form was refused; a broken game has its own page.

    A finished game shows its results, unless a position or more of the log is asked for.
    """
    require_visible(request, store, game_id)  # it is also the answer to a form that was refused
    info, progress = _LOOKS.get((store, game_id), lambda: store.look(game_id))
    seat = current_seat(request, store, info)
    lang = request_language(request)
    if not info.humans:
        record_visit(request, store, game_id)
    rejected = getattr(request.state, "rejected_amount", RejectedAmount())
    chosen = chosen or Chosen(action=rejected.action)
    visit, explained = visit_of(request, progress.entries), explained_to(request)
    unread = unread_by(request, store, info)
    spectator, address = remembered_name(request), f"{base_url(request)}/games/{game_id}"
    is_called = None if seat is None else is_called_for(request, store, info, info.seats[seat])

    def make_page() -> _MadePage:
        page = table_page(
            store, info, seat, lang, at=at, options=options, chosen=chosen, visit=visit, explained=explained
        )
        ended = page.position.finished and info.origin is None and at is None and error is None and options is None
        body = page_body(
            request,
            "results.html" if ended else "table.html",
            lang,
            page=page,
            results=results_of(store, page, lang) if ended else None,
            error=error,
            rejected=rejected,
            spectator=spectator,
            unread=unread,
            address=address,
            is_called=is_called,
        )
        told = None if page.guide is None else page.guide.explained
        done = page.lesson.key if page.lesson is not None and page.lesson.own and page.lesson.done else ""
        return _MadePage(body, page.is_past, told, done, 0 if page.puzzle is None else page.puzzle.solved_by_reader)

    try:
        if seat is None and error is None:
            # All that the page of a spectator depends on; of the visit only what is said to have been missed.
            missed = (visit.known, visit.began) if 0 < visit.known < visit.began else None
            reader = (lang, theme_of(request), str(request.url), missed, spectator, unread)
            key = (store, info, progress, _tick(info), reader)
            made = _PAGES_OF_SPECTATORS.get(key, make_page)
        else:
            made = make_page()
    except (RefusedAction, StoreError) as failure:
        return broken_page(request, store, info, seat, lang, failure)
    response = page_response(request, made.body, lang, 200 if error is None else error.status)
    if not made.is_past:
        remember_visit(request, response, game_id, visit)
        if made.explained is not None:
            remember_explained(request, response, made.explained)
    if made.lesson_done:
        remember_done(request, response, made.lesson_done)
    if made.puzzle_solved:
        remember_solved(request, response, made.puzzle_solved)
    if seat is not None:
        note_presence(request, store, info.seats[seat].person, game_id, progress)
    return response


def _tick(info: GameInfo) -> int:
    """A number that goes on while clocks may run, so that the page of a spectator is not much older than they show."""
    return int(time.monotonic() / _OLDEST_CLOCK) if info.pace and not info.finished else 0


def _parse_action(text: str, typed: str) -> Any:
    """Parse the JSON of an action and add the typed amount; raises InvalidInput."""
    try:
        action = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("action_not_json") from error
    if typed and isinstance(action, dict):
        field = "amount" if "amount" in action else "price"
        if not _AMOUNT.fullmatch(typed.strip()):
            raise InvalidInput("not_a_number", type=str(action.get("type", ""))[:LONGEST_AMOUNT], field=field)
        action[field] = int(typed)
    return action
