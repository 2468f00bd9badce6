"""A look at the database every few seconds: whether it answers, how much is played, and whether bots wait in vain."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tielu.store import Store, StoreError

if TYPE_CHECKING:
    from tielu.web.bots.jobs import Queue

# How often the database is asked.
LOOK_SECONDS = 10.0
# A game counts as live for this time after its last entry; they are counted this often.
LIVE = timedelta(hours=1)
COUNT_SECONDS = 60.0

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seen:
    """What a look has found; without a queue bots move in the process that serves."""

    live_games: int
    queue: Queue | None = None

    @property
    def unattended(self) -> int:
        """How many turns of bots wait while no worker runs."""
        return 0 if self.queue is None or self.queue.workers else self.queue.waiting


class Watch:
    """A thread that looks; `seen` is None as long as the database does not answer.

    `stalled` is the number of turns that wait in vain: no worker ran at two looks, so none is just starting.
    """

    def __init__(self, store: Store, queue: Callable[[Connection], Queue] | None = None) -> None:
        self._store = store
        self._queue = queue
        self._closed = threading.Event()
        self._live_games = 0
        self._next_count = 0.0
        self.seen: Seen | None = None
        self.stalled = 0

    def start(self) -> None:
        threading.Thread(target=self._look_until_closed, name="tielu-watch", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def look(self) -> None:
        """Look now, and warn when bots begin to wait in vain."""
        last, before = self.seen, self.stalled
        try:
            self.seen = self._look()
        except StoreError:
            self.seen = None
            _LOG.warning("the database does not answer", exc_info=True)
            return
        self.stalled = self.seen.unattended if last is not None and last.unattended else 0
        if self.stalled and not before:
            _LOG.warning("bots wait, and no worker runs", extra={"waiting": self.stalled})
        elif before and not self.stalled:
            _LOG.warning("bots no longer wait for a worker")

    def _look(self) -> Seen:
        queue = None if self._queue is None else self._store.ask(self._queue)
        if queue is None or time.monotonic() >= self._next_count:
            self._live_games = self._store.count_live_games(LIVE)
            self._next_count = time.monotonic() + COUNT_SECONDS
        return Seen(self._live_games, queue)

    def _look_until_closed(self) -> None:
        while not self._closed.is_set():
            self.look()
            self._closed.wait(LOOK_SECONDS)
