"""Entries that people make: every action, undo and answer of a page or program is written here.

Where a seat skips empty steps the table passes for it, so that nobody is asked what has one sensible answer. These
passes are entries like any other, marked as automatic: the log stays complete, and the engine knows nothing of them.
"""

from __future__ import annotations

from typing import Any

from tielu import Action, Game
from tielu.core.actions import Pass
from tielu.errors import TieluError
from tielu.store import Conflict, Store, StoredGame
from tielu.store.log import ACCEPT, AGREE, ASK, DECLINE, UNDO
from tielu.views.actions.empty_steps import empty_steps_ahead, in_one_turn, is_empty_step, uses_power
from tielu.web.lessons.answers import play_answers

_NO_ACTIONS = (UNDO, ASK, AGREE, DECLINE, ACCEPT)


def append_entry(store: Store, game_id: str, seq: int, entry: Any, seat: int) -> int:
    """Append an entry of a person and pass the empty steps after it; raises Conflict if it is late.

    An undo may be late if only bots have moved since. In a lesson the others answer.
    """
    if isinstance(entry, dict) and entry.get("type") in _NO_ACTIONS:
        return _append_undo(store, game_id, seq, entry, seat)
    back = _before_automatic_passes(store, game_id, seq, entry, seat)
    if back is not None:
        seq = store.append(game_id, seq, {"type": UNDO, "to": back}, seat)
    store.append(game_id, seq, entry, seat)
    skip_empty_steps(store, game_id)
    return play_answers(store, game_id)


def _append_undo(store: Store, game_id: str, seq: int, entry: dict[str, Any], seat: int) -> int:
    while True:
        try:
            return store.append(game_id, seq, entry, seat)
        except Conflict as late:
            if entry["type"] not in (UNDO, ASK) or seq >= late.seq:
                raise
            not_people = store.reasons(game_id, seq).keys() | store.read(game_id).automatic_entries
            if not all(each.seq in not_people for each in store.entries_since(game_id, seq) if each.seq <= late.seq):
                raise
            seq = late.seq


def skip_empty_steps(store: Store, game_id: str) -> int:
    """Pass for people who skip empty steps; returns the number of the last entry."""
    while True:
        stored = store.read(game_id)
        info, loaded = stored.info, stored.load()
        actor = None if loaded.game.actor is None else info.seats[info.players.index(loaded.game.actor)]
        if actor is None or actor.bot is not None or not actor.skips_empty_steps or not is_empty_step(loaded.game):
            return loaded.seq
        passes, seq = empty_steps_ahead(loaded.game, _last_asked(stored)), loaded.seq
        if not passes:
            return seq
        try:
            for _ in range(passes):
                seq = store.append_automatic(game_id, seq, Pass(), actor.number)
        except Conflict as quicker:
            return quicker.seq


def _last_asked(stored: StoredGame) -> Game | None:
    """The position in which somebody last decided; None if nobody has."""
    entries, automatic = stored.effective_entries(), stored.automatic_entries
    decided = [index for index, seq in enumerate(entries) if seq not in automatic]
    if not decided:
        return None
    return stored.load(entries[decided[-1] - 1] if decided[-1] else 0).game


def _before_automatic_passes(store: Store, game_id: str, seq: int, entry: Any, seat: int) -> int | None:
    """Where a power is used that the player had before the table passed: the entry before those passes, else None.

    A tile that a power brings may give the player something to do in a step that has been passed.
    """
    if not store.is_automatic(game_id, seq):
        return None
    stored = store.read(game_id)
    automatic, loaded = stored.automatic_entries, stored.load()
    if seq not in automatic:
        return None
    now = loaded.game
    try:
        action = Action.from_json(entry)
    except TieluError:
        return None
    if loaded.seq != seq or now.actor != now.players[seat] or not uses_power(now, action):
        return None
    entries, found = stored.effective_entries(seq), None
    while entries and entries[-1] in automatic:
        entries.pop()
        before = entries[-1] if entries else 0
        earlier = stored.load(before).game
        if not in_one_turn(earlier, now) or earlier.why_not(action) is not None:
            break
        found = before
    return found
