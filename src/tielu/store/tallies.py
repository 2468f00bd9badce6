"""Statistics of the store's games: a tally for each title as JSON, and which games it has counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from tielu.store.database import read_transaction, write_transaction
from tielu.store.schema import COUNTED_GAMES, FINISHED_IN_PUBLIC, GAMES, TALLIES

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
        query = select(GAMES.c.id).where(FINISHED_IN_PUBLIC, ~counted)
        with read_transaction(self._engine) as connection:
            return list(connection.scalars(query.order_by(GAMES.c.changed, GAMES.c.id).limit(limit)))

    def count(self, game_id: str, title: str, changed: ChangedTally) -> bool:
        """Count a game: `changed` makes the new tally of its title from the present one, None leaves it as it is.

        It may be asked twice. Returns False, and changes nothing, if it has been counted before.
        """
        try:
            with write_transaction(self._engine) as connection:
                known = _locked_tally(connection, title)
                if connection.scalar(select(COUNTED_GAMES.c.game).where(COUNTED_GAMES.c.game == game_id)) is not None:
                    return False
                connection.execute(insert(COUNTED_GAMES).values(game=game_id))
                if known is None and _is_begun(connection, title, changed(None)):
                    return True
                known = _locked_tally(connection, title) if known is None else known
                if known is not None and (tally := changed(json.loads(known))) is not None:
                    connection.execute(update(TALLIES).where(TALLIES.c.title == title).values(tally=json.dumps(tally)))
        except IntegrityError:  # another process has counted this game at the same moment
            return False
        return True


def _locked_tally(connection: Connection, title: str) -> str | None:
    """The tally of a title as JSON, None before its first game; whoever counts another game of the title waits here."""
    return connection.scalar(select(TALLIES.c.tally).where(TALLIES.c.title == title).with_for_update())


def _is_begun(connection: Connection, title: str, tally: dict[str, Any] | None) -> bool:
    """Begin the tally of a title, if there is one; returns False if another process has done so at the same moment."""
    if tally is None:
        return True
    try:
        with connection.begin_nested():
            connection.execute(insert(TALLIES).values(title=title, tally=json.dumps(tally)))
    except IntegrityError:
        return False
    return True
