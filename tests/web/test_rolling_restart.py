"""Servers that end while others go on: requests are answered, streams come back, workers end when told."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager

import psycopg

from tests.web.public_servers import PROGRAM, public_server
from tests.web.tables_with_bots import BID, until

# Whoever waits for a row that somebody else has locked.
WAITING = "SELECT 1 FROM pg_locks WHERE NOT granted"


def accepting(*servers):
    """The port of the first server that accepts connections, as a proxy would choose it."""
    return next(server.port for server in servers if not refuses(server.port))


def refuses(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return True
    return False


def ask(port, method, path, body=None):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=90)) as connection:
        connection.request(method, f"/api{path}", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


@contextmanager
def stream(port, game_id, since):
    """The events of a game after these entries and messages."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=90)) as connection:
        connection.request("GET", f"/games/{game_id}/events?since={since}")
        yield connection.getresponse()


def test_a_page_on_one_server_goes_on_with_the_other(postgres_url, tmp_path):
    """The first ends when told: it answers what it is doing, ends its streams, and the visitor is at the other."""
    with public_server(postgres_url, tmp_path / "a") as here, public_server(postgres_url, tmp_path / "b") as there:
        players = [{"name": name} for name in ("Ann", "Bo", "Cy")]
        game = {"title": "1880", "players": players, "mode": "hot_seat"}
        game_id = ask(accepting(here, there), "POST", "/games", game)[1]["id"]
        answers = []

        def bid():
            answers.append(ask(here.port, "POST", f"/games/{game_id}/act", {"seq": 0, "action": BID})[0])

        bidding = threading.Thread(target=bid)
        with stream(accepting(here, there), game_id, "0-0") as events, psycopg.connect(postgres_url) as holding:
            assert events.readline() == b"retry: 1000\n"
            # A bid that waits for its row is under way when the server is told to end.
            holding.execute("SELECT 1 FROM games FOR UPDATE")
            bidding.start()
            until(lambda: holding.execute(WAITING).fetchone())
            here.process.send_signal(signal.SIGTERM)
            assert events.read().endswith(b"\n"), "it ends between two events"
            until(lambda: refuses(here.port))
            assert answers == []
        bidding.join()
        assert answers == [200]
        assert here.process.wait(20) == 0
        with stream(accepting(here, there), game_id, "0-0") as events:
            assert b"event: entry\n" in [events.readline() for _ in range(4)]
        passing = {"seq": 1, "action": {"type": "pass"}}
        assert ask(accepting(here, there), "POST", f"/games/{game_id}/act", passing)[0] == 200
        told = [line["event"] for line in here.lines if line["logger"] == "tielu.web.public"]
        assert told == ["serving", "stopping"]


def test_a_worker_may_be_told_to_end_at_any_moment(postgres_url):
    """Also while it starts: it ends soon, without a complaint."""
    command = [sys.executable, "-c", PROGRAM, "work", "--database", postgres_url]
    moments = (0.5, 1.0)
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in moments]
    began = time.monotonic()
    try:
        for moment, each in zip(moments, workers, strict=True):
            time.sleep(max(0.0, began + moment - time.monotonic()))
            each.send_signal(signal.SIGTERM)
        for each in workers:
            _, complaints = each.communicate(timeout=90)
            # While it starts, the signal itself ends it.
            assert (each.returncode in (0, -signal.SIGTERM), complaints) == (True, b"")
    finally:
        for each in workers:
            each.kill()
            each.communicate()
