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
    Float,
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
    bindparam,
    false,
    true,
)

# The revisions of the schema that this version of Tielu knows, in their order.
REVISIONS = (
    *(f"{number:04}" for number in range(1, 15)),
    *(f"{number:04}_from_0014" for number in range(15, 27)),
)
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
    # Who sees the game, and what the people of an open game have agreed on.
    Column("visibility", String(8), nullable=False, server_default="public"),
    Column("pace", String(8)),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("revision", Integer, nullable=False),
    Column("round", String(16)),
    Column("step", String(32)),
    Column("company", String(16)),
    Column("places", String(32)),
    Column("round_number", Integer),
    Column("rematch", String(LONGEST_ID)),
    # Of a what-if board: its game, or the key of its exercise, the entry there, and how many entries of its own log
    # lead to that position.
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
# The games that strangers may look for. A database uses their index only for the very same words, so the visibility is
# no parameter; and what-if boards are told by `origin_at`, as SQLite would rather take the index of `origin`.
FINISHED_IN_PUBLIC = and_(
    GAMES.c.finished.is_(True),
    GAMES.c.visibility == bindparam("public", "public", literal_execute=True),
    GAMES.c.origin_at.is_(None),
    GAMES.c.deleted.is_(None),
)
Index(
    "games_finished_in_public",
    GAMES.c.changed,
    GAMES.c.id,
    sqlite_where=FINISHED_IN_PUBLIC,
    postgresql_where=FINISHED_IN_PUBLIC,
)

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
    Column("guided", Boolean, nullable=False, server_default=false()),
    Column("wants_deleted", Boolean),
    # The account to which the seat belongs; without a foreign key, which SQLite adds only by copying the table.
    Column("person", String(LONGEST_ID)),
    # Since when the seat is nobody's any more, so that it may go to somebody else.
    Column("left", UtcTime),
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

# Games that somebody wants reviewed, and whether that is done.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("asked", UtcTime, nullable=False),
)

# Decisions that were judged, as JSON, each under a key that names all it depends on.
JUDGED_DECISIONS = Table(
    "judged_decisions",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(REVIEWS.c.game), primary_key=True),
    Column("key", String(32), primary_key=True),
    Column("data", Text, nullable=False),
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

# The clock of a game, of those that have one: the time control as JSON, and the seat whose time runs, `since` when. It
# is over at the `deadline`, or has been over since `expired`. `seq` is the last entry that it knows: servers of earlier
# versions write without it. The turn began with entry `began`; one begun by taking back one's own move adds no time.
CLOCKS = Table(
    "clocks",
    METADATA,
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
    Column("control", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer),
    Column("since", UtcTime),
    Column("began", Integer, nullable=False),
    Column("adds", Boolean, nullable=False),
    Column("deadline", UtcTime),
    Column("expired", UtcTime),
    Index("clocks_by_deadline", "deadline"),
)

# The milliseconds that each seat has left; since when a bot plays for somebody whose time was over; and whether the
# seat agrees that the one whose time is over goes to a bot.
SEAT_CLOCKS = Table(
    "seat_clocks",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("milliseconds", BigInteger, nullable=False),
    Column("represented", UtcTime),
    Column("agrees", Boolean),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
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
    # Whether others see profile and ratings.
    Column("shown", Boolean, nullable=False, server_default=false()),
    Index("people_by_name", "name_key", unique=True),
    Index("people_by_address", "address", unique=True),
)

# When the clocks of a person stand still: at night, as hours and minutes, and on holidays, as JSON, with those of the
# last year. `night_changed` is when the night was last another one.
RESTS = Table(
    "rests",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("night_begins", String(5)),
    Column("night_ends", String(5)),
    Column("holidays", Text, nullable=False),
    Column("night_changed", UtcTime),
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

# Whose lines of chats a person does not want to read; whoever is blocked cannot join or invite them either.
MUTES = Table(
    "mutes",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("other", String(LONGEST_ID), ForeignKey(PEOPLE.c.id, name="mutes_of_others"), primary_key=True),
    Column("blocks", Boolean, nullable=False),
    Index("mutes_by_other", "other"),
)

# ---- open games ----

# Games that people gather for; `game` is the one that has begun, `rematch_of` the one that it follows.
OPEN_GAMES = Table(
    "open_games",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("host", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), nullable=False),
    Column("title", String(16), nullable=False),
    Column("edition", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("language", String(8), nullable=False),
    Column("fewest", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("time_control", Text),
    Column("rated", Boolean, nullable=False),
    Column("bot", String(40)),
    Column("starts_when_full", Boolean, nullable=False),
    Column("undo", String(16), nullable=False),
    Column("spectators_talk", Boolean, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("changed", UtcTime, nullable=False),
    Column("game", String(LONGEST_ID)),
    Column("rematch_of", String(LONGEST_ID)),
    Index("open_games_by_host", "host"),
    Index("open_games_by_game", "game", unique=True),
    Index("open_games_by_rematch", "rematch_of", unique=True),
)
# Few open games have not begun, and those are listed often.
_GATHERING = OPEN_GAMES.c.game.is_(None)
Index("open_games_gathering", OPEN_GAMES.c.created, sqlite_where=_GATHERING, postgresql_where=_GATHERING)

# Whoever was invited to an open game, has joined it, or was removed from it, and since when.
OPEN_GAME_PEOPLE = Table(
    "open_game_people",
    METADATA,
    Column("open_game", String(LONGEST_ID), ForeignKey(OPEN_GAMES.c.id), primary_key=True),
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("state", String(8), nullable=False),
    Column("since", UtcTime, nullable=False),
    Index("open_game_people_by_person", "person"),
)

# ---- standing ----

# The rating of a player, who is a person by the id of the account, or a bot, by title and pace.
RATINGS = Table(
    "ratings",
    METADATA,
    Column("player", String(48), primary_key=True),
    Column("title", String(16), primary_key=True),
    Column("pace", String(8), primary_key=True),
    Column("points", Float, nullable=False),
    Column("doubt", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# What a rated game has changed; a game that has such rows is not rated again.
RATED_SEATS = Table(
    "rated_seats",
    METADATA,
    Column("game", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(48), nullable=False),
    Column("before", Float, nullable=False),
    Column("points", Float, nullable=False),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.number"]),
    Index("rated_seats_by_player", "player"),
)

# ---- calls ----

# What a person has chosen of calls; quiet hours are minutes of the day in the person's time zone. With `stop_secret`
# whoever reads a mail can end the mails, and nothing else.
CALL_SETTINGS = Table(
    "call_settings",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("webhook", Text),
    Column("webhook_form", String(16)),
    Column("webhook_secret", String(64)),
    Column("webhook_failed", UtcTime),
    Column("stop_secret", String(32), nullable=False),
    Index("call_settings_by_stop_secret", "stop_secret", unique=True),
)

# Whether a person wants a kind of call by a way; where there is no row, what is usual counts.
CALL_CHOICES = Table(
    "call_choices",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("way", String(16), primary_key=True),
    Column("wanted", Boolean, nullable=False),
)

# Games for which a person is not called.
SILENCED_GAMES = Table(
    "silenced_games",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True),
)

# Browsers that are called; they are as long as the session in which it was switched on.
PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), nullable=False),
    Column("session", String(LONGEST_ID), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("browser", String(40), nullable=False),
    Column("created", UtcTime, nullable=False),
    Index("push_subscriptions_by_endpoint", "endpoint_hash", unique=True),
    Index("push_subscriptions_by_person", "person"),
)

# Calls to be made, and those made since the person was last at the game, which for an invitation is an open game.
# Without a way it is still to be decided how the person is called. `about` is the number of the entry or the message,
# `taken` when it was about to be sent.
CALLS = Table(
    "calls",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), nullable=False),
    Column("game", String(LONGEST_ID), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("about", Integer, nullable=False),
    Column("way", String(16)),
    Column("target", String(LONGEST_ID)),
    Column("made", UtcTime, nullable=False),
    Column("due", UtcTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("taken", UtcTime),
    Column("sent", UtcTime),
    Index("calls_by_person", "person", "game"),
)
# Few calls wait at a time, and those are looked for often.
_UNSENT = CALLS.c.taken.is_(None)
Index("calls_to_be_made", CALLS.c.due, sqlite_where=_UNSENT, postgresql_where=_UNSENT)

# A new mail address that is confirmed by a link sent to it; a person has one at a time.
ADDRESS_CHANGES = Table(
    "address_changes",
    METADATA,
    Column("person", String(LONGEST_ID), ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("expires", UtcTime, nullable=False),
    Index("address_changes_by_secret", "secret_hash", unique=True),
)

# ---- study ----

# Positions of games that were shared with a comment, by whoever has the secret.
SHARED_POSITIONS = Table(
    "shared_positions",
    METADATA,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), nullable=False),
    Column("at", Integer, nullable=False),
    Column("comment", Text, nullable=False),
    Column("owner_hash", String(64), nullable=False),
    Column("created", UtcTime, nullable=False),
    Index("shared_positions_by_game", "game"),
)

# What the finished games of a title come to, as JSON, and the games that have been counted.
TALLIES = Table(
    "tallies", METADATA, Column("title", String(16), primary_key=True), Column("tally", Text, nullable=False)
)
COUNTED_GAMES = Table(
    "counted_games", METADATA, Column("game", String(LONGEST_ID), ForeignKey(GAMES.c.id), primary_key=True)
)
