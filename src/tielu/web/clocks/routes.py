"""Routes for those whose time was over: who is back takes the seat again, and the others may hand it to a bot."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tielu.i18n import say
from tielu.web.clocks.deadlines import hand_over_notice
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.seats.access import require_seat
from tielu.web.table.entries import skip_empty_steps

router = APIRouter(include_in_schema=False)


@router.post("/games/{game_id}/back", dependencies=[CHECKED_FORM])
def back(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    """Play on one's own seat again, on which a bot has played; whoever plays there already just goes on."""
    info = store.game(game_id)
    seat = require_seat(request, store, info)
    if info.seats[seat].bot is not None:
        store.take_from_bot(game_id, seat)
        store.talk.add_notice(game_id, say("web_back_notice", request_language(request), player=info.seats[seat].name))
        skip_empty_steps(store, game_id)
        publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/hand-over", dependencies=[CHECKED_FORM])
def hand_over(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    """Agree that a bot gets the seat whose time is over; with the last one to agree it does."""
    info = store.game(game_id)
    seat = require_seat(request, store, info)
    clock = store.clocks.of(game_id)
    known = clock is not None and clock.seats[seat].agrees
    late = store.clocks.agree_to_hand_over(game_id, seat)
    if clock is not None and (late is not None or not known):
        lang = request_language(request)
        store.talk.add_notice(game_id, hand_over_notice(info, clock, seat, lang, done=late is not None))
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)
