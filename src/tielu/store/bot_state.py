"""What every server must know of the bots: visits, failures, pauses that somebody has ended, and hints."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, or_, select, update

from tielu.store.automatic import automatic_turns
from tielu.store.database import read_transaction, write_transaction
from tielu.store.errors import Conflict
from tielu.store.models import BotReason, BotTurn, Hint
from tielu.store.rows import bot_turns, check_seat, existing_game, log_length
from tielu.store.schema import GAMES, HINTS, SEATS

# A game visited within this time is not updated again.
VISITED_EVERY = timedelta(seconds=20)
# The number of games in which bots move at once; the others wait.
MAX_BOT_TURNS = 1000
_HINT = select(HINTS).where(
    HINTS.c.game == bindparam("game"), HINTS.c.seat == bindparam("seat"), HINTS.c.seq == bindparam("seq")
)


def server_turns(connection: Connection, most: int, game_ids: Collection[str] | None = None) -> list[BotTurn]:
    """The games in which the server moves now, for bots and for people with automatic moves; all or those of these."""
    return bot_turns(connection, most, game_ids) + automatic_turns(connection, most, game_ids)


class BotState:
    """The bots of a store; `on_turn` is called in the transaction in which a turn begins that the server takes."""

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], datetime],
        on_turn: Callable[[Connection, BotTurn], None] | None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._on_turn = on_turn

    def hand_on_turn(self, connection: Connection, game_id: str) -> None:
        """Call `on_turn` if the server moves in this game now."""
        if self._on_turn is not None:
            for turn in server_turns(connection, 1, [game_id]):
                self._on_turn(connection, turn)

    def turn(self, game_id: str) -> BotTurn | None:
        """The turn that the server takes in a game now, None if there is none."""
        with read_transaction(self._engine) as connection:
            return next(iter(server_turns(connection, 1, [game_id])), None)

    def hand_on_turns(self) -> None:
        """Hand on all turns that the server takes now, as if they had just begun."""
        if self._on_turn is not None:
            with write_transaction(self._engine) as connection:
                for turn in server_turns(connection, MAX_BOT_TURNS):
                    self._on_turn(connection, turn)

    def resume(self, game_id: str, seq: int) -> None:
        """Let bots go on after the undo that is entry `seq`; raises Conflict if there are entries after it."""
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            length = log_length(connection, game_id)
            if length != seq:
                raise Conflict(seq, length)
            connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(resumed=seq))
            self.hand_on_turn(connection, game_id)

    def record_failure(self, game_id: str, seq: int) -> None:
        """Count a failure of the bot that must decide after entry `seq`, unless the game has gone on."""
        failures = func.coalesce(GAMES.c.bot_failures, 0) + 1
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            if log_length(connection, game_id) == seq:
                connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(bot_failures=failures))

    def record_visit(self, game_ids: Collection[str]) -> bool:
        """Record that somebody looks at these games, for those that bots play among themselves.

        Returns whether there is such a game that nobody has looked at for a while.
        """
        now = self._clock()
        with read_transaction(self._engine) as connection:
            found = _unvisited(connection, game_ids, now - VISITED_EVERY)
        if found:
            with write_transaction(self._engine) as connection:
                connection.execute(update(GAMES).where(GAMES.c.id.in_(found)).values(visited=now))
                for game_id in found:
                    self.hand_on_turn(connection, game_id)
        return bool(found)

    def keep_hint(self, game_id: str, seat: int, hint: Hint) -> None:
        """Keep a hint for a seat, in place of the last one."""
        with write_transaction(self._engine, game_id) as connection:
            check_seat(existing_game(connection, game_id, lock=True), seat)
            _replace_hint(connection, game_id, seat, hint)

    def hint(self, game_id: str, seat: int, seq: int) -> Hint | None:
        """The last hint for a seat, if it was given in the position after entry `seq`."""
        with read_transaction(self._engine) as connection:
            return _hint_of(connection, game_id, seat, seq)


def _unvisited(connection: Connection, game_ids: Collection[str], since: datetime) -> list[str]:
    """Those of these games that bots play among themselves and nobody has visited since then."""
    people = select(SEATS.c.game).where(SEATS.c.game == GAMES.c.id, SEATS.c.bot.is_(None)).exists()
    query = select(GAMES.c.id).where(
        GAMES.c.id.in_(sorted(game_ids)),
        GAMES.c.finished.is_(False),
        or_(GAMES.c.visited.is_(None), GAMES.c.visited < since),
        ~people,
    )
    return list(connection.scalars(query))


def _replace_hint(connection: Connection, game_id: str, seat: int, hint: Hint) -> None:
    """Store the hint of a seat in place of its last one."""
    connection.execute(delete(HINTS).where(HINTS.c.game == game_id, HINTS.c.seat == seat))
    connection.execute(
        insert(HINTS).values(
            game=game_id,
            seat=seat,
            seq=hint.seq,
            action=json.dumps(dict(hint.action), ensure_ascii=False, separators=(",", ":")),
            bot=hint.reason.bot,
            reason=hint.reason.key,
            numbers=json.dumps(dict(hint.reason.values), ensure_ascii=False, separators=(",", ":")),
        )
    )


def _hint_of(connection: Connection, game_id: str, seat: int, seq: int) -> Hint | None:
    """The hint that a seat was given in the position after entry `seq`."""
    row = connection.execute(_HINT, {"game": game_id, "seat": seat, "seq": seq}).first()
    if row is None:
        return None
    return Hint(row.seq, json.loads(row.action), BotReason(row.bot, row.reason, json.loads(row.numbers)))
