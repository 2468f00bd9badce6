"""The open game whose link somebody has opened before they signed in, so that they find it again afterwards."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.errors import NotFound
from tielu.store import Store
from tielu.store.open_game import OpenGame

_COOKIE = "tielu_invitation"
_WEEK = 7 * 24 * 60 * 60


def remember_invitation(request: Request, response: Response, open_id: str) -> None:
    """Keep the id of an open game, which grants nothing, for a week."""
    secure = request.url.scheme == "https"
    response.set_cookie(_COOKIE, open_id, max_age=_WEEK, secure=secure, httponly=True, samesite="lax")


def forget_invitation(request: Request, response: Response) -> None:
    response.delete_cookie(_COOKIE, secure=request.url.scheme == "https", httponly=True, samesite="lax")


def remembered_invitation(request: Request, store: Store) -> OpenGame | None:
    """The open game whose link this browser has opened; None if it has begun or is not there any more."""
    try:
        found = store.open_games.get(request.cookies.get(_COOKIE, ""))
    except NotFound:
        return None
    return None if found.game else found
