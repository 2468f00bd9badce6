"""Ratings, how each rated game has changed them, and who shows theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019_from_0014"
down_revision = "0018_from_0014"


def upgrade() -> None:
    op.add_column("people", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(48), nullable=False),
        sa.Column("title", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "title", "pace", name="ratings_key"),
    )
    op.create_table(
        "rated_seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.String(48), nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="rated_seats_key"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="rated_seats_of_seats"),
    )
    op.create_index("rated_seats_by_player", "rated_seats", ["player"])
