"""Stores for tests, each in a fresh file of SQLite and in a fresh database of PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.stores import ready_file
from tielu.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of a database that is not there yet, or empty; of a ready one if the test has a store."""
    ready = "store" in request.fixturenames
    if request.param == "postgresql":
        return request.getfixturevalue("ready_postgres_url" if ready else "postgres_url")
    if ready:
        ready_file(tmp_path)
    return f"sqlite:///{tmp_path}/games.sqlite3"


class Clock:
    """A clock that goes when it is told to, and by a step with every look."""

    def __init__(self, step: timedelta = timedelta(0)) -> None:
        self.now = datetime(2026, 11, 15, 12, tzinfo=UTC)
        self._step = step

    def __call__(self) -> datetime:
        self.now += self._step
        return self.now


@pytest.fixture
def clock():
    """The time of the store; some tests have a clock of their own."""
    return lambda: datetime.now(UTC)


@pytest.fixture
def store(address, clock):
    """An empty store."""
    with Store(address, clock) as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    """Where a file of SQLite would be."""
    return tmp_path / "games.sqlite3"
