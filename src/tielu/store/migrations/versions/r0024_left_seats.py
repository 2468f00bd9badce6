"""Seats that people have left, and when somebody has last changed their night."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024_from_0014"
down_revision = "0023_from_0014"


def upgrade() -> None:
    op.add_column("seats", sa.Column("left", sa.DateTime(timezone=True)))
    op.add_column("rests", sa.Column("night_changed", sa.DateTime(timezone=True)))
