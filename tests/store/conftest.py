"""Stores for tests, each in a fresh file of SQLite and in a fresh database of PostgreSQL."""

import pytest

from tielu.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of a database that is not there yet, or empty."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path}/games.sqlite3"


@pytest.fixture
def store(address):
    """An empty store."""
    with Store(address) as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    """Where a file of SQLite would be."""
    return tmp_path / "games.sqlite3"
