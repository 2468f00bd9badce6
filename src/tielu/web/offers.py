"""What may be done in a game, found by one thread at a time.

To prove the best run on a crowded map can take seconds. Whoever asks meanwhile waits and finds it known, since all
readers share the position in memory; and so that a crowd before one game does not take all threads, only a few wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tielu import Action, Game
from tielu.errors import Unavailable

# This many readers of one game wait for its offers, the one who finds them included; others are told to come back.
MOST_WAITING = 6


class _Queue:
    """Those who wait for the offers of a game."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.length = 0


_QUEUES: dict[str, _Queue] = {}
_GUARD = threading.Lock()


def offers(game_id: str, game: Game) -> list[Action]:
    """The legal actions of a game in its present position; raises Unavailable if too many wait for them."""
    with _turn(game_id):
        return list(game.legal_actions())


@contextmanager
def _turn(game_id: str) -> Iterator[None]:
    with _GUARD:
        queue = _QUEUES.setdefault(game_id, _Queue())
        if queue.length >= MOST_WAITING:
            raise Unavailable("server_busy")
        queue.length += 1
    try:
        with queue.turn:
            yield
    finally:
        with _GUARD:
            queue.length -= 1
            if not queue.length:
                del _QUEUES[game_id]
