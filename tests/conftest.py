"""What tests of all parts share: a PostgreSQL server, started when the first test asks for it."""

from collections.abc import Iterator

import pytest

from tests.postgres import PostgresServer, started_server


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
