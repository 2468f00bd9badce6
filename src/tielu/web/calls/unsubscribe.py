"""The link at the end of a mail: no more mails, or none about this game, without signing in.

Opening it changes nothing, since programs open links in mails. A program in which mails are read may post to it by
itself when its user presses "unsubscribe" (RFC 8058); it has no page of ours before, so the secret is all it needs.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from tielu.errors import NotFound
from tielu.store import Store
from tielu.web.calls.words import game_name
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.middleware import ONE_CLICK_PREFIX
from tielu.web.people.accounts import WITH_ACCOUNTS
from tielu.web.people.pages import page

router = APIRouter(include_in_schema=False)


@router.get(f"{ONE_CLICK_PREFIX}{{secret}}", dependencies=[WITH_ACCOUNTS])
def ask(request: Request, store: StoreDep, secret: str, game: str = "") -> Response:
    """Ask what shall end: mails about a game, or all."""
    person = store.people.calls.person_of_stop(secret)
    return _page(request, store, person, game, done=False)


@router.post(f"{ONE_CLICK_PREFIX}{{secret}}", dependencies=[WITH_ACCOUNTS])
def stop(request: Request, store: StoreDep, secret: str, game: Annotated[str, Form()] = "") -> Response:
    """Send no more mails; with a game, no calls about it."""
    person = store.people.calls.person_of_stop(secret)
    if game:
        store.people.calls.silence(person, game, True)
    else:
        store.people.calls.stop_mails(person)
    return _page(request, store, person, game, done=True)


def _page(request: Request, store: Store, person: str, game: str, *, done: bool) -> Response:
    """The page of the link; it names the game only if the person plays in it."""
    name = ""
    with suppress(NotFound):
        info = store.game(game)
        if info.deleted is None and any(each.person == person for each in info.seats):
            name = game_name(info.name, info.title, info.players, request_language(request))
    return page(request, "calls_stop.html", game=game if name else "", game_name=name, done=done)
