"""Bots at the table: their seeds, the reasons of their moves, and whether people may ask for hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("seed", sa.Integer))
    op.execute("UPDATE seats SET seed = number WHERE bot IS NOT NULL")
    _allow_hints_at_one_screen()
    op.create_table(
        "reasons",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="reasons_key"),
        sa.ForeignKeyConstraint(["game", "seq"], ["log.game", "log.seq"], name="reasons_of_log"),
    )


def _allow_hints_at_one_screen() -> None:
    """Allow hints in games at one screen only, as for new games."""
    op.add_column("games", sa.Column("hints", sa.Boolean))
    op.execute("UPDATE games SET hints = (mode = 'hot_seat')")
    # SQLite cannot add NOT NULL to a column; Alembic then copies the table, elsewhere it alters it.
    with op.batch_alter_table("games") as games:
        games.alter_column("hints", existing_type=sa.Boolean(), nullable=False)
