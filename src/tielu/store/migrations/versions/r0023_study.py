"""Positions that were shared with a comment; statistics of finished games, and which games they have counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023_from_0014"
down_revision = "0022_from_0014"


def upgrade() -> None:
    op.create_table(
        "shared_positions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("owner_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="shared_positions_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="shared_positions_of_games"),
    )
    op.create_index("shared_positions_by_game", "shared_positions", ["game"])
    op.create_table(
        "tallies",
        sa.Column("title", sa.String(16), nullable=False),
        sa.Column("tally", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("title", name="tallies_key"),
    )
    op.create_table(
        "counted_games",
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("game", name="counted_games_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="counted_games_of_games"),
    )
