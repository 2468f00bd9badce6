"""Routes of puzzles: today's, all of them, the page and the board of one, and its drawing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from tielu import TITLES
from tielu.core.setup_input import quoted
from tielu.errors import NotFound
from tielu.i18n import LANGUAGES
from tielu.puzzles import KINDS, LEVELS, Puzzle, all_puzzles, puzzle_of, puzzle_of_day
from tielu.store import Player, Store
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.puzzles.solved import forget_solved, solved_puzzles
from tielu.web.puzzles.view import puzzle_card, puzzle_key, puzzle_picture
from tielu.web.rendering import render
from tielu.web.seats.access import set_what_if_cookie, what_if_owner
from tielu.web.start.pictures import picture_response

_LONGEST_CHOICE = 20
_STATES = ("open", "solved")

router = APIRouter(include_in_schema=False)

Choice = Annotated[str, Query(max_length=_LONGEST_CHOICE)]


@router.get("/puzzles")
def puzzles(
    request: Request, kind: Choice = "", title: Choice = "", level: Choice = "", state: Choice = ""
) -> Response:
    """Today's puzzle, and all that fit what is chosen; a choice that is not offered counts as none."""
    lang, solved = request_language(request), solved_puzzles(request)
    found = [
        each
        for each in all_puzzles()
        if (kind not in KINDS or each.kind == kind)
        and (title not in TITLES or each.title == title)
        and (level not in map(str, LEVELS) or str(each.level) == level)
        and (state not in _STATES or (each.number in solved) == (state == "solved"))
    ]
    return render(
        request,
        "puzzles.html",
        lang,
        today=puzzle_card(puzzle_of_day(datetime.now(UTC).date()), solved, lang),
        cards=[puzzle_card(each, solved, lang) for each in found],
        chosen={"kind": kind, "title": title, "level": level, "state": state},
        kinds=tuple(KINDS),
        titles=[(each, TITLES[each].label) for each in TITLES],
        levels=LEVELS,
        solved=len(solved),
        count=len(all_puzzles()),
    )


@router.post("/puzzles/again", dependencies=[CHECKED_FORM])
def again() -> Response:
    """Forget which puzzles have been solved."""
    response = RedirectResponse("/puzzles", 303)
    forget_solved(response)
    return response


@router.get("/puzzles/{number}.svg")
def drawing(number: str, lang: str = "en") -> Response:
    """The map of a puzzle."""
    return picture_response(puzzle_picture(_puzzle(number).number, lang if lang in LANGUAGES else "en"))


@router.get("/puzzles/{number}")
def puzzle(request: Request, number: str) -> Response:
    """One puzzle: its question, and the way to its board."""
    lang, found = request_language(request), _puzzle(number)
    card = puzzle_card(found, solved_puzzles(request), lang)
    before = found.number - 1 or len(all_puzzles())
    return render(
        request, "puzzle_page.html", lang, card=card, before=before, after=found.number % len(all_puzzles()) + 1
    )


# Below the path of the cookie that says to whom a board belongs.
@router.post("/games/puzzles/{number}", dependencies=[CHECKED_FORM, limited("boards")])
def begin(request: Request, store: StoreDep, number: str) -> Response:
    """Open the table of a puzzle, a board of one's own."""
    return open_puzzle(request, store, _puzzle(number))


def open_puzzle(request: Request, store: Store, found: Puzzle) -> Response:
    """Open a board on the position of a puzzle and go there."""
    lang, owner = request_language(request), what_if_owner(request)
    players = [Player(name, lang) for name in found.players]
    board = store.open_exercise(puzzle_key(found.number), found.position(), players, owner)
    response = RedirectResponse(f"/games/{board}", 303)
    set_what_if_cookie(request, response, owner)
    return response


def _puzzle(number: str) -> Puzzle:
    """The puzzle that an address names; raises NotFound."""
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise NotFound("unknown_puzzle", puzzle=quoted(number))
    return puzzle_of(int(number))
