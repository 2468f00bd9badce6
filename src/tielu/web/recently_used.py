"""A cache of what was found once, for all who look at it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class RecentlyUsed(Generic[Value]):
    """The most recently used values, this many at most, by all that they depend on; safe for threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._cached: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, find: Callable[[], Value]) -> Value:
        """The value with this key, found now unless it is known; two threads may find the same at once."""
        with self._lock:
            if key in self._cached:
                self._cached.move_to_end(key)
                return self._cached[key]
        value = find()
        with self._lock:
            self._cached[key] = value
            while len(self._cached) > self._size:
                self._cached.popitem(last=False)
        return value
