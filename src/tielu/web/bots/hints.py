"""Routes with which people ask a bot for a hint, and let bots go on after an undo."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from tielu.bots.strengths import USUAL, Strength, strength_of
from tielu.errors import NotAllowed, Unavailable
from tielu.store import Conflict, GameInfo, Hint, LoadedGame, Store
from tielu.web.bots.hint_maker import HintMaker
from tielu.web.dependencies import CHECKED_FORM, HintsDep, PublisherDep, StoreDep
from tielu.web.limits import rate_limits
from tielu.web.seats.access import require_seat
from tielu.web.table.page import may_act

# How often to look whether somebody still waits for a hint.
_LOOK_SECONDS = 0.5

router = APIRouter(include_in_schema=False)


async def request_hint(
    request: Request, store: Store, hints: HintMaker, info: GameInfo, seq: int, strength: str, seat: int
) -> tuple[LoadedGame, Hint]:
    """Ask a bot for a hint in the present position, and stop asking if whoever wanted it has gone.

    No thread waits for the answer. Raises NotAllowed if hints are off or it is not the seat's turn, TooManyRequests if
    it has asked too often, and Unavailable if the bot is busy or fails.
    """
    bot, loaded = await run_in_threadpool(_asked_position, store, info, seq, strength, seat)
    rate_limits(request).count("hints", request, info.id, seat)
    asking = asyncio.ensure_future(hints.make_hint(info, loaded, bot, seat))
    while not (await asyncio.wait({asking}, timeout=_LOOK_SECONDS))[0]:
        if await request.is_disconnected():
            asking.cancel()
    with suppress(asyncio.CancelledError):
        return loaded, await asking
    raise Unavailable("bot_failed")


def _asked_position(store: Store, info: GameInfo, seq: int, strength: str, seat: int) -> tuple[Strength, LoadedGame]:
    """The bot and the position for a hint; raises NotAllowed or Conflict if the seat may not ask there."""
    if not info.hints:
        raise NotAllowed("hints_off")
    bot = strength_of(strength, info.title)
    loaded = store.load(info.id)
    if loaded.seq != seq:
        raise Conflict(seq, loaded.seq)
    if not may_act(info, loaded.game, seat):
        raise NotAllowed("not_your_turn", player=loaded.game.actor or "")
    return bot, loaded


@router.post("/games/{game_id}/hint", dependencies=[CHECKED_FORM])
async def hint(
    request: Request,
    store: StoreDep,
    hints: HintsDep,
    game_id: str,
    seq: Annotated[int, Form()],
    strength: Annotated[str, Form()] = USUAL,
) -> Response:
    """Ask a bot for a hint, which the page shows to this seat until the game goes on."""
    info = await run_in_threadpool(store.game, game_id)
    seat = await run_in_threadpool(require_seat, request, store, info)
    await request_hint(request, store, hints, info, seq, strength, seat)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/go-on", dependencies=[CHECKED_FORM])
def go_on(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, seq: Annotated[int, Form()]
) -> Response:
    require_seat(request, store, store.game(game_id))
    store.bots.resume(game_id, seq)
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)
