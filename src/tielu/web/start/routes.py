"""The start page, new games, imported files, deleted games, and pictures of titles."""

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
from tielu.web.bots.view import strength_choices
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.errors.messages import error_message
from tielu.web.middleware import LARGEST_FILE
from tielu.web.rendering import render
from tielu.web.seats.access import require_seat_or_keeper, set_keeper_cookie
from tielu.web.seats.routes import links_page
from tielu.web.start.new_game_form import (
    NewGameForm,
    check_title,
    default_form,
    hints_rule,
    submitted_form,
    title_cards,
    title_names,
    undo_rule,
)

router = APIRouter(include_in_schema=False)


def form_of_request(
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
    """Read the form for a new game."""
    return submitted_form(rules, players, languages, name, mode, undo, request_language(request), bots, hints)


FormDep = Annotated[NewGameForm, Depends(form_of_request)]


# ---- a new game ----


@router.get("/")
def start(request: Request, store: StoreDep, after: str | None = None) -> Response:
    return _start_page(request, store, after=after)


@router.get("/new")
def new(request: Request, title: str, players: Annotated[int | None, Query()] = None, bots: str = "") -> Response:
    """The initial form; title, number of players and bots come from the URL."""
    return _form_page(request, default_form(title, request_language(request), players, bots))


@router.post("/new", dependencies=[CHECKED_FORM])
def change_seats(request: Request, form: FormDep, seats: Annotated[int, Form()]) -> Response:
    """The submitted form with another number of seats."""
    lang = request_language(request)
    try:
        return _form_page(request, form.with_seats(seats, lang))
    except TieluError as error:
        return _form_page(request, form, error)


@router.post("/games", dependencies=[CHECKED_FORM])
def create(request: Request, store: StoreDep, publisher: PublisherDep, form: FormDep) -> Response:
    try:
        created = store.create_game(
            form.title,
            form.seats,
            form.edition,
            name=form.name,
            mode=form.mode,
            undo=undo_rule(form.undo, form.mode),
            hints=hints_rule(form.hints),
        )
    except TieluError as error:
        return _form_page(request, form, error)
    publisher.publish(created.id)
    return _created(request, store, created)


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
    """Create a game from a file; a chosen bot plays for everybody but the player who must decide."""
    lang = request_language(request)
    name = Path(file.filename or "?")
    try:
        game = recorded_game(name, file.file.read(), LARGEST_FILE).game()
        person = game.actor or game.players[0]
        others = strength_of(bot, game.title).name if bot else None
        seats = [Player(player, lang, None if player == person else others) for player in game.players]
        created = store.import_game(
            game.to_json(), seats, mode=mode, undo=undo_rule(undo, mode), hints=hints_rule(hints)
        )
    except TieluError as error:
        return _start_page(request, store, error=error, mode=mode, undo=undo, hints=hints, bot=bot)
    publisher.publish(created.id)
    return _created(request, store, created)


def _created(request: Request, store: Store, created: NewGame) -> Response:
    """Go to the new game, or to the page with its links, which is shown only once."""
    info = store.game(created.id)
    if info.mode == "hot_seat" or not any(created.secrets):
        response: Response = RedirectResponse(f"/games/{created.id}", 303)
    else:
        response = links_page(request, info, dict(enumerate(created.secrets)))
    set_keeper_cookie(request, response, created.id, created.keeper)
    return response


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
    lang = request_language(request)
    message = None if error is None else error_message(error, lang)
    values: dict[str, Any] = {"cards": title_cards(), "mode": mode, "undo": undo, "title_names": title_names()}
    values |= {"hints": hints, "bot": bot, "strengths": strength_choices(lang), "default_bot": USUAL}
    values |= {"games": store.list_games(after=after), "deleted": store.list_games("deleted", 1).games}
    return render(request, "start.html", lang, 200 if message is None else message.status, error=message, **values)


# ---- deleted games ----


@router.get("/deleted")
def deleted(request: Request, store: StoreDep, after: str | None = None) -> Response:
    """The deleted games, which can be restored."""
    games = store.list_games("deleted", after=after)
    return render(request, "deleted.html", request_language(request), games=games, title_names=title_names())


@router.get("/games/{game_id}/delete")
def ask_delete(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    require_seat_or_keeper(request, store, info)
    return render(request, "delete.html", request_language(request), info=info)


@router.post("/games/{game_id}/delete", dependencies=[CHECKED_FORM])
def delete(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str) -> Response:
    require_seat_or_keeper(request, store, store.game(game_id))
    store.delete_game(game_id)
    publisher.publish(game_id)
    return RedirectResponse("/", 303)


@router.post("/games/{game_id}/restore", dependencies=[CHECKED_FORM])
def restore(request: Request, store: StoreDep, game_id: str) -> Response:
    require_seat_or_keeper(request, store, store.game(game_id))
    store.restore_game(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


# ---- pictures ----


@router.get("/titles/{title}.svg")
def title_picture(title: str, lang: str = "en") -> Response:
    """The map of a title before the first tile is laid."""
    check_title(title)
    picture = _title_svg(title, lang if lang in LANGUAGES else "en")
    # The picture contains its own style sheet, which the policy of the pages would block.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    headers = {"Cache-Control": "max-age=86400", "Content-Security-Policy": policy}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@cache
def _title_svg(title: str, lang: str) -> str:
    game = new_game(title, [str(seat) for seat in range(TITLES[title].usual_players)])
    return str(board_picture(game, lang=lang, theme="auto"))
