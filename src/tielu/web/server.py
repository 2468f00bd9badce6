"""The server for this machine and, if shared, its network; `public.py` has the public one."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import cast

import uvicorn
from starlette.types import ASGIApp

from tielu.errors import Unavailable
from tielu.store import Store
from tielu.web.app import create_app
from tielu.web.connections import ConnectionLimits, guarded, is_loopback_address
from tielu.web.garbage import seldom_collected
from tielu.web.middleware import LOOPBACK

HOST = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"
# How often a server that nobody asks anything looks at its clock, for the `Date` of its answers.
_TICK_SECONDS = 1.0
# How many files the database and others may have open; every connection is one more.
_OTHER_FILES = 200
# A documentation address that belongs to no machine; the route to it shows our own address in the network.
_PROBE_ADDRESS = ("192.0.2.1", 9)


def default_database() -> Path:
    """The database file in the user's data folder, which is created if needed; raises Unavailable if it cannot be."""
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


def database_address(text: str) -> Path | str:
    """The database that somebody has named: a URL, a file, or by default the user's own; raises like that one."""
    if not text:
        return default_database()
    return text if "://" in text else Path(text)


def has_jobs(database: Path | str) -> bool:
    """Whether a database has jobs for workers; SQLite has none."""
    return isinstance(database, str) and database.startswith("postgres")


@dataclass(frozen=True)
class Listening:
    """Where and how a server listens."""

    host: str
    port: int
    # Proxies that are believed when they say for whom they ask.
    trusted_proxies: Sequence[str] = (HOST,)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    # How long the server goes on after SIGTERM, so that its proxy notices, and how long open requests may then take.
    drain_seconds: float = 0.0
    shutdown_seconds: int = 2


@dataclass(frozen=True)
class Phases:
    """What to do once a server listens, when it is told to end, and when it refuses connections from then on.

    The last must end the streams, which would never end by themselves.
    """

    on_start: Callable[[], None]
    on_stop: Callable[[], None]
    on_told: Callable[[], None] = lambda: None


class _Server(uvicorn.Server):
    """Tells what happens to it: that it listens, that it is told to end, and that it does so."""

    def __init__(self, config: uvicorn.Config, phases: Phases, drain_seconds: float) -> None:
        super().__init__(config)
        self._phases = phases
        self._drain_seconds = drain_seconds
        self._drains = False
        self._told = asyncio.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._drains = sig == signal.SIGTERM  # whoever presses Ctrl+C does not want to wait
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self._told.set)

    async def main_loop(self) -> None:
        """Wait to be told to end; uvicorn would look ten times a second, which is most of what an idle server does."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), _TICK_SECONDS)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._phases.on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._phases.on_told()
        if self._drains:
            await asyncio.sleep(self._drain_seconds)
        self._phases.on_stop()
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
    """Serve the games of a database until interrupted; returns False if host and port are not free.

    `on_ready` gets the URL for this machine and the list of those for others in the network, None if not shared.
    `names` are further host names of the server, for instance behind a proxy.
    """
    others = None if is_loopback(host) else [address_of(each, port) for each in network_hosts(host)]
    address = address_of(HOST if is_unspecified(host) else host, port)
    host_names = () if others is None else (socket.gethostname(), f"{socket.gethostname()}.local")

    def ready() -> None:
        on_ready(address, others)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with Store(database) as store:
        app = create_app(store, (*LOOPBACK, *host_names, *names), addresses=others)
        return run_server(app, Listening(host, port), Phases(ready, app.state.publisher.close))


def run_server(app: ASGIApp, listening: Listening, phases: Phases) -> bool:
    """Serve an application until interrupted; returns False if host and port are not free."""
    config = uvicorn.Config(
        app,
        host=listening.host,
        port=listening.port,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=bool(listening.trusted_proxies),
        forwarded_allow_ips=list(listening.trusted_proxies),
        timeout_graceful_shutdown=listening.shutdown_seconds,
        http=cast("type[asyncio.Protocol]", guarded(listening.connections, listening.trusted_proxies)),
    )
    _allow_open_files(listening.connections.all_addresses + _OTHER_FILES)
    server = _Server(config, phases, listening.drain_seconds)
    try:
        with _store_closed_at_sigterm(), seldom_collected():
            server.run()
    except SystemExit:
        return False
    return server.started


@contextmanager
def _store_closed_at_sigterm() -> Iterator[None]:
    """Do nothing more at SIGTERM than uvicorn, which ends the server and then raises the signal again."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _allow_open_files(count: int) -> None:
    """Ask the system for this many open files; it may allow fewer, or have no such limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if most == resource.RLIM_INFINITY else min(count, most)
        if allowed != resource.RLIM_INFINITY and allowed < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


# ---- addresses ----


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether a server on this host can be reached from this machine only."""
    return host == "localhost" or is_loopback_address(host)


def is_unspecified(host: str) -> bool:
    """Whether a server on this host listens on all interfaces."""
    return _parse_ip(host) is not None and ipaddress.ip_address(host).is_unspecified


def network_hosts(host: str) -> list[str]:
    """The addresses of this server for others in the network, the likeliest first; empty if unknown."""
    if not is_unspecified(host):
        return [host]
    found = [_outgoing_address(), *_addresses_by_name()]
    return list(dict.fromkeys(each for each in found if each and not is_loopback(each) and not is_unspecified(each)))


def _outgoing_address() -> str:
    """The address from which packets leave this machine; none is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_PROBE_ADDRESS)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_by_name() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(each[4][0]) for each in found]


def _parse_ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
