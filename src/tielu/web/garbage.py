"""Garbage collection for a process with many games in memory.

Python looks through all objects whenever there are a quarter more of them, and meanwhile the server answers nobody: a
quarter of a second with a thousand games. Nearly all garbage is young or freed without such a search, so here that is
left to the clock.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# How often all objects are looked through.
COLLECT_SECONDS = 600.0
# Full collections by the number of younger ones: never.
_NEVER = 1_000_000_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within this block, collect all garbage every few minutes, and the young as usual."""
    young, middle, old = gc.get_threshold()
    ended = threading.Event()

    def collect() -> None:
        while not ended.wait(COLLECT_SECONDS):
            gc.collect()

    gc.set_threshold(young, middle, _NEVER)
    threading.Thread(target=collect, name="tielu-garbage", daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        gc.set_threshold(young, middle, old)
