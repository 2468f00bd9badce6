"""Pages of standing: a person's profile, the best, and games to learn from. Only those who agree to it are shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from tielu import TITLES
from tielu.errors import NotFound
from tielu.i18n.values import title_label
from tielu.store.models import PACES
from tielu.store.standing import FEWEST_GAMES, GameFilter
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.people.accounts import WITH_ACCOUNTS, VisitorDep, visitor_of
from tielu.web.people.pages import page
from tielu.web.standing.view import bands, profile_of
from tielu.web.start.game_cards import Reader, game_cards
from tielu.web.start.new_game_form import all_player_counts

# What may be chosen in the search for games: how long they may be, in moves, and how well their players play.
_LENGTHS, _POINTS = (400, 700, 1000), (900, 1000, 1200, 1400)

router = APIRouter(include_in_schema=False)


@router.get("/people", dependencies=[WITH_ACCOUNTS])
def profile(request: Request, store: StoreDep, name: str) -> Response:
    """The profile of a person who lets others see it, or one's own; raises NotFound for everybody else's alike."""
    visitor = visitor_of(request, store)
    reader = None if visitor is None else visitor.person
    person = store.people.named(name)
    own = reader is not None and reader.id == person.id
    if not own and (not person.shown or person.blocked is not None):
        raise NotFound("no_such_person")
    return page(request, "profile.html", profile=profile_of(store, person, reader), own=own)


@router.post("/account/shown", dependencies=[CHECKED_FORM])
def show(store: StoreDep, visitor: VisitorDep, shown: Annotated[str, Form()] = "") -> Response:
    """Let others see one's profile and ratings, or not."""
    store.standing.show(visitor.person.id, shown == "yes")
    return RedirectResponse("/account#standing", 303)


@router.get("/best", dependencies=[WITH_ACCOUNTS])
def best(request: Request, store: StoreDep, title: str = "", pace: str = "") -> Response:
    """The best of a title at a pace."""
    title = title if title in TITLES else next(iter(TITLES))
    pace = pace if pace in PACES else PACES[-1]
    lang = request_language(request)
    listed = bands(store.standing.best(title, pace), lang)
    titles = [(each, title_label(each)) for each in TITLES]
    return page(request, "best.html", title=title, pace=pace, titles=titles, listed=listed, fewest=FEWEST_GAMES)


@router.get("/played", dependencies=[WITH_ACCOUNTS])
def played(
    request: Request,
    store: StoreDep,
    title: str = "",
    players: Annotated[str, Query(max_length=4)] = "",
    length: Annotated[str, Query(max_length=4)] = "",
    points: Annotated[str, Query(max_length=4)] = "",
) -> Response:
    """Finished games that everybody may see; a choice that is not offered counts as none."""
    wanted = GameFilter(
        title if title in TITLES else "",
        _chosen(players, all_player_counts()),
        _chosen(length, _LENGTHS),
        _chosen(points, _POINTS),
    )
    visitor = visitor_of(request, store)
    reader = Reader({}, is_alone=False, person=None if visitor is None else visitor.person.id)
    found = store.standing.games(wanted)
    cards = game_cards(store, [each.info for each in found], reader, request_language(request), datetime.now(UTC))
    return page(
        request,
        "played.html",
        wanted=wanted,
        titles=[(each, title_label(each)) for each in TITLES],
        counts=all_player_counts(),
        lengths=_LENGTHS,
        levels=_POINTS,
        found=list(zip(cards, found, strict=True)),
    )


def _chosen(text: str, offered: Sequence[int]) -> int:
    return int(text) if text.isascii() and text.isdigit() and int(text) in offered else 0
