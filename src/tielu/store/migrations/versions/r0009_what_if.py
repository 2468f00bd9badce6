"""Where a what-if board comes from: the game, the entry there, and the number of entries that the board began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("games", sa.Column("origin", sa.String(32)))
    op.add_column("games", sa.Column("origin_at", sa.Integer))
    op.add_column("games", sa.Column("origin_entries", sa.Integer))
    op.create_index("games_by_origin", "games", ["origin"])
