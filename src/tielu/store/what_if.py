"""What-if boards: games from a position of another game or of an exercise, which only their owner plays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, or_, select

from tielu.errors import InvalidInput
from tielu.store.models import GameInfo, Origin
from tielu.store.schema import CHAT, GAMES, HINTS, LOG, NOTES, REASONS, SEATS, SHARED_POSITIONS

# A board without a name is removed when it has not been played on for this long.
UNTOUCHED = timedelta(days=30)
# The boards of one owner for one game or exercise; one more takes the place of the longest untouched one that has
# neither a name nor a position that was shared.
MOST_BOARDS = 20
# Of an exercise only one such board: whoever begins it again does not go on with the last one.
MOST_EXERCISE_BOARDS = 1


def require_board(info: GameInfo) -> Origin:
    """The origin of a what-if board; raises InvalidInput for an ordinary game."""
    if info.origin is None:
        raise InvalidInput("not_a_what_if", game=info.id)
    return info.origin


def boards_of(connection: Connection, origin: str, owner_hash: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """The boards of an owner for a game, last changed first."""
    own = and_(GAMES.c.origin == origin, GAMES.c.keeper_hash == owner_hash, GAMES.c.deleted.is_(None))
    return connection.execute(select(GAMES).where(own).order_by(GAMES.c.changed.desc(), GAMES.c.id.desc())).fetchall()


def make_room(connection: Connection, origin: Origin, owner_hash: str, now: datetime) -> None:
    """Remove forgotten boards, and one more where the owner has as many as there may be for this game or exercise.

    Boards with a name or a shared position stay. Raises InvalidInput if the owner has too many of those.
    """
    shared = GAMES.c.id.in_(select(SHARED_POSITIONS.c.game))
    untouched = and_(GAMES.c.name == "", GAMES.c.changed < now - UNTOUCHED, ~shared)
    forgotten = and_(GAMES.c.origin.is_not(None), or_(untouched, GAMES.c.deleted.is_not(None)))
    remove_games(connection, list(connection.scalars(select(GAMES.c.id).where(forgotten))))
    boards = boards_of(connection, origin.key, owner_hash)
    most = MOST_EXERCISE_BOARDS if origin.exercise else MOST_BOARDS
    if len(boards) < most:
        return
    of_boards = SHARED_POSITIONS.c.game.in_([row.id for row in boards])
    kept = set(connection.scalars(select(SHARED_POSITIONS.c.game).where(of_boards)))
    removable = [row.id for row in boards if not row.name and row.id not in kept]
    if not removable and len(boards) >= MOST_BOARDS:
        raise InvalidInput("too_many_what_ifs", most=MOST_BOARDS)
    remove_games(connection, removable[-1:])


def remove_games(connection: Connection, game_ids: Sequence[str]) -> None:
    """Remove these games with all they hold; only what-if boards ever go this way."""
    if game_ids:
        for table in (SHARED_POSITIONS, REASONS, HINTS, CHAT, NOTES, LOG, SEATS):
            connection.execute(delete(table).where(table.c.game.in_(game_ids)))
        connection.execute(delete(GAMES).where(GAMES.c.id.in_(game_ids)))
