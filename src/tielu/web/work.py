"""What `tielu work` does: a worker for the jobs of a database, until it is told to end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

from tielu.bots.pool import BotPool
from tielu.errors import InvalidInput
from tielu.store import Store
from tielu.web.bots.jobs import BotJobs
from tielu.web.bots.worker import BotWorker
from tielu.web.server import has_jobs
from tielu.web.settings import Settings

# How long a worker may take to end.
_ENDING_SECONDS = 5.0


def work(settings: Settings, on_ready: Callable[[], None]) -> None:
    """Work until SIGTERM or SIGINT; raises InvalidInput for a database without jobs, and StoreError."""
    if not has_jobs(settings.database):
        raise InvalidInput("work_without_server")
    jobs = BotJobs(settings.database)
    pool = BotPool(settings.bot_processes)
    with Store(settings.database, connections=settings.database_connections, on_bot_turn=jobs.defer) as store:
        jobs.install()
        asyncio.run(_run_until_told(BotWorker(store, settings.database, pool), on_ready, pool.close))


async def _run_until_told(worker: BotWorker, on_ready: Callable[[], None], close: Callable[[], None]) -> None:
    """Run a worker until a signal comes."""
    told = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, told.set)
    running = asyncio.ensure_future(worker.run())
    on_ready()
    await asyncio.wait({running, asyncio.ensure_future(told.wait())}, return_when=asyncio.FIRST_COMPLETED)
    running.cancel()
    ended, _ = await asyncio.wait({running}, timeout=_ENDING_SECONDS)
    close()
    if not told.is_set():
        await running  # raises what has ended it
    if not ended:
        # procrastinate does not always hear while it starts. Nothing is lost: other workers take what is not done.
        os._exit(0)
