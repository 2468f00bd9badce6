"""Counts finished games in the background, a few at a time, so that no page waits for them."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from tielu.errors import TieluError
from tielu.stats import GameFacts, Tally, facts_of
from tielu.store import Store, StoreError
from tielu.web.shared_pages import SharedPages

# This many games are counted in a row; between two such rows lies a pause, and after each game a little one.
_AT_ONCE = 25
_PAUSE_SECONDS = 20.0
_BETWEEN_GAMES = 0.05
# To look whether games wait means to search all of them, so what was found holds for a while.
_LOOK_SECONDS = 20.0
# What is wrong with a stored game, and not with the database.
_BROKEN_GAME = frozenset({"store_log_broken", "position_changed"})

_LOG = logging.getLogger(__name__)


class StatisticsCounter:
    """Counts the finished games of a store when somebody wants to know; one thread at a time, in any process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._not_before = 0.0
        self._looks: SharedPages[bool] = SharedPages(_LOOK_SECONDS)

    def games_wait(self) -> bool:
        """Whether games are still to be counted, as it was a little while ago or when the last ones were counted."""
        return self._looks.get("waiting", lambda: bool(self._store.tallies.uncounted(1)))

    def wake(self) -> bool:
        """Begin to count in a thread unless one counts already or has just done so; returns whether it began."""
        with self._lock:
            if time.monotonic() < self._not_before:
                return False
            self._not_before = time.monotonic() + 24 * 60 * 60
        threading.Thread(target=self._count, name="statistics", daemon=True).start()
        return True

    def _count(self) -> None:
        try:
            count_games(self._store, _AT_ONCE)
        except TieluError:  # the database is away: they are counted later
            _LOG.warning("games could not be counted", exc_info=True)
        finally:
            self._looks = SharedPages(_LOOK_SECONDS)
            with self._lock:
                self._not_before = time.monotonic() + _PAUSE_SECONDS


def count_games(store: Store, limit: int) -> int:
    """Count at most this many games that have not been counted; returns how many there were."""
    waiting = store.tallies.uncounted(limit)
    for game_id in waiting:
        _count_game(store, game_id)
        time.sleep(_BETWEEN_GAMES)
    return len(waiting)


def _count_game(store: Store, game_id: str) -> None:
    """Count a game; one that cannot be counted counts for nothing, and is not looked at again.

    Raises StoreError if the database is away.
    """
    title = store.game(game_id).title
    try:
        facts = facts_of(store.load(game_id).game)
        store.tallies.count(game_id, title, lambda kept: _with_game(title, kept, facts))
    except Exception as error:  # whatever is wrong with one game, others are still to be counted
        if isinstance(error, StoreError) and error.code not in _BROKEN_GAME:
            raise
        _LOG.warning("game %s cannot be counted, and counts for nothing", game_id, exc_info=True)
        store.tallies.count(game_id, title, lambda _: None)


def _with_game(title: str, kept: dict[str, Any] | None, facts: GameFacts | None) -> dict[str, Any] | None:
    """The tally of a title, None before its first game, with one more; None if nothing is counted of that one."""
    if facts is None:
        return None
    tally = Tally(title) if kept is None else Tally.from_json(kept)
    tally.add(facts)
    return tally.to_json()
