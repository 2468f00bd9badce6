"""The lobby, a new open game, and the page on which people gather until it begins."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu import TITLES
from tielu.bots.strengths import usual_strength
from tielu.errors import TieluError
from tielu.i18n import LANGUAGES, say
from tielu.store import GameInfo, Store
from tielu.store.models import PACES
from tielu.store.open_games import OpenGameFilter
from tielu.web.bots.view import bot_choices
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.lobby.form import FormDep, OpenGameForm, default_form
from tielu.web.lobby.invitation import forget_invitation, remember_invitation
from tielu.web.lobby.view import open_card, open_cards
from tielu.web.people.accounts import WITH_ACCOUNTS, VisitorDep, visitor_of
from tielu.web.people.pages import page
from tielu.web.seats.routes import base_url
from tielu.web.start.game_cards import Reader, game_cards
from tielu.web.start.new_game_form import all_player_counts, title_cards
from tielu.web.table.visits import note_presence

# The games to watch that are shown, and among how many of the latest they are looked for.
_MOST_WATCHED, _LOOKED_AT = 12, 100

router = APIRouter(include_in_schema=False)


def filter_of_request(
    title: str = "", players: str = "", pace: str = "", rated: str = "", language: str = ""
) -> OpenGameFilter:
    """Which games somebody looks for; what is unknown may be anything."""
    return OpenGameFilter(
        title if title in TITLES else "",
        int(players) if players.isascii() and players.isdigit() and len(players) == 1 else 0,
        pace if pace in PACES else "",
        {"yes": True, "no": False}.get(rated),
        language if language in LANGUAGES else "",
    )


@router.get("/lobby", dependencies=[WITH_ACCOUNTS])
def lobby(request: Request, store: StoreDep, chosen: Annotated[OpenGameFilter, Depends(filter_of_request)]) -> Response:
    """Open games with free seats first, and games to watch."""
    visitor, lang, now = visitor_of(request, store), request_language(request), datetime.now(UTC)
    person = None if visitor is None else visitor.person.id
    own = [] if person is None else store.open_games.of_person(person)
    known = {each.id for each in own}
    others = [each for each in store.open_games.listed(chosen) if each.id not in known]
    reader = Reader({} if person is None else store.people.seats(person), is_alone=False, person=person)
    watched = [each for each in store.list_games("running", _LOOKED_AT).games if _is_wanted(each, chosen, reader)]
    return page(
        request,
        "lobby.html",
        chosen=chosen,
        own=open_cards(own, person, lang, now),
        others=open_cards(others, person, lang, now),
        watched=game_cards(store, watched[:_MOST_WATCHED], reader, lang, now),
        titles=[(each.title, each.name) for each in title_cards()],
        counts=[(str(count), say("web_card_players", lang, count=count)) for count in all_player_counts()],
    )


def _is_wanted(info: GameInfo, chosen: OpenGameFilter, reader: Reader) -> bool:
    """Whether somebody who looks for such games may want to watch this one."""
    return (
        info.mode == "links"
        and not reader.owns(info)
        and chosen.title in ("", info.title)
        and chosen.players in (0, len(info.seats))
        and chosen.pace in ("", info.pace)
        and chosen.rated in (None, info.rated)
    )


# ---- a new one ----


@router.get("/lobby/new", dependencies=[WITH_ACCOUNTS])
def new(request: Request, store: StoreDep, title: str = "") -> Response:
    """The form of a new open game; whoever is not signed in is sent to do that first."""
    if visitor_of(request, store) is None:
        return RedirectResponse("/sign-in", 303)
    return _form_page(request, default_form(title or title_cards()[0].title, request_language(request)))


@router.post("/lobby/new", dependencies=[CHECKED_FORM, limited("games")])
def make(request: Request, store: StoreDep, visitor: VisitorDep, form: FormDep) -> Response:
    """Make an open game."""
    try:
        open_id = store.open_games.make(visitor.person.id, form.choices())
    except TieluError as error:
        return _form_page(request, form, error)
    return RedirectResponse(f"/lobby/{open_id}", 303)


def _form_page(request: Request, form: OpenGameForm, error: Exception | None = None) -> Response:
    lang, title = request_language(request), TITLES[form.title]
    return page(
        request,
        "open_game_new.html",
        error,
        form=form,
        cards=title_cards(),
        title_name=title.label,
        editions=title.editions,
        counts=title.players,
        strengths=bot_choices(lang, form.title),
        usual_bot=usual_strength(form.title).name,
    )


# ---- gathering ----


@router.get("/lobby/{open_id}", dependencies=[WITH_ACCOUNTS])
def open_game(request: Request, store: StoreDep, open_id: str) -> Response:
    """The page of an open game; once it has begun it leads to the table."""
    return _open_page(request, store, open_id)


@router.post("/lobby/{open_id}/join", dependencies=[CHECKED_FORM])
def join(request: Request, store: StoreDep, publisher: PublisherDep, visitor: VisitorDep, open_id: str) -> Response:
    """Join an open game, which may begin with that."""
    try:
        game = store.open_games.join(open_id, visitor.person.id)
    except TieluError as error:
        return _open_page(request, store, open_id, error)
    if game:
        publisher.publish(game)
    return _back(open_id)


@router.post("/lobby/{open_id}/leave", dependencies=[CHECKED_FORM])
def leave(request: Request, store: StoreDep, visitor: VisitorDep, open_id: str) -> Response:
    """Leave an open game, or decline the invitation to it."""
    try:
        store.open_games.leave(open_id, visitor.person.id)
    except TieluError as error:
        return _open_page(request, store, open_id, error)
    response = RedirectResponse("/lobby", 303)
    forget_invitation(request, response)
    return response


@router.post("/lobby/{open_id}/invite", dependencies=[CHECKED_FORM, limited("invitations")])
def invite(
    request: Request, store: StoreDep, visitor: VisitorDep, open_id: str, name: Annotated[str, Form()] = ""
) -> Response:
    """Invite the person with this name."""
    try:
        store.open_games.invite(open_id, visitor.person.id, name)
    except TieluError as error:
        return _open_page(request, store, open_id, error, name)
    return _back(open_id)


@router.post("/lobby/{open_id}/remove", dependencies=[CHECKED_FORM])
def remove(
    request: Request, store: StoreDep, visitor: VisitorDep, open_id: str, person: Annotated[str, Form()] = ""
) -> Response:
    """Remove somebody who has joined or is invited."""
    try:
        store.open_games.remove(open_id, visitor.person.id, person)
    except TieluError as error:
        return _open_page(request, store, open_id, error)
    return _back(open_id)


@router.post("/lobby/{open_id}/begin", dependencies=[CHECKED_FORM])
def start(request: Request, store: StoreDep, publisher: PublisherDep, visitor: VisitorDep, open_id: str) -> Response:
    """Begin the game and go to its table."""
    names = say("web_bot_names", request_language(request)).split()
    try:
        game = store.open_games.start(open_id, visitor.person.id, names)
    except TieluError as error:
        return _open_page(request, store, open_id, error)
    publisher.publish(game)
    return RedirectResponse(f"/games/{game}", 303)


@router.post("/lobby/{open_id}/call-off", dependencies=[CHECKED_FORM])
def call_off(store: StoreDep, visitor: VisitorDep, open_id: str) -> Response:
    """Call an open game off."""
    store.open_games.call_off(open_id, visitor.person.id)
    return RedirectResponse("/lobby", 303)


def _back(open_id: str) -> Response:
    return RedirectResponse(f"/lobby/{open_id}", 303)


def _open_page(
    request: Request, store: Store, open_id: str, error: Exception | None = None, typed: str = ""
) -> Response:
    """The page of an open game with what was refused; raises NotFound if it is not there, or not any more."""
    found, visitor = store.open_games.get(open_id), visitor_of(request, store)
    if found.game:
        return RedirectResponse(f"/games/{found.game}", 303)
    person = None if visitor is None else visitor.person.id
    if person is not None:
        note_presence(request, store, person, open_id)
    card = open_card(found, person, request_language(request), datetime.now(UTC))
    address = f"{base_url(request)}/lobby/{open_id}"
    response = page(request, "open_game.html", error, card=card, address=address, typed=typed)
    if visitor is None:
        remember_invitation(request, response, open_id)
    return response
