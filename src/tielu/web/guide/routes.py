"""The switch of a guided game, for the own seat; at one screen, for every seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import NotAllowed
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep
from tielu.web.guide.explained import forget_explained
from tielu.web.seats.access import require_seat

router = APIRouter(include_in_schema=False)


@router.post("/games/{game_id}/guided", dependencies=[CHECKED_FORM])
def guided(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, guided: Annotated[str, Form()] = ""
) -> Response:
    """Switch it on (`yes`), off (nothing), or let everything be explained again (`again`)."""
    info = store.game(game_id)
    seat = require_seat(request, store, info)
    if guided and not info.may_guide(seat):
        raise NotAllowed("no_guide_among_people")
    for each in info.seats if info.mode == "hot_seat" else (info.seats[seat],):
        store.set_guided(game_id, each.number, bool(guided))
    publisher.publish(game_id)
    response = RedirectResponse(f"/games/{game_id}", 303)
    if guided == "again":
        forget_explained(request, response)
    return response
