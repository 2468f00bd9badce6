"""Stores for tests: a fresh SQLite file each, and a fresh PostgreSQL database where TIELU_POSTGRES names a server."""

import os
import secrets

import pytest
import sqlalchemy as sa

from tielu.store import Store

SERVER = os.environ.get("TIELU_POSTGRES")


@pytest.fixture(params=["sqlite", "postgresql"] if SERVER else ["sqlite"])
def address(request, tmp_path):
    """The address of a database that is not there yet, or empty."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.sqlite3"
        return
    assert SERVER
    name = f"tielu_{secrets.token_hex(6)}"
    server = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    yield server.url.set(database=name).render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def store(address):
    """An empty store."""
    with Store(address) as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    """Where a file of SQLite would be."""
    return tmp_path / "games.sqlite3"
