"""The rematch of a finished game: everybody who had a seat in it has the same one in the next."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import NotAllowed
from tielu.i18n import say
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.people.accounts import visitor_of
from tielu.web.seats.access import copy_cookies, current_seat, require_seat_or_keeper
from tielu.web.seats.remembered import remember_game

router = APIRouter(include_in_schema=False)


@router.post("/games/{game_id}/rematch", dependencies=[CHECKED_FORM, limited("games")])
def rematch(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    """Go to the rematch, which the first one who asks makes; the secrets of this game open it, too.

    The people of an open game gather in another one.
    """
    info = store.game(game_id)
    require_seat_or_keeper(request, store, info)
    visitor = visitor_of(request, store)
    open_id, made = ("", False) if visitor is None else store.open_games.rematch(game_id, visitor.person.id)
    if visitor is not None and open_id:
        if made:
            lang = request_language(request)
            store.talk.add_notice(game_id, say("results_rematch_open", lang, name=visitor.person.name))
            publisher.publish(game_id)
        with suppress(NotAllowed):  # it is full, or has begun: its page says so
            store.open_games.join(open_id, visitor.person.id)
        return RedirectResponse(f"/lobby/{open_id}", 303)
    seat = current_seat(request, store, info)
    following = store.rematch(game_id)
    if following != info.rematch:
        if info.mode == "links":
            store.talk.add_message(game_id, None, say("results_rematch_made", request_language(request)))
        publisher.publish(game_id)
        publisher.publish(following)
    response = RedirectResponse(f"/games/{following}", 303)
    copy_cookies(request, response, following)
    remember_game(request, response, following, seat if info.mode == "links" else None)
    return response
