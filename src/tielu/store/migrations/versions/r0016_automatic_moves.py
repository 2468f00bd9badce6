"""Automatic moves of players, and the entries that they have made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016_from_0014"
down_revision = "0015_from_0014"


def upgrade() -> None:
    op.create_table(
        "automatic_moves",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer),
        sa.Column("stopped_at", sa.Integer),
        sa.Column("reason", sa.String(40)),
        sa.Column("numbers", sa.Text),
        sa.PrimaryKeyConstraint("game", "seat", "number", name="automatic_moves_key"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="automatic_moves_of_seats"),
    )
    op.execute("CREATE INDEX automatic_moves_in_force ON automatic_moves (game) WHERE stopped_at IS NULL")
    op.create_table(
        "automatic_entries",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("game", "seq", name="automatic_entries_key"),
        sa.ForeignKeyConstraint(["game", "seq"], ["log.game", "log.seq"], name="automatic_entries_of_log"),
    )
