"""The application: its parts put together, and what the reader is told when something is refused."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from tielu import IllegalAction, InvalidAction, __version__
from tielu.store import Conflict, Store, StoreError
from tielu.web import api, information, lays, live, pages
from tielu.web.assets import Assets
from tielu.web.pages import reader_language
from tielu.web.refusals import Refused, refused
from tielu.web.rendering import render
from tielu.web.safety import HEADERS, BodyLimit, SafeHeaders

LOOPBACK = ("127.0.0.1", "localhost")
# Higher levels take twice the time for a few percent.
_GZIP_LEVEL = 5
_FORMS_OF_THE_TABLE = ("/act", "/chat", "/note")
_LOG = logging.getLogger(__name__)


def create_app(store: Store, hosts: Sequence[str] = LOOPBACK) -> FastAPI:
    """The application on a store; it answers only under the names of `hosts`, so that no foreign page reaches it."""
    app = FastAPI(title="Tielu", version=__version__, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.store = store
    app.state.news = live.News(store)
    app.add_middleware(GZipMiddleware, compresslevel=_GZIP_LEVEL)  # it leaves streams of events alone
    app.add_middleware(BodyLimit)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.add_middleware(SafeHeaders)
    app.include_router(pages.router)
    app.include_router(lays.router)
    app.include_router(information.router)
    app.include_router(live.router)
    app.include_router(api.router)
    app.mount("/static", Assets(), name="static")
    for kind in (InvalidAction, IllegalAction, Conflict, StoreError, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, _answer)
    return app


def _answer(request: Request, error: Exception) -> Response:
    """A refusal as a page, or under /api as JSON; never a trace."""
    lang = reader_language(request)
    found = refused(error, lang)
    if found.status >= 500:
        _LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    if request.url.path.startswith("/api/"):
        response: Response = JSONResponse(found.to_json(), found.status)
    else:
        response = _page(request, found, lang)
    response.headers.update(HEADERS)  # what nobody foresaw is answered outside of SafeHeaders
    return response


def _page(request: Request, found: Refused, lang: str) -> Response:
    """What a form at the table sent is refused at the table, as it is now; anything else on a page of its own."""
    game_id = request.path_params.get("game_id")
    if game_id is not None and request.url.path.endswith(_FORMS_OF_THE_TABLE) and found.status < 500:
        with suppress(InvalidAction, IllegalAction, StoreError):  # the game itself is what cannot be shown
            return pages.table_answer(request, request.app.state.store, game_id, told=found)
    back = f"/games/{game_id}" if game_id is not None and found.status != 404 else "/"
    return render(request, "refused.html", lang, found.status, refused=found, back=back)
