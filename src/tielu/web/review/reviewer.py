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

from tielu.errors import NotFound, TieluError
from tielu.review import Task, judge_all, review_pool, unjudged
from tielu.store import ChangedPosition, Store, StoreError
from tielu.store.reviews import DONE, FAILED, STOPPED, WANTED
from tielu.web.background_thread import BackgroundThread
from tielu.web.review.decisions import GameDecisions, decisions_of

# How often the store is asked whether a review is wanted, if this process was not told.
POLL_SECONDS = 5.0
# How often what was judged is written, and whether to go on is asked.
KEEP_SECONDS = 1.0

_LOG = logging.getLogger(__name__)


def review_game(store: Store, game_id: str, ending: threading.Event) -> None:
    """Review a game until that is done or fails, nobody wants it any more, or the server is ending.

    Raises StoreError if the store cannot be used; then the review is wanted as before.
    """
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
        store.reviews.end(game_id, STOPPED)
    except TieluError as error:
        if isinstance(error, StoreError) and not isinstance(error, ChangedPosition):
            raise
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
        self._thread = BackgroundThread("tielu-reviews", self._review_all, POLL_SECONDS)

    def start(self) -> None:
        """Start the thread; it runs until `close` has been called as often as `start`."""
        self._thread.start()

    def close(self) -> None:
        self._thread.close()

    def wake(self) -> None:
        """Look at once what is wanted."""
        self._thread.wake()

    def _review_all(self) -> float:
        """Review the games that wait; returns the seconds until the next look."""
        for game_id in self._store.reviews.wanted():
            try:
                review_game(self._store, game_id, self._thread.ending)
            except Exception:  # whatever is wrong with one game must not keep all others waiting
                _LOG.warning("game %s: its review waits for another attempt", game_id, exc_info=True)
        return POLL_SECONDS
