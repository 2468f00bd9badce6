"""Positions of games that were shared: each by an address of its own, with a comment, until it is withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, delete, func, insert, select

from tielu.core.setup_input import quoted
from tielu.errors import NotAllowed, NotFound
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import hash_secret, new_id, secret_matches
from tielu.store.models import checked_text
from tielu.store.rows import existing_game, is_id
from tielu.store.schema import GAMES, SHARED_POSITIONS

LONGEST_COMMENT = 500
# This many positions of one game can be shared at a time.
MOST_SHARED = 200


@dataclass(frozen=True)
class SharedPosition:
    """The position of a game after entry `at`, shared with a comment, which may be empty."""

    id: str
    game: str
    at: int
    comment: str
    created: datetime


class SharedPositions:
    """The shared positions of a store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def share(self, game_id: str, at: int, comment: str, owner: str) -> str:
        """Share the position after entry `at`, which must be there; returns the id. `owner` may withdraw it.

        Raises InvalidInput for a comment that is too long, NotFound, and NotAllowed if there are too many.
        """
        checked_text("comment", comment, LONGEST_COMMENT, empty=True, layout=True)
        made = new_id()
        own = SHARED_POSITIONS.c.game == game_id
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            if (connection.scalar(select(func.count()).where(own)) or 0) >= MOST_SHARED:
                raise NotAllowed("too_many_shared", most=MOST_SHARED)
            values = {"id": made, "game": game_id, "at": at, "comment": comment, "created": self._clock()}
            connection.execute(insert(SHARED_POSITIONS).values(**values, owner_hash=hash_secret(owner)))
        return made

    def get(self, share_id: str) -> SharedPosition:
        """A shared position; raises NotFound, also if its game was deleted."""
        query = select(SHARED_POSITIONS).join(GAMES, GAMES.c.id == SHARED_POSITIONS.c.game)
        query = query.where(SHARED_POSITIONS.c.id == share_id, GAMES.c.deleted.is_(None))
        with read_transaction(self._engine) as connection:
            row = connection.execute(query).first() if is_id(share_id) else None
        if row is None:
            raise NotFound("unknown_shared", shared=quoted(share_id))
        return SharedPosition(row.id, row.game, row.at, row.comment, row.created)

    def is_owner(self, share_id: str, secret: str) -> bool:
        """Whether somebody with this secret has shared it."""
        query = select(SHARED_POSITIONS.c.owner_hash).where(SHARED_POSITIONS.c.id == share_id)
        with read_transaction(self._engine) as connection:
            return is_id(share_id) and secret_matches(secret, connection.scalar(query))

    def withdraw(self, share_id: str) -> None:
        """Let nobody see it any more."""
        with write_transaction(self._engine) as connection:
            connection.execute(delete(SHARED_POSITIONS).where(SHARED_POSITIONS.c.id == share_id))
