"""Accounts: people, their sessions and passkeys, secrets that are good once, and what operators have done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015_from_0014"
down_revision = "0014"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("seats", sa.Column("person", sa.String(32)))
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("theme", sa.String(8), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("blocked", _TIME),
        sa.PrimaryKeyConstraint("id", name="people_key"),
    )
    op.create_index("people_by_name", "people", ["name_key"], unique=True)
    op.create_index("people_by_address", "people", ["address"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("used", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="sessions_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="sessions_of_people"),
    )
    op.create_index("sessions_by_secret", "sessions", ["secret_hash"], unique=True)
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "tickets",
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("about", sa.String(254), nullable=False),
        sa.Column("expires", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="tickets_key"),
    )
    op.create_index("tickets_by_expiry", "tickets", ["expires"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("used", _TIME),
        sa.PrimaryKeyConstraint("id", name="passkeys_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="passkeys_of_people"),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "operator_acts",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="operator_acts_key"),
    )
