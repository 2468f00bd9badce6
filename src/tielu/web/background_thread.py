"""A thread of the server that looks again and again whether there is something to do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

_LOG = logging.getLogger(__name__)


class BackgroundThread:
    """Calls `look` until `close` has been called as often as `start`; whatever that raises is logged.

    `look` returns the seconds until the next look, unless somebody wakes the thread before; after an error it is
    `pause`.
    """

    def __init__(self, name: str, look: Callable[[], float], pause: float) -> None:
        self._name = name
        self._look = look
        self._pause = pause
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._start_count = 0
        self._thread: threading.Thread | None = None
        # Set as soon as the thread is to end.
        self.ending = threading.Event()

    def start(self) -> None:
        with self._lock:
            self._start_count += 1
            if self._thread is None:
                self.ending.clear()
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def close(self) -> bool:
        """Close it for one of those who have started it; returns whether the thread has ended."""
        with self._lock:
            self._start_count -= 1
            if self._start_count > 0:
                return False
            self.ending.set()
            self._woken.set()
            if self._thread is not None:
                self._thread.join()
                self._thread = None
            return True

    def wake(self) -> None:
        """Let it look at once; called in any thread."""
        self._woken.set()

    def _run(self) -> None:
        while not self.ending.is_set():
            self._woken.clear()
            try:
                pause = self._look()
            except Exception:
                _LOG.warning("%s: another attempt follows", self._name, exc_info=True)
                pause = self._pause
            if not self.ending.is_set():
                self._woken.wait(pause)
