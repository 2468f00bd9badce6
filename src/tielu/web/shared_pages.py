"""What many readers ask for at once, such as the spectators of a game: read once, made once and shared for a moment.

A page is kept under everything that it depends on except the time, which it tells in minutes, and the token of its
forms, which is put in for each reader.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

# How long a page is shared, and how many are.
SHARED_SECONDS = 5.0
MOST_SHARED = 64

Page = TypeVar("Page")
Value = TypeVar("Value")


class SharedReads(Generic[Value]):
    """Reads once what several threads ask for at once; nobody gets what was read before they asked."""

    def __init__(self) -> None:
        self._running: dict[Hashable, Future[Value]] = {}
        self._next: dict[Hashable, Future[Value]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, read: Callable[[], Value]) -> Value:
        """What `read` returns, called by this thread or by another one after now; raises as it does."""
        mine: Future[Value] = Future()
        with self._lock:
            shared, running = self._next.setdefault(key, mine), self._running.get(key)
        if shared is not mine:
            return shared.result()
        if running is not None:
            wait([running])
        with self._lock:
            self._running[key] = self._next.pop(key)
        try:
            mine.set_result(read())
        except BaseException as error:
            mine.set_exception(error)
        with self._lock:
            if self._running.get(key) is mine:
                del self._running[key]
        return mine.result()


class SharedPages(Generic[Page]):
    """The latest pages by what they depend on; whoever wants one that is being made waits for it. Safe for threads."""

    def __init__(self, seconds: float = SHARED_SECONDS) -> None:
        self._seconds = seconds
        self._pages: OrderedDict[Hashable, tuple[float, Future[Page]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Page]) -> Page:
        """The page with this key, made now unless somebody else has just made it; raises as `make` does."""
        now = time.monotonic()
        with self._lock:
            since, page = self._pages.get(key, (0.0, None))
            is_mine = page is None or now - since > self._seconds
            if is_mine:
                page = Future()
                self._pages[key] = (now, page)
                self._pages.move_to_end(key)
                while len(self._pages) > MOST_SHARED:
                    self._pages.popitem(last=False)
        assert page is not None
        if is_mine:
            self._fill(key, page, make)
        return page.result()

    def _fill(self, key: Hashable, page: Future[Page], make: Callable[[], Page]) -> None:
        try:
            page.set_result(make())
        except BaseException as error:
            with self._lock:
                self._pages.pop(key, None)  # the next reader tries again
            page.set_exception(error)
