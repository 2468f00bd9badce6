"""The FastAPI application: middleware, routers and error handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tielu import __version__
from tielu.bots.pool import BotPool
from tielu.errors import TieluError
from tielu.store import Store
from tielu.web import live, revisions
from tielu.web.api import routes as api
from tielu.web.assets import Assets
from tielu.web.automatic import routes as automatic
from tielu.web.bots import hints
from tielu.web.bots.hint_maker import HintMaker
from tielu.web.bots.scheduler import BotScheduler
from tielu.web.bots.turns import BotPacing
from tielu.web.calls import routes as calls
from tielu.web.calls import service_worker, unsubscribe
from tielu.web.calls.caller import Caller, CallPacing
from tielu.web.clocks import routes as clocks
from tielu.web.dependencies import check_visible
from tielu.web.errors.responses import error_response
from tielu.web.guide import routes as guide
from tielu.web.lessons import routes as lessons
from tielu.web.limits import RateLimits
from tielu.web.lobby import routes as lobby
from tielu.web.middleware import LOOPBACK, BodyLimit, KnownHosts, SecurityHeaders
from tielu.web.page_body import LEVEL
from tielu.web.people import account, address, mutes, passkeys, rest, sign_in
from tielu.web.people.accounts import Accounts
from tielu.web.puzzles import routes as puzzles
from tielu.web.review import routes as review
from tielu.web.review.reviewer import Reviewer
from tielu.web.rules import routes as rules
from tielu.web.seats import rematch
from tielu.web.seats import routes as seats
from tielu.web.sharing import routes as sharing
from tielu.web.standing import routes as standing
from tielu.web.start import routes as start
from tielu.web.statistics import routes as statistics
from tielu.web.statistics.counter import StatisticsCounter
from tielu.web.table import extra_pages, hex_page, log_page
from tielu.web.table import routes as table
from tielu.web.what_if import routes as what_if

_TABLE_PARTS = (table, hex_page, log_page, extra_pages, seats, rematch, hints, guide, automatic, clocks)
_BOARD_PARTS = (lessons, puzzles, what_if, sharing, review)
_PEOPLE_PARTS = (sign_in, account, address, rest, mutes, passkeys, standing, calls, unsubscribe, service_worker)
_PARTS = (start, revisions, statistics, rules, lobby, *_TABLE_PARTS, *_BOARD_PARTS, *_PEOPLE_PARTS, live, api)


@asynccontextmanager
async def _with_bots(app: FastAPI) -> AsyncIterator[None]:
    """Run the bots of this process, and its calls, as long as the server runs."""
    scheduler, pool, caller = app.state.scheduler, app.state.bot_pool, app.state.caller
    if scheduler is not None:
        scheduler.start()
    reviewer = app.state.reviewer
    if reviewer is not None:
        reviewer.start()
    calling = None if caller is None else asyncio.create_task(caller.run())
    yield
    if calling is not None:
        calling.cancel()
        await asyncio.wait({calling})
    if reviewer is not None:
        await run_in_threadpool(reviewer.close)
    await run_in_threadpool(pool.close if scheduler is None else scheduler.close)


def create_app(
    store: Store,
    hosts: Sequence[str] = LOOPBACK,
    *,
    addresses: Sequence[str] | None = None,
    pacing: BotPacing | None = None,
    bot_pool: BotPool | None = None,
    has_workers: bool = False,
    limits: RateLimits | None = None,
    accounts: Accounts | None = None,
    call_pacing: CallPacing | None = None,
) -> FastAPI:
    """Create the application for a store; it answers only to the host names in `hosts`, against DNS rebinding.

    `addresses` are the URLs for others in the network, None if the server is not shared. A shared server also answers
    to every IP address. With `has_workers` bots move, people are called and games are reviewed in processes of
    `tielu work`, otherwise in this one. Without `accounts` nobody signs in.
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
    app.state.bot_pool = bot_pool or BotPool()
    app.state.hints = HintMaker(store, app.state.bot_pool)
    app.state.scheduler = None
    if not has_workers:
        app.state.scheduler = BotScheduler(store, app.state.publisher, app.state.bot_pool, pacing)
    app.state.statistics = StatisticsCounter(store)
    app.state.reviewer = None if has_workers else Reviewer(store)
    app.state.addresses = addresses
    app.state.limits = limits or RateLimits()
    app.state.accounts = accounts
    app.state.caller = None if accounts is None or has_workers else Caller(store, accounts, call_pacing)
    app.add_middleware(GZipMiddleware, compresslevel=LEVEL)  # it does not compress event streams
    app.add_middleware(BodyLimit, error_response=error_response)
    app.add_middleware(KnownHosts, names=hosts, any_ip=addresses is not None, error_response=error_response)
    app.add_middleware(SecurityHeaders)
    for part in _PARTS:
        app.include_router(part.router, dependencies=[Depends(check_visible)])
    app.state.routes = [route for part in _PARTS for route in part.router.routes]
    app.mount("/static", Assets(), name="static")
    for kind in (TieluError, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, error_response)
    return app
