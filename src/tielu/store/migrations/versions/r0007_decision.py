"""Round, step and company of the next decision, and the places in the end, for lists of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Games of the time before get them with their next action."""
    op.add_column("games", sa.Column("round", sa.String(16)))
    op.add_column("games", sa.Column("step", sa.String(32)))
    op.add_column("games", sa.Column("company", sa.String(16)))
    op.add_column("games", sa.Column("places", sa.String(32)))
