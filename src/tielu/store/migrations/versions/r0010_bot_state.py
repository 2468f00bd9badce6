"""What servers must know of bots together: visits, failures, a pause that was ended, and hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("games", sa.Column("visited", sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("resumed", sa.Integer))
    op.add_column("games", sa.Column("bot_failures", sa.Integer))
    op.create_table(
        "hints",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="hints_key"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="hints_of_seats"),
    )
