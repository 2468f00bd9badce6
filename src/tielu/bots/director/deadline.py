"""The director's deadline: whether there is time for one more move, judged by how long moves have taken."""

from __future__ import annotations

from collections.abc import Callable


class Deadline:
    """Runs from when it is made, and is over early enough for one more move.

    A move as slow as the slowest so far must fit into `seconds`; one as slow as any in earlier decisions of the game,
    into `limit`.
    """

    def __init__(self, clock: Callable[[], float], seconds: float, limit: float, slowest_before: float) -> None:
        self._clock = clock
        self._last = clock()
        self._begun = self._last
        self._until = self._last + seconds
        self._limit = self._last + limit - slowest_before
        self.slowest = 0.0

    def start(self) -> None:
        """Note that moves are made from now on; how long it took until then says nothing about them."""
        self._last = self._clock()

    def count_move(self) -> None:
        """Note that a move has been made since the clock was last read."""
        now = self._clock()
        self.slowest = max(self.slowest, now - self._last)
        self._last = now

    @property
    def elapsed(self) -> float:
        """The part of the time that has passed, as far as the clock was read."""
        whole = self._until - self._begun
        return (self._last - self._begun) / whole if whole > 0 else 1.0

    def allows_move(self) -> bool:
        """Whether there is time for one more move."""
        return self._last + self.slowest < self._until and self._last < self._limit
