"""`tielu serve` and `tielu work` as processes, with their logs, for tests."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.test_architecture import ROOT
from tests.web.tables_with_bots import until

PROGRAM = "import sys; from tielu.cli import main; sys.exit(main())"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@dataclass
class Running:
    """A process that logs to a file, and answers at a port."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What it has logged; every line is an object of JSON."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def events(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["event"] == event]

    def ask(self, path: str, method: str = "GET", body: object = None, **headers: str) -> tuple[int, str]:
        """The status and the text of an answer; a body is sent as JSON."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = None if body is None else json.dumps(body)
        return self.exchange(path, method, sent, {"Content-Type": "application/json", **named})[:2]

    def exchange(
        self, path: str, method: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, dict[str, str]]:
        """The status, the text and the cookies of an answer."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            given = [each.partition(";")[0].partition("=") for each in answer.headers.get_all("Set-Cookie", [])]
            return answer.status, answer.read().decode(), {name: value for name, _, value in given}

    def end(self, seconds: float = 20.0) -> int:
        """Tell it to end; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)


@contextmanager
def running(command: str, log: Path, port: int, settings: dict[str, object]) -> Iterator[Running]:
    """A command with these settings; ready when it has logged its first line. It is killed in the end."""
    environment = {**os.environ, **{f"TIELU_{name.upper()}": str(value) for name, value in settings.items()}}
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, command], stdout=output, cwd=ROOT, env=environment, start_new_session=True
        ) as process,
    ):
        try:
            until(lambda: process.poll() is not None or log.stat().st_size)
            assert process.poll() is None, "it did not start"
            yield Running(process, log, port)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def public_server(url: str, log: Path, **settings: object) -> Iterator[Running]:
    """A `tielu serve` on a database."""
    port = free_port()
    with running("serve", log, port, {"database": url, "port": port, **settings}) as server:
        yield server


@contextmanager
def worker(url: str, log: Path, **settings: object) -> Iterator[Running]:
    """A `tielu work` on a database, which answers at a port."""
    port = free_port()
    with running("work", log, port, {"database": url, "work_port": port, **settings}) as working:
        yield working
