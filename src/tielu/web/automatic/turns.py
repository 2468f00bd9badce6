"""The turn of a person with automatic moves: what they decide is written, or why they have stopped."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from tielu import Game
from tielu.automatic import Act, SetMove, Stop, decide_all, move_from_json
from tielu.errors import InvalidInput
from tielu.store import BotTurn, Conflict, Store, StoredGame, StoredMove
from tielu.store.log import UNDO
from tielu.web.table.entries import skip_empty_steps

_LOG = logging.getLogger(__name__)


def take_automatic_turn(store: Store, turn: BotTurn) -> None:
    """Make the move that a person has asked for, or note why not; raises Conflict if the game has gone on."""
    stored, seat = store.read(turn.game_id), turn.seat.number
    loaded = stored.load()
    if loaded.seq != turn.seq:
        raise Conflict(turn.seq, loaded.seq)
    stops, act = decision(store, stored, loaded.game, seat)
    for stop in stops:
        store.automatic.stop(turn.game_id, seat, stop.number, turn.seq, stop.code, stop.values)
    if act is None:
        store.automatic.note_asked(turn.game_id, seat, turn.seq)
        return
    store.append_for_move(turn.game_id, turn.seq, act.action, seat, act.number)
    skip_empty_steps(store, turn.game_id)


def decision(store: Store, stored: StoredGame, game: Game, seat: int) -> tuple[tuple[Stop, ...], Act | None]:
    """Which automatic moves of a seat stop in the last position of a game, and what is done then.

    What its player has just taken back is not done again. A failure leaves the decision to the player.
    """
    moves = set_moves(stored, game, store.automatic.moves(stored.info.id, seat))
    effective = stored.effective_entries()
    automatic = store.automatic.entries(stored.info.id, seat) | stored.automatic_entries
    made = {index for index, seq in enumerate(effective) if seq in automatic}
    try:
        stops, act = decide_all(game, seat, moves, made)
    except Exception:
        # Whatever is wrong with one game must not keep the bots of all others waiting.
        _LOG.exception("game %s: automatic moves of seat %s", stored.info.id, seat)
        return (), None
    if act is not None and _last_undo(store, stored) == seat:
        return (*stops, Stop(act.number, "undone")), None
    return stops, act


def set_moves(stored: StoredGame, game: Game, moves: Sequence[StoredMove]) -> list[SetMove]:
    """The stored moves of a seat as they stand in the last position; those of a newer version are left out."""
    found = []
    for each in moves:
        with suppress(InvalidInput):
            move, since = move_from_json(dict(each.move)), stored.known_actions(each.since)
            if each.stopped_at is None:
                found.append(SetMove(each.number, move, since))
                continue
            stop = Stop(each.number, each.reason, each.values)
            here = len(game.actions) if each.stopped_at == stored.seq else None
            found.append(SetMove(each.number, move, since, stop, here))
    return found


def _last_undo(store: Store, stored: StoredGame) -> int | None:
    """The seat that has made the last entry, if it is an undo."""
    last = store.entries_since(stored.info.id, stored.seq - 1)[:1]
    return next((entry.seat for entry in last if entry.kind == UNDO and entry.seq == stored.seq), None)
