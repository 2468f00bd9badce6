"""Guided games: which seats have moves explained."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022_from_0014"
down_revision = "0021_from_0014"


def upgrade() -> None:
    op.add_column("seats", sa.Column("guided", sa.Boolean, nullable=False, server_default=sa.false()))
