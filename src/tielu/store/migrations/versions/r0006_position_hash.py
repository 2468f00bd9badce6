"""A hash of the position after an entry; entries of the time before have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("log", sa.Column("position_hash", sa.String(16)))
