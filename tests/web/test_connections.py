"""Connections that never end: half a head, half a body, nobody who reads; and too many at once."""

import re
import select
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.browser.serving import serving
from tests.web.tables_with_bots import until
from tielu.web.connections import ConnectionLimits, guarded
from tielu.web.middleware import LARGEST_FILE, UPLOADS_OF_ONE

LIMITS = ConnectionLimits(head_seconds=0.5, body_seconds=0.5, reading_seconds=0.5, all_addresses=30)
TOKEN = "t" * 43
HEAD = f"POST {{path}} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: tielu_form={TOKEN}\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
FILE = "Content-Type: multipart/form-data; boundary=x\r\n"


@pytest.fixture
def limits():
    """More impatient than usual."""
    return LIMITS


@pytest.fixture
def served(store, limits):
    """The server with these limits."""
    with serving(store, http=guarded(limits)) as found:
        yield found


@pytest.fixture
def connect(served):
    """Opens connections, which end with the test."""
    with ExitStack() as all_of_them:
        host, port = served.address.removeprefix("http://").split(":")

        def connected(sent=b""):
            made = all_of_them.enter_context(socket.create_connection((host, int(port)), timeout=60))
            with suppress(ConnectionError):  # one that there may not be is closed before it has said anything
                made.sendall(sent if isinstance(sent, bytes) else sent.encode())
            return made

        yield connected


def answer(connection):
    """All that comes until the server closes the connection."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def hear(connection, wanted, heard=b""):
    """All that comes until the wanted has come, soon."""
    give_up = time.monotonic() + 60
    while wanted not in heard:
        part = connection.recv(65536)
        assert part, "the server has closed the connection"
        assert time.monotonic() < give_up, "it does not come"
        heard += part
    return heard


def send_slowly(connection, parts):
    """One part after the other, until the other side has had enough."""
    for part in parts:
        connection.sendall(part)
        time.sleep(0.05)


def test_half_a_head_does_not_live_on(connect):
    """Nor does one that comes letter by letter, before the first request or after it."""
    idle, half = connect(), connect("GET / HTTP/1.1\r\nHost: ")
    began = time.monotonic()
    assert (answer(idle), answer(half)) == (b"", b"")
    assert time.monotonic() - began < LIMITS.body_seconds * 30
    slow = connect("GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    slow.recv(65536)
    with pytest.raises(ConnectionError):
        send_slowly(slow, [letter.encode() for letter in "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + "x" * 200])


def test_half_a_body_does_not_live_on(connect):
    """However large it was said to be, and however slowly it comes."""
    slow = connect(HEAD.format(path="/games") + FORM + "Content-Length: 100000\r\n\r\n")
    with pytest.raises(ConnectionError):
        send_slowly(slow, [b"x"] * 200)


def test_whoever_does_not_read_is_left(connect):
    """Thousands of answers are asked for and none is taken."""
    deaf = connect()
    request = b"GET /static/tielu.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    deaf.settimeout(10)
    with pytest.raises(ConnectionError):
        send_slowly(deaf, [request * 20] * 1000)


def test_streams_live_on(connect, store):
    """Somebody who watches sends nothing for a long time."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    watching = connect(f"GET /games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    heard = hear(watching, b"retry:")
    time.sleep(2 * LIMITS.head_seconds)
    store.talk.add_message(game, None, "hello")
    hear(watching, b"event: chat", heard)


@pytest.mark.parametrize("limits", [ConnectionLimits(all_addresses=30)])
def test_there_is_an_end_to_connections(connect, limits):
    """One more than there may be is closed at once; when others go, there is room again."""
    connections = [connect("GET /") for _ in range(limits.all_addresses)]
    began = time.monotonic()
    assert answer(connect("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")) == b""
    assert time.monotonic() - began < limits.head_seconds / 2
    for each in connections:
        each.close()
    until(lambda: b" 200 " in answer(connect("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")))


def memory():
    """The bytes that this process, and so the server in it, has in memory."""
    return int(re.findall(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())[0]) * 1024


@pytest.mark.parametrize("limits", [ConnectionLimits(one_address=2)])
@pytest.mark.parametrize(("proxies", "served_all"), [((), False), (("192.0.2.1", "127.0.0.0/8"), True)])
def test_a_proxy_on_another_machine_has_no_share_of_its_own(store, limits, proxies, served_all, monkeypatch):
    """All visitors come from there, while whoever comes by themselves has so many connections and no more."""
    monkeypatch.setattr("tielu.web.connections.is_loopback_address", lambda _: False)
    with serving(store, http=guarded(limits, proxies)) as found, ExitStack() as opened:
        host, port = found.address.removeprefix("http://").split(":")
        made = [opened.enter_context(socket.create_connection((host, int(port)), timeout=60)) for _ in range(3)]
        with suppress(ConnectionError):
            made[-1].sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert bool(answer(made[-1])) == served_all


@pytest.mark.parametrize("limits", [ConnectionLimits()])
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say how much memory is used")
def test_unfinished_files_take_no_memory(connect, store):
    """Without our cookie none of a file is read; with it a few files arrive at a time, on the disk."""
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + b"x" * (LARGEST_FILE - 1000)
    length = f"Content-Length: {LARGEST_FILE}\r\n\r\n"
    foreign = connect((HEAD.format(path="/import") + FILE + length).replace("tielu_form", "other"))
    assert b" 403 " in foreign.recv(65536)
    before = memory()
    uploads = [connect(HEAD.format(path="/import") + FILE + length) for _ in range(12)]
    for upload in uploads[:UPLOADS_OF_ONE]:
        upload.sendall(part)
    refused = [upload.recv(65536) for upload in uploads[UPLOADS_OF_ONE:]]
    assert all(b" 503 " in each for each in refused)
    assert memory() - before < UPLOADS_OF_ONE * LARGEST_FILE * 0.75


@pytest.mark.parametrize("limits", [ConnectionLimits()])
def test_a_body_is_too_large_before_it_is_sent(connect):
    """What its head says is enough."""
    said = connect(HEAD.format(path="/games") + FORM + "Content-Length: 99999999999999999999\r\n\r\n")
    assert b" 413 " in said.recv(65536)
    unsaid = connect(HEAD.format(path="/games") + FORM + "Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(40):
        unsaid.sendall(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
        if select.select([unsaid], [], [], 0.005)[0]:
            break  # it has answered, and hangs up
    assert b" 413 " in unsaid.recv(65536)
