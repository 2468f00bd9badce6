"""Entries that people make: every action, undo and answer of a page or program is written here."""

from __future__ import annotations

from typing import Any

from tielu.store import Conflict, Store

_UNDO_KINDS = ("undo", "ask_undo")


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
