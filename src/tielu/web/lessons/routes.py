"""Routes of lessons: the list of them, and the board of one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tielu.bots.strengths import usual_strength
from tielu.core.setup_input import quoted
from tielu.errors import NotFound
from tielu.lessons import find_lesson
from tielu.store import Player, Store
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.lessons.answers import play_answers
from tielu.web.lessons.done import done_lessons, forget_done
from tielu.web.lessons.view import lesson_lists
from tielu.web.limits import limited
from tielu.web.rendering import render
from tielu.web.seats.access import set_what_if_cookie, what_if_owner

router = APIRouter(include_in_schema=False)


@router.get("/learn")
def learn(request: Request) -> Response:
    """List the lessons of each title, with those that this browser has done."""
    lang = request_language(request)
    return render(request, "learn.html", lang, lists=lesson_lists(done_lessons(request), lang))


@router.post("/learn/again", dependencies=[CHECKED_FORM])
def again() -> Response:
    """Forget which lessons have been done."""
    response = RedirectResponse("/learn", 303)
    forget_done(response)
    return response


# Below the path of the cookie that says to whom a board belongs.
@router.post("/games/lessons/{title}/{name}", dependencies=[CHECKED_FORM, limited("boards")])
def begin(request: Request, store: StoreDep, title: str, name: str) -> Response:
    """Begin a lesson on a board of one's own."""
    return open_lesson(request, store, f"{title}/{name}")


def open_lesson(request: Request, store: Store, key: str) -> Response:
    """Open the board of a lesson and go there; raises NotFound if there is no such lesson."""
    lesson = find_lesson(key)
    if lesson is None:
        raise NotFound("unknown_lesson", lesson=quoted(key))
    game, bot = lesson.start(), usual_strength(lesson.title).name
    players = [Player(name, bot=None if seat == lesson.seat else bot) for seat, name in enumerate(game.players)]
    owner = what_if_owner(request)
    board = store.open_exercise(lesson.key, game, players, owner)
    play_answers(store, board)
    response = RedirectResponse(f"/games/{board}", 303)
    set_what_if_cookie(request, response, owner)
    return response
