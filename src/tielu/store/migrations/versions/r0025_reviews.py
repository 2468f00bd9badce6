"""Reviews: which games are to be reviewed, and the decisions judged so far."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025_from_0014"
down_revision = "0024_from_0014"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game", name="reviews_key"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="reviews_of_games"),
    )
    op.create_table(
        "judged_decisions",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "key", name="judged_decisions_key"),
        sa.ForeignKeyConstraint(["game"], ["reviews.game"], name="judged_decisions_of_reviews"),
    )
