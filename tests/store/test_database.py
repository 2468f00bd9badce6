"""Opening a database: a new one is made, an older one migrated and kept, what is newer or a stranger's left alone."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.test_architecture import ROOT
from tielu.i18n import LANGUAGES, say_error
from tielu.store import Store, StoreError, database
from tielu.store.schema import METADATA, NEWEST, REVISIONS, VERSION_TABLE

MIGRATIONS = ROOT / "src" / "tielu" / "store" / "migrations"
BID = {"type": "bid", "private": "P0", "amount": 5}


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def at_schema(address: str, revision: str) -> tuple[sa.Engine, sa.MetaData]:
    """An empty database as an older schema had it, with its tables."""
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    old = sa.MetaData()
    old.reflect(engine)
    return engine, old


def first_schema(address: str) -> None:
    """A database as the first schema had it, with a game of two entries and one of none."""
    engine, old = at_schema(address, "0001")
    moments = [datetime(2026, 1, 1, 20, minute, tzinfo=UTC) for minute in range(4)]
    with engine.begin() as connection:
        for game, created in (("aaa", moments[0]), ("bbb", moments[1])):
            connection.execute(
                old.tables["games"].insert(),
                {
                    "id": game,
                    "title": "1880",
                    "edition": "2022",
                    "name": f"game {game}",
                    "format": 1,
                    "mode": "links",
                    "undo": "free",
                    "created": created,
                    "finished": False,
                },
            )
            seats = [{"game": game, "number": seat, "name": f"P{seat}", "language": "de"} for seat in range(3)]
            connection.execute(old.tables["seats"].insert(), seats)
        entries = [(1, BID, 0, moments[2]), (2, {"type": "pass"}, 1, moments[3])]
        connection.execute(
            old.tables["log"].insert(),
            [
                {"game": "aaa", "seq": seq, "kind": "action", "data": json.dumps(data), "seat": seat, "at": at}
                for seq, data, seat, at in entries
            ],
        )
    engine.dispose()


def revision(file) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()[0])


def set_revision(address: str, number: str) -> None:
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{number}'")


def refusal(address) -> StoreError:
    """Why a database is not opened; the reason is told in every language."""
    with pytest.raises(StoreError) as caught:
        Store(address)
    for lang in LANGUAGES:
        assert caught.value.code not in say_error(caught.value, lang)
    return caught.value


# -- the schema --


def test_migrations_lead_to_the_tables_that_the_code_knows(address):
    """Every column, key and index."""
    Store(address).close()
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == NEWEST
        assert compare_metadata(context, METADATA) == []


def test_all_revisions_are_known():
    """The list in the schema is the one that Alembic finds, without branches."""
    script = ScriptDirectory.from_config(alembic_config())
    assert tuple(reversed([each.revision for each in script.walk_revisions()])) == REVISIONS
    assert script.get_heads() == [NEWEST]


def test_an_older_database_is_migrated_with_all_it_holds(address):
    """Games go on where they were, and lists know when they last changed."""
    first_schema(address)
    with Store(address) as store:
        first, second = store.list_games().games
        assert (first.id, first.changed) == ("aaa", datetime(2026, 1, 1, 20, 3, tzinfo=UTC))
        assert (second.id, second.changed) == ("bbb", datetime(2026, 1, 1, 20, 1, tzinfo=UTC))
        assert first.players == ["P0", "P1", "P2"]
        assert store.load("aaa").seq == 2
        assert [each.revision for each in (first, second)] == [1, 1]
        store.append("aaa", 2, {"type": "pass"}, 2)
        store.talk.add_message("aaa", 0, "still here")
        store.seen("bbb", 1)


def test_an_older_file_is_copied_before(file):
    """The copy is the old database, whole; opening again makes no other."""
    first_schema(f"sqlite:///{file}")
    Store(file).close()
    Store(file).close()
    copy = file.with_name("games.sqlite3-schema-0001")
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name, copy.name]
    assert (revision(file), revision(copy)) == (NEWEST, "0001")
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT count(*) FROM log").fetchone() == (2,)


def test_an_earlier_copy_is_not_overwritten(file):
    """Each migration has a copy of its own."""
    first_schema(f"sqlite:///{file}")
    copy = file.with_name("games.sqlite3-schema-0001")
    copy.write_text("mine", "utf-8")
    Store(file).close()
    assert copy.read_text("utf-8") == "mine"
    assert revision(file.with_name("games.sqlite3-schema-0001-2")) == "0001"


def test_without_a_copy_there_is_no_migration(file):
    """A file that cannot be copied stays as it is."""
    first_schema(f"sqlite:///{file}")
    file.with_name("games.sqlite3-schema-0001.part").mkdir()
    assert refusal(file).code == "store_copy_failed"
    assert revision(file) == "0001"


def test_a_migration_that_fails_changes_nothing(address, monkeypatch):
    """It is one transaction, on SQLite too; the next attempt can succeed."""
    first_schema(address)
    with monkeypatch.context() as patched:
        patched.setattr(database, "_check_foreign_keys", lambda connection: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(address)
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    assert sorted(sa.inspect(engine).get_table_names()) == ["games", "log", "seats", VERSION_TABLE]
    assert "changed" not in {column["name"] for column in sa.inspect(engine).get_columns("games")}
    with Store(address) as store:
        assert store.load("aaa").seq == 2


# -- what is left alone --


def test_a_newer_database_is_refused_and_left_alone(file):
    """Not a byte of it changes."""
    Store(file).close()
    set_revision(f"sqlite:///{file}", "0099")
    before = file.read_bytes()
    error = refusal(file)
    assert (error.code, error.params["found"], error.params["newest"]) == ("store_newer", "0099", NEWEST)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_database_that_became_newer_meanwhile_is_not_written(address):
    """A program that still runs while a newer one migrates the database stops writing."""
    with Store(address) as store:
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
        set_revision(address, "0099")
        for write in (
            lambda: store.append(game_id, 0, BID, 0),
            lambda: store.create_game("1880", ["Ann", "Bo", "Cy"]),
            lambda: store.talk.add_message(game_id, 0, "hello"),
        ):
            with pytest.raises(StoreError, match="store_newer"):
                write()
        assert store.entries_since(game_id, 0) == []
    assert refusal(address).code == "store_newer"


def test_a_newer_schema_may_say_that_older_programs_can_use_it(address):
    """Then whoever runs goes on, and whoever starts begins, while servers are replaced one by one; else nobody does."""
    with Store(address) as store:
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
        set_revision(address, f"0099_from_{NEWEST[:4]}")
        assert store.append(game_id, 0, BID, 0) == 1
        store.check()
        with Store(address) as another:
            assert another.load(game_id).seq == 1
        set_revision(address, "0099_from_0098")
        with pytest.raises(StoreError, match="store_newer"):
            store.check()
        with pytest.raises(StoreError, match="store_newer"):
            store.append(game_id, 1, {"type": "pass"}, 1)
    assert refusal(address).code == "store_newer"


def test_a_database_of_somebody_else_is_left_alone(file):
    """It has tables, and none of them says that it is ours."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    assert refusal(file).code == "store_foreign"
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(file):
    """Letters stay letters."""
    file.write_text("Dear Ann, " * 500, "utf-8")
    before = file.read_bytes()
    assert refusal(file).code == "store_not_opened"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "store_address"),
        ("games.sqlite3", "store_address"),
        (None, "store_address"),
        (7, "store_address"),
        ("sqlite://", "store_address"),
        ("sqlite:///:memory:", "store_address"),
        ("postgresql://ann@127.0.0.1:port/games", "store_address"),
        ("postgresql://ann:a@b@127.0.0.1/games", "store_address"),
        ("sqlite:////no/such/folder/games.sqlite3", "store_not_opened"),
        ("nosuchdatabase://host/games", "store_driver_missing"),
        ("oracle://host/games", "store_driver_missing"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(address, code):
    """With a word on why."""
    assert refusal(address).code == code


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://ann:s3cret@127.0.0.1:1/games?connect_timeout=2",
        "postgresql+psycopg://ann:p@s3cret@127.0.0.1:1/games?connect_timeout=2",
        "postgresql+psycopg:///games?host=127.0.0.1&port=1&user=ann&password=s3cret&connect_timeout=2",
        "postgresql://ann:s3cret@127.0.0.1:port/games",
        "nosuch://ann:s3cret@h/g",
        "ann:s3cret@h/g",
    ],
)
def test_a_password_is_not_told(address):
    """A refusal names the database, not the key to it."""
    error = refusal(address)
    assert "s3cret" not in str(error)
    assert "s3cret" not in say_error(error, "en")


# -- as it should be --


def test_a_path_is_a_file_of_sqlite(tmp_path):
    """Also one with characters that mean something in an address."""
    file = tmp_path / "a b%20?c#.sqlite3"
    with Store(file) as store:
        store.create_game("1880", ["Ann", "Bo", "Cy"])
    assert revision(file) == NEWEST


def test_sqlite_syncs_checks_keys_and_writes_ahead(file):
    """On every connection, also those that are opened later."""
    with Store(file) as store:
        connections = [store._engine.connect() for _ in range(3)]
        for connection in connections:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
            assert found == ["wal", 2, 1, 15_000]
            connection.close()


def test_the_engine_needs_no_database():
    """Who only plays in the terminal, or uses the engine, loads nothing of the store."""
    code = "import sys, tielu, tielu.cli, tielu.terminal, tielu.files; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
