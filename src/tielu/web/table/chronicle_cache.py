"""A cache of chronicles, so that a page replays only what has happened since the last one."""

from __future__ import annotations

import threading
from collections import OrderedDict

from tielu import Game
from tielu.views.history.chronicle import Chronicle, chronicle

CACHE_SIZE = 64


class ChronicleCache:
    """The most recently used chronicles by game id; safe for threads. Each is checked against its game."""

    def __init__(self) -> None:
        self._cached: OrderedDict[str, Chronicle] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: str, game: Game) -> Chronicle:
        """The chronicle of a game, extended from the cached one."""
        with self._lock:
            cached = self._cached.get(game_id)
        current = chronicle(game, cached)
        with self._lock:
            # The chronicle of an earlier position does not replace a longer one.
            if cached is None or len(current.entries) >= len(cached.entries):
                self._cached[game_id] = current
                self._cached.move_to_end(game_id)
            while len(self._cached) > CACHE_SIZE:
                self._cached.popitem(last=False)
        return current
