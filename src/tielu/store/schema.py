"""The tables of the newest schema. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    and_,
    false,
    true,
)

# The revisions of the schema that this version of Tielu knows, in their order.
REVISIONS = (*(f"{number:04}" for number in range(1, 15)), "0015_from_0014", "0016_from_0014")
NEWEST = REVISIONS[-1]
# The table in which Alembic stores the revision; a database without it is not ours.
VERSION_TABLE = "tielu_schema"

# The format of log entries; games of a higher format are refused.
FORMAT = 1

LONGEST_ID = 32

METADATA = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_of_%(referred_table_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)


class UtcTime(TypeDecorator[datetime]):
    """A time with its zone, stored and read as UTC even where the database does not store zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


# `changed`, `finished`, `actor` and `round` to `round_number` follow from the log, so that lists need not replay it.
GAMES = Table(
    "games",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("title", String(16), nullable=False),
    Column("edition", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("format", Integer, nullable=False),
    Column("mode", String(16), nullable=False),
    Column("undo", String(16), nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("changed", UtcTime, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("actor", Integer),
    Column("deleted", UtcTime),
    Column("keeper_hash", String(64)),
    Column("hints", Boolean, nullable=False),
    Column("spectators_talk", Boolean, nullable=False, server_default=false()),
    Column("revision", Integer, nullable=False),
    Column("round", String(16)),
    Column("step", String(32)),
    Column("company", String(16)),
    Column("places", String(32)),
    Column("round_number", Integer),
    Column("rematch", String(LONGEST_ID)),
    # Of a what-if board: its game, the entry there, and how many entries of its own log lead to that position.
    Column("origin", String(LONGEST_ID)),
    Column("origin_at", Integer),
    Column("origin_entries", Integer),
    # For bots: when somebody last looked, the undo after which they need not wait, how often the one to decide failed.
    Column("visited", UtcTime),
    Column("resumed", Integer),
    Column("bot_failures", Integer),
    # Whether the seat of `actor` is a bot's.
    Column("awaits_bot", Boolean),
    Index("games_by_change", "changed", "id"),
    Index("games_by_origin", "origin"),
)
# Few games at a time wait for a bot, and a bot is looked for often.
_WAITING = and_(GAMES.c.awaits_bot.is_(True), GAMES.c.deleted.is_(None))
Index("games_that_await_bots", GAMES.c.changed, GAMES.c.id, sqlite_where=_WAITING, postgresql_where=_WAITING)

# Seats are numbered from 0 in seating order, as the engine numbers its players.
SEATS = Table(
    "seats",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("bot", String(40)),
    Column("secret_hash", String(64)),
    Column("last_seen", UtcTime),
    Column("seed", Integer),
    Column("skips_empty_steps", Boolean, nullable=False, server_default=true()),
    Column("wants_deleted", Boolean),
    # The account to which the seat belongs; without a foreign key, which SQLite adds only by copying the table.
    Column("person", String(LONGEST_ID)),
    Index("seats_by_person", "person"),
)

# The primary key makes two entries with the same number impossible. Rows are only ever added; what-if boards go whole.
LOG = Table(
    "log",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("position_hash", String(16)),
    Column("automatic", Boolean, nullable=False, server_default=false()),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
    CheckConstraint("seq > 0", name="from_one"),
)

# Why a bot moved, for each of its actions: the bot, a message key and its values. The log has the action only.
REASONS = Table(
    "reasons",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("bot", String(40), nullable=False),
    Column("reason", String(40), nullable=False),
    Column("numbers", Text, nullable=False),
    ForeignKeyConstraint(["game", "seq"], ["log.game", "log.seq"]),
)

# The last hint that each seat was given, in the position after entry `seq`.
HINTS = Table(
    "hints",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("bot", String(40), nullable=False),
    Column("reason", String(40), nullable=False),
    Column("numbers", Text, nullable=False),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
)

# What players have asked to be done automatically, for their own eyes only. `since` is the last entry when it was set,
# `asked` the last one at which it had nothing to do, `stopped_at` the one at which it ended, for a reason.
AUTOMATIC_MOVES = Table(
    "automatic_moves",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("since", Integer, nullable=False),
    Column("asked", Integer),
    Column("stopped_at", Integer),
    Column("reason", String(40)),
    Column("numbers", Text),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
)
# Few moves are in force at a time, and those are looked for often.
_IN_FORCE = AUTOMATIC_MOVES.c.stopped_at.is_(None)
Index("automatic_moves_in_force", AUTOMATIC_MOVES.c.game, sqlite_where=_IN_FORCE, postgresql_where=_IN_FORCE)

# The entries that automatic moves have made, which only the player of their seat is told.
AUTOMATIC_ENTRIES = Table(
    "automatic_entries",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    ForeignKeyConstraint(["game", "seq"], ["log.game", "log.seq"]),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("spectator", String(40)),
    Column("text", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
)

NOTES = Table(
    "notes",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("changed", UtcTime, nullable=False),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
)

# ---- people ----

# `name_key` is the name as readers tell it from others, `address` a mail address in small letters.
PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", Text, nullable=False),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("theme", String(8), nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("blocked", UtcTime),
    Index("people_by_name", "name_key", unique=True),
    Index("people_by_address", "address", unique=True),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("browser", String(40), nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("used", UtcTime, nullable=False),
    Index("sessions_by_secret", "secret_hash", unique=True),
    Index("sessions_by_person", "person"),
)

# Secrets that are good once and for a short time: links in mails, for an address, and challenges of passkeys.
TICKETS = Table(
    "tickets",
    METADATA,
    Column("secret_hash", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("about", String(254), nullable=False),
    Column("expires", UtcTime, nullable=False),
    Index("tickets_by_expiry", "expires"),
)

# The id of a passkey and its public key are in base64 for URLs, as browsers send them.
PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("browser", String(40), nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("used", UtcTime),
    Index("passkeys_by_person", "person"),
)

# What operators have done to people and their words, for good; `about` is JSON.
OPERATOR_ACTS = Table(
    "operator_acts",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("act", String(40), nullable=False),
    Column("about", Text, nullable=False),
)
