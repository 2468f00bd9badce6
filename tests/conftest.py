"""What tests of all parts share: a PostgreSQL server, started when the first test asks for it, and less collection."""

import gc
from collections.abc import Iterator

import pytest

from tests.postgres import PostgresServer, started_server


def pytest_collection_finish() -> None:
    """Let Python look for garbage less often, and not among the tests: that took a sixth of the processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL server, one for each process of the tests."""
    server = started_server()
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture(scope="session")
def made_database(postgres: PostgresServer) -> str:
    """The name of a PostgreSQL database with the newest schema and no games, to be copied."""
    from tielu.store import Store  # here, because most tests need no database

    name = "tielu_made"
    postgres.execute(f"CREATE DATABASE {name}")
    Store(postgres.url(name)).close()
    return name


@pytest.fixture
def ready_postgres_url(postgres: PostgresServer, made_database: str) -> Iterator[str]:
    """The URL of a PostgreSQL database with the newest schema and no games."""
    with postgres.database(made_database) as url:
        yield url
