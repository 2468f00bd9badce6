"""News between processes: a database server tells everyone who listens which game has changed.

Each write announces its game in its own transaction, so the news comes with the commit or not at all. A listener that
was cut off says so when it is back, because what happened meanwhile is not told again. SQLite tells nobody, but says
when asked, without reading the file, whether anything has changed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "tielu_news"
# How long a listener waits before it tries to connect again.
RETRY_SECONDS = 1.0
# How long a listener that is closed may still wait for news.
_CLOSE_SECONDS = 1.0
# How often SQLite is asked.
_ASK_SECONDS = 0.5

_LOG = logging.getLogger(__name__)


def announce(connection: Connection, game_id: str) -> None:
    """Tell all listeners, after this transaction, that a game has changed; those of SQLite ask."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, game_id)))


class Listener:
    """A thread with a connection of its own; calls `on_news` with the id of each game that changes.

    It calls `on_news` with None when any game may have changed: when it has connected or lost its connection, and with
    SQLite always.
    """

    def __init__(self, engine: Engine, on_news: Callable[[str | None], None]) -> None:
        self._engine = engine
        self._on_news = on_news
        self._closed = threading.Event()
        self.connected = False
        threading.Thread(target=self._listen, name="tielu-news", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen_until_lost()
            except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
                _LOG.warning("news: the database cannot be listened to", exc_info=True)
            self.connected = False
            self._on_news(None)
            self._closed.wait(RETRY_SECONDS)

    def _listen_until_lost(self) -> None:
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()  # it is not one of the pool, and is closed here
        news = self._told if self._engine.dialect.name == "postgresql" else self._asked
        try:
            for game_id in news(connection):
                self.connected = True
                self._on_news(game_id)
        finally:
            connection.close()

    def _told(self, connection: Any) -> Iterator[str | None]:
        """What PostgreSQL tells."""
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        yield None
        while not self._closed.is_set():
            for news in connection.notifies(timeout=_CLOSE_SECONDS):
                yield news.payload

    def _asked(self, connection: Any) -> Iterator[None]:
        """What SQLite says about writes of other connections, be they of this process or of others."""
        known = None
        while not self._closed.wait(0.0 if known is None else _ASK_SECONDS):
            (version,) = connection.execute("PRAGMA data_version").fetchone()
            if version != known:
                known = version
                yield None
