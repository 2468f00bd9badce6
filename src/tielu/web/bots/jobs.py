"""Turns of bots as jobs in PostgreSQL, with procrastinate: any worker on any machine takes them.

A job is deferred in the transaction in which the turn begins, so none is lost and none comes too early. Its lock is the
turn, so no two workers think about it at once; a job whose game has gone on ends without doing anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import psycopg
from procrastinate.schema import SchemaManager
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, make_url, text

from tielu.bots.pool import is_quick
from tielu.store import BotTurn, StoreError
from tielu.web.bots.turns import BotPacing, is_automatic, is_wanted, seconds_until_due, strength_for
from tielu.web.deferring import defer_job

TASK = "tielu.bot_turn"
# Quick bots have a queue of their own, so that they never wait behind those that think for long.
QUICK, DEEP = "bots-quick", "bots-deep"
# Nobody waits for a review, so these come behind everything else.
REVIEWS = "reviews"
QUEUES = (QUICK, DEEP, REVIEWS)
# A turn that waits after an undo is overtaken by the same turn when somebody lets the bots go on.
PAUSED = -1000

# Found by an index of ours; in procrastinate's the lock comes second.
_KNOWN = text(
    "SELECT 1 FROM procrastinate_jobs"
    " WHERE status IN ('todo', 'doing') AND lock = :lock AND priority >= :priority LIMIT 1"
)
_INDEX = "CREATE INDEX tielu_jobs_by_lock ON procrastinate_jobs (lock) WHERE status IN ('todo', 'doing')"
_WAITING, _DOING = "todo", "doing"
# Jobs whose time has come, and those that are being done.
_COUNTS = text("""
SELECT queue_name, status::text, count(*) FROM procrastinate_jobs
WHERE status IN ('todo', 'doing') AND (scheduled_at IS NULL OR scheduled_at <= now()) GROUP BY 1, 2
""")
_WORKERS = text(
    "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :silence)"
)
# After this silence a worker is taken for dead. Every process of `tielu work` counts once for each queue.
SILENCE_SECONDS = 15.0
# An arbitrary number: whoever has this lock makes the tables of procrastinate.
_INSTALL_LOCK = 18801889


def connection_string(address: str) -> str:
    """The address of a database as libpq wants it: there a space in an option is not a plus."""
    url = make_url(address)
    options = {name: ",".join(url.normalized_query[name]) for name in url.query}
    return make_conninfo(**url.translate_connect_args(username="user", database="dbname"), **options)


@dataclass(frozen=True)
class Queue:
    """The jobs by queue and status, and how many processes of `tielu work` show life."""

    jobs: Mapping[tuple[str, str], int]
    workers: int

    @property
    def waiting(self) -> int:
        return sum(count for (_, status), count in self.jobs.items() if status == _WAITING)


def queue_of(connection: Connection) -> Queue:
    """The jobs that wait or are being done, and the workers; asked on a connection of the store."""
    jobs = {(queue, status): 0 for queue in QUEUES for status in (_WAITING, _DOING)}
    jobs |= {(queue, status): count for queue, status, count in connection.execute(_COUNTS)}
    alive = connection.scalar(_WORKERS, {"silence": SILENCE_SECONDS}) or 0
    return Queue(jobs, -(-alive // len(QUEUES)))


class BotJobs:
    """Defers turns of bots as jobs; `defer` is the `on_bot_turn` of a store."""

    def __init__(self, address: str, pacing: BotPacing | None = None) -> None:
        self._address = address
        self._pacing = pacing or BotPacing()

    def install(self) -> None:
        """Make the tables of the jobs if they are not there; raises StoreError."""
        try:
            with psycopg.connect(connection_string(self._address), connect_timeout=5) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [_INSTALL_LOCK])
                found = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
                if found == (None,):
                    connection.execute(SchemaManager.get_schema())
                if connection.execute("SELECT to_regclass('tielu_jobs_by_lock')").fetchone() == (None,):
                    connection.execute(_INDEX)
        except psycopg.Error as error:
            raise StoreError("store_failed", reason=" ".join(str(error).split())) from error

    def defer(self, connection: Connection, turn: BotTurn) -> None:
        """Defer a turn in a transaction of the store, unless there is a job for it; raises StoreError."""
        if not is_wanted(turn):
            return
        strength, lock = strength_for(turn), f"{turn.game_id}:{turn.seq}"
        quick = is_automatic(turn) or is_quick(strength)
        priority = PAUSED if turn.undone else -round(0 if quick else strength.seconds)
        if connection.execute(_KNOWN, {"lock": lock, "priority": priority}).first() is not None:
            return
        wait = seconds_until_due(turn, strength, self._pacing) if turn.undone else 0.0
        defer_job(
            connection,
            TASK,
            QUICK if quick else DEEP,
            {"game_id": turn.game_id, "seq": turn.seq},
            lock=lock,
            priority=priority,
            schedule_at=datetime.now(UTC) + timedelta(seconds=wait) if wait else None,
        )
