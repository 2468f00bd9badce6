"""The public server, behind `tielu serve`: the table with what its operator needs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import FastAPI

from tielu import __version__
from tielu.bots.pool import BotPool
from tielu.bots.strengths import ratings
from tielu.store import Store
from tielu.web.app import create_app
from tielu.web.bots.jobs import BotJobs, queue_of
from tielu.web.clocks.jobs import defer_deadline
from tielu.web.connections import ConnectionLimits
from tielu.web.limits import RateLimits
from tielu.web.middleware import LOOPBACK
from tielu.web.operations.health import Health
from tielu.web.operations.metrics import Metrics
from tielu.web.operations.requests import ObservedRequests
from tielu.web.operations.watch import Watch
from tielu.web.review.jobs import defer_review
from tielu.web.server import Listening, Phases, address_of, database_address, has_jobs, run_server
from tielu.web.settings import Settings

_LOG = logging.getLogger(__name__)


def serve_publicly(settings: Settings) -> bool:
    """Serve as the settings say until interrupted; returns False if host and port are not free."""
    address = settings.public_address or address_of(settings.host, settings.port)
    with _store(settings) as (store, jobs):
        metrics = Metrics()
        app = create_app(
            store,
            (*LOOPBACK, *settings.host_names),
            addresses=[address],
            bot_pool=BotPool(on_thought=metrics.count_thought),
            has_workers=jobs is not None,
            limits=RateLimits(settings.rates_by_address, settings.rates_by_seat),
            accounts=settings.accounts,
            call_pacing=settings.call_pacing,
        )
        watch = Watch(store, None if jobs is None else queue_of)
        health = add_operations(app, store, watch, metrics, settings)
        metrics.add_streams(lambda: int(app.state.publisher.streams))

        def on_start() -> None:
            _LOG.info("serving", extra={"address": address, "version": __version__})
            watch.start()

        def on_told() -> None:
            _LOG.info("stopping")
            health.stopping = True

        try:
            observed = ObservedRequests(app, metrics, logged=settings.access_log)
            phases = Phases(on_start, app.state.publisher.close, on_told)
            return run_server(observed, _listening(settings), phases)
        finally:
            watch.close()


def add_operations(app: FastAPI, store: Store, watch: Watch, metrics: Metrics, settings: Settings) -> Health:
    """Add the routes for machines to an application."""
    metrics.add_watch(watch)
    health = Health(store, watch, metrics, settings.metrics_from)
    app.include_router(health.router)
    return health


@contextmanager
def _store(settings: Settings) -> Iterator[tuple[Store, BotJobs | None]]:
    """The store of the settings and its jobs; with SQLite there are none, and bots move in the process that serves."""
    database = database_address(settings.database)
    jobs = BotJobs(str(database)) if has_jobs(database) else None
    on_bot_turn = None if jobs is None else jobs.defer
    on_deadline = None if jobs is None else defer_deadline
    on_review = None if jobs is None else defer_review
    with Store(
        database,
        connections=settings.database_connections,
        on_bot_turn=on_bot_turn,
        on_deadline=on_deadline,
        on_review=on_review,
        ratings_of_bots=ratings(),
    ) as store:
        if jobs is not None:
            jobs.install()
        yield store, jobs


def _listening(settings: Settings) -> Listening:
    connections = ConnectionLimits(all_addresses=settings.connections, one_address=settings.connections_per_address)
    return Listening(
        settings.host,
        settings.port,
        settings.trusted_proxies,
        connections,
        settings.drain_seconds,
        settings.shutdown_seconds,
    )
