"""The processes that are asked, what they take of memory, and what is left in their databases."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.known import Known, fill
from tests.test_architecture import ROOT
from tests.web.public_servers import PROGRAM, free_port
from tests.web.tables_with_bots import until
from tielu.store import GameInfo, Store

COMMANDS = {"play": ["play", "--no-browser"], "serve": ["serve"]}
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Server:
    """A process on a database in which everything known is."""

    process: subprocess.Popen[bytes]
    port: int
    database: Path | str
    known: Known
    sealed: list[tuple[GameInfo, int, int]]
    log: Path

    @property
    def memory(self) -> float:
        """What it has in memory, in MB."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text("utf-8").split()[1]
        return int(pages) * PAGE_BYTES / 1e6

    def answers(self, path: str = "/") -> int:
        """The status of a good request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def faults_at_the_end(self) -> Iterator[str]:
        """Ask for good pages, end it, and look into its database."""
        open_to_all, private = (f"/games/{each}" for each in self.known.sealed)
        for path, expected in (("/", 200), (open_to_all, 200), (private, 404)):
            if (status := self.answers(path)) != expected:
                yield f"a good request is answered with {status}: {path}"
        self.process.send_signal(signal.SIGTERM)
        if (ended := self.process.wait(60)) not in (0, -signal.SIGTERM):
            yield f"the server ended with {ended}"
        if b"store_failed" in self.log.read_bytes():
            yield f"the database has refused something that should have been checked: {self.log}"
        with Store(self.database) as store:
            if [_state(store, each) for each in self.known.sealed] != self.sealed:
                yield "a game of which nobody had a secret has changed"
            for game_id in _all_games(store):
                store.load(game_id)  # raises if a position is not the one that was played


def _state(store: Store, game_id: str) -> tuple[GameInfo, int, int]:
    progress = store.progress(game_id)
    return store.game(game_id), progress.entries, progress.messages


def _all_games(store: Store) -> Iterator[str]:
    after = None
    while True:
        page = store.list_games(limit=50, after=after)
        yield from (game.id for game in page.games)
        if page.more is None:
            return
        after = page.more


@contextmanager
def started(command: str, database: Path | str, log: Path, seed: int) -> Iterator[Server]:
    """`tielu play` or `tielu serve` on a database that is filled first; it is killed in the end."""
    with Store(database) as store:
        known = fill(store, seed)
        sealed = [_state(store, each) for each in known.sealed]
    port = free_port()
    arguments = [*COMMANDS[command], "--database", str(database), "--port", str(port)]
    # A server with accounts, whose mails nobody takes.
    mail = {"TIELU_MAIL_HOST": "localhost", "TIELU_MAIL_PORT": "9", "TIELU_MAIL_SENDER": "table@games.example"}
    environment = {**os.environ, "TIELU_ACCESS_LOG": "false", "TIELU_PUBLIC_ADDRESS": "http://localhost", **mail}
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdout=output,
            stderr=output,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        ) as process,
    ):
        try:
            server = Server(process, port, database, known, sealed, log)
            until(lambda: process.poll() is not None or _listens(server), 60)
            yield server
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _listens(server: Server) -> bool:
    try:
        return server.answers() == 200
    except OSError:
        return False
