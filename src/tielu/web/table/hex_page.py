"""The choices on one hex, as a page or as a fragment for the script; and the link to the last run of a railway."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tielu.core.position import PositionView
from tielu.errors import NotFound
from tielu.store import Conflict
from tielu.views.actions.lays import hex_choices
from tielu.views.actions.runs import last_run
from tielu.views.position.position import position_view
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.offers import offers
from tielu.web.rendering import render
from tielu.web.seats.access import current_seat
from tielu.web.table.page import may_act

LONGEST_NAME = 20

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}/lays/{name}")
def lays(
    request: Request, store: StoreDep, game_id: str, name: str, seq: int | None = None, part: bool = False
) -> Response:
    """The legal tiles and stations on a hex; raises Conflict if `seq` is not the last entry, NotFound for no hex."""
    info, now = store.game(game_id), store.load(game_id)
    if seq is not None and seq != now.seq:
        raise Conflict(seq, now.seq)
    if name not in now.game.state.board.hex_index:
        raise NotFound("unknown_hex", hex=name[:LONGEST_NAME])
    lang, seat = request_language(request), current_seat(request, store, info)
    actions = offers(info.id, now.game) if may_act(info, now.game, seat) else []
    position = position_view(now.game)
    return render(
        request,
        "lays.html" if part else "lays_page.html",
        lang,
        info=info,
        seq=now.seq,
        choices=hex_choices(now.game, actions, name, lang),
        deciding=position.deciding,
        treasury=_treasury(position),
    )


def _treasury(position: PositionView) -> int | None:
    """The money of the railway that decides; None if a player does."""
    treasuries = {each.id: each.treasury for each in position.companies}
    treasuries |= {each.id: each.treasury for each in position.investors}
    return treasuries.get(position.deciding or "")


@router.get("/games/{game_id}/runs/{railway}")
def show_run(store: StoreDep, game_id: str, railway: str) -> Response:
    """Redirect to the position after the last run of a railway, where the map shows it; raises NotFound."""
    game = store.load(game_id).game
    action = last_run(game, railway)
    if action is None:
        raise NotFound("no_run_yet", railway=railway[:LONGEST_NAME])
    return RedirectResponse(f"/games/{game_id}?at={store.effective_entries(game_id)[action]}#board", 303)
