"""Threads of the server that look again and again whether there is something to do."""

from __future__ import annotations

import threading

from tests.web.tables_with_bots import until
from tielu.web.background_thread import BackgroundThread


def test_an_error_does_not_end_the_thread() -> None:
    """It looks again after its pause, and at once when somebody wakes it."""
    seen = list[int]()

    def look() -> float:
        seen.append(len(seen))
        if len(seen) == 1:
            raise ZeroDivisionError
        return 3600.0

    thread = BackgroundThread("tielu-test", look, 0.01)
    thread.start()
    until(lambda: len(seen) == 2)
    thread.wake()
    until(lambda: len(seen) == 3)
    assert thread.close()
    assert "tielu-test" not in {each.name for each in threading.enumerate()}


def test_it_ends_with_the_last_who_closes_it() -> None:
    """Then it can be started again."""
    looked = threading.Event()

    def look() -> float:
        looked.set()
        return 3600.0

    thread = BackgroundThread("tielu-test", look, 3600.0)
    for _ in range(2):
        thread.start()
        thread.start()
        assert not thread.close()
        assert not thread.ending.is_set()
        assert looked.wait(10)
        assert thread.close()
        assert thread.ending.is_set()
        looked.clear()
