"""The server on this machine, for this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from socket import socket

import uvicorn

from tielu import InvalidAction
from tielu.store import Store
from tielu.web.app import create_app
from tielu.web.live import News

HOST = "127.0.0.1"
# How long an answer may take to end when the server does.
_FAREWELL_SECONDS = 2


def default_database() -> Path:
    """Where the games of this user live, as the system likes it; raises InvalidAction if no folder can be made."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "tielu"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidAction("file_not_written", file=str(folder), reason=error.strerror) from error
    return folder / "games.sqlite3"


class _Server(uvicorn.Server):
    """Says when it listens, not before; ends the streams of news before it waits for answers to end."""

    def __init__(self, config: uvicorn.Config, news: News, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._news = news
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._news.close()
        await super().shutdown(sockets)


def serve(database: Path | str, port: int, on_ready: Callable[[str], None], *, browser: bool) -> bool:
    """Serve the games of a database until interrupted; False if the port was not free."""
    address = f"http://{HOST}:{port}/"

    def ready() -> None:
        on_ready(address)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with Store(database) as store:
        app = create_app(store)
        config = uvicorn.Config(
            app,
            host=HOST,
            port=port,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_FAREWELL_SECONDS,
        )
        server = _Server(config, app.state.news, ready)
        try:
            server.run()
        except SystemExit:
            return False
        return server.started
