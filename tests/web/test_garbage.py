"""A server with many games in memory looks for garbage by the clock, not in the middle of a request."""

import gc
import sys
import time
import weakref

from tests.web.tables_with_bots import until
from tielu.web import garbage
from tielu.web.garbage import seldom_collected


class Link:
    """Refers to itself through another one, so only a search finds that nobody needs it."""

    def __init__(self):
        self.other = {"back": self}


def test_full_collections_come_by_the_clock_only(monkeypatch):
    """However much is allocated and kept, none comes by itself; afterwards all is as it was."""
    before, full = gc.get_threshold(), []

    def note(phase, info):
        if phase == "start" and info["generation"] == 2:
            full.append(info)

    gc.callbacks.append(note)
    try:
        with seldom_collected():
            kept: list[list[int]] = [[] for _ in range(1_500_000)]
            assert len(kept) == 1_500_000
            assert full == []
        monkeypatch.setattr(garbage, "COLLECT_SECONDS", 0.01)
        with seldom_collected():
            until(lambda: full)
    finally:
        gc.callbacks.remove(note)
    assert gc.get_threshold() == before


def test_old_garbage_is_found_in_time(monkeypatch):
    """What has grown old and then fallen out of use is freed by the next full collection."""
    monkeypatch.setattr(garbage, "COLLECT_SECONDS", 0.01)
    link = Link()
    gc.collect()
    seen = weakref.ref(link)
    with seldom_collected():
        del link
        until(lambda: seen() is None)


def test_memory_that_grows_is_looked_through_earlier(monkeypatch):
    """Many connections that break off leave old garbage; it does not pile up until the clock says so."""
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.01)
    memory = [100 * 1024**2]
    monkeypatch.setattr(garbage, "memory_bytes", lambda: memory[0])
    link = Link()
    gc.collect()
    seen = weakref.ref(link)
    with seldom_collected():
        del link
        time.sleep(0.1)
        assert seen() is not None
        memory[0] += garbage.GROWN_BYTES
        until(lambda: seen() is None)


def test_memory_of_this_process_is_known():
    """On Linux, and as large as Python is at least."""
    assert not sys.platform.startswith("linux") or garbage.memory_bytes() > 10 * 1024**2
