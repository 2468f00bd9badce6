"""Deadlines of clocks as jobs in PostgreSQL, deferred in the transaction in which somebody's time begins to run.

A game has one job that waits, due at its deadline or before. One that comes too early puts the next one in its place,
so most turns defer none; and one whose turn is over finds nothing to do.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, text

from tielu.web.bots.jobs import QUICK
from tielu.web.deferring import defer_job

TASK = "tielu.deadline"
# A deadline that is near, or behind us, is looked at after this time, also if clocks of machines differ a little.
_SOON = timedelta(seconds=1)

# Procrastinate has an index of the queueing locks of jobs that wait, in which each occurs once.
_COMES_IN_TIME = text(
    "SELECT coalesce(scheduled_at <= :due, true) FROM procrastinate_jobs"
    " WHERE status = 'todo' AND queueing_lock = :queueing_lock"
)
_MOVE = text(
    "UPDATE procrastinate_jobs SET scheduled_at = :due WHERE status = 'todo' AND queueing_lock = :queueing_lock"
)
# A job that is being done may have to wait for another attempt, and must not be in the way of the next one then.
_MAKE_PLACE = text(
    "UPDATE procrastinate_jobs SET queueing_lock = NULL"
    " WHERE status = 'doing' AND worker_id IS NOT NULL AND queueing_lock = :queueing_lock"
)


def defer_deadline(connection: Connection, game_id: str, due: datetime) -> None:
    """Defer a look at the clock of a game, unless one comes before that anyway; the `on_deadline` of a store.

    Raises StoreError.
    """
    due = max(due, datetime.now(UTC) + _SOON)
    this_job = {"queueing_lock": f"deadline:{game_id}"}
    comes_in_time = connection.scalar(_COMES_IN_TIME, {**this_job, "due": due})
    if comes_in_time:
        return
    if comes_in_time is not None and connection.execute(_MOVE, {**this_job, "due": due}).rowcount:
        return
    connection.execute(_MAKE_PLACE, this_job)
    defer_job(connection, TASK, QUICK, {"game_id": game_id}, schedule_at=due, **this_job)
