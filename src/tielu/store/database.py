"""Database connections: open the database, create or migrate its tables, and run transactions.

A database with a newer schema, or of another program, is refused and left unchanged.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import BoundedSemaphore, Condition, Lock
from typing import Any, cast
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Engine, column, create_engine, event, inspect, make_url, select, table
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, StatementError
from sqlalchemy.exc import TimeoutError as NoConnection

from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput
from tielu.store.audit import record
from tielu.store.backup import check_whole
from tielu.store.errors import StoreError
from tielu.store.schema import NEWEST, REVISIONS, VERSION_TABLE

# How long one writer waits for another before it gives up.
BUSY_SECONDS = 15.0
# Each connection to SQLite is an open file; there are more than threads of the web server.
_FILE_CONNECTIONS = 64
# A PostgreSQL server usually accepts a hundred connections in all; one process of ours uses at most this many.
SERVER_CONNECTIONS = 20
# PostgreSQL ends whatever takes longer: a statement, the wait for a lock, a transaction whose program hangs.
_TIMEOUTS = {"statement_timeout": "15s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "30s"}
# What psycopg is told unless the URL says otherwise: a machine that has vanished is noticed within half a minute.
_CONNECTING = {"connect_timeout": "5", "application_name": "tielu", "keepalives_idle": "10", "keepalives_interval": "5"}
# Without it the driver would read bytes where a server has the encoding SQL_ASCII, before that can be refused.
_CONNECTING |= {"client_encoding": "utf8"}
_UTF8 = "UTF8"
# What a URL may name after its ? that nobody is told.
_SECRETS = ("password", "sslpassword")
_POSTGRES_DRIVER = "postgresql+psycopg"
# The code with which PostgreSQL reports that a lock was not released in time.
_LOCK_NOT_AVAILABLE = "55P03"
# And that what a row is about, such as an account, has just gone, or that something about it has just come.
_GONE_MEANWHILE = "23503"

# This many threads of a process wait to write at once, each further one only this long; and this many of them in one
# game, as somebody may hold its row.
MAX_WRITERS, MAX_WRITERS_OF_A_GAME, _WRITER_SECONDS = 16, 6, 1.0


class _Writers:
    """The threads of this process that write: a few of them wait at a time, and into a file one writes after the other.

    SQLite would let each of them look from time to time whether it is free, so that mostly nobody would write.
    """

    def __init__(self, *, in_turn: bool) -> None:
        self.free_places = BoundedSemaphore(MAX_WRITERS)
        self._turn = Lock() if in_turn else None
        self._by_game: Counter[str] = Counter()
        self._game_has_place = Condition()

    @contextmanager
    def admitted(self, game_id: str) -> Iterator[None]:
        """Wait for the turn of this thread; raises StoreError if it does not come soon."""
        with self._counted(game_id) if game_id else nullcontext(), self._admitted():
            yield

    @contextmanager
    def _counted(self, game_id: str) -> Iterator[None]:
        """Wait until few others write in a game."""
        with self._game_has_place:
            if not self._game_has_place.wait_for(
                lambda: self._by_game[game_id] < MAX_WRITERS_OF_A_GAME, _WRITER_SECONDS
            ):
                raise StoreError("store_busy")
            self._by_game[game_id] += 1
        try:
            yield
        finally:
            with self._game_has_place:
                self._by_game[game_id] -= 1
                if not self._by_game[game_id]:
                    del self._by_game[game_id]
                self._game_has_place.notify_all()

    @contextmanager
    def _admitted(self) -> Iterator[None]:
        if not self.free_places.acquire(timeout=_WRITER_SECONDS):
            raise StoreError("store_busy")
        try:
            if self._turn is not None and not self._turn.acquire(timeout=BUSY_SECONDS):
                raise StoreError("store_busy")
            try:
                yield
            finally:
                if self._turn is not None:
                    self._turn.release()
        finally:
            self.free_places.release()


_WRITERS: WeakKeyDictionary[Engine, _Writers] = WeakKeyDictionary()

# How often this process has each database file open.
_OPEN: Counter[Path] = Counter()
_OPENING = Lock()

_MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = table(VERSION_TABLE, column("version_num"))
_FIND_VERSION = select(_VERSION.c.version_num)
# A newer schema that programs of an earlier one can go on using names that one: 0016_from_0014.
_COMPATIBLE = re.compile(r"\d{4}_from_(\d{4})")
# A migration gives up if it cannot have a table for itself by then, since all others wait behind it.
_MIGRATION_LOCK_TIMEOUT = "3s"
# An arbitrary number that every Tielu server on the same PostgreSQL uses.
_MIGRATION_LOCK = 18801888


def open_engine(address: object, connections: int = SERVER_CONNECTIONS) -> Engine:
    """Open the database at a path or URL and migrate it; raises StoreError, and then has changed nothing.

    To a database server there are never more than this number of connections.
    """
    url = _url_of(address)
    with _noted_as_open(url):
        return _open(url, connections)


@contextmanager
def _noted_as_open(url: URL) -> Iterator[None]:
    """Check a file before this process has it open, and note that it has; raises StoreError if it is damaged.

    Later it must not be checked: whoever reads and closes a file loses all locks that SQLite has on it in this process.
    """
    if not _is_sqlite(url):
        yield
        return
    file = Path(cast(str, url.database)).resolve()
    with _OPENING:
        if _OPEN[file] <= 0:
            check_whole(file)
        _OPEN[file] += 1
    try:
        yield
    except BaseException:
        _OPEN[file] -= 1
        raise


def _open(url: URL, connections: int) -> Engine:
    try:
        # Error messages end up in logs, which must not contain players' notes or hashes of secrets.
        engine = create_engine(url, hide_parameters=True, **_options(url, connections))
    except (ArgumentError, ImportError) as error:
        raise StoreError("store_driver_missing", driver=url.drivername) from error
    if _is_sqlite(url):
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    _WRITERS[engine] = _Writers(in_turn=_is_sqlite(url))
    try:
        _ensure_newest_schema(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def close_engine(engine: Engine) -> None:
    """Close all connections; of SQLite, write the latest changes into the file, so that a copy of it is whole."""
    engine.dispose()
    if _is_sqlite(engine.url):
        file = Path(cast(str, engine.url.database))
        _OPEN.subtract([file.resolve()])
        uri = f"{file.absolute().as_uri()}?mode=rw"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, timeout=BUSY_SECONDS, uri=True)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def check_schema(engine: Engine) -> None:
    """Raise StoreError unless the database answers and has a schema that this version can use."""
    with read_transaction(engine) as connection:
        _check_not_newer(engine, connection.scalar(select(_VERSION.c.version_num)))


@contextmanager
def read_transaction(engine: Engine) -> Iterator[Connection]:
    """Begin a read-only transaction; raises StoreError if the database fails."""
    with _errors_as_store_error(), engine.begin() as connection:
        yield connection


@contextmanager
def write_transaction(engine: Engine, game_id: str = "") -> Iterator[Connection]:
    """Begin a transaction that is committed at the end; raises StoreError if the database fails or was migrated.

    Raises it soon if too many others of this process wait to write, in the same game or at all, so that threads are
    left for other games and for those who read.
    """
    with (
        _WRITERS[engine].admitted(game_id),
        _errors_as_store_error(),
        engine.execution_options(writes=True).begin() as connection,
    ):
        _check_not_newer(engine, connection.scalar(_FIND_VERSION))
        yield connection


@contextmanager
def _errors_as_store_error() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) == _GONE_MEANWHILE:
            raise StoreError("store_busy") from error
        # Two transactions inserted the same key; the caller decides what that means.
        raise
    except (DataError, OverflowError, UnicodeEncodeError) as error:
        # A number beyond those of the database, a character that it does not take: nothing stored is called that.
        raise InvalidInput("cannot_be_stored") from error
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
            raise StoreError("store_busy") from error
        raise StoreError("store_failed", reason=_reason(error)) from error
    except StatementError as error:
        # A value that the column does not take.
        raise InvalidInput("cannot_be_stored") from error
    except NoConnection as error:
        raise StoreError("store_busy") from error


def _url_of(address: object) -> URL:
    """Return the URL of the database; a path means an SQLite file."""
    if isinstance(address, Path):
        return URL.create("sqlite", database=str(address))
    # The part before an @ may contain a password.
    shown = quoted(address).rpartition("@")[2]
    try:
        url = make_url(cast(str, address))
    except (ArgumentError, ValueError) as error:  # the latter for a port that is no number
        raise StoreError("store_address", address=shown) from error
    # Every connection would open a separate database in memory, which is lost when the process ends.
    in_memory = _is_sqlite(url) and url.database in (None, "", ":memory:")
    # With an @ in the password its end would be taken for the host, and be told.
    if in_memory or "@" in (url.host or ""):
        raise StoreError("store_address", address=shown)
    # Other programs also write `postgres:`.
    return url.set(drivername=_POSTGRES_DRIVER) if url.drivername in ("postgres", "postgresql") else url


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _options(url: URL, connections: int) -> dict[str, Any]:
    if _is_sqlite(url):
        # Without an isolation level the driver leaves BEGIN to us, so that schema changes run in a transaction too.
        # The pool is large, so that readers get a connection while writers wait for each other.
        pool = {"pool_size": _FILE_CONNECTIONS, "max_overflow": 0}
        return {"connect_args": {"timeout": BUSY_SECONDS, "isolation_level": None}, **pool}
    # A connection that was opened once stays open: to open one takes longer than most of what is asked.
    options: dict[str, Any] = {"pool_pre_ping": True, "pool_timeout": BUSY_SECONDS}
    options |= {"pool_size": connections, "max_overflow": 0}
    if url.drivername == _POSTGRES_DRIVER:
        told = {**_CONNECTING, "options": " ".join(f"-c {name}={value}" for name, value in _TIMEOUTS.items())}
        options["connect_args"] = {name: value for name, value in told.items() if name not in url.query}
    return options


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Set what SQLite forgets with each connection; the write-ahead mode is stored in the file."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer locks at once, since SQLite cannot upgrade a read lock while another one writes."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# ---- the schema ----


def _ensure_newest_schema(engine: Engine) -> None:
    try:
        with engine.begin() as connection:
            found = _version(engine, connection)
        if _is_older(found):
            _migrate(engine)
        if _is_sqlite(engine.url):
            _enable_write_ahead_log(engine)
    except DBAPIError as error:
        raise StoreError("store_not_opened", store=_name(engine), reason=_reason(error)) from error


def _version(engine: Engine, connection: Connection) -> str | None:
    """Return the schema revision, None if the database is empty; raises StoreError if it cannot be used."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if tables:
            raise StoreError("store_foreign", store=_name(engine))
        _check_encoding(engine, connection)
        return None
    found = connection.scalar(_FIND_VERSION)
    _check_not_newer(engine, found)
    return cast("str | None", found)


def _check_encoding(engine: Engine, connection: Connection) -> None:
    """Raise StoreError for an empty database in which names and chats of all languages could not be stored."""
    if connection.dialect.name != "postgresql":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != _UTF8:
        raise StoreError("store_encoding", store=_name(engine), encoding=encoding)


def _is_older(found: str | None) -> bool:
    """Whether a database is empty or has an earlier schema than this version."""
    return found is None or (found in REVISIONS and found != NEWEST)


def _check_not_newer(engine: Engine, found: object) -> None:
    """Raise StoreError for a newer schema, unless it says that this version can go on using it."""
    compatible = _COMPATIBLE.fullmatch(str(found))
    is_usable = compatible is not None and compatible[1] in {each[:4] for each in REVISIONS}
    if found is not None and found not in REVISIONS and not is_usable:
        raise StoreError("store_newer", store=_name(engine), found=quoted(found), newest=NEWEST)


def _migrate(engine: Engine) -> None:
    """Migrate to the newest schema in one transaction; other processes wait and then find nothing to do."""
    writer = engine.execution_options(writes=True)
    with writer.connect() as connection, _without_foreign_keys(connection), connection.begin():
        if connection.dialect.name == "postgresql":
            # Another process may migrate for longer than any statement of a game takes.
            for timeout in _TIMEOUTS:
                connection.exec_driver_sql(f"SET LOCAL {timeout} = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_MIGRATION_LOCK_TIMEOUT}'")
        found = _version(engine, connection)
        if not _is_older(found):
            return
        if found is not None and _is_sqlite(engine.url):
            _back_up(engine, found)
        _upgrade(connection)
        _check_foreign_keys(connection)
    if found is not None:
        record("schema migrated", before=found, after=NEWEST)


def _upgrade(connection: Connection) -> None:
    # Imported here because most databases need no migration.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Switch off foreign keys on SQLite, which alters a table by copying and dropping it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    # Directly on the driver, because SQLite ignores this pragma inside a transaction.
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _check_foreign_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        assert not dangling, f"a migration has left dangling foreign keys: {dangling[:3]}"


def _back_up(engine: Engine, found: str) -> None:
    """Copy the database to a file beside it before a migration; raises StoreError if that fails."""
    original = Path(cast(str, engine.url.database))
    kept = original.with_name(f"{original.name}-schema-{found}")
    number = 1
    while kept.exists():
        number += 1
        kept = original.with_name(f"{original.name}-schema-{found}-{number}")
    unfinished = kept.with_name(f"{kept.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(original)) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
        unfinished.replace(kept)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store_copy_failed", store=_name(engine), reason=str(error)) from error


def _enable_write_ahead_log(engine: Engine) -> None:
    """Switch to write-ahead logging, so that readers and the writer do not block each other."""
    with closing(engine.raw_connection()) as connection:
        _retry_while_locked(lambda: connection.cursor().execute("PRAGMA journal_mode = WAL").fetchone())


def _retry_while_locked(attempt: Callable[[], object]) -> None:
    """Repeat an attempt while the database is locked, because SQLite does not wait when it changes its mode."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            attempt()
            return
        except sqlite3.OperationalError as error:
            if time.monotonic() > until:
                raise StoreError("store_failed", reason=str(error)) from error
            time.sleep(0.02)


def _name(engine: Engine) -> str:
    """The name of the database for messages: its file, or its URL without passwords."""
    if _is_sqlite(engine.url):
        return str(engine.url.database)
    return engine.url.difference_update_query(_SECRETS).render_as_string(hide_password=True)


def _reason(error: DBAPIError) -> str:
    """The message of the database in one line, without the SQL statement."""
    return " ".join(str(error.orig).split())
