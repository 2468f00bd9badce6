"""Calls: what people have chosen of them, those to be made, and changes of mail addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020_from_0014"
down_revision = "0019_from_0014"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_settings()
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("session", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="push_subscriptions_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="push_subscriptions_of_people"),
    )
    op.create_index("push_subscriptions_by_endpoint", "push_subscriptions", ["endpoint_hash"], unique=True)
    op.create_index("push_subscriptions_by_person", "push_subscriptions", ["person"])
    _create_calls()
    op.create_table(
        "address_changes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("expires", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("person", name="address_changes_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="address_changes_of_people"),
    )
    op.create_index("address_changes_by_secret", "address_changes", ["secret_hash"], unique=True)


def _create_settings() -> None:
    op.create_table(
        "call_settings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("webhook", sa.Text),
        sa.Column("webhook_form", sa.String(16)),
        sa.Column("webhook_secret", sa.String(64)),
        sa.Column("webhook_failed", _TIME),
        sa.Column("stop_secret", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", name="call_settings_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="call_settings_of_people"),
    )
    op.create_index("call_settings_by_stop_secret", "call_settings", ["stop_secret"], unique=True)
    op.create_table(
        "call_choices",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "kind", "way", name="call_choices_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="call_choices_of_people"),
    )
    op.create_table(
        "silenced_games",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="silenced_games_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="silenced_games_of_people"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="silenced_games_of_games"),
    )


def _create_calls() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("way", sa.String(16)),
        sa.Column("target", sa.String(32)),
        sa.Column("made", _TIME, nullable=False),
        sa.Column("due", _TIME, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("taken", _TIME),
        sa.Column("sent", _TIME),
        sa.PrimaryKeyConstraint("id", name="calls_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="calls_of_people"),
    )
    op.create_index("calls_by_person", "calls", ["person", "game"])
    op.execute("CREATE INDEX calls_to_be_made ON calls (due) WHERE taken IS NULL")
