"""What this browser remembers: the games that it has made or plays in, for the start page, and the reader's name.

The cookies grant nothing: they contain no secret, and whoever forges them only changes what they see themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from fastapi import Request, Response

from tielu import LONGEST_NAME

_COOKIE = "tielu_games"
_NAME_COOKIE = "tielu_name"
_YEAR = 365 * 24 * 60 * 60
# The latest games are kept; a cookie has room for more, but a list has not.
MOST_REMEMBERED = 40
# An entry is the id of a game and the number of a seat, which is empty for somebody without one.
_BETWEEN_GAMES, _BEFORE_SEAT = "_", "."


def remembered_games(request: Request) -> dict[str, int | None]:
    """The remembered games, the latest first, each with the seat of this browser."""
    found: dict[str, int | None] = {}
    for entry in request.cookies.get(_COOKIE, "").split(_BETWEEN_GAMES)[:MOST_REMEMBERED]:
        game_id, _, seat = entry.partition(_BEFORE_SEAT)
        if game_id.isalnum() and game_id.isascii():
            found[game_id] = int(seat) if seat.isascii() and seat.isdigit() and len(seat) == 1 else None
    return found


def remember_game(request: Request, response: Response, game_id: str, seat: int | None = None) -> None:
    """Put a game before the others; a seat once taken is kept."""
    games = remembered_games(request)
    known = games.pop(game_id, None)
    _set_cookie(request, response, {game_id: known if seat is None else seat, **games})


def remembered_name(request: Request) -> str:
    """The name under which this browser last made a game or said something as a spectator; empty if it has not."""
    return unquote(request.cookies.get(_NAME_COOKIE, ""))[:LONGEST_NAME]


def remember_name(request: Request, response: Response, name: str) -> None:
    response.set_cookie(
        _NAME_COOKIE,
        quote(name.strip()),
        max_age=_YEAR,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def forget_name(request: Request, response: Response) -> None:
    response.delete_cookie(_NAME_COOKIE, secure=request.url.scheme == "https", httponly=True, samesite="lax")


def _set_cookie(request: Request, response: Response, games: Mapping[str, int | None]) -> None:
    entries = [f"{game}{_BEFORE_SEAT}{'' if seat is None else seat}" for game, seat in games.items()]
    response.set_cookie(
        _COOKIE,
        _BETWEEN_GAMES.join(entries[:MOST_REMEMBERED]),
        max_age=_YEAR,
        secure=request.url.scheme == "https",
        httponly=True,
        # Not strict: who comes by a link in a letter would lose what was remembered before.
        samesite="lax",
    )
