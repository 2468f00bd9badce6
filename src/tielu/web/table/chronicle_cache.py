"""Chronicles of games in memory: a page needs one, and the next page only what has happened since."""

from __future__ import annotations

import threading
from collections import OrderedDict

from tielu import Game
from tielu.views.history.chronicle import Chronicle, chronicle

MOST_KNOWN = 64


class Chronicles:
    """The chronicles of the games that were asked for last, for all threads; each is checked against its game."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Chronicle] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game_id: str, game: Game) -> Chronicle:
        with self._lock:
            known = self._known.get(game_id)
        found = chronicle(game, known)
        with self._lock:
            # An earlier position is looked at now and then; what is known of the present is worth more.
            if known is None or len(found.entries) >= len(known.entries):
                self._known[game_id] = found
                self._known.move_to_end(game_id)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found
