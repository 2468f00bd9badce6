"""The time each player has used; the time between two entries counts for the player of the second."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

# Shorter times are not shown; the entries of an imported game were all made at once.
LEAST = timedelta(minutes=1)


def time_used(began: datetime, entries: Sequence[tuple[int, datetime]], seats: int) -> list[timedelta]:
    """The time used by each seat; times that go backwards count as zero."""
    used, before = [timedelta()] * seats, began
    for seat, at in entries:
        used[seat] += max(timedelta(), at - before)
        before = at
    return used


def clock_texts(used: Sequence[timedelta]) -> tuple[str, ...]:
    """The times as hours and minutes; nothing for who has used less than a minute."""
    minutes = [each // LEAST for each in used]
    return tuple(f"{each // 60}:{each % 60:02d}" if each else "" for each in minutes)
