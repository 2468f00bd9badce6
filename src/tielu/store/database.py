"""Opening a database: a new one is made, an older one migrated, a newer one and a stranger's left alone."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, column, create_engine, event, inspect, make_url, select, table
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from tielu.core.setup_input import quoted
from tielu.store.errors import StoreError
from tielu.store.schema import NEWEST, REVISIONS, VERSION_TABLE

# How long one writer waits for another before it gives up.
BUSY_SECONDS = 15.0
# A connection to SQLite is an open file; a web server answers on fewer threads than these.
_KEPT_CONNECTIONS, _MOST_CONNECTIONS = 5, 64

_MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = table(VERSION_TABLE, column("version_num"))
# Any number will do, as long as all servers of one PostgreSQL take the same.
_MIGRATION_LOCK = 18801888


def open_engine(address: object) -> Engine:
    """The database at a path or URL, at the newest schema; raises StoreError, and then has changed nothing."""
    url = _url_of(address)
    try:
        # A message that quotes a failed statement ends in a log, where notes and hashes of secrets have no business.
        engine = create_engine(url, hide_parameters=True, **_options(url))
    except (ArgumentError, ImportError) as error:
        raise StoreError("store_driver_missing", driver=url.drivername) from error
    if _is_sqlite(url):
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        _bring_to_newest(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads; raises StoreError if the database fails."""
    with _clear_words(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes, committed at its end; raises StoreError if the database fails, or is newer by now."""
    with _clear_words(), engine.execution_options(writes=True).begin() as connection:
        _refuse_newer(engine, connection.scalar(select(_VERSION.c.version_num)))
        yield connection


@contextmanager
def _clear_words() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        # Two have written the same; whoever wrote knows what that means.
        raise
    except DBAPIError as error:
        raise StoreError("store_failed", reason=_reason(error)) from error
    except NoConnection as error:
        raise StoreError("store_busy") from error


def _url_of(address: object) -> URL:
    """A path means a file of SQLite."""
    if isinstance(address, Path):
        return URL.create("sqlite", database=str(address))
    # Before an @ there may be a password.
    shown = quoted(address).rpartition("@")[2]
    try:
        url = make_url(cast(str, address))
    except ArgumentError as error:
        raise StoreError("store_address", address=shown) from error
    if _is_sqlite(url) and url.database in (None, "", ":memory:"):
        # Each connection would see a database of its own, and none would outlive the process.
        raise StoreError("store_address", address=shown)
    return url


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _options(url: URL) -> dict[str, Any]:
    if _is_sqlite(url):
        # Without an isolation level the driver leaves BEGIN to us, so that changes of tables are in a transaction too.
        # Readers need not wait for a writer, so they shall not wait for the connections of those who do.
        waiting = {"pool_size": _KEPT_CONNECTIONS, "max_overflow": _MOST_CONNECTIONS - _KEPT_CONNECTIONS}
        return {"connect_args": {"timeout": BUSY_SECONDS, "isolation_level": None}, **waiting}
    return {"pool_pre_ping": True}


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """What SQLite has to be told on each connection; that the log is written ahead is kept in the file."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once: one that reads first and then finds another writing would have to give up."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# ---- the schema ----


def _bring_to_newest(engine: Engine) -> None:
    try:
        with engine.begin() as connection:
            found = _version(engine, connection)
        if found != NEWEST:
            _migrate(engine)
        if _is_sqlite(engine.url):
            _write_ahead(engine)
    except DBAPIError as error:
        raise StoreError("store_not_opened", store=_name(engine), reason=_reason(error)) from error


def _version(engine: Engine, connection: Connection) -> str | None:
    """The revision of the schema, None if there are no tables yet; raises StoreError if we must not touch it."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if tables:
            raise StoreError("store_foreign", store=_name(engine))
        return None
    found = connection.scalar(select(_VERSION.c.version_num))
    _refuse_newer(engine, found)
    return cast("str | None", found)


def _refuse_newer(engine: Engine, found: object) -> None:
    if found is not None and found not in REVISIONS:
        raise StoreError("store_newer", store=_name(engine), found=quoted(found), newest=NEWEST)


def _migrate(engine: Engine) -> None:
    """Bring the schema to the newest revision, all of it or nothing; one process does it, others wait and find it."""
    writer = engine.execution_options(writes=True)
    with writer.connect() as connection, _unchecked_keys(connection), connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
        found = _version(engine, connection)
        if found == NEWEST:
            return
        if found is not None and _is_sqlite(engine.url):
            _copy_aside(engine, found)
        _upgrade(connection)
        _check_keys(connection)


def _upgrade(connection: Connection) -> None:
    # Imported here: who opens a database that needs no migration does without.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)


@contextmanager
def _unchecked_keys(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by copying and dropping it, which foreign keys would forbid; elsewhere they stay on."""
    if connection.dialect.name != "sqlite":
        yield
        return
    # Past SQLAlchemy, since inside a transaction SQLite ignores this.
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _check_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        assert not dangling, f"a migration has left keys without their rows: {dangling[:3]}"


def _copy_aside(engine: Engine, found: str) -> None:
    """Keep the database as it is before a migration, in a file beside it; raises StoreError if that fails."""
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


def _write_ahead(engine: Engine) -> None:
    """Readers and the writer shall not wait for each other. The change of mode needs the file alone for a moment."""
    with closing(engine.raw_connection()) as connection:
        _patiently(lambda: connection.cursor().execute("PRAGMA journal_mode = WAL").fetchone())


def _patiently(attempt: Callable[[], object]) -> None:
    """Try until the database is free; SQLite itself does not wait when it changes its mode."""
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
    """How a message names the database: by its file, or its address without the password."""
    if _is_sqlite(engine.url):
        return str(engine.url.database)
    return engine.url.render_as_string(hide_password=True)


def _reason(error: DBAPIError) -> str:
    """What the database says, without the statement."""
    return " ".join(str(error.orig).split())
