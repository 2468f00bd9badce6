"""The application: its parts put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tielu import __version__
from tielu.bots.pool import BotPool
from tielu.errors import TieluError
from tielu.store import Store
from tielu.web import live
from tielu.web.api import routes as api
from tielu.web.assets import Assets
from tielu.web.bots import hints as advice
from tielu.web.bots.turns import TableBots, Tempo
from tielu.web.errors.pages import answer
from tielu.web.middleware import LOOPBACK, BodyLimit, KnownHosts, SafeHeaders
from tielu.web.seats import routes as seating
from tielu.web.start import routes as start
from tielu.web.table import extra_pages as information
from tielu.web.table import hex_routes as lays
from tielu.web.table import routes as pages

_PARTS = (start, pages, lays, information, seating, advice, live, api)
# Higher levels take twice the time for a few percent.
_GZIP_LEVEL = 5


@asynccontextmanager
async def _with_bots(app: FastAPI) -> AsyncIterator[None]:
    """Bots move while the server runs."""
    app.state.bots.start()
    yield
    await run_in_threadpool(app.state.bots.close)


def create_app(
    store: Store,
    hosts: Sequence[str] = LOOPBACK,
    *,
    addresses: Sequence[str] | None = None,
    tempo: Tempo | None = None,
    bot_pool: BotPool | None = None,
) -> FastAPI:
    """The application on a store; it answers only under the names of `hosts`, so that no foreign page reaches it.

    With `addresses`, those under which others in the network open it, it also answers under any address of numbers.
    """
    app = FastAPI(
        title="Tielu",
        version=__version__,
        description=api.__doc__ or "",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_with_bots,
    )
    app.state.store = store
    app.state.publisher = live.Publisher(store)
    app.state.bots = TableBots(store, app.state.publisher, bot_pool, tempo)
    app.state.addresses = addresses
    app.add_middleware(GZipMiddleware, compresslevel=_GZIP_LEVEL)  # it leaves streams of events alone
    app.add_middleware(BodyLimit, refuse=answer)
    app.add_middleware(KnownHosts, names=hosts, numbers=addresses is not None, refuse=answer)
    app.add_middleware(SafeHeaders)
    for part in _PARTS:
        app.include_router(part.router)
    app.state.routes = [route for part in _PARTS for route in part.router.routes]
    app.mount("/static", Assets(), name="static")
    for kind in (TieluError, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, answer)
    return app
