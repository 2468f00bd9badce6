"""Deadlines of clocks as jobs in PostgreSQL, deferred in the transaction in which somebody's time begins to run.

A game has a job that is due at its deadline or before. One that comes too early puts the next one in its place, so most
turns defer none; and one whose turn is over finds nothing to do.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from sqlalchemy import Connection, text

from tielu.store import StoreError
from tielu.web.bots.jobs import QUICK

TASK = "tielu.deadline"
# A deadline that is near, or behind us, is looked at after this time, also if clocks of machines differ a little.
_SOON = timedelta(seconds=1)

_KNOWN = text(
    "SELECT 1 FROM procrastinate_jobs WHERE status = 'todo' AND task_name = :task"
    " AND args ->> 'game_id' = :game AND scheduled_at <= :due LIMIT 1"
)


class DeadlineJobs:
    """Defers deadlines as jobs; `defer` is the `on_deadline` of a store."""

    def __init__(self) -> None:
        # It is never opened, because each job is deferred on a connection of the store.
        self._app = App(connector=PsycopgConnector())

    def defer(self, connection: Connection, game_id: str, due: datetime) -> None:
        """Defer a look at the clock of a game, unless one comes before that anyway; raises StoreError."""
        due = max(due, datetime.now(UTC) + _SOON)
        if connection.execute(_KNOWN, {"task": TASK, "game": game_id, "due": due}).first() is not None:
            return
        driver = cast(Any, connection.connection.driver_connection)
        job = self._app.configure_task(TASK, queue=QUICK, schedule_at=due, connection=driver)
        try:
            job.defer(game_id=game_id)
        except ConnectorException as error:
            raise StoreError("store_failed", reason=" ".join(str(error.__cause__ or error).split())) from error
