"""People whom others have muted or blocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021_from_0014"
down_revision = "0020_from_0014"


def upgrade() -> None:
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("blocks", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="mutes_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="mutes_of_people"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name="mutes_of_others"),
    )
    op.create_index("mutes_by_other", "mutes", ["other"])
