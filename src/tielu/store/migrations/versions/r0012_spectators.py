"""Spectators in the chat: whether a game lets them talk, and the names under which they do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("games", sa.Column("spectators_talk", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("spectator", sa.String(40)))
