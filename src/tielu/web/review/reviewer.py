"""The reviewer: judges the decisions of games that somebody wants reviewed, in a process beside the server.

Decisions are kept soon after they are judged, so that a review that was stopped, or whose server has ended, goes on
where it was.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Sequence

from tielu.errors import InvalidInput, NotFound, Unavailable
from tielu.review import Task, judge_all, review_pool, unjudged
from tielu.store import Store, StoreError
from tielu.store.reviews import DONE, FAILED, WANTED
from tielu.web.review.decisions import GameDecisions, decisions_of

# How often the store is asked whether a review is wanted, if this process was not told.
POLL_SECONDS = 5.0
# How often what was judged is written, and whether to go on is asked.
KEEP_SECONDS = 1.0

_LOG = logging.getLogger(__name__)


def review_game(store: Store, game_id: str, ending: threading.Event) -> None:
    """Review a game until that is done, nobody wants it any more, or the server is ending; raises StoreError."""
    try:
        while store.reviews.state(game_id) == WANTED and not ending.is_set():
            found = decisions_of(store, game_id)
            missing = unjudged(found.tasks, found.judged)
            if not missing:
                store.reviews.forget(game_id, found.outdated)
                store.reviews.end(game_id, DONE)
                return
            _judge_and_keep(store, game_id, found, missing, ending)
    except NotFound:
        _LOG.debug("game %s is gone before its review", game_id)
    except (InvalidInput, Unavailable):
        _LOG.warning("no review of game %s", game_id, exc_info=True)
        store.reviews.end(game_id, FAILED)


def _judge_and_keep(
    store: Store, game_id: str, found: GameDecisions, missing: Sequence[Task], ending: threading.Event
) -> None:
    """Judge what is missing; what was judged within a second is kept together."""
    pool, fresh, due = review_pool(1), dict[str, str](), time.monotonic() + KEEP_SECONDS
    try:
        for decision in judge_all(found.game, missing, found.settings, pool):
            fresh[decision.key] = json.dumps(decision.to_json())
            if time.monotonic() >= due or ending.is_set():
                wanted, fresh = store.reviews.keep(game_id, fresh), {}
                if not wanted or ending.is_set():
                    return
                due = time.monotonic() + KEEP_SECONDS
        store.reviews.keep(game_id, fresh)
    finally:
        pool.close()


class Reviewer:
    """One thread that reviews one game after the other; a server with workers leaves that to them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._start_count = 0
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; it runs until `close` has been called as often as `start`."""
        with self._lock:
            self._start_count += 1
            if self._thread is None:
                self._ending.clear()
                self._thread = threading.Thread(target=self._work, name="tielu-reviews", daemon=True)
                self._thread.start()

    def close(self) -> None:
        with self._lock:
            self._start_count -= 1
            if self._start_count > 0:
                return
            thread, self._thread = self._thread, None
        self._ending.set()
        self._woken.set()
        if thread is not None:
            thread.join()

    def wake(self) -> None:
        """Look at once what is wanted."""
        self._woken.set()

    def _work(self) -> None:
        while not self._ending.is_set():
            self._woken.clear()
            try:
                for game_id in self._store.reviews.wanted()[:1]:
                    review_game(self._store, game_id, self._ending)
                    self._woken.set()
            except StoreError:
                _LOG.warning("reviews: the store cannot be used", exc_info=True)
            self._woken.wait(POLL_SECONDS)
