"""The page of a game, and what its forms send."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from tielu.core.errors import RefusedAction
from tielu.errors import InvalidInput
from tielu.i18n.values import say_value
from tielu.store import Store, StoreError
from tielu.web.assets import ASK_AGAIN, KEEP, version
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, get_bots, reader_language
from tielu.web.errors.refusals import Refused
from tielu.web.rendering import drawing_styles, render
from tielu.web.seats.reader import needed_seat, reader_seat
from tielu.web.table.action_panel import Typed
from tielu.web.table.broken_game import broken_page
from tielu.web.table.entries import write_entry
from tielu.web.table.page import table_page
from tielu.web.table.sidebar import SidebarOptions

LONGEST_AMOUNT = 20

_AMOUNT = re.compile(r"-?\d{1,9}", re.ASCII)

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}")
def table(
    request: Request, store: StoreDep, game_id: str, at: int | None = None, log: str = "", chat: str = ""
) -> Response:
    return table_answer(request, store, game_id, at=at, wishes=SidebarOptions(log == "all", chat == "all"))


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
    """Take an action; what is refused is told at the table, with the amount that was typed."""
    seat, typed = needed_seat(request, store, store.game(game_id)), quick or amount
    request.state.typed = Typed(action, typed)
    write_entry(store, game_id, seq, _action(action, typed), seat)
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/chat", dependencies=[CHECKED_FORM])
def chat(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, text: Annotated[str, Form()] = ""
) -> Response:
    info = store.game(game_id)
    seat = needed_seat(request, store, info)
    store.add_message(game_id, None if info.mode == "hot_seat" else seat, text.replace("\r\n", "\n"))
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}#chat", 303)


@router.get("/games/{game_id}/saved.json")
def save(store: StoreDep, game_id: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="tielu-{store.game(game_id).title}.json"'}
    return JSONResponse(store.export_log(game_id), headers=headers)


@router.get("/drawings.css")
def drawings_css(v: str = "") -> Response:
    text = drawing_styles().encode()
    return Response(text, media_type="text/css", headers={"Cache-Control": KEEP if v == version(text) else ASK_AGAIN})


def table_answer(
    request: Request,
    store: Store,
    game_id: str,
    *,
    at: int | None = None,
    wishes: SidebarOptions | None = None,
    told: Refused | None = None,
) -> Response:
    """The page of a game; where a form was refused, with what the reader is told; a broken game has its own page."""
    info = store.game(game_id)
    seat = reader_seat(request, store, info)
    lang = reader_language(request)
    bots = get_bots(request)
    bots.visited(game_id)
    try:
        page = table_page(store, bots, info, seat, lang, at=at, wishes=wishes)
    except (RefusedAction, StoreError) as broken:
        return broken_page(request, store, info, seat, lang, broken)
    return render(
        request,
        "table.html",
        lang,
        200 if told is None else told.status,
        page=page,
        refused=told,
        typed=getattr(request.state, "typed", Typed()),
        chosen=request.query_params,
        round_name=say_value("round", page.position.round, lang),
    )


def _action(text: str, typed: str) -> Any:
    """The JSON of an action, with the amount that was typed beside it."""
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
