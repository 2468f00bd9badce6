"""The number of the round, for lists of games, and the game that is the rematch of another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Games of the time before get the number when their next round begins."""
    op.add_column("games", sa.Column("round_number", sa.Integer()))
    op.add_column("games", sa.Column("rematch", sa.String(32)))
