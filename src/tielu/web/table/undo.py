"""Undo at a table with bots: it takes back the last action of a person together with the moves of bots after it."""

from __future__ import annotations

from tielu.errors import InvalidInput
from tielu.store import GameInfo, Store


def undo_target(store: Store, info: GameInfo, entries: list[int]) -> int:
    """The entry before the last action of a person, or of a bot if no person has acted; raises InvalidInput.

    What the table has passed for people goes with the action before.
    """
    if not entries:
        raise InvalidInput("nothing_to_undo")
    seats = [seat for seat, _ in store.times(info.id)]
    automatic = store.automatic_entries(info.id)
    people = [index for index, seq in enumerate(entries) if seats[seq - 1] in info.humans and seq not in automatic]
    last = people[-1] if people else len(entries) - 1
    return entries[last - 1] if last else 0
