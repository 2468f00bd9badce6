"""Routes of shared positions: sharing one, its page, the drawing of it, and withdrawing it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from tielu import TITLES, Game
from tielu.errors import NotAllowed, NotFound
from tielu.i18n import LANGUAGES
from tielu.store import Store
from tielu.store.sharing import LONGEST_COMMENT, SharedPosition
from tielu.views.position.position import position_view
from tielu.views.svg import AUTO, board_picture, table_picture
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.errors.messages import error_message
from tielu.web.limits import limited
from tielu.web.rendering import render
from tielu.web.seats.access import set_what_if_cookie, what_if_owner
from tielu.web.seats.routes import base_url

# A drawing may be shown by every page, but it can do nothing there.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Frame-Options": "",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=3600",
}

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}/share")
def ask(request: Request, store: StoreDep, game_id: str, at: int | None = None) -> Response:
    """The form with which a position is shared: the present one, or that after entry `at`."""
    return _form(request, store, game_id, at)


@router.post("/games/{game_id}/share", dependencies=[CHECKED_FORM, limited("shares")])
def share(
    request: Request,
    store: StoreDep,
    game_id: str,
    at: Annotated[int, Form()],
    comment: Annotated[str, Form()] = "",
) -> Response:
    """Share a position; whoever may look at a game may do that, so one of a private game only its players."""
    comment = comment.replace("\r\n", "\n").strip()
    seq = store.load(game_id, at).seq
    if len(comment) > LONGEST_COMMENT:
        return _form(request, store, game_id, at, comment)
    owner = what_if_owner(request)
    made = store.shared.share(game_id, seq, comment, owner)
    response = RedirectResponse(f"/games/{game_id}/shared/{made}", 303)
    set_what_if_cookie(request, response, owner)
    return response


def _form(request: Request, store: Store, game_id: str, at: int | None, comment: str = "") -> Response:
    """The form, with what was typed if it was too long."""
    info, loaded, lang = store.game(game_id), store.load(game_id, at), request_language(request)
    too_long = None
    if comment:
        error = NotAllowed("comment_too_long", length=len(comment), longest=LONGEST_COMMENT)
        too_long = error_message(error, lang)
    values = {"info": info, "at": loaded.seq, "comment": comment, "longest": LONGEST_COMMENT, "error": too_long}
    return render(request, "share.html", lang, 200 if too_long is None else 400, **{**_told(loaded.game), **values})


@router.get("/games/{game_id}/shared/{share_id}")
def shared(request: Request, store: StoreDep, game_id: str, share_id: str) -> Response:
    """What whoever shared a position gets: its link, and what others put into their pages to show the drawing."""
    found = _of_game(store, game_id, share_id)
    address = f"{base_url(request)}/p/{share_id}"
    own = store.shared.is_owner(share_id, what_if_owner(request))
    return render(request, "shared.html", request_language(request), shared=found, address=address, own=own)


@router.post("/games/{game_id}/shared/{share_id}/withdraw", dependencies=[CHECKED_FORM])
def withdraw(request: Request, store: StoreDep, game_id: str, share_id: str) -> Response:
    """Withdraw a shared position; only the browser that shared it may."""
    _of_game(store, game_id, share_id)
    if not store.shared.is_owner(share_id, what_if_owner(request)):
        raise NotAllowed("not_your_shared")
    store.shared.withdraw(share_id)
    return RedirectResponse(f"/games/{game_id}", 303)


def _of_game(store: Store, game_id: str, share_id: str) -> SharedPosition:
    found = store.shared.get(share_id)
    if found.game != game_id:
        raise NotFound("unknown_shared", shared=share_id[:40])
    return found


@router.get("/p/{share_id}.svg")
def drawing(
    store: StoreDep, share_id: str, lang: str = "en", market: Annotated[str, Query(max_length=1)] = ""
) -> Response:
    """The map of a shared position, with the share price chart below it if wanted; any page may show it."""
    found = store.shared.get(share_id)
    picture = _picture(store, found.game, found.at, lang if lang in LANGUAGES else "en", bool(market))
    return Response(picture, media_type="image/svg+xml", headers=_HEADERS)


@router.get("/p/{share_id}")
def position(request: Request, store: StoreDep, share_id: str) -> Response:
    """A shared position: drawing, comment, who decides; of a public game the way to it, and to a what-if board."""
    found = store.shared.get(share_id)
    info, game = store.game(found.game), store.load(found.game, found.at).game
    is_public = info.visibility == "public"
    values = {**_told(game), "shared": found, "is_public": is_public, "address": f"{base_url(request)}/p/{share_id}"}
    return render(request, "position.html", request_language(request), **values)


def _told(game: Game) -> dict[str, Any]:
    """What pages tell of a position in words."""
    return {"position": position_view(game), "title_label": TITLES[game.title].label}


@lru_cache(maxsize=64)
def _picture(store: Store, game_id: str, at: int, lang: str, market: bool) -> str:
    """The drawing; a position never changes."""
    game = store.load(game_id, at).game
    return str((table_picture if market else board_picture)(game, lang=lang, theme=AUTO))
