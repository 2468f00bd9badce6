"""The director's watch: whether there is time for one more move, by how long the slowest one took."""

from __future__ import annotations

from collections.abc import Callable


class Watch:
    """Runs from when it is made; a move that would take as long as the slowest so far must still fit in."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self._clock = clock
        self._last = clock()
        self._until = self._last + seconds
        self._slowest = 0.0

    def moved(self) -> None:
        """A move has been made since the last look."""
        now = self._clock()
        self._slowest = max(self._slowest, now - self._last)
        self._last = now

    def lasts(self) -> bool:
        return self._last + self._slowest < self._until
