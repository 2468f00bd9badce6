"""The real server in a thread, on a free port and a database of its own."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from fastapi import FastAPI

from tielu.store import Store
from tielu.web import create_app
from tielu.web.live import Publisher

_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Served:
    """A running server: its address, the store behind it, in which tests set up their games, and who tells of news."""

    address: str
    store: Store
    publisher: Publisher

    def game(self, game_id: str) -> str:
        return f"{self.address}/games/{game_id}"


@contextmanager
def serving(store: Store, *, app: FastAPI | None = None, **options: Any) -> Iterator[Served]:
    """Serve the games of a store until the block ends, by an application of its own and with options of uvicorn."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        app = app or create_app(store)
        options = {"log_level": "critical", "access_log": False, "timeout_graceful_shutdown": 1, **options}
        server = uvicorn.Server(uvicorn.Config(app, **options))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        until = time.monotonic() + _PATIENCE_SECONDS
        while not server.started:
            assert thread.is_alive(), "the server has stopped"
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.01)
        try:
            yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", store, app.state.publisher)
        finally:
            server.should_exit = True
            thread.join(_PATIENCE_SECONDS)
