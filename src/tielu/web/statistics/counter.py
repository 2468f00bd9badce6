"""Counts finished games in the background, a few at a time, so that no page waits for them."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from tielu.errors import TieluError
from tielu.stats import Tally, facts_of
from tielu.store import Store

# So many games are counted in a row; between two such rows lies a pause, and after each game a little one.
_AT_ONCE = 25
_PAUSE_SECONDS = 20.0
_BETWEEN_GAMES = 0.05

_LOG = logging.getLogger(__name__)


class StatisticsCounter:
    """Counts the finished games of a store when somebody wants to know; one thread at a time, in any process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._not_before = 0.0

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
        except TieluError:
            _LOG.warning("games could not be counted", exc_info=True)
        finally:
            with self._lock:
                self._not_before = time.monotonic() + _PAUSE_SECONDS


def count_games(store: Store, limit: int) -> int:
    """Count at most so many games that have not been counted; returns how many there were."""
    waiting = store.tallies.uncounted(limit)
    for game_id in waiting:
        _count_game(store, game_id)
        time.sleep(_BETWEEN_GAMES)
    return len(waiting)


def _count_game(store: Store, game_id: str) -> None:
    """Count a game; one that the rules refuse by now counts for nothing, and is not looked at again."""
    info = store.game(game_id)
    try:
        facts = facts_of(store.load(game_id).game)
    except TieluError:
        facts = None

    def changed(kept: dict[str, Any] | None) -> dict[str, Any] | None:
        if facts is None:
            return None
        tally = Tally(info.title) if kept is None else Tally.from_json(kept)
        tally.add(facts)
        return tally.to_json()

    store.tallies.count(game_id, info.title, changed)
