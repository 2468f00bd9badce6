"""Access to seats: by the secret in a cookie, by the account to which a seat belongs, or at one screen for everybody.

The keeper of a game is the browser that created it. A browser has one secret for all the what-if boards that it opens,
and only that browser plays on them.
"""

from __future__ import annotations

import re

from fastapi import Request, Response

from tielu.core.setup_input import quoted
from tielu.errors import NotAllowed, NotFound
from tielu.store import GameInfo, Seat, Store
from tielu.store.ids_and_secrets import new_secret
from tielu.web.people.accounts import visitor_of

_SEAT_COOKIE = "tielu_seat"
_KEEPER_COOKIE = "tielu_keeper"
_WHAT_IF_COOKIE = "tielu_what_if"
# A secret as the store makes it; nothing else is taken for one.
_SECRET = re.compile(r"[A-Za-z0-9]{27}", re.ASCII)
_YEAR = 365 * 24 * 60 * 60
_BEARER = "bearer "


def require_visible(request: Request, store: Store, game_id: str) -> None:
    """Raise NotFound, as if there were no such game, where only others see it."""
    if not store.is_private(game_id):
        return
    info = store.game(game_id)
    if not _plays(request, store, info) and not _waits_for_successor(request, info):
        raise NotFound("unknown_game", game=quoted(game_id))


def _waits_for_successor(request: Request, info: GameInfo) -> bool:
    """Whether this is the page on which links are opened, and a seat of the game was left, for which there is one."""
    is_free = not info.rated and any(each.left for each in info.seats)
    return is_free and request.url.path == f"/games/{info.id}/seat"


def _plays(request: Request, store: Store, info: GameInfo) -> bool:
    """Whether whoever asks plays in a game or made it; of a what-if board, whether they see the game, too."""
    sent = request.headers.get("authorization", "")
    secret = sent[len(_BEARER) :].strip() if sent.lower().startswith(_BEARER) else request.cookies.get(_SEAT_COOKIE)
    if is_keeper(request, store, info) or (secret is not None and store.is_keeper(info.id, secret)):
        return True
    if info.origin is not None and info.origin.game:
        return _plays(request, store, store.game(info.origin.game))
    has_seat = secret is not None and store.seat_of_secret(info.id, secret) is not None
    return has_seat or seat_of_account(request, store, info) is not None


def current_seat(request: Request, store: Store, info: GameInfo) -> int | None:
    """The seat of this browser, None for a spectator."""
    if info.origin is not None and not is_keeper(request, store, info):
        return None
    if info.mode == "hot_seat":
        return hot_seat_number(info)
    secret = request.cookies.get(_SEAT_COOKIE)
    seat = None if secret is None else store.seat_of_secret(info.id, secret)
    if seat is None:
        seat = seat_of_account(request, store, info)
    if seat is None:
        return None
    request.state.seat_language = seat.language
    return seat.number


def seat_of_account(request: Request, store: Store, info: GameInfo) -> Seat | None:
    """The seat that belongs to whoever is signed in, None if there is none."""
    if all(each.person is None for each in info.seats):
        return None
    visitor = visitor_of(request, store)
    return next((each for each in info.seats if visitor is not None and each.person == visitor.person.id), None)


def hot_seat_number(info: GameInfo) -> int:
    """The seat in use at one screen: the one that decides, or while a bot does the first person's."""
    if info.actor is not None and info.actor in info.humans:
        return info.actor
    return min(info.humans, default=info.actor or 0)


def require_seat(request: Request, store: Store, info: GameInfo) -> int:
    """The seat of this browser; raises NotAllowed for a spectator."""
    seat = current_seat(request, store, info)
    if seat is None:
        raise no_seat(info)
    return seat


def no_seat(info: GameInfo) -> NotAllowed:
    """What somebody without a seat is told."""
    return NotAllowed("seat_needed") if info.origin is None else NotAllowed("not_your_what_if")


def is_keeper(request: Request, store: Store, info: GameInfo) -> bool:
    """Whether this browser created the game, or opened the what-if board."""
    secret = request.cookies.get(_KEEPER_COOKIE if info.origin is None else _WHAT_IF_COOKIE)
    return secret is not None and store.is_keeper(info.id, secret)


def require_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed unless this browser created the game."""
    if not is_keeper(request, store, info):
        raise NotAllowed("keeper_needed")


def may_delete_alone(request: Request, store: Store, info: GameInfo) -> bool:
    """Whether this browser may delete the game without asking: its maker, and at one screen whoever is at this machine.

    Raises NotAllowed for a stranger at a game at one screen or a what-if board, who has no seat to agree with.
    """
    if is_keeper(request, store, info):
        return True
    if info.origin is not None:
        raise no_seat(info)
    if info.mode != "hot_seat":
        return False
    if request.app.state.addresses is None:
        return True
    raise NotAllowed("keeper_needed")


def require_seat_or_keeper(request: Request, store: Store, info: GameInfo) -> None:
    """Raise NotAllowed unless this browser has a seat or created the game."""
    if not is_keeper(request, store, info):
        require_seat(request, store, info)


def set_seat_cookie(request: Request, response: Response, game_id: str, secret: str) -> None:
    """Store the secret of a seat in a cookie for the pages of this game, hidden from scripts."""
    set_game_cookie(request, response, _SEAT_COOKIE, game_id, secret)


def set_keeper_cookie(request: Request, response: Response, game_id: str, secret: str) -> None:
    """Store the secret of the keeper in the same way."""
    set_game_cookie(request, response, _KEEPER_COOKIE, game_id, secret)


def what_if_owner(request: Request) -> str:
    """The secret of this browser for its what-if boards and lessons, a new one if it has none."""
    known = request.cookies.get(_WHAT_IF_COOKIE, "")
    return known if _SECRET.fullmatch(known) else new_secret()


def set_what_if_cookie(request: Request, response: Response, secret: str) -> None:
    """Store the secret of a browser's what-if boards in a cookie for all games."""
    secure = request.url.scheme == "https"
    # Not strict: who comes to a board of their own by a link from elsewhere could not play on it.
    response.set_cookie(
        _WHAT_IF_COOKIE, secret, max_age=_YEAR, path="/games", secure=secure, httponly=True, samesite="lax"
    )


def copy_cookies(request: Request, response: Response, game_id: str) -> None:
    """Store the secrets of the game on whose page the reader is for another game as well."""
    for name in (_SEAT_COOKIE, _KEEPER_COOKIE):
        secret = request.cookies.get(name)
        if secret is not None:
            set_game_cookie(request, response, name, game_id, secret)


def set_game_cookie(request: Request, response: Response, name: str, game_id: str, value: str) -> None:
    """Store a value in a cookie for the pages of this game, hidden from scripts; no form of another site sends it."""
    response.set_cookie(
        name,
        value,
        max_age=_YEAR,
        path=f"/games/{game_id}",
        secure=request.url.scheme == "https",
        httponly=True,
        # Not strict: who comes to the table by a link from elsewhere would have no seat.
        samesite="lax",
    )


def seat_of_link(store: Store, game_id: str, secret: str) -> Seat:
    """The seat whose link has this secret; raises NotAllowed if there is none."""
    seat = store.seat_of_secret(game_id, secret)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat
