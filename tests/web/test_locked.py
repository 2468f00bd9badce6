"""A row or a file that somebody else has locked stalls nobody but those who need it."""

import http.client
import json
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg

from tests.web.public_servers import public_server
from tests.web.tables_with_bots import BID, until
from tielu.store import Store

PLAYERS = ["Ann", "Bo", "Cy"]
WAITING = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
# More than the server has threads.
CROWD = 45
# Whoever waits for the lock waits for longer, and a machine that does other things as well answers in less.
LOCK_SECONDS, SOON = 12, 9.0


def ask(port, method, path, body=None):
    """The status, the code of a refusal, whether it says when to try again, and how long it took."""
    began = time.monotonic()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read().decode()
    code = json.loads(text).get("code") if path.startswith("/api/") else None
    return answer.status, code, "retry-after" in answer.headers, time.monotonic() - began


def two_games(database):
    with Store(database) as store:
        return [store.create_game("1880", PLAYERS, mode="hot_seat").id for _ in range(2)]


def test_a_locked_row_stalls_no_other_game(postgres_url, tmp_path):
    """A crowd acts in a game whose row somebody holds; an action in another game is taken soon."""
    locked, free = two_games(postgres_url)
    with (
        public_server(f"{postgres_url}&options=-clock_timeout={LOCK_SECONDS}s", tmp_path / "log") as server,
        psycopg.connect(postgres_url, autocommit=True) as watching,
        psycopg.connect(postgres_url) as holding,
        ThreadPoolExecutor(CROWD) as crowd,
    ):
        holding.execute("SELECT 1 FROM games WHERE id = %s FOR UPDATE", [locked])
        act = {"seq": 0, "action": BID}
        acts = [crowd.submit(ask, server.port, "POST", f"/api/games/{locked}/act", act) for _ in range(CROWD)]
        until(lambda: watching.execute(WAITING).rowcount >= 4)
        taken = ask(server.port, "POST", f"/api/games/{free}/act", act)
        shown = ask(server.port, "GET", f"/games/{free}")
        refused = [each.result() for each in acts]
    assert (taken[0], shown[0]) == (200, 200)
    assert max(taken[3], shown[3]) < SOON
    assert Counter(each[:3] for each in refused) == {(503, "store_busy", True): CROWD}
    assert max(each[3] for each in refused) < 5 * LOCK_SECONDS


def test_a_locked_file_stalls_no_reader(tmp_path):
    """Another program holds the file: those who write are told in time, and pages come meanwhile."""
    file = tmp_path / "games.sqlite3"
    locked, free = two_games(file)
    with (
        public_server(str(file), tmp_path / "log") as server,
        closing(sqlite3.connect(file, isolation_level=None)) as holding,
        ThreadPoolExecutor(CROWD) as crowd,
    ):
        holding.execute("BEGIN IMMEDIATE")
        act = {"seq": 0, "action": BID}
        acts = [crowd.submit(ask, server.port, "POST", f"/api/games/{locked}/act", act) for _ in range(CROWD)]
        until(lambda: sum(each.done() for each in acts) >= CROWD // 3)
        assert not all(each.done() for each in acts), "some still wait for the file"
        shown = ask(server.port, "GET", f"/games/{free}")
        holding.execute("ROLLBACK")
        answers = Counter(each.result()[:3] for each in acts)
        assert ask(server.port, "POST", f"/api/games/{free}/act", act)[0] == 200
    assert (shown[0], shown[3] < SOON) == (200, True)
    assert answers[200, None, False] == 1
    assert set(answers) <= {(200, None, False), (503, "store_busy", True), (409, "somebody_was_quicker", False)}
