"""The revision of the rules by which each game is played; older games have the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# Written out, not imported: a released migration never changes.
FIRST_REVISION = 1


def upgrade() -> None:
    op.add_column("games", sa.Column("revision", sa.Integer))
    op.execute(f"UPDATE games SET revision = {FIRST_REVISION}")
    # SQLite cannot add NOT NULL to a column; Alembic then copies the table, elsewhere it alters it.
    with op.batch_alter_table("games") as games:
        games.alter_column("revision", existing_type=sa.Integer(), nullable=False)
