"""Statistics of the store's games: a tally for each title as JSON, and which games it has counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tielu.store.database import read_transaction, write_transaction
from tielu.store.schema import COUNTED_GAMES, GAMES, TALLIES

# Makes the new tally of a title from the present one, which is None before the first game.
ChangedTally = Callable[[dict[str, Any] | None], dict[str, Any] | None]


class Tallies:
    """The tallies of a store; only finished games that everybody may see are counted, each once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def all(self) -> dict[str, dict[str, Any]]:
        """The tallies by title."""
        with read_transaction(self._engine) as connection:
            return {row.title: json.loads(row.tally) for row in connection.execute(select(TALLIES))}

    def uncounted(self, limit: int) -> list[str]:
        """Games that are still to be counted, the oldest first."""
        counted = select(COUNTED_GAMES.c.game).where(COUNTED_GAMES.c.game == GAMES.c.id).exists()
        query = select(GAMES.c.id).where(GAMES.c.finished.is_(True), GAMES.c.visibility == "public", ~counted)
        query = query.where(GAMES.c.origin.is_(None), GAMES.c.deleted.is_(None))
        with read_transaction(self._engine) as connection:
            return list(connection.scalars(query.order_by(GAMES.c.changed, GAMES.c.id).limit(limit)))

    def count(self, game_id: str, title: str, changed: ChangedTally) -> bool:
        """Count a game: `changed` makes the new tally of its title from the present one, None leaves it as it is.

        Returns False, and changes nothing, if it has been counted before, or another process was quicker.
        """
        try:
            with write_transaction(self._engine) as connection:
                # Whoever counts another game of the title waits here.
                known = connection.scalar(select(TALLIES.c.tally).where(TALLIES.c.title == title).with_for_update())
                if connection.scalar(select(COUNTED_GAMES.c.game).where(COUNTED_GAMES.c.game == game_id)) is not None:
                    return False
                connection.execute(insert(COUNTED_GAMES).values(game=game_id))
                tally = changed(None if known is None else json.loads(known))
                if tally is not None:
                    connection.execute(delete(TALLIES).where(TALLIES.c.title == title))
                    connection.execute(insert(TALLIES).values(title=title, tally=json.dumps(tally)))
        except IntegrityError:  # another process has counted the first game of the title at the same moment
            return False
        return True
