"""The page of one's calls: which, by which way, when, for which games; browsers and a webhook."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import InvalidInput, TieluError
from tielu.store import GameInfo, Store
from tielu.store.call_settings import FORMS, KINDS, WAYS
from tielu.store.person import zone_of
from tielu.web.calls.push import parse_subscription
from tielu.web.calls.words import game_name
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.people.accounts import WITH_ACCOUNTS, AccountsDep, Visitor, VisitorDep, accounts_of, visitor_of
from tielu.web.people.pages import page
from tielu.web.people.sessions import browser_name

router = APIRouter(include_in_schema=False)

_PAGE = "/account/calls"
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?", re.ASCII)


@router.get(_PAGE, dependencies=[WITH_ACCOUNTS])
def calls(request: Request, store: StoreDep) -> Response:
    """One's choices; whoever is not signed in is sent to do that first."""
    visitor = visitor_of(request, store)
    return RedirectResponse("/sign-in", 303) if visitor is None else calls_page(request, store, visitor)


@router.post(_PAGE, dependencies=[CHECKED_FORM])
def choose(
    request: Request,
    store: StoreDep,
    visitor: VisitorDep,
    wanted: Annotated[list[str], Form()] = [],  # noqa: B006  # FastAPI copies it
    quiet_from: Annotated[str, Form()] = "",
    quiet_until: Annotated[str, Form()] = "",
) -> Response:
    """Choose kinds, ways and quiet hours."""
    chosen = {(kind, way) for kind in KINDS for way in WAYS if f"{kind}.{way}" in wanted}
    try:
        store.people.calls.choose(visitor.person.id, chosen, _quiet(quiet_from, quiet_until))
    except InvalidInput as error:
        return calls_page(request, store, visitor, error)
    return RedirectResponse(_PAGE, 303)


@router.post(f"{_PAGE}/webhook", dependencies=[CHECKED_FORM])
def set_webhook(
    request: Request,
    store: StoreDep,
    accounts: AccountsDep,
    visitor: VisitorDep,
    webhook: Annotated[str, Form()] = "",
    form: Annotated[str, Form()] = FORMS[0],
) -> Response:
    """Post calls to an address; an empty one ends that."""
    address, settings = webhook.strip(), store.people.calls
    try:
        if address:
            accounts.outbound.check(address)
            settings.set_webhook(visitor.person.id, address, form)
        else:
            settings.remove_webhook(visitor.person.id)
    except InvalidInput as error:
        return calls_page(request, store, visitor, error, webhook=address)
    return RedirectResponse(f"{_PAGE}#webhook", 303)


@router.post(f"{_PAGE}/browsers", dependencies=[CHECKED_FORM, limited("sign_ins")])
def add_browser(
    request: Request,
    store: StoreDep,
    accounts: AccountsDep,
    visitor: VisitorDep,
    subscription: Annotated[str, Form()] = "",
) -> Response:
    """Call this browser, as it has agreed with its push service."""
    try:
        endpoint, p256dh, auth = parse_subscription(subscription)
        accounts.outbound.check(endpoint)
    except TieluError as error:
        return calls_page(request, store, visitor, error)
    person, session = visitor.person.id, visitor.session.id
    store.people.calls.subscribe(person, session, endpoint, p256dh, auth, browser_name(request))
    return RedirectResponse(f"{_PAGE}#browsers", 303)


@router.post(f"{_PAGE}/browsers/remove", dependencies=[CHECKED_FORM])
def remove_browser(store: StoreDep, visitor: VisitorDep, called: Annotated[str, Form()] = "") -> Response:
    """Stop calling one of one's own browsers."""
    store.people.calls.unsubscribe(visitor.person.id, called)
    return RedirectResponse(f"{_PAGE}#browsers", 303)


@router.post(f"{_PAGE}/games", dependencies=[CHECKED_FORM])
def silence(
    store: StoreDep, visitor: VisitorDep, game: Annotated[str, Form()] = "", silent: Annotated[str, Form()] = ""
) -> Response:
    """Choose whether one is called for a game."""
    store.people.calls.silence(visitor.person.id, game, bool(silent))
    return RedirectResponse(f"{_PAGE}#games", 303)


@router.post("/games/{game_id}/calls", dependencies=[CHECKED_FORM])
def silence_here(store: StoreDep, visitor: VisitorDep, game_id: str, silent: Annotated[str, Form()] = "") -> Response:
    """Choose it on the page of the game."""
    store.people.calls.silence(visitor.person.id, game_id, bool(silent))
    return RedirectResponse(f"/games/{game_id}", 303)


def calls_page(
    request: Request, store: Store, visitor: Visitor, error: Exception | None = None, webhook: str | None = None
) -> Response:
    """The page of one's calls, with what was refused."""
    person, settings, key = visitor.person, store.people.calls, accounts_of(request).push_key
    browsers, lang = settings.subscriptions(person.id), request_language(request)
    return page(
        request,
        "account_calls.html",
        error,
        chosen=settings.of(person.id),
        webhook_typed=webhook,
        browsers=browsers,
        is_called_here=any(each.session == visitor.session.id for each in browsers),
        session=visitor.session.id,
        push_key=None if key is None else key.public,
        games=[(info.id, _name(info, lang)) for info in _running_games(store, person.id)],
        silenced=settings.silenced(person.id),
        zone=zone_of(person),
    )


def _running_games(store: Store, person_id: str) -> list[GameInfo]:
    """The running games of a person, last changed first."""
    return [info for info in store.games_with_ids(store.people.seats(person_id)) if not info.finished]


def _name(info: GameInfo, lang: str) -> str:
    return game_name(info.name, info.title, info.players, lang)


def _quiet(begin: str, end: str) -> tuple[int, int] | None:
    """Quiet hours as typed, None for empty fields; raises InvalidInput if one is missing or no time."""
    if not begin.strip() and not end.strip():
        return None
    found = [_TIME.fullmatch(each.strip()) for each in (begin, end)]
    minutes = [int(each[1]) * 60 + int(each[2]) for each in found if each is not None]
    if len(minutes) != len(found) or minutes[0] == minutes[1]:
        raise InvalidInput("quiet_hours_wrong")
    return minutes[0], minutes[1]
