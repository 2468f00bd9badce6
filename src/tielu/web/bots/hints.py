"""What people ask of bots at the table: which move they would make, and to go on after an undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.bots.strengths import USUAL, strength_of
from tielu.errors import NotAllowed
from tielu.store import Conflict, GameInfo, LoadedGame, Store
from tielu.web.bots.turns import Advice, TableBots
from tielu.web.dependencies import CHECKED_FORM, BotsDep, StoreDep
from tielu.web.seats.reader import needed_seat
from tielu.web.table.page import may_act

router = APIRouter(include_in_schema=False)


def ask_advice(
    store: Store, bots: TableBots, info: GameInfo, seq: int, strength: str, seat: int
) -> tuple[LoadedGame, Advice]:
    """The position and what a bot would do in it; raises NotAllowed where hints are off or others decide."""
    if not info.hints:
        raise NotAllowed("hints_off")
    asked = strength_of(strength, info.title)
    loaded = store.load(info.id)
    if loaded.seq != seq:
        raise Conflict(seq, loaded.seq)
    if not may_act(info, loaded.game, seat):
        raise NotAllowed("not_your_turn", player=loaded.game.actor or "")
    return loaded, bots.advise(info, loaded, asked, seat)


def let_go_on(store: Store, bots: TableBots, game_id: str, seq: int) -> None:
    """Bots go on after the undo that is entry `seq`; raises Conflict if there are entries after it."""
    now = store.progress(game_id).entries
    if now != seq:
        raise Conflict(seq, now)
    bots.go_on(game_id, seq)


@router.post("/games/{game_id}/hint", dependencies=[CHECKED_FORM])
def hint(
    request: Request,
    store: StoreDep,
    bots: BotsDep,
    game_id: str,
    seq: Annotated[int, Form()],
    strength: Annotated[str, Form()] = USUAL,
) -> Response:
    """Let a bot think; its advice then stands on the page, for this seat, until the game goes on."""
    info = store.game(game_id)
    ask_advice(store, bots, info, seq, strength, needed_seat(request, store, info))
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/go-on", dependencies=[CHECKED_FORM])
def go_on(request: Request, store: StoreDep, bots: BotsDep, game_id: str, seq: Annotated[int, Form()]) -> Response:
    needed_seat(request, store, store.game(game_id))
    let_go_on(store, bots, game_id, seq)
    return RedirectResponse(f"/games/{game_id}", 303)
