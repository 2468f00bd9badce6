"""What only a database server can do to us: rows locked by others, too few connections, a restart."""

import pytest
import sqlalchemy as sa

from tests.store.test_database import first_schema
from tests.store.test_people import sign_in
from tielu.store import Store, StoreError, database
from tielu.store.open_game import OpenGameChoices

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


def test_who_deletes_the_account_leaves_a_game_that_begins_meanwhile(postgres_url, monkeypatch):
    """A seat that was left to nobody could be opened by nobody, and the others would wait for ever."""
    with Store(postgres_url) as store, Store(postgres_url) as other:
        ann, bo, cy = (sign_in(store, name, f"{name}@mail.example").person.id for name in PLAYERS)
        open_id = store.open_games.make(ann, OpenGameChoices("1880", "2022", 3, 3))
        for each in (bo, cy):
            store.open_games.join(open_id, each)
        leave_all = store.people._seats.leave_all
        begun: list[str] = []

        def leave_all_and_begin(*arguments):
            left = leave_all(*arguments)
            if not begun:
                begun.append(other.open_games.start(open_id, ann, ()))
            return left

        monkeypatch.setattr(store.people._seats, "leave_all", leave_all_and_begin)
        (left,) = store.people.delete(cy, lambda title: "clerk")
        (seat,) = [each for each in store.game(begun[0]).seats if each.name == "Cy"]
        assert (left[0].id, seat.person, seat.bot, bool(seat.left)) == (begun[0], None, "clerk", True)


def test_a_game_does_not_begin_with_somebody_who_has_just_gone(postgres_url, monkeypatch):
    """The host may try again; nothing has been written."""
    with Store(postgres_url) as store, Store(postgres_url) as other:
        ann, bo, cy = (sign_in(store, name, f"{name}@mail.example").person.id for name in PLAYERS)
        open_id = store.open_games.make(ann, OpenGameChoices("1880", "2022", 3, 3, bot="clerk"))
        for each in (bo, cy):
            store.open_games.join(open_id, each)
        tell = store.open_games._tell

        def tell_too_late(*arguments):
            other.people.delete(cy)
            tell(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(store.open_games, "_tell", tell_too_late)
            with pytest.raises(StoreError) as refused:
                store.open_games.start(open_id, ann, ("Qin",))
        assert refused.value.code == "store_busy"
        seats = store.game(store.open_games.start(open_id, ann, ("Qin",))).seats
        assert {each.name for each in seats} == {"Ann", "Bo", "Qin"}
