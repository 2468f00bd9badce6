"""Pages that many readers see alike, such as the spectators of a game: made once and shared for a moment.

A page is kept under everything that it depends on except the time, which it tells in minutes, and the token of its
forms, which is put in for each reader.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

# How long a page is shared, and how many are.
SHARED_SECONDS = 5.0
MOST_SHARED = 64

Page = TypeVar("Page")


class SharedPages(Generic[Page]):
    """The latest pages by what they depend on; whoever wants one that is being made waits for it. Safe for threads."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, tuple[float, Future[Page]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Page]) -> Page:
        """The page with this key, made now unless somebody else has just made it; raises as `make` does."""
        now = time.monotonic()
        with self._lock:
            since, page = self._pages.get(key, (0.0, None))
            is_mine = page is None or now - since > SHARED_SECONDS
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
