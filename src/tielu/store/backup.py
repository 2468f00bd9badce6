"""Copies of a database file: made and brought back while servers use it, checked before they count.

For SQLite only; database servers have tools of their own.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tielu.errors import InvalidInput, NotFound
from tielu.store.errors import StoreError
from tielu.store.schema import VERSION_TABLE

# Larger files are only checked as SQLite opens them: a server should not start minutes later.
LARGEST_CHECKED = 256 * 1024 * 1024
# How long a copy waits for whoever writes.
_PATIENCE_SECONDS = 30.0
_WAL_HEADER, _FRAME_HEADER = 32, 24


def back_up(database: Path, copy: Path) -> None:
    """Copy a database, which may be in use, to a new file; raises InvalidInput, NotFound or StoreError."""
    if not database.exists():
        raise NotFound("file_missing", file=str(database))
    if copy.exists():
        raise InvalidInput("backup_in_the_way", file=str(copy))
    _check_ours(database)
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        _copy(database, unfinished)
        with _named(database):
            check_whole(unfinished)
        _sync(unfinished)
        unfinished.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store_not_copied", store=str(database), file=str(copy), reason=str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def bring_back(copy: Path, database: Path) -> Path | None:
    """Put the games of a copy in the place of those in a database, which may be in use, in one transaction.

    Returns the file with what was there before, None if there was nothing. Raises as `back_up` does.
    """
    # Imported here because opening a store checks its file.
    from tielu.store.database import open_engine

    if not copy.exists():
        raise NotFound("file_missing", file=str(copy))
    _check_ours(copy)
    if database.exists():
        _check_replaceable(database)
    prepared = database.with_name(f"{database.name}.part")
    before = _unused(database.with_name(f"{database.name}-before-restore")) if database.exists() else None
    try:
        prepared.unlink(missing_ok=True)
        _copy(copy, prepared)
        with _named(copy):
            open_engine(prepared).dispose()  # checks it, and brings an older one up to date
        if before is not None:
            _copy(database, before)
        _copy(prepared, database)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store_not_copied", store=str(copy), file=str(database), reason=str(error)) from error
    finally:
        for name in (prepared.name, f"{prepared.name}-wal", f"{prepared.name}-shm"):
            prepared.with_name(name).unlink(missing_ok=True)
    return before


def _check_ours(file: Path) -> None:
    """Raise StoreError unless a file is a database of Tielu."""
    try:
        tables = _tables(file)
    except sqlite3.Error as error:
        raise StoreError("store_not_opened", store=str(file), reason=str(error)) from error
    if VERSION_TABLE not in tables:
        raise StoreError("store_foreign", store=str(file))


def _check_replaceable(file: Path) -> None:
    """Raise StoreError if a file holds something else than games; a database that is damaged may be replaced."""
    try:
        tables = _tables(file)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_CORRUPT:
            return
        raise StoreError("store_not_opened", store=str(file), reason=str(error)) from error
    if tables and VERSION_TABLE not in tables:
        raise StoreError("store_foreign", store=str(file))


def _tables(file: Path) -> set[str]:
    with closing(_opened_to_read(file)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """What is refused of a copy that nobody has asked for is told of the file that people know."""
    try:
        yield
    except StoreError as error:
        raise StoreError(error.code, **{**error.params, "store": str(file)}) from error


def count_games(file: Path) -> int:
    """The number of games in a database file, without deleted ones."""
    with closing(sqlite3.connect(file, timeout=_PATIENCE_SECONDS)) as connection:
        return int(connection.execute("SELECT count(*) FROM games WHERE deleted IS NULL").fetchone()[0])


def check_whole(file: Path) -> None:
    """Raise StoreError if a database file, or the log of its latest changes, is damaged or has lost its end."""
    if not file.is_file() or not os.access(file, os.R_OK):
        return
    if _has_lost_changes(file):
        raise StoreError("store_damaged", store=str(file), problem=f"{file.name}-wal")
    if _has_part_of_a_page(file):
        raise StoreError("store_damaged", store=str(file), problem=file.name)
    if file.stat().st_size > LARGEST_CHECKED:
        return
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE_SECONDS)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
            return  # no database, or none that can be opened, which whoever opens it finds out
        found = (str(error),)
    if found != ("ok",):
        raise StoreError("store_damaged", store=str(file), problem=" ".join(str(found[0]).split()))


def _has_lost_changes(file: Path) -> bool:
    """Whether the write-ahead log is shorter than SQLite has noted in its index.

    SQLite itself takes a log that was cut for one whose last changes were never finished, and drops them silently.
    """
    log, index = (file.with_name(file.name + end) for end in ("-wal", "-shm"))
    try:
        noted = index.read_bytes()[:100]
    except OSError:
        return False
    if len(noted) < 100 or noted[:48] != noted[48:96]:
        return False  # never finished, or being written
    page_size, frames = struct.unpack_from("=HI", noted, 14)
    (copied,) = struct.unpack_from("=I", noted, 96)
    if copied >= frames:
        return False
    try:
        with log.open("rb") as opened:
            head, size = opened.read(_WAL_HEADER), os.fstat(opened.fileno()).st_size
    except FileNotFoundError:
        return True
    is_same_log = len(head) < _WAL_HEADER or head[16:24] == noted[32:40]
    return is_same_log and size < _WAL_HEADER + frames * (_FRAME_HEADER + (page_size if page_size > 1 else 65536))


def _has_part_of_a_page(file: Path) -> bool:
    """Whether a file ends within a page, which SQLite overlooks; a log beside it may still complete the page."""
    with file.open("rb") as opened:
        head = opened.read(18)
    if not head.startswith(b"SQLite format 3") or len(head) < 18 or file.with_name(f"{file.name}-wal").exists():
        return False
    (page_size,) = struct.unpack_from(">H", head, 16)
    return file.stat().st_size % (page_size if page_size > 1 else 65536) != 0


def _copy(source: Path, target: Path) -> None:
    """Copy one database over another in one step, as it is at one moment."""
    with (
        closing(_opened_to_read(source)) as read,
        closing(sqlite3.connect(target, timeout=_PATIENCE_SECONDS)) as written,
    ):
        read.backup(written)


def _opened_to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE_SECONDS)


def _sync(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _unused(file: Path) -> Path:
    """The file, or one with a number where it exists."""
    number, found = 1, file
    while found.exists():
        number += 1
        found = file.with_name(f"{file.name}-{number}")
    return found
