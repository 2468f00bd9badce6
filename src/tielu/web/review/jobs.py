"""Reviews as jobs in PostgreSQL, in a queue of their own: no bot's turn ever waits behind one."""

from __future__ import annotations

from sqlalchemy import Connection, text

from tielu.web.bots.jobs import REVIEWS
from tielu.web.deferring import defer_job

TASK = "tielu.review"

_KNOWN = text("SELECT 1 FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND lock = :lock LIMIT 1")


def defer_review(connection: Connection, game_id: str) -> None:
    """Defer the review of a game, unless a job for it waits or runs; the `on_review` of a store. Raises StoreError."""
    lock = f"review:{game_id}"
    if connection.execute(_KNOWN, {"lock": lock}).first() is None:
        defer_job(connection, TASK, REVIEWS, {"game_id": game_id}, lock=lock)
