"""Automatic moves of seats: set, taken back, stopped, and the turns in which they are to be made.

A move is JSON that the store does not read. Nobody but its seat may see it: it stands in no log and no export.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, or_, select, update

from tielu.errors import NotAllowed, NotFound
from tielu.store.database import read_transaction, write_transaction
from tielu.store.errors import Conflict
from tielu.store.log import Entry
from tielu.store.models import BotTurn, GameInfo, StoredMove
from tielu.store.rows import check_seat, clamped, existing_game, log_length, waiting_turns
from tielu.store.schema import AUTOMATIC_ENTRIES, AUTOMATIC_MOVES, GAMES, LOG, SEATS

# How many moves a seat may have, including those that have stopped; the oldest of these make room for new ones.
MOST_MOVES = 30
# The reason of moves that the end of their game has ended.
GAME_OVER = "game_over"

_MOVES = AUTOMATIC_MOVES.c


def may_be_set(info: GameInfo, seat: int) -> bool:
    """Whether a seat may have automatic moves: a person's that nobody shares a screen with."""
    alone = info.mode != "hot_seat" or info.humans == {seat}
    return alone and seat in info.humans and info.origin is None


class AutomaticMoves:
    """The automatic moves of a store; `hand_on` is called in the transaction in which a turn for one may begin."""

    def __init__(self, engine: Engine, hand_on: Callable[[Connection, str], None]) -> None:
        self._engine = engine
        self._hand_on = hand_on

    def set(self, game_id: str, seat: int, move: Mapping[str, Any]) -> int:
        """Set a move for a person's seat from now on; returns its number among those of the seat.

        Raises NotAllowed where several people share a screen and would see it, and where too many are in force.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            if not may_be_set(info, seat):
                raise NotAllowed("automatic_needs_seat")
            number = _make_room(connection, game_id, seat)
            values = {"move": _json(move), "since": log_length(connection, game_id)}
            connection.execute(insert(AUTOMATIC_MOVES).values(game=game_id, seat=seat, number=number, **values))
            self._hand_on(connection, game_id)
        return number

    def take_back(self, game_id: str, seat: int, number: int) -> None:
        """Remove a move, in force or stopped; raises NotFound if the seat has none with this number."""
        with write_transaction(self._engine, game_id) as connection:
            check_seat(existing_game(connection, game_id, lock=True), seat)
            gone = connection.execute(delete(AUTOMATIC_MOVES).where(*_this(game_id, seat, number)))
            if gone.rowcount == 0:
                raise NotFound("no_such_automatic")

    def moves(self, game_id: str, seat: int) -> tuple[StoredMove, ...]:
        """The moves of a seat, in the order in which they were set."""
        query = select(AUTOMATIC_MOVES).where(_MOVES.game == game_id, _MOVES.seat == seat).order_by(_MOVES.number)
        with read_transaction(self._engine) as connection:
            return tuple(
                StoredMove(
                    row.number,
                    json.loads(row.move),
                    row.since,
                    row.stopped_at,
                    row.reason or "",
                    json.loads(row.numbers or "{}"),
                )
                for row in connection.execute(query)
            )

    def stop(self, game_id: str, seat: int, number: int, seq: int, reason: str, values: Mapping[str, Any]) -> None:
        """End a move for a reason, in the position after entry `seq`."""
        changes = {"stopped_at": seq, "reason": reason, "numbers": _json(values)}
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            connection.execute(update(AUTOMATIC_MOVES).where(*_this(game_id, seat, number)).values(**changes))

    def note_asked(self, game_id: str, seat: int, seq: int) -> None:
        """Note that the moves of a seat have nothing to do in the position after entry `seq`."""
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            mine = (_MOVES.game == game_id, _MOVES.seat == seat, _MOVES.stopped_at.is_(None))
            connection.execute(update(AUTOMATIC_MOVES).where(*mine).values(asked=seq))

    def entries(self, game_id: str, seat: int) -> frozenset[int]:
        """The numbers of the entries that moves of this seat have made."""
        made = AUTOMATIC_ENTRIES.c
        query = select(made.seq).join(LOG, (LOG.c.game == made.game) & (LOG.c.seq == made.seq))
        with read_transaction(self._engine) as connection:
            return frozenset(connection.scalars(query.where(made.game == game_id, LOG.c.seat == seat)))


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))


def _this(game_id: str, seat: int, number: int) -> tuple[Any, ...]:
    return _MOVES.game == game_id, _MOVES.seat == seat, _MOVES.number == clamped(number)


def _make_room(connection: Connection, game_id: str, seat: int) -> int:
    """The number of the next move of a seat; raises NotAllowed if too many are in force."""
    mine = (_MOVES.game == game_id, _MOVES.seat == seat)
    rows = connection.execute(select(_MOVES.number, _MOVES.stopped_at).where(*mine).order_by(_MOVES.number)).fetchall()
    stopped = [row.number for row in rows if row.stopped_at is not None]
    if len(rows) >= MOST_MOVES:
        if not stopped:
            raise NotAllowed("too_many_automatic", most=MOST_MOVES)
        connection.execute(delete(AUTOMATIC_MOVES).where(*mine, _MOVES.number == stopped[0]))
    return rows[-1].number + 1 if rows else 1


def note_automatic(connection: Connection, game_id: str, entry: Entry, number: int) -> None:
    """Note that a move has made this entry; raises Conflict if the move is no longer in force."""
    mine = _this(game_id, entry.seat, number)
    if connection.execute(select(_MOVES.number).where(*mine, _MOVES.stopped_at.is_(None))).first() is None:
        raise Conflict(entry.seq - 1, entry.seq - 1)
    connection.execute(insert(AUTOMATIC_ENTRIES).values(game=game_id, seq=entry.seq))


def end_moves(connection: Connection, game_id: str, seq: int) -> None:
    """End all moves of a game that is over."""
    mine = (_MOVES.game == game_id, _MOVES.stopped_at.is_(None))
    connection.execute(update(AUTOMATIC_MOVES).where(*mine).values(stopped_at=seq, reason=GAME_OVER))


def waits_for_move(connection: Connection, game_id: str, seat: int | None) -> bool:
    """Whether a seat has a move in force."""
    if seat is None:
        return False
    mine = (_MOVES.game == game_id, _MOVES.seat == seat, _MOVES.stopped_at.is_(None))
    return connection.execute(select(_MOVES.number).where(*mine).limit(1)).first() is not None


def automatic_turns(
    connection: Connection, most: int, game_ids: Collection[str] | None = None, asked_before: int | None = None
) -> list[BotTurn]:
    """The running games in which somebody must decide whose automatic moves have not been asked yet.

    With `asked_before` only moves count that were set before there were this many entries.
    """
    last = select(func.max(LOG.c.seq)).where(LOG.c.game == GAMES.c.id).scalar_subquery()
    in_force = select(_MOVES.game).where(
        _MOVES.game == GAMES.c.id,
        _MOVES.seat == GAMES.c.actor,
        _MOVES.stopped_at.is_(None),
        or_(_MOVES.asked.is_(None), _MOVES.asked < func.coalesce(last, 0)),
    )
    if asked_before is not None:
        in_force = in_force.where(_MOVES.since < asked_before)
    wanted = (SEATS.c.bot.is_(None), in_force.exists())
    if game_ids is None:
        return waiting_turns(
            connection, most, *wanted, GAMES.c.id.in_(select(_MOVES.game).where(_MOVES.stopped_at.is_(None)))
        )
    return waiting_turns(connection, most, *wanted, GAMES.c.id.in_(sorted(game_ids)))
