"""The director's watch: whether there is time for one more move, by how long moves have taken."""

from __future__ import annotations

from collections.abc import Callable


class Watch:
    """Runs from when it is made, and ends early enough for one more move.

    As slow as the slowest since it runs, the move must fit into `seconds`; as slow as any that earlier watches of the
    game have seen, into `limit`.
    """

    def __init__(self, clock: Callable[[], float], seconds: float, limit: float, slowest_before: float) -> None:
        self._clock = clock
        self._last = clock()
        self._until = self._last + seconds
        self._limit = self._last + limit - slowest_before
        self.slowest = 0.0

    def moved(self) -> None:
        """A move has been made since the last look."""
        now = self._clock()
        self.slowest = max(self.slowest, now - self._last)
        self._last = now

    def lasts(self) -> bool:
        return self._last + self.slowest < self._until and self._last < self._limit
