"""The secret of the keeper, who created a game, as a hash; null for older games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("games", sa.Column("keeper_hash", sa.String(64)))
