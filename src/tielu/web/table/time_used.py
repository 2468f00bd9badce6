"""How much time each player has used: from one entry to the next it is the time of whoever made the next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

# Less than this is not worth a column; a game from a file has been entered at once.
LEAST = timedelta(minutes=1)


def time_used(began: datetime, entries: Sequence[tuple[int, datetime]], seats: int) -> list[timedelta]:
    """By seat; a clock that was put back takes nothing away."""
    used, before = [timedelta()] * seats, began
    for seat, at in entries:
        used[seat] += max(timedelta(), at - before)
        before = at
    return used


def clock_texts(used: Sequence[timedelta]) -> tuple[str, ...]:
    """Hours and minutes, or nothing at all where hardly any time has passed."""
    if max(used, default=timedelta()) < LEAST:
        return ()
    minutes = [each // LEAST for each in used]
    return tuple(f"{each // 60}:{each % 60:02d}" for each in minutes)
