"""FastAPI dependencies: the store, the publisher, hints, the check of forms, and the language of a request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Form, Request

from tielu.i18n import LANGUAGES, language_of
from tielu.store import Store
from tielu.web.bots.hint_maker import HintMaker
from tielu.web.csrf import check_form
from tielu.web.live import Publisher
from tielu.web.rendering import LANGUAGE_COOKIE
from tielu.web.seats.access import require_visible


def get_store(request: Request) -> Store:
    store = request.app.state.store
    assert isinstance(store, Store)
    return store


def get_publisher(request: Request) -> Publisher:
    publisher = request.app.state.publisher
    assert isinstance(publisher, Publisher)
    return publisher


def get_hints(request: Request) -> HintMaker:
    hints = request.app.state.hints
    assert isinstance(hints, HintMaker)
    return hints


def record_visit(request: Request, store: Store, game_id: str) -> None:
    """Record that somebody looks at a game, in which bots may then go on among themselves."""
    if store.bots.record_visit([game_id]):
        get_publisher(request).publish(game_id)


def check_visible(request: Request) -> None:
    """Raise NotFound where the address names a game that only others see."""
    game_id = request.path_params.get("game_id")
    if game_id is not None:
        require_visible(request, get_store(request), game_id)


def check_token(request: Request, token: Annotated[str, Form()] = "") -> None:
    """Raise NotAllowed for a form without the token of this browser."""
    check_form(request, token)


StoreDep = Annotated[Store, Depends(get_store)]
PublisherDep = Annotated[Publisher, Depends(get_publisher)]
HintsDep = Annotated[HintMaker, Depends(get_hints)]
CHECKED_FORM = Depends(check_token)


def request_language(request: Request) -> str:
    """The language in the URL, in the cookie, of the seat, or of the browser, in this order."""
    candidates = (
        request.query_params.get("lang"),
        request.cookies.get(LANGUAGE_COOKIE),
        getattr(request.state, "seat_language", None),
    )
    for language in candidates:
        if language in LANGUAGES:
            return language
    return language_of(request.headers.get("accept-language", "").split(",")[0].split(";")[0])
