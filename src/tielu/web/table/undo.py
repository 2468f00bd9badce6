"""Undo at a table with bots: it takes back the last action of a person together with the moves of bots after it."""

from __future__ import annotations

from typing import Any

from tielu.errors import InvalidInput
from tielu.store import Conflict, GameInfo, Store

_UNDO_KINDS = ("undo", "ask_undo")


def undo_target(store: Store, info: GameInfo, entries: list[int]) -> int:
    """The entry before the last action of a person, or of a bot if no person has acted; raises InvalidInput."""
    if not entries:
        raise InvalidInput("nothing_to_undo")
    seats = [seat for seat, _ in store.times(info.id)]
    people = [index for index, seq in enumerate(entries) if seats[seq - 1] in info.humans]
    last = people[-1] if people else len(entries) - 1
    return entries[last - 1] if last else 0


def append_entry(store: Store, game_id: str, seq: int, entry: Any, seat: int) -> int:
    """Append an entry of a person; an undo may be late if only bots have moved since. Raises Conflict otherwise."""
    while True:
        try:
            return store.append(game_id, seq, entry, seat)
        except Conflict as late:
            if not (isinstance(entry, dict) and entry.get("type") in _UNDO_KINDS and seq < late.seq):
                raise
            bot_moves = store.reasons(game_id, seq)
            if not all(each.seq in bot_moves for each in store.entries_since(game_id, seq) if each.seq <= late.seq):
                raise
            seq = late.seq
