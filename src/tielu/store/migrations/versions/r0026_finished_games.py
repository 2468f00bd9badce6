"""An index of finished games that everybody may see, which strangers search and the statistics count."""

from __future__ import annotations

from alembic import op

revision = "0026_from_0014"
down_revision = "0025_from_0014"


def upgrade() -> None:
    for dialect, is_true in (("sqlite", "1"), ("postgresql", "true")):
        if op.get_context().dialect.name == dialect:
            public = f"finished IS {is_true} AND visibility = 'public' AND origin_at IS NULL AND deleted IS NULL"
            op.execute(f"CREATE INDEX games_finished_in_public ON games (changed, id) WHERE {public}")
