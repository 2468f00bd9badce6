"""From the start page to a game: the titles, the form of a new game, files, and the lists of games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from tielu import TITLES, new_game
from tielu.bots.strengths import USUAL, strength_of
from tielu.errors import TieluError
from tielu.files import recorded_game
from tielu.i18n import LANGUAGES
from tielu.store import NewGame, Player, Store
from tielu.views.svg import board_picture
from tielu.web.bots.opponents import strength_choices
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, reader_language
from tielu.web.errors.refusals import refused
from tielu.web.middleware import LARGEST_FILE
from tielu.web.rendering import render
from tielu.web.seats.reader import keep_keeper, needed_seat_or_keeper
from tielu.web.seats.routes import links_page
from tielu.web.start.new_game_form import (
    NewGameForm,
    hints_rule,
    known_title,
    title_cards,
    title_names,
    typed_form,
    undo_rule,
    usual_form,
)

router = APIRouter(include_in_schema=False)


def typed(
    request: Request,
    rules: Annotated[str, Form()],
    players: Annotated[list[str], Form()] = [],  # noqa: B006  # FastAPI copies it
    languages: Annotated[list[str], Form()] = [],  # noqa: B006
    name: Annotated[str, Form()] = "",
    mode: Annotated[str, Form()] = "hot_seat",
    undo: Annotated[str, Form()] = "",
    bots: Annotated[list[str], Form()] = [],  # noqa: B006
    hints: Annotated[str, Form()] = "",
) -> NewGameForm:
    """The form of a new game."""
    return typed_form(rules, players, languages, name, mode, undo, reader_language(request), bots, hints)


Typed = Annotated[NewGameForm, Depends(typed)]


# ---- a new game ----


@router.get("/")
def start(request: Request, store: StoreDep, after: str | None = None) -> Response:
    return _start_page(request, store, after=after)


@router.get("/new")
def new(request: Request, title: str, players: Annotated[int | None, Query()] = None, bots: str = "") -> Response:
    """The form with what suits most; the title, the number of players and the bots come from the address."""
    return _form(request, usual_form(title, reader_language(request), players, bots))


@router.post("/new", dependencies=[CHECKED_FORM])
def change_seats(request: Request, form: Typed, seats: Annotated[int, Form()]) -> Response:
    """The form with another number of seats, and all that was typed."""
    lang = reader_language(request)
    try:
        return _form(request, form.with_seats(seats, lang))
    except TieluError as error:
        return _form(request, form, error)


@router.post("/games", dependencies=[CHECKED_FORM])
def create(request: Request, store: StoreDep, publisher: PublisherDep, form: Typed) -> Response:
    try:
        made = store.create_game(
            form.title,
            form.seats,
            form.edition,
            name=form.name,
            mode=form.mode,
            undo=undo_rule(form.undo, form.mode),
            hints=hints_rule(form.hints),
        )
    except TieluError as error:
        return _form(request, form, error)
    publisher.publish(made.id)
    return _made(request, store, made)


@router.post("/import", dependencies=[CHECKED_FORM])
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
    """A game from a file; with a bot chosen, it plays for all but the one who must decide there."""
    lang = reader_language(request)
    name = Path(file.filename or "?")
    try:
        game = recorded_game(name, file.file.read(), LARGEST_FILE).game()
        person = game.actor or game.players[0]
        others = strength_of(bot, game.title).name if bot else None
        seats = [Player(player, lang, None if player == person else others) for player in game.players]
        made = store.import_game(game.to_json(), seats, mode=mode, undo=undo_rule(undo, mode), hints=hints_rule(hints))
    except TieluError as error:
        return _start_page(request, store, error=error, mode=mode, undo=undo, hints=hints, bot=bot)
    publisher.publish(made.id)
    return _made(request, store, made)


def _made(request: Request, store: Store, made: NewGame) -> Response:
    """To the table; with links to the page that shows them, which cannot be asked for again."""
    info = store.game(made.id)
    if info.mode == "hot_seat" or not any(made.secrets):
        response: Response = RedirectResponse(f"/games/{made.id}", 303)
    else:
        response = links_page(request, info, dict(enumerate(made.secrets)))
    keep_keeper(request, response, made.id, made.keeper)
    return response


def _form(request: Request, form: NewGameForm, error: Exception | None = None) -> Response:
    lang = reader_language(request)
    told = None if error is None else refused(error, lang)
    return render(
        request,
        "new.html",
        lang,
        200 if told is None else told.status,
        refused=told,
        form=form,
        title_name=TITLES[form.title].label,
        editions=TITLES[form.title].editions,
        counts=TITLES[form.title].players,
        strengths=strength_choices(lang, form.title),
    )


def _start_page(
    request: Request,
    store: Store,
    *,
    after: str | None = None,
    error: Exception | None = None,
    mode: str = "hot_seat",
    undo: str = "",
    hints: str = "",
    bot: str = "",
) -> Response:
    lang = reader_language(request)
    told = None if error is None else refused(error, lang)
    values: dict[str, Any] = {"cards": title_cards(), "mode": mode, "undo": undo, "title_names": title_names()}
    values |= {"hints": hints, "bot": bot, "strengths": strength_choices(lang), "usual_bot": USUAL}
    values |= {"games": store.list_games(after=after), "deleted": store.list_games("deleted", 1).games}
    return render(request, "start.html", lang, 200 if told is None else told.status, refused=told, **values)


# ---- deleted games ----


@router.get("/deleted")
def deleted(request: Request, store: StoreDep, after: str | None = None) -> Response:
    """Games that were deleted, and can be had again."""
    games = store.list_games("deleted", after=after)
    return render(request, "deleted.html", reader_language(request), games=games, title_names=title_names())


@router.get("/games/{game_id}/delete")
def ask_delete(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    needed_seat_or_keeper(request, store, info)
    return render(request, "delete.html", reader_language(request), info=info)


@router.post("/games/{game_id}/delete", dependencies=[CHECKED_FORM])
def delete(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    needed_seat_or_keeper(request, store, store.game(game_id))
    store.delete_game(game_id)
    publisher.publish(game_id)
    return RedirectResponse("/", 303)


@router.post("/games/{game_id}/restore", dependencies=[CHECKED_FORM])
def restore(request: Request, store: StoreDep, game_id: str) -> Response:
    needed_seat_or_keeper(request, store, store.game(game_id))
    store.restore_game(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


# ---- pictures ----


@router.get("/titles/{title}.svg")
def title_picture(title: str, lang: str = "en") -> Response:
    """The map of a title before the first tile is laid."""
    known_title(title)
    picture = _picture(title, lang if lang in LANGUAGES else "en")
    # A picture with a style sheet of its own; it is not part of any page.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    headers = {"Cache-Control": "max-age=86400", "Content-Security-Policy": policy}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@cache
def _picture(title: str, lang: str) -> str:
    game = new_game(title, [str(seat) for seat in range(TITLES[title].usual_players)])
    return str(board_picture(game, lang=lang, theme="auto"))
