"""Chat, notes, when a seat was last seen, and for lists when a game changed and who is to act."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME = sa.DateTime(timezone=True)
ID = sa.String(32)


def upgrade() -> None:
    _add_time_of_change()
    op.add_column("seats", sa.Column("last_seen", TIME))
    op.create_table(
        "chat",
        sa.Column("game", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="chat_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="chat_of_games"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="chat_of_seats"),
    )
    op.create_table(
        "notes",
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("changed", TIME, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="notes_key"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="notes_of_seats"),
    )


def _add_time_of_change() -> None:
    """Date each game by its last entry, or by its creation; the actor is filled in with the next entry."""
    op.add_column("games", sa.Column("changed", TIME))
    op.add_column("games", sa.Column("actor", sa.Integer))
    op.execute(
        "UPDATE games SET changed = coalesce((SELECT max(log.at) FROM log WHERE log.game = games.id), games.created)"
    )
    # SQLite cannot add NOT NULL to a column; Alembic then copies the table, elsewhere it alters it.
    with op.batch_alter_table("games") as games:
        games.alter_column("changed", existing_type=TIME, nullable=False)
        games.create_index("games_by_change", ["changed", "id"])
