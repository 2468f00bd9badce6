"""Who the reader is: at one screen whoever decides, with links the owner of the secret that the browser keeps."""

from __future__ import annotations

from fastapi import Request, Response

from tielu import InvalidAction
from tielu.store import GameInfo, Seat, Store

_SEAT_COOKIE = "tielu_seat"
_YEAR = 365 * 24 * 60 * 60


def reader_seat(request: Request, store: Store, info: GameInfo) -> int | None:
    """The seat of the reader, None for somebody who watches."""
    if info.mode == "hot_seat":
        return info.actor or 0
    secret = request.cookies.get(_SEAT_COOKIE)
    seat = None if secret is None else store.seat_of_secret(info.id, secret)
    if seat is None:
        return None
    request.state.seat_language = seat.language
    return seat.number


def needed_seat(request: Request, store: Store, info: GameInfo) -> int:
    """The seat of the reader; raises InvalidAction for somebody who only watches."""
    seat = reader_seat(request, store, info)
    if seat is None:
        raise InvalidAction("seat_needed")
    return seat


def keep_secret(response: Response, game_id: str, secret: str) -> None:
    """The browser shows the secret on the pages of this game, and to no script."""
    response.set_cookie(_SEAT_COOKIE, secret, max_age=_YEAR, path=f"/games/{game_id}", httponly=True, samesite="strict")


def opened_seat(store: Store, game_id: str, secret: str) -> Seat:
    """The seat that a link opens; raises InvalidAction if it opens none."""
    seat = store.seat_of_secret(game_id, secret)
    if seat is None:
        raise InvalidAction("seat_needed")
    return seat
