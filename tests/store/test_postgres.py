"""What only a database server can do to us: rows locked by others, too few connections, a restart."""

import pytest
import sqlalchemy as sa

from tests.store.test_database import first_schema
from tielu.store import Store, StoreError, database

BID = {"type": "bid", "private": "P0", "amount": 5}
PLAYERS = ["Ann", "Bo", "Cy"]


def test_nothing_waits_without_end(postgres_url):
    """Statements, locks and idle transactions of every connection end by themselves."""
    with Store(postgres_url) as store, store._engine.connect() as connection:
        found = {name: connection.exec_driver_sql(f"SHOW {name}").scalar() for name in database._TIMEOUTS}
    assert found == database._TIMEOUTS


def test_the_url_may_name_other_timeouts(postgres_url):
    """What stands in the URL counts."""
    with Store(f"{postgres_url}&options=-c statement_timeout=7s") as store, store._engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "7s"


def test_a_locked_game_is_refused_while_others_go_on(postgres_url):
    """Who waits too long for a row is told that the store is busy; the next attempt after the lock succeeds."""
    with Store(f"{postgres_url}&options=-c lock_timeout=200ms") as store:
        locked, free = (store.create_game("1880", PLAYERS).id for _ in range(2))
        with store._engine.begin() as connection:
            connection.execute(sa.text("SELECT 1 FROM games WHERE id = :id FOR UPDATE"), {"id": locked})
            with pytest.raises(StoreError) as refused:
                store.append(locked, 0, BID, 0)
            assert refused.value.code == "store_busy"
            assert store.append(free, 0, BID, 0) == 1
        assert store.append(locked, 0, BID, 0) == 1


def test_no_more_connections_than_allowed(postgres_url, monkeypatch):
    """Who finds all of them in use waits, and is told in the end."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    with Store(postgres_url, connections=2) as store:
        game_id = store.create_game("1880", PLAYERS).id
        with store._engine.connect(), store._engine.connect():
            with pytest.raises(StoreError) as refused:
                store.load(game_id)
            assert refused.value.code == "store_busy"
        assert store.load(game_id).seq == 0


def test_a_store_goes_on_when_its_server_is_back(postgres, postgres_url):
    """While the server is away the store says so; then nothing is lost, and nobody has to open it anew."""
    with Store(postgres_url) as store:
        game_id = store.create_game("1880", PLAYERS).id
        store.append(game_id, 0, BID, 0)
        postgres.stop("immediate")
        with pytest.raises(StoreError):
            store.load(game_id)
        postgres.start()
        assert store.load(game_id).seq == 1
        assert store.append(game_id, 1, {"type": "pass"}, 1) == 2


def test_a_migration_gives_way(postgres_url, monkeypatch):
    """Where it cannot have a table for itself it gives up, so that games go on, and succeeds at the next start."""
    monkeypatch.setattr(database, "_MIGRATION_LOCK_TIMEOUT", "100ms")
    first_schema(postgres_url.replace("postgresql:", "postgresql+psycopg:"))
    engine = sa.create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"), poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.execute(sa.text("SELECT id FROM games"))
        with pytest.raises(StoreError) as refused:
            Store(postgres_url)
    assert refused.value.code == "store_not_opened"
    Store(postgres_url).close()


def test_postgres_means_postgresql(postgres_url):
    """Some programs write the URL this way."""
    with Store(postgres_url.replace("postgresql:", "postgres:")) as store:
        assert store.create_game("1880", PLAYERS).id


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_new_database_must_be_in_utf8(postgres, encoding):
    """As a server without a locale makes it, it could not hold what people write, or not even be read."""
    name = f"tielu_{encoding.lower()}"
    postgres.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'")
    try:
        with pytest.raises(StoreError) as refused:
            Store(postgres.url(name))
    finally:
        postgres.execute(f"DROP DATABASE {name} WITH (FORCE)")
    assert (refused.value.code, refused.value.params["encoding"]) == ("store_encoding", encoding)
