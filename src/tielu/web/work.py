"""What `tielu work` does: a worker for the jobs of a database, until it is told to end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from tielu import __version__
from tielu.bots.pool import BotPool
from tielu.bots.strengths import ratings
from tielu.errors import InvalidInput
from tielu.store import Store
from tielu.web.bots.jobs import BotJobs, queue_of
from tielu.web.bots.worker import BotWorker
from tielu.web.calls.caller import Caller
from tielu.web.clocks.jobs import defer_deadline
from tielu.web.operations.metrics import Metrics
from tielu.web.operations.watch import Watch
from tielu.web.public import add_operations
from tielu.web.review.jobs import defer_review
from tielu.web.server import has_jobs
from tielu.web.settings import Settings

# How long a worker may take to end.
_ENDING_SECONDS = 5.0

_LOG = logging.getLogger(__name__)


def work(settings: Settings) -> bool:
    """Work until SIGTERM or SIGINT; returns False if the port for figures is not free.

    Until the worker runs there is nothing to finish, and the signal itself ends the process.

    Raises InvalidInput for a database without jobs, and StoreError.
    """
    if not has_jobs(settings.database):
        raise InvalidInput("work_without_server")
    try:
        listening = None if settings.work_port is None else _listening(settings.host, settings.work_port)
    except OSError:
        return False
    jobs, metrics = BotJobs(settings.database), Metrics()
    pool = BotPool(settings.bot_processes, on_thought=metrics.count_thought)
    with Store(
        settings.database,
        connections=settings.database_connections,
        on_bot_turn=jobs.defer,
        on_deadline=defer_deadline,
        on_review=defer_review,
        ratings_of_bots=ratings(),
    ) as store:
        jobs.install()
        watch = Watch(store, queue_of)
        app = FastAPI(openapi_url=None)
        add_operations(app, store, watch, metrics, settings)
        answering = None if listening is None else _Answering(app, listening)
        if answering is not None:
            watch.start()
        caller = None if settings.accounts is None else Caller(store, settings.accounts, settings.call_pacing)
        asyncio.run(_run_until_told(BotWorker(store, settings.database, pool), pool, caller, answering))
        watch.close()
    return True


def _listening(host: str, port: int) -> socket.socket:
    """A socket for whoever asks at this host and port; raises OSError if they are not free."""
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


class _Answering(uvicorn.Server):
    """Answers at a port as long as the worker works; signals are left to the worker."""

    def __init__(self, app: FastAPI, listening: socket.socket) -> None:
        super().__init__(uvicorn.Config(app, log_level="critical", access_log=False, lifespan="off"))
        self._listening = listening

    async def run_beside(self) -> None:
        await self.serve([self._listening])

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _run_until_told(
    worker: BotWorker, pool: BotPool, caller: Caller | None, answering: _Answering | None
) -> None:
    """Run a worker, and a caller if there are accounts, until a signal comes."""
    told = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, told.set)
    running = asyncio.ensure_future(worker.run())
    calling = None if caller is None else asyncio.ensure_future(caller.run())
    beside = None if answering is None else asyncio.ensure_future(answering.run_beside())
    _LOG.info("working", extra={"version": __version__})
    await asyncio.wait({running, asyncio.ensure_future(told.wait())}, return_when=asyncio.FIRST_COMPLETED)
    _LOG.info("stopping")
    ending = {running} if calling is None else {running, calling}
    for task in ending:
        task.cancel()
    _, left = await asyncio.wait(ending, timeout=_ENDING_SECONDS)
    pool.close()
    if answering is not None and beside is not None:
        answering.should_exit = True
        await beside
    if not told.is_set():
        await running  # raises what has ended it
    if left:
        # procrastinate does not always hear while it starts. Nothing is lost: other workers take what is not done.
        os._exit(0)
