"""The lessons that this browser has done, in a cookie; it grants nothing, so whoever forges it is only fooled."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import Request, Response

from tielu import TITLES
from tielu.lessons import lessons_of

_COOKIE = "tielu_lessons"
_YEAR = 365 * 24 * 60 * 60
_BETWEEN = "_"


def done_lessons(request: Request) -> frozenset[str]:
    """The keys of the lessons that this browser has done."""
    named = request.cookies.get(_COOKIE, "").split(_BETWEEN)
    known = {_cookie_name(each.key): each.key for title in TITLES for each in lessons_of(title)}
    return frozenset(known[name] for name in named if name in known)


def remember_done(request: Request, response: Response, lesson: str) -> None:
    """Note that a lesson has been done."""
    done = done_lessons(request)
    if lesson not in done:
        _set_cookie(request, response, {*done, lesson})


def forget_done(response: Response) -> None:
    response.delete_cookie(_COOKIE)


def _cookie_name(lesson: str) -> str:
    """A slash is no character for a cookie."""
    return lesson.replace("/", ".")


def _set_cookie(request: Request, response: Response, done: Iterable[str]) -> None:
    response.set_cookie(
        _COOKIE,
        _BETWEEN.join(sorted(map(_cookie_name, done))),
        max_age=_YEAR,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
