"""The server on this machine: for this machine, or where that is wished for the network it is in."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from tielu.errors import Unavailable
from tielu.store import Store
from tielu.web.app import create_app
from tielu.web.live import Publisher
from tielu.web.middleware import LOOPBACK

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
# How long an answer may take to end when the server does.
_FAREWELL_SECONDS = 2
# Asked for nothing; the way to it tells which of our addresses others see. It belongs to no machine.
_SOMEWHERE = ("192.0.2.1", 9)


def default_database() -> Path:
    """Where the games of this user live, as the system likes it; raises Unavailable if no folder can be made."""
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
        raise Unavailable("file_not_written", file=str(folder), reason=error.strerror) from error
    return folder / "games.sqlite3"


class _Server(uvicorn.Server):
    """Says when it listens, not before; ends the streams of publisher before it waits for answers to end."""

    def __init__(self, config: uvicorn.Config, publisher: Publisher, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._publisher = publisher
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._publisher.close()
        await super().shutdown(sockets)


def serve(
    database: Path | str,
    port: int,
    on_ready: Callable[[str, Sequence[str] | None], None],
    *,
    browser: bool,
    host: str = HOST,
    names: Sequence[str] = (),
) -> bool:
    """Serve the games of a database until interrupted; False if host and port were not free.

    `on_ready` is told the address for this machine, and those for others in the network, None if it is not shared.
    `names` are further names under which the server is asked, for instance behind a proxy.
    """
    others = None if is_loopback(host) else [address_of(each, port) for each in network_hosts(host)]
    address = address_of(HOST if is_everywhere(host) else host, port)
    own = () if others is None else (socket.gethostname(), f"{socket.gethostname()}.local")

    def ready() -> None:
        on_ready(address, others)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with Store(database) as store:
        app = create_app(store, (*LOOPBACK, *own, *names), addresses=others)
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_FAREWELL_SECONDS,
        )
        server = _Server(config, app.state.publisher, ready)
        try:
            server.run()
        except SystemExit:
            return False
        return server.started


# ---- addresses ----


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server there."""
    return host == "localhost" or (_numbers(host) is not None and ipaddress.ip_address(host).is_loopback)


def is_everywhere(host: str) -> bool:
    """Whether a server there listens on all addresses of this machine."""
    return _numbers(host) is not None and ipaddress.ip_address(host).is_unspecified


def network_hosts(host: str) -> list[str]:
    """Where others in the network find a server on this host, the likeliest first; empty if that is not to be found."""
    if not is_everywhere(host):
        return [host]
    found = [_address_on_the_way(), *_addresses_by_name()]
    return list(dict.fromkeys(each for each in found if each and not is_loopback(each) and not is_everywhere(each)))


def _address_on_the_way() -> str:
    """The address from which a packet would leave; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_by_name() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(each[4][0]) for each in found]


def _numbers(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
