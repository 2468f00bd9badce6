"""The garbage collector waits while a bot thinks."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# The generations of objects that no full collection has seen yet.
YOUNG: Final = 1


@contextmanager
def collector_waits() -> Iterator[None]:
    """No full collection meanwhile, nor right afterwards: one takes up to half a second.

    What was made meanwhile is looked through at the end, which takes a few milliseconds.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
            gc.collect(YOUNG)
