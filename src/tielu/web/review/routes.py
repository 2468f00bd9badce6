"""Routes of reviews: read, asked for or continued, stopped."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import NotFound
from tielu.review import settings_for
from tielu.store.reviews import STOPPED
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.rendering import render
from tielu.web.review.decisions import require_review
from tielu.web.review.view import review_page
from tielu.web.seats.access import current_seat, require_seat

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}/review")
def show(request: Request, store: StoreDep, game_id: str, player: int | None = None) -> Response:
    """The review of a game as far as it is, of one player or of all; whoever may look at the game may read it."""
    info = store.game(game_id)
    seat = current_seat(request, store, info)
    require_review(info)
    if player is not None and player not in range(len(info.seats)):
        raise NotFound("no_such_seat", seats=len(info.seats))
    lang = request_language(request)
    page = review_page(store, info, player, lang)
    return render(request, "review.html", lang, info=info, page=page, may_ask=seat is not None)


@router.post("/games/{game_id}/review", dependencies=[CHECKED_FORM, limited("reviews")])
def ask(request: Request, store: StoreDep, game_id: str) -> Response:
    """Ask for a review of a game, or let it go on; a player does that."""
    info = store.game(game_id)
    require_seat(request, store, info)
    require_review(info)
    settings_for(info.title)
    store.reviews.ask(game_id)
    if request.app.state.reviewer is not None:
        request.app.state.reviewer.wake()
    return RedirectResponse(f"/games/{game_id}/review", 303)


@router.post("/games/{game_id}/review/stop", dependencies=[CHECKED_FORM])
def stop(request: Request, store: StoreDep, game_id: str) -> Response:
    """Stop a review; what was judged is kept."""
    info = store.game(game_id)
    require_seat(request, store, info)
    require_review(info)
    store.reviews.end(game_id, STOPPED)
    return RedirectResponse(f"/games/{game_id}/review", 303)
