"""Routes with which people ask a bot for a hint, and let bots go on after an undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.bots.strengths import USUAL, strength_of
from tielu.errors import NotAllowed
from tielu.store import Conflict, GameInfo, LoadedGame, Store
from tielu.web.bots.scheduler import BotScheduler, Hint
from tielu.web.dependencies import CHECKED_FORM, BotsDep, StoreDep
from tielu.web.seats.access import require_seat
from tielu.web.table.page import may_act

router = APIRouter(include_in_schema=False)


def request_hint(
    store: Store, bots: BotScheduler, info: GameInfo, seq: int, strength: str, seat: int
) -> tuple[LoadedGame, Hint]:
    """Ask a bot for a hint in the present position; raises NotAllowed if hints are off or it is not the seat's turn."""
    if not info.hints:
        raise NotAllowed("hints_off")
    bot = strength_of(strength, info.title)
    loaded = store.load(info.id)
    if loaded.seq != seq:
        raise Conflict(seq, loaded.seq)
    if not may_act(info, loaded.game, seat):
        raise NotAllowed("not_your_turn", player=loaded.game.actor or "")
    return loaded, bots.make_hint(info, loaded, bot, seat)


def resume_bots(store: Store, bots: BotScheduler, game_id: str, seq: int) -> None:
    """Let bots go on after the undo that is entry `seq`; raises Conflict if there are entries after it."""
    now = store.progress(game_id).entries
    if now != seq:
        raise Conflict(seq, now)
    bots.resume(game_id, seq)


@router.post("/games/{game_id}/hint", dependencies=[CHECKED_FORM])
def hint(
    request: Request,
    store: StoreDep,
    bots: BotsDep,
    game_id: str,
    seq: Annotated[int, Form()],
    strength: Annotated[str, Form()] = USUAL,
) -> Response:
    """Ask a bot for a hint, which the page shows to this seat until the game goes on."""
    info = store.game(game_id)
    request_hint(store, bots, info, seq, strength, require_seat(request, store, info))
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/go-on", dependencies=[CHECKED_FORM])
def go_on(request: Request, store: StoreDep, bots: BotsDep, game_id: str, seq: Annotated[int, Form()]) -> Response:
    require_seat(request, store, store.game(game_id))
    resume_bots(store, bots, game_id, seq)
    return RedirectResponse(f"/games/{game_id}", 303)
