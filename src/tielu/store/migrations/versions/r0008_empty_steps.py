"""Steps that go by themselves: which seats want that, and which entries the table has made for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("seats", sa.Column("skips_empty_steps", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("log", sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false()))
