"""Whether a game waits for a bot, with an index of those that do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_GAMES = sa.table("games", sa.column("id"), sa.column("actor"), sa.column("awaits_bot", sa.Boolean))
_SEATS = sa.table("seats", sa.column("game"), sa.column("number"), sa.column("bot"))


def upgrade() -> None:
    op.add_column("games", sa.Column("awaits_bot", sa.Boolean))
    bots = sa.select(_SEATS.c.game).where(
        _SEATS.c.game == _GAMES.c.id, _SEATS.c.number == _GAMES.c.actor, _SEATS.c.bot.is_not(None)
    )
    op.execute(sa.update(_GAMES).where(bots.exists()).values(awaits_bot=True))
    for dialect, is_true in (("sqlite", "1"), ("postgresql", "true")):
        if op.get_context().dialect.name == dialect:
            waiting = f"awaits_bot IS {is_true} AND deleted IS NULL"
            op.execute(f"CREATE INDEX games_that_await_bots ON games (changed, id) WHERE {waiting}")
