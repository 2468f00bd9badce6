"""Who the reader is: at one screen whoever decides, with links the owner of the secret that the browser keeps."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.errors import NotAllowed
from tielu.store import GameInfo, Seat, Store

_SEAT_COOKIE = "tielu_seat"
_KEEPER_COOKIE = "tielu_keeper"
_YEAR = 365 * 24 * 60 * 60


def reader_seat(request: Request, store: Store, info: GameInfo) -> int | None:
    """The seat of the reader, None for somebody who watches."""
    if info.mode == "hot_seat":
        return screen_seat(info)
    secret = request.cookies.get(_SEAT_COOKIE)
    seat = None if secret is None else store.seat_of_secret(info.id, secret)
    if seat is None:
        return None
    request.state.seat_language = seat.language
    return seat.number


def screen_seat(info: GameInfo) -> int:
    """Whose seat those at one screen have: whoever decides, or while a bot does the first person."""
    if info.actor is not None and info.actor in info.humans:
        return info.actor
    return min(info.humans, default=info.actor or 0)


def needed_seat(request: Request, store: Store, info: GameInfo) -> int:
    """The seat of the reader; raises NotAllowed for somebody who only watches."""
    seat = reader_seat(request, store, info)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat


def is_keeper(request: Request, store: Store, info: GameInfo) -> bool:
    """Whether this browser made the game."""
    secret = request.cookies.get(_KEEPER_COOKIE)
    return secret is not None and store.is_keeper(info.id, secret)


def needed_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed unless this browser made the game."""
    if not is_keeper(request, store, info):
        raise NotAllowed("keeper_needed")


def needed_seat_or_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed for somebody who neither plays nor made the game."""
    if not is_keeper(request, store, info):
        needed_seat(request, store, info)


def keep_secret(request: Request, response: Response, game_id: str, secret: str) -> None:
    """The browser shows the secret of a seat on the pages of this game, and to no script."""
    _keep(request, response, _SEAT_COOKIE, game_id, secret)


def keep_keeper(request: Request, response: Response, game_id: str, secret: str) -> None:
    """The same with the secret of who made the game."""
    _keep(request, response, _KEEPER_COOKIE, game_id, secret)


def _keep(request: Request, response: Response, name: str, game_id: str, secret: str) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=_YEAR,
        path=f"/games/{game_id}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def opened_seat(store: Store, game_id: str, secret: str) -> Seat:
    """The seat that a link opens; raises NotAllowed if it opens none."""
    seat = store.seat_of_secret(game_id, secret)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat
