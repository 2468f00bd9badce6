"""The start page, new games, imported files, lists of games, and pictures of maps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from tielu import TITLES
from tielu.bots.strengths import strength_of, usual_strength
from tielu.core.title import find_title
from tielu.errors import TieluError
from tielu.files import recorded_game
from tielu.i18n import LANGUAGES, say
from tielu.store import GameInfo, NewGame, Player, Store
from tielu.web.bots.view import bot_cards, bot_choices
from tielu.web.clocks.form import ClockFormDep
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.errors.messages import error_message
from tielu.web.limits import limited
from tielu.web.live import Publisher
from tielu.web.lobby.invitation import remembered_invitation
from tielu.web.lobby.view import OpenCard, open_cards
from tielu.web.middleware import LARGEST_FILE
from tielu.web.people.accounts import visitor_of
from tielu.web.rendering import render
from tielu.web.seats.access import may_delete_alone, require_seat, require_seat_or_keeper, set_keeper_cookie
from tielu.web.seats.remembered import remember_game, remember_name, remembered_games, remembered_name
from tielu.web.seats.routes import links_page
from tielu.web.start.game_cards import MOST_CARDS, Reader, game_cards, own_cards, waiting
from tielu.web.start.new_game_form import (
    NewGameForm,
    default_form,
    form_against_bots,
    hints_rule,
    submitted_form,
    title_cards,
    undo_rule,
)
from tielu.web.start.pictures import (
    SmallPictures,
    hero_picture,
    picture_response,
    small_title_picture,
    title_picture,
)

# Games per page of a list, so that the page stays short on a phone.
_GAMES_PER_PAGE = 12

# Pictures are of one game after one entry, so one cache serves every store.
_SMALL_PICTURES = SmallPictures()

router = APIRouter(include_in_schema=False)


def form_of_request(
    request: Request,
    clock: ClockFormDep,
    rules: Annotated[str, Form()],
    players: Annotated[list[str], Form()] = [],  # noqa: B006  # FastAPI copies it
    languages: Annotated[list[str], Form()] = [],  # noqa: B006
    name: Annotated[str, Form()] = "",
    mode: Annotated[str, Form()] = "hot_seat",
    undo: Annotated[str, Form()] = "",
    bots: Annotated[list[str], Form()] = [],  # noqa: B006
    hints: Annotated[str, Form()] = "",
    spectators: Annotated[str, Form()] = "",
    guided: Annotated[str, Form()] = "",
) -> NewGameForm:
    """Read the form for a new game."""
    lang = request_language(request)
    return submitted_form(
        rules, players, languages, name, mode, undo, lang, bots, hints, spectators == "talk", clock, bool(guided)
    )


FormDep = Annotated[NewGameForm, Depends(form_of_request)]


# ---- a new game ----


@router.get("/")
def start(request: Request, store: StoreDep) -> Response:
    return _start_page(request, store)


@router.post("/play", dependencies=[CHECKED_FORM, limited("games")])
def play(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    title: Annotated[str, Form()],
    guided: Annotated[str, Form()] = "",
) -> Response:
    """Begin a game of one person against bots at once, guided if the form asks for it."""
    lang, name = request_language(request), remembered_name(request)
    return _create(request, store, publisher, form_against_bots(title, lang, name, guided=bool(guided)))


@router.get("/new")
def new(
    request: Request,
    store: StoreDep,
    title: str = "",
    players: Annotated[int | None, Query()] = None,
    bots: str = "",
    mode: str = "hot_seat",
    guided: str = "",
) -> Response:
    """The initial form; title, number of players, bots, mode and whether it is guided come from the URL."""
    title = title or title_cards()[0].title
    form = replace(default_form(title, request_language(request), players, bots, mode), guided=bool(guided))
    visitor = visitor_of(request, store)
    return _form_page(request, form if visitor is None else form.with_first_name(visitor.person.name))


@router.post("/new", dependencies=[CHECKED_FORM])
def change_form(
    request: Request,
    form: FormDep,
    seats: Annotated[int | None, Form()] = None,
    title: Annotated[str, Form()] = "",
    before: Annotated[str, Form()] = "",
) -> Response:
    """The submitted form with another number of seats, for another title, or in another language than `before`."""
    lang = request_language(request)
    try:
        if before in LANGUAGES:
            form = form.translated(before, lang)
        if title:
            form = form.for_title(title, lang)
        return _form_page(request, form if seats is None else form.with_seats(seats, lang))
    except TieluError as error:
        return _form_page(request, form, error)


@router.post("/games", dependencies=[CHECKED_FORM, limited("games")])
def create(request: Request, store: StoreDep, publisher: PublisherDep, form: FormDep) -> Response:
    try:
        response = _create(request, store, publisher, form)
    except TieluError as error:
        return _form_page(request, form, error)
    if name := form.own_name(request_language(request)):
        remember_name(request, response, name)
    return response


def _create(request: Request, store: Store, publisher: Publisher, form: NewGameForm) -> Response:
    """Create the game of a form; raises InvalidInput if that cannot be."""
    created = store.create_game(
        form.title,
        [replace(player, skips_empty_steps=True) for player in form.seats],
        form.edition,
        name=form.name,
        mode=form.mode,
        undo=undo_rule(form.undo, form.mode),
        hints=hints_rule(form.hints),
        spectators_talk=form.spectators_talk,
        time_control=form.time_control,
    )
    publisher.publish(created.id)
    return _created(request, store, created)


@router.post("/import", dependencies=[CHECKED_FORM, limited("imports"), limited("games")])
def import_file(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    file: UploadFile,
    mode: Annotated[str, Form()] = "hot_seat",
    undo: Annotated[str, Form()] = "",
    hints: Annotated[str, Form()] = "",
    bot: Annotated[str, Form()] = "",
) -> Response:
    """Create a game from a file; a chosen bot plays for everybody but the player who must decide."""
    lang = request_language(request)
    name = Path(file.filename or "?")
    try:
        game = recorded_game(name, file.file.read(), LARGEST_FILE).game()
        person = game.actor or game.players[0]
        others = strength_of(bot, game.title).name if bot else None
        seats = [
            Player(player, lang, None if player == person else others, skips_empty_steps=True)
            for player in game.players
        ]
        created = store.import_game(game, seats, mode=mode, undo=undo_rule(undo, mode), hints=hints_rule(hints))
    except TieluError as error:
        return _start_page(request, store, error=error, mode=mode, undo=undo, hints=hints, bot=bot)
    publisher.publish(created.id)
    return _created(request, store, created)


def _created(request: Request, store: Store, created: NewGame) -> Response:
    """Go to the new game, or to the page with its links, which is shown only once."""
    info = store.game(created.id)
    _take_own_seat(request, store, info)
    if info.mode == "hot_seat" or not any(created.secrets):
        response: Response = RedirectResponse(f"/games/{created.id}", 303)
    else:
        response = links_page(request, info, dict(enumerate(created.secrets)))
    set_keeper_cookie(request, response, created.id, created.keeper)
    remember_game(request, response, created.id)
    return response


def _take_own_seat(request: Request, store: Store, info: GameInfo) -> None:
    """Let the seat with the name of whoever is signed in belong to their account."""
    visitor = visitor_of(request, store)
    own = (
        []
        if visitor is None
        else [each for each in info.seats if each.bot is None and each.name == visitor.person.name]
    )
    if visitor is not None and own:
        store.people.take_seat(visitor.person.id, info.id, own[0].number)


def _form_page(request: Request, form: NewGameForm, error: Exception | None = None) -> Response:
    lang = request_language(request)
    message = None if error is None else error_message(error, lang)
    return render(
        request,
        "new.html",
        lang,
        200 if message is None else message.status,
        error=message,
        form=form,
        title_name=TITLES[form.title].label,
        editions=TITLES[form.title].editions,
        counts=TITLES[form.title].players,
        cards=title_cards(),
        strengths=bot_choices(lang, form.title),
        usual_bot=usual_strength(form.title).name,
    )


def _start_page(
    request: Request,
    store: Store,
    *,
    error: Exception | None = None,
    mode: str = "hot_seat",
    undo: str = "",
    hints: str = "",
    bot: str = "",
) -> Response:
    lang = request_language(request)
    message = None if error is None else error_message(error, lang)
    reader, now = _reader(request, store), datetime.now(UTC)
    games = own_cards(store, reader, lang, now)
    values: dict[str, Any] = {"cards": title_cards(), "mode": mode, "undo": undo, "hints": hints, "bot": bot}
    values |= {"strengths": bot_choices(lang), "games": games[:MOST_CARDS], "waiting": waiting(games)}
    values |= {"any_games": store.list_games(limit=1, person=reader.person).games}
    values |= {
        "hero": hero_picture(lang),
        "bots": bot_cards(lang),
        "gathering": _gathering(request, store, reader, now),
    }
    return render(request, "start.html", lang, 200 if message is None else message.status, error=message, **values)


def _gathering(request: Request, store: Store, reader: Reader, now: datetime) -> list[OpenCard]:
    """The open games that the reader has joined, is invited to, or was sent a link to; invitations first."""
    if reader.person is None:
        return []
    found, sent = store.open_games.of_person(reader.person), remembered_invitation(request, store)
    if sent is not None and not sent.state_of(reader.person):
        found.insert(0, sent)
    return open_cards(found, reader.person, request_language(request), now)


def _reader(request: Request, store: Store) -> Reader:
    """The reader, with the games of this browser and of the account."""
    visitor = visitor_of(request, store)
    seats = {} if visitor is None else store.people.seats(visitor.person.id)
    person = None if visitor is None else visitor.person.id
    return Reader(remembered_games(request) | seats, request.app.state.addresses is None, person)


# ---- lists of games ----


@router.get("/games")
def all_games(request: Request, store: StoreDep, after: str | None = None) -> Response:
    """All games, last changed first."""
    return _list_page(request, store, "games.html", None, after)


@router.get("/deleted")
def deleted(request: Request, store: StoreDep, after: str | None = None) -> Response:
    """The deleted games, which can be restored."""
    return _list_page(request, store, "deleted.html", "deleted", after)


def _list_page(request: Request, store: Store, template: str, state: str | None, after: str | None) -> Response:
    lang, reader = request_language(request), _reader(request, store)
    page = store.list_games(state, _GAMES_PER_PAGE, after, person=reader.person)
    cards = game_cards(store, page.games, reader, lang, datetime.now(UTC))
    some_deleted = bool(store.list_games("deleted", 1, person=reader.person).games)
    return render(request, template, lang, games=cards, more=page.more, some_deleted=some_deleted)


@router.get("/games/{game_id}/delete")
def ask_delete(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    alone = may_delete_alone(request, store, info)
    agreed = [] if alone else [each.name for each in info.seats if each.wants_deleted]
    if not alone:
        require_seat(request, store, info)
    return render(request, "delete.html", request_language(request), info=info, alone=alone, agreed=agreed)


@router.post("/games/{game_id}/delete", dependencies=[CHECKED_FORM])
def delete(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    """Delete a game for whoever made it; others agree to it, and the last one to agree deletes it."""
    info = store.game(game_id)
    if may_delete_alone(request, store, info):
        store.delete_game(game_id)
        deleted = True
    else:
        seat = require_seat(request, store, info)
        deleted = store.agree_to_delete(game_id, seat)
        if not deleted and not info.seats[seat].wants_deleted:
            lang = request_language(request)
            store.talk.add_notice(game_id, say("web_delete_wanted", lang, player=info.seats[seat].name))
    publisher.publish(game_id)
    return RedirectResponse("/" if deleted else f"/games/{game_id}#chat", 303)


@router.post("/games/{game_id}/restore", dependencies=[CHECKED_FORM])
def restore(request: Request, store: StoreDep, game_id: str) -> Response:
    require_seat_or_keeper(request, store, store.game(game_id))
    store.restore_game(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


# ---- pictures ----


@router.get("/titles/{title}.svg")
def picture_of_title(title: str, lang: str = "en") -> Response:
    """The map of a title before the first tile is laid."""
    return picture_response(title_picture(find_title(title).name, lang if lang in LANGUAGES else "en"))


@router.get("/titles/{title}/small.svg")
def small_picture_of_title(title: str) -> Response:
    """The middle of that map without words."""
    return picture_response(small_title_picture(find_title(title).name))


@router.get("/games/{game_id}/small.svg")
def small_picture_of_game(store: StoreDep, game_id: str, at: int) -> Response:
    """The map of a game after entry `at` without words; it never changes."""
    return picture_response(_SMALL_PICTURES.get(store, game_id, at), is_public=False)
