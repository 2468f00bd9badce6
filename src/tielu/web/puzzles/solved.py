"""The puzzles that this browser has solved, in a cookie; it grants nothing."""

from __future__ import annotations

import re

from fastapi import Request, Response

from tielu.puzzles import all_puzzles

_COOKIE = "tielu_puzzles"
_YEAR = 365 * 24 * 60 * 60
# The numbers of the solved ones as the bits of one number, written in base 16.
_BITS = re.compile(r"[0-9a-f]{1,64}", re.ASCII)


def solved_puzzles(request: Request) -> frozenset[int]:
    """The numbers of the puzzles that this browser has solved."""
    text = request.cookies.get(_COOKIE, "")
    bits = int(text, 16) if _BITS.fullmatch(text) else 0
    return frozenset(each.number for each in all_puzzles() if bits >> each.number & 1)


def remember_solved(request: Request, response: Response, number: int) -> None:
    """Note that a puzzle has been solved."""
    solved = solved_puzzles(request)
    if number not in solved:
        bits = sum(1 << each for each in {*solved, number})
        secure = request.url.scheme == "https"
        response.set_cookie(_COOKIE, f"{bits:x}", max_age=_YEAR, secure=secure, httponly=True, samesite="lax")


def forget_solved(response: Response) -> None:
    response.delete_cookie(_COOKIE)
