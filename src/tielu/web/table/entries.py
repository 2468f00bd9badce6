"""Taking back at a table with bots: back to before what a person did, whatever bots have answered meanwhile."""

from __future__ import annotations

from typing import Any

from tielu.errors import InvalidInput
from tielu.store import Conflict, GameInfo, Store

_BACK = ("undo", "ask_undo")


def undo_target(store: Store, info: GameInfo, entries: list[int]) -> int:
    """The entry before the last action of a person, or where bots have done everything before the last action."""
    if not entries:
        raise InvalidInput("nothing_to_undo")
    seats = [seat for seat, _ in store.times(info.id)]
    people = [index for index, seq in enumerate(entries) if seats[seq - 1] in info.humans]
    last = people[-1] if people else len(entries) - 1
    return entries[last - 1] if last else 0


def write_entry(store: Store, game_id: str, seq: int, entry: Any, seat: int) -> int:
    """Append an entry of a person. Who takes back need not be quicker than the bots, since their answers go, too."""
    while True:
        try:
            return store.append(game_id, seq, entry, seat)
        except Conflict as late:
            if not (isinstance(entry, dict) and entry.get("type") in _BACK and seq < late.seq):
                raise
            answers = store.reasons(game_id, seq)
            if not all(each.seq in answers for each in store.entries_since(game_id, seq) if each.seq <= late.seq):
                raise
            seq = late.seq
