"""Garbage collection for a process with many games in memory.

Python looks through all objects whenever there are a quarter more of them, and meanwhile the server answers nobody: a
quarter of a second with a thousand games. Nearly all garbage is young or freed without such a search, so here that is
left to the clock, and to memory that grows, as it does where many connections wait and break off.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# How often all objects are looked through, and by how much memory may grow meanwhile; it is looked at this often.
COLLECT_SECONDS, GROWN_BYTES, LOOK_SECONDS = 600.0, 32 * 1024**2, 15.0
_MEMORY = Path("/proc/self/statm")
# Full collections by the number of younger ones: never.
_NEVER = 1_000_000_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within this block, collect all garbage every few minutes or when memory has grown, and the young as usual."""
    young, middle, old = gc.get_threshold()
    ended, at_first = threading.Event(), memory_bytes()

    def collect() -> None:
        last, before = time.monotonic(), at_first
        while not ended.wait(min(LOOK_SECONDS, COLLECT_SECONDS)):
            if time.monotonic() - last >= COLLECT_SECONDS or memory_bytes() - before >= GROWN_BYTES:
                gc.collect()
                last, before = time.monotonic(), memory_bytes()

    gc.set_threshold(young, middle, _NEVER)
    threading.Thread(target=collect, name="tielu-garbage", daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        gc.set_threshold(young, middle, old)


def memory_bytes() -> int:
    """What this process has in memory; 0 where the system does not tell."""
    try:
        return int(_MEMORY.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
