"""Games, their seats and their log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)
ID = sa.String(32)


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("title", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("undo", sa.String(16), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("deleted", TIME),
        sa.PrimaryKeyConstraint("id", name="games_key"),
    )
    op.create_table(
        "seats",
        sa.Column("game", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("secret_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "number", name="seats_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="seats_of_games"),
    )
    op.create_table(
        "log",
        sa.Column("game", ID, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="log_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="log_of_games"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="log_of_seats"),
        sa.CheckConstraint("seq > 0", name=op.f("log_from_one")),
    )
