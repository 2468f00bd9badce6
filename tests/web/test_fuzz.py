"""A moment of `python -m tests.fuzz`: good and garbled requests to all routes of a real server."""

import pytest
from schemathesis import GenerationMode

from tests.fuzz.__main__ import fuzz
from tests.fuzz.people import SEALED_NAME
from tests.fuzz.requests import operations
from tests.fuzz.sending import Seen, look
from tests.fuzz.servers import started

SEED = 1880
SECONDS = 1.0


@pytest.fixture(scope="module")
def all_routes():
    return operations(SEED, 1, [GenerationMode.POSITIVE])


@pytest.fixture
def server(tmp_path):
    with started("play", tmp_path / "games.sqlite3", tmp_path / "log", SEED) as running:
        yield running


@pytest.mark.parametrize("part", ["routes", "bytes"])
def test_whatever_is_sent_the_server_goes_on(server, all_routes, part):
    """No error of the server, nothing that hangs, no game harmed, and good requests are still answered."""
    seen, told = fuzz(server, part, all_routes, SEED, SECONDS, iter(()))
    assert seen.faults == [], told
    assert seen.statuses.total() > 5, told


@pytest.mark.parametrize(
    ("answer", "is_fault"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", False),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", True),
        (b"HTTP/1.1 500 Internal Server Error\r\n\r\n", True),
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", True),
        (b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n\r\n", False),
        (b"HTTP/1.1 100 \r\n\r\nHTTP/1.1 500 Internal Server Error\r\n\r\n", True),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Internal Server Error\r\n\r\n", True),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", True),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1000\n", False),
        (b"HTTP/1.1 200 OK\r\n\r\n" + SEALED_NAME.encode(), True),
        (b"Traceback", True),
        (b"", False),
    ],
)
def test_what_is_a_fault(answer, is_fault):
    """Errors of the server, also in a second answer, and answers that break off; a closed connection is none."""
    seen = Seen()
    look(answer, b"GET / HTTP/1.1\r\n\r\n", seen)
    assert bool(seen.faults) == is_fault
