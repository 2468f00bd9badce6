"""Reviews: which games are to be reviewed, and the decisions judged so far, each under a key of its own.

A key names all that a judgement depends on (`tielu.review.plan`), so what is kept stays true, whatever is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from tielu.errors import Unavailable
from tielu.store.database import read_transaction, write_transaction
from tielu.store.rows import existing_game
from tielu.store.schema import JUDGED_DECISIONS, REVIEWS

# A review is wanted until it is done; one that was stopped, or whose bots failed, waits to be asked for again.
WANTED, STOPPED, DONE, FAILED = "wanted", "stopped", "done", "failed"
# This many games may wait for their review.
MOST_WANTED = 100


class Reviews:
    """The reviews of a store; `on_review` is called in the transaction in which one is asked for."""

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], datetime],
        on_review: Callable[[Connection, str], None] | None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._on_review = on_review

    def state(self, game_id: str) -> str:
        """Whether a review of the game is wanted, stopped, done or failed; empty if nobody has asked for one."""
        with read_transaction(self._engine) as connection:
            return connection.scalar(select(REVIEWS.c.state).where(REVIEWS.c.game == game_id)) or ""

    def ask(self, game_id: str) -> None:
        """Ask for a review, or let one go on; raises NotFound, and Unavailable if too many games wait."""
        with write_transaction(self._engine, game_id) as connection:
            existing_game(connection, game_id, lock=True)
            state = connection.scalar(select(REVIEWS.c.state).where(REVIEWS.c.game == game_id))
            if state == WANTED:
                return
            waiting = connection.scalar(select(func.count()).where(REVIEWS.c.state == WANTED)) or 0
            if waiting >= MOST_WANTED:
                raise Unavailable("reviews_busy")
            values = {"state": WANTED, "asked": self._clock()}
            if state is None:
                connection.execute(insert(REVIEWS).values(game=game_id, **values))
            else:
                connection.execute(update(REVIEWS).where(REVIEWS.c.game == game_id).values(**values))
            self._hand_on(connection, game_id)

    def end(self, game_id: str, state: str) -> None:
        """Note that a wanted review is stopped, done or failed; nothing happens to one that is not wanted."""
        wanted = (REVIEWS.c.game == game_id, REVIEWS.c.state == WANTED)
        with write_transaction(self._engine, game_id) as connection:
            connection.execute(update(REVIEWS).where(*wanted).values(state=state))

    def wanted(self) -> list[str]:
        """The games that wait for their review, whoever asked first coming first."""
        query = select(REVIEWS.c.game).where(REVIEWS.c.state == WANTED).order_by(REVIEWS.c.asked, REVIEWS.c.game)
        with read_transaction(self._engine) as connection:
            return list(connection.scalars(query))

    def hand_on_all(self) -> None:
        """Call `on_review` for all that wait, as if they had just been asked for."""
        with write_transaction(self._engine) as connection:
            for game_id in list(connection.scalars(select(REVIEWS.c.game).where(REVIEWS.c.state == WANTED))):
                self._hand_on(connection, game_id)

    def judged(self, game_id: str) -> Mapping[str, str]:
        """What was judged of a game, by its keys."""
        columns = (JUDGED_DECISIONS.c.key, JUDGED_DECISIONS.c.data)
        with read_transaction(self._engine) as connection:
            rows = connection.execute(select(*columns).where(JUDGED_DECISIONS.c.game == game_id))
            return {row.key: row.data for row in rows}

    def keep(self, game_id: str, judged: Mapping[str, str]) -> bool:
        """Keep what was judged, by its keys, replacing what has the same ones; False if no review is wanted by now."""
        columns = JUDGED_DECISIONS.c
        with write_transaction(self._engine, game_id) as connection:
            if judged:
                connection.execute(delete(JUDGED_DECISIONS).where(columns.game == game_id, columns.key.in_(judged)))
                rows = [{"game": game_id, "key": key, "data": data} for key, data in judged.items()]
                connection.execute(insert(JUDGED_DECISIONS), rows)
            return connection.scalar(select(REVIEWS.c.state).where(REVIEWS.c.game == game_id)) == WANTED

    def forget(self, game_id: str, keys: Collection[str]) -> None:
        """Remove what was judged under these keys."""
        outdated = (JUDGED_DECISIONS.c.game == game_id, JUDGED_DECISIONS.c.key.in_(keys))
        with write_transaction(self._engine, game_id) as connection:
            connection.execute(delete(JUDGED_DECISIONS).where(*outdated))

    def _hand_on(self, connection: Connection, game_id: str) -> None:
        if self._on_review is not None:
            self._on_review(connection, game_id)
