"""Access to seats: by the secret in a cookie, or at one screen for everybody.

The keeper of a game is the browser that created it.
"""

from __future__ import annotations

from fastapi import Request, Response

from tielu.errors import NotAllowed
from tielu.store import GameInfo, Seat, Store

_SEAT_COOKIE = "tielu_seat"
_KEEPER_COOKIE = "tielu_keeper"
_YEAR = 365 * 24 * 60 * 60


def current_seat(request: Request, store: Store, info: GameInfo) -> int | None:
    """The seat of this browser, None for a spectator."""
    if info.mode == "hot_seat":
        return hot_seat_number(info)
    secret = request.cookies.get(_SEAT_COOKIE)
    seat = None if secret is None else store.seat_of_secret(info.id, secret)
    if seat is None:
        return None
    request.state.seat_language = seat.language
    return seat.number


def hot_seat_number(info: GameInfo) -> int:
    """The seat in use at one screen: the one that decides, or while a bot does the first person's."""
    if info.actor is not None and info.actor in info.humans:
        return info.actor
    return min(info.humans, default=info.actor or 0)


def require_seat(request: Request, store: Store, info: GameInfo) -> int:
    """The seat of this browser; raises NotAllowed for a spectator."""
    seat = current_seat(request, store, info)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat


def is_keeper(request: Request, store: Store, info: GameInfo) -> bool:
    """Whether this browser created the game."""
    secret = request.cookies.get(_KEEPER_COOKIE)
    return secret is not None and store.is_keeper(info.id, secret)


def require_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed unless this browser created the game."""
    if not is_keeper(request, store, info):
        raise NotAllowed("keeper_needed")


def require_seat_or_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed unless this browser has a seat or created the game."""
    if not is_keeper(request, store, info):
        require_seat(request, store, info)


def set_seat_cookie(request: Request, response: Response, game_id: str, secret: str) -> None:
    """Store the secret of a seat in a cookie for the pages of this game, hidden from scripts."""
    _set_cookie(request, response, _SEAT_COOKIE, game_id, secret)


def set_keeper_cookie(request: Request, response: Response, game_id: str, secret: str) -> None:
    """Store the secret of the keeper in the same way."""
    _set_cookie(request, response, _KEEPER_COOKIE, game_id, secret)


def _set_cookie(request: Request, response: Response, name: str, game_id: str, secret: str) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=_YEAR,
        path=f"/games/{game_id}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def seat_of_link(store: Store, game_id: str, secret: str) -> Seat:
    """The seat whose link has this secret; raises NotAllowed if there is none."""
    seat = store.seat_of_secret(game_id, secret)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat
