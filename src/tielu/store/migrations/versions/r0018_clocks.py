"""Clocks of games and of their seats, and the nights and holidays of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018_from_0014"
down_revision = "0017_from_0014"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "clocks",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("control", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("since", _TIME),
        sa.Column("began", sa.Integer, nullable=False),
        sa.Column("adds", sa.Boolean, nullable=False),
        sa.Column("deadline", _TIME),
        sa.Column("expired", _TIME),
        sa.PrimaryKeyConstraint("game", name="clocks_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="clocks_of_games"),
    )
    op.create_index("clocks_by_deadline", "clocks", ["deadline"])
    op.create_table(
        "seat_clocks",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("milliseconds", sa.BigInteger, nullable=False),
        sa.Column("represented", _TIME),
        sa.Column("agrees", sa.Boolean),
        sa.PrimaryKeyConstraint("game", "seat", name="seat_clocks_key"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"], name="seat_clocks_of_seats"),
    )
    op.create_table(
        "rests",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("night_begins", sa.String(5)),
        sa.Column("night_ends", sa.String(5)),
        sa.Column("holidays", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="rests_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="rests_of_people"),
    )
