"""The worker of `tielu work`: takes the jobs of bots from PostgreSQL and lets them think on this machine.

It also looks at the clocks of games when somebody's time may be over, and makes reviews.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from psycopg.abc import RV, PQGen
from psycopg_pool import AsyncConnectionPool

from tielu import IllegalAction
from tielu.bots.pool import BotPool, ThinkingFailed
from tielu.errors import NotFound
from tielu.store import Conflict, Store, StoreError
from tielu.web.automatic.turns import take_automatic_turn
from tielu.web.bots.jobs import DEEP, QUICK, REVIEWS, SILENCE_SECONDS, TASK, connection_string
from tielu.web.bots.turns import (
    BotPacing,
    is_automatic,
    is_wanted,
    question_for,
    record_failure,
    seconds_until_due,
    strength_for,
    take_turn,
)
from tielu.web.clocks.deadlines import expire_clock, expire_due_clocks
from tielu.web.clocks.jobs import TASK as DEADLINE
from tielu.web.review.jobs import TASK as REVIEW
from tielu.web.review.reviewer import review_game

# Quick turns mostly wait for their pause; the pool limits how many are thought about at once.
QUICK_AT_ONCE = 64
# Each review has a process of its own, beside those of the pool.
REVIEWS_AT_ONCE = 1
# Jobs that wait for their time are found this often; of others the database tells at once.
POLL_SECONDS = 5.0
# How often all games are searched for turns and deadlines without a job.
SWEEP_SECONDS = 60.0
# How long running jobs may take when the worker ends; then another worker takes them.
SHUTDOWN_SECONDS = 2.0
_RECONNECT_SECONDS = 1.0
# Connections for the jobs themselves, beside those of the store.
_CONNECTIONS = 8
# How often a connection that waits looks for something else than an answer; there is nothing else.
_WAIT_SECONDS = 60.0

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Heartbeat:
    """How often a worker shows that it lives, and after which silence others take its jobs, in seconds."""

    every: float = 5.0
    silence: float = SILENCE_SECONDS


class _RetryForEver(BaseRetryStrategy):
    """Another attempt, later each time: a turn is never given up while it is the game's."""

    def __init__(self, pacing: BotPacing) -> None:
        self._pacing = pacing

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        _LOG.debug("job %s: another attempt follows", job.lock, exc_info=exception)
        pause = timedelta(seconds=self._pacing.retry_seconds(job.attempts))
        return RetryDecision(retry_at=datetime.now(UTC) + pause)


async def _run_until_one_ends(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Run these side by side until one ends, then cancel the others; raises what the first one raised.

    A task group would cancel each once. On Python 3.11 `asyncio.wait_for` swallows a cancellation that comes together
    with the answer it waits for, as when a connection breaks off, and the group would wait for ever.
    """
    tasks = {asyncio.create_task(coroutine) for coroutine in coroutines}
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        running = tasks
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=SHUTDOWN_SECONDS + _RECONNECT_SECONDS)
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        task.result()


class PatientConnection(psycopg.AsyncConnection[Any]):
    """A connection that waits until something comes; psycopg's looks up ten times a second, for other event loops."""

    async def wait(self, gen: PQGen[RV], interval: float = _WAIT_SECONDS, timeout: float | None = None) -> RV:
        return await super().wait(gen, interval, timeout)


class BotWorker:
    """Takes jobs until it is cancelled, and connects again whenever the database was away."""

    def __init__(
        self,
        store: Store,
        address: str,
        pool: BotPool,
        pacing: BotPacing | None = None,
        heartbeat: Heartbeat | None = None,
    ) -> None:
        self._store = store
        self._address = address
        self._pool = pool
        self._pacing = pacing or BotPacing()
        self._heartbeat = heartbeat or Heartbeat()

    async def run(self) -> None:
        while True:
            try:
                await self._run_until_lost()
            except (ConnectorException, psycopg.Error, StoreError):
                _LOG.warning("worker: the database is away", exc_info=True)
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def _run_until_lost(self) -> None:
        """Take jobs until the connection is lost; what was being done then is done again, by a worker with a new id."""
        app = App(connector=PsycopgConnector())
        app.task(name=TASK, retry=_RetryForEver(self._pacing))(self._take)
        app.task(name=DEADLINE, retry=_RetryForEver(self._pacing))(self._look_at_clock)
        app.task(name=REVIEW, retry=_RetryForEver(self._pacing))(self._review)
        pool = AsyncConnectionPool(
            connection_string(self._address),
            connection_class=PatientConnection,
            min_size=1,
            max_size=_CONNECTIONS,
            open=False,
            check=AsyncConnectionPool.check_connection,
        )
        async with pool, app.open_async(pool):
            await _run_until_one_ends(
                self._notice_loss(),
                self._take_jobs(app, QUICK, QUICK_AT_ONCE),
                self._take_jobs(app, DEEP, self._pool.size),
                self._take_jobs(app, REVIEWS, REVIEWS_AT_ONCE),
                self._retry_jobs_of_the_dead(app),
                self._sweep(),
            )

    async def _notice_loss(self) -> None:
        """Wait for nothing on a connection of its own, which fails as soon as the server is gone."""
        async with await PatientConnection.connect(connection_string(self._address), autocommit=True) as waiting:
            async for _ in waiting.notifies():
                pass

    async def _take_jobs(self, app: App, queue: str, at_once: int) -> None:
        await app.run_worker_async(
            queues=[queue],
            concurrency=at_once,
            name=queue,
            fetch_job_polling_interval=POLL_SECONDS,
            delete_jobs="always",
            install_signal_handlers=False,
            shutdown_graceful_timeout=SHUTDOWN_SECONDS,
            update_heartbeat_interval=self._heartbeat.every,
            stalled_worker_timeout=self._heartbeat.silence,
        )

    async def _retry_jobs_of_the_dead(self, app: App) -> None:
        """Put back what a worker was doing that shows no life any more."""
        while True:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=self._heartbeat.silence):
                try:
                    await app.job_manager.retry_job(job)
                except ConnectorException:
                    _LOG.debug("job %s: another worker was quicker", job.lock)
            await asyncio.sleep(self._heartbeat.silence / 2)

    async def _sweep(self) -> None:
        """Take care of turns and deadlines that have no job, for instance of games that were played at home before."""
        while True:
            await asyncio.to_thread(self._store.bots.hand_on_turns)
            await asyncio.to_thread(expire_due_clocks, self._store)
            await asyncio.to_thread(self._store.reviews.hand_on_all)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_at_clock(self, game_id: str) -> None:
        """Do what was agreed on if somebody's time is over."""
        with suppress(NotFound):
            await asyncio.to_thread(expire_clock, self._store, game_id)

    async def _review(self, game_id: str) -> None:
        """Review a game; if this worker ends before, another one goes on."""
        ending = threading.Event()
        try:
            await asyncio.to_thread(review_game, self._store, game_id, ending)
        finally:
            ending.set()

    async def _take(self, game_id: str, seq: int) -> None:
        """Move for a bot or a person, unless the game has gone on; raises whatever asks for another attempt."""
        turn = await asyncio.to_thread(self._store.bots.turn, game_id)
        if turn is None or turn.seq != seq or not is_wanted(turn):
            return
        strength = strength_for(turn)
        await asyncio.sleep(seconds_until_due(turn, strength, self._pacing))
        if is_automatic(turn):
            with suppress(Conflict):
                await asyncio.to_thread(take_automatic_turn, self._store, turn)
            return
        try:
            question = await asyncio.to_thread(question_for, self._store, turn, strength)
            decision = await asyncio.wrap_future(self._pool.ask(question))
            await asyncio.to_thread(take_turn, self._store, turn, strength, decision)
        except Conflict:
            _LOG.debug("game %s has gone on without its bot", game_id)
        except (ThinkingFailed, IllegalAction) as error:
            await asyncio.to_thread(record_failure, self._store, turn, error)
            raise
