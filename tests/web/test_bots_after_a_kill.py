"""A server with bots is killed: their processes end with it, and the next server lets them go on where they were."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.tables_with_bots import BID, until

PLAY = "import sys; from tielu.cli import main; sys.exit(main())"
CHILDREN = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")


class Server:
    """`tielu play` as a user begins it."""

    def __init__(self, database: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        options = ["play", "--no-browser", "--port", str(self.port), "--database", str(database)]
        self.process = subprocess.Popen([sys.executable, "-c", PLAY, *options], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        assert self.process.stdout.readline()

    def ask(self, path, data=None):
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.loads(answer.read())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def workers(self) -> list[int]:
        """The processes that it has begun, where the system tells; threads have their own."""
        found = []
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            found += [int(each) for each in (thread / "children").read_text("utf-8").split()]
        return found


@contextmanager
def server_on(database):
    """A server, which is killed at the end, whatever happens."""
    server = Server(database)
    try:
        yield server
    finally:
        server.kill()


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not CHILDREN.exists(), reason="this system does not tell of children")
def test_bots_go_on_after_a_kill(tmp_path):
    """Several kills in the middle of their moves: no entry is lost or doubled, no process is left behind."""
    players = [{"name": "Ann"}, *({"name": name, "bot": "clerk"} for name in ("Li", "Wang", "Chen"))]
    game, known, killed = "", list[Any](), list[int]()
    for _ in range(3):
        with server_on(tmp_path / "games.sqlite3") as server:
            if not game:
                game = server.ask("/api/games", {"title": "1880", "players": players, "mode": "hot_seat"})["id"]
                server.ask(f"/api/games/{game}/act", {"seq": 0, "action": BID})
            path = f"/api/games/{game}"
            until(lambda: len(server.ask(f"{path}/entries")) > len(known) + 1)  # noqa: B023
            log = [(each["seat"], each["entry"]) for each in server.ask(f"{path}/entries")]
            assert log[: len(known)] == known
            now = server.ask(path)
            if now["actor"] == "Ann":
                server.ask(f"{path}/act", {"seq": now["seq"], "action": {"type": "pass"}})
            known = [(each["seat"], each["entry"]) for each in server.ask(f"{path}/entries")]
            killed += server.workers()
            assert killed
    until(lambda: not any(map(is_running, killed)))
