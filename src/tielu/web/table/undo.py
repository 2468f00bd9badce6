"""Undo at a table with bots: it takes back the last action of a person together with the moves of bots after it."""

from __future__ import annotations

from tielu.errors import InvalidInput
from tielu.store import StoredGame


def undo_target(stored: StoredGame) -> int:
    """The entry before the last action of a person, or of a bot if no person has acted; raises InvalidInput.

    What the table has passed for people goes with the action before.
    """
    entries = stored.effective_entries()
    if not entries:
        raise InvalidInput("nothing_to_undo")
    people, times = stored.info.seats_of_people, stored.times
    by_others = stored.automatic_entries | stored.by_bots
    by_people = (
        index
        for index, seq in reversed(list(enumerate(entries)))
        if times[seq - 1][0] in people and seq not in by_others
    )
    last = next(by_people, len(entries) - 1)
    return entries[last - 1] if last else 0
