"""Reviews as jobs in PostgreSQL, in a queue of their own: no bot's turn ever waits behind one."""

from __future__ import annotations

from typing import Any, cast

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from sqlalchemy import Connection, text

from tielu.store import StoreError
from tielu.web.bots.jobs import REVIEWS

TASK = "tielu.review"

_KNOWN = text("SELECT 1 FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND lock = :lock LIMIT 1")


class ReviewJobs:
    """Defers reviews as jobs; `defer` is the `on_review` of a store."""

    def __init__(self) -> None:
        # It is never opened, because each job is deferred on a connection of the store.
        self._app = App(connector=PsycopgConnector())

    def defer(self, connection: Connection, game_id: str) -> None:
        """Defer the review of a game, unless a job for it waits or runs; raises StoreError."""
        lock = f"review:{game_id}"
        if connection.execute(_KNOWN, {"lock": lock}).first() is not None:
            return
        driver = cast(Any, connection.connection.driver_connection)
        job = self._app.configure_task(TASK, queue=REVIEWS, lock=lock, connection=driver)
        try:
            job.defer(game_id=game_id)
        except ConnectorException as error:
            raise StoreError("store_failed", reason=" ".join(str(error.__cause__ or error).split())) from error
