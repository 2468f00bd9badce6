"""Those who load a server: streams that listen, people who act, spectators who fetch pages; cheap, in one loop."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import statistics
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from bench.load_games import LiveGame

# Connections on which people act, for each server.
ACTORS = 32
# After this time an action counts as lost.
PATIENCE = 20.0
_ID = re.compile(rb"id: ?(\d+)-")
_ENTRIES = re.compile(rb'data-entries="(\d+)"')


class Stream(asyncio.Protocol):
    """One page that listens to a game: it knows when it heard of each number of entries."""

    def __init__(self, game_id: str, seq: int) -> None:
        self._request = f"GET /games/{game_id}/events?since={seq}-0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self._rest = b""
        self._heard: dict[int, asyncio.Future[float]] = {}
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if b"retry:" in self._rest and not self.opened.done():
            self.opened.set_result(None)
        for found in _ID.finditer(self._rest):
            waiting = self.heard(int(found[1]))
            if not waiting.done():
                waiting.set_result(asyncio.get_running_loop().time())
        self._rest = self._rest[-32:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def heard(self, seq: int) -> asyncio.Future[float]:
        """The time at which it hears of this entry."""
        return self._heard.setdefault(seq, asyncio.get_running_loop().create_future())


async def open_stream(port: int, game: LiveGame) -> Stream:
    """A stream that has begun to send."""
    _, stream = await asyncio.get_running_loop().create_connection(lambda: Stream(game.id, game.seq), "127.0.0.1", port)
    await asyncio.wait_for(stream.opened, PATIENCE)
    return stream


class Connection:
    """A connection that stays open, with the cookies that its server has set."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._cookies: dict[str, str] = {}

    async def ask(self, path: str, body: object = None, secret: str = "") -> tuple[int, bytes]:
        """The status and the body, as it was sent; raises OSError or EOFError where the server goes away."""
        sent = b"" if body is None else json.dumps(body).encode()
        request = self._head(path, len(sent), secret, post=body is not None) + sent
        try:
            head, answer = await self._exchange(request)
        except (OSError, EOFError):
            # The server closes a connection that was idle, and a browser then opens another.
            head, answer = await self._exchange(request)
        self._cookies |= dict(re.findall(r"set-cookie: ([^=]+)=([^;\r]*)", head))
        return int(head.split()[1]), answer

    async def _exchange(self, request: bytes) -> tuple[str, bytes]:
        """The head and the body of an answer; after a failure the connection is closed."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        reader, writer = self._streams
        try:
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"content-length: (\d+)", head)
            assert length is not None, head
            return head, await reader.readexactly(int(length[1]))
        except BaseException:
            self.close()
            raise

    def _head(self, path: str, length: int, secret: str, *, post: bool) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        lines = [f"{'POST' if post else 'GET'} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"Cookie: {cookies}"] if cookies else []
        lines += [f"Authorization: Bearer {secret}"] if secret else []
        lines += ["Content-Type: application/json", f"Content-Length: {length}"] if post else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass(frozen=True)
class Delays:
    """The seconds from the moment an action was due until others heard of it, and how many were lost or refused."""

    seconds: tuple[float, ...]
    errors: int

    @property
    def p50(self) -> float:
        return statistics.median(self.seconds) if self.seconds else float("inf")

    @property
    def p95(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.95)] if self.seconds else float("inf")


class Crowd:
    """Live games, each with a stream at one server and people who act at the next one."""

    def __init__(self, ports: Sequence[int], games: Sequence[LiveGame]) -> None:
        self._ports = ports
        self._games = list(games)
        self._streams: dict[str, Stream] = {}
        self._acting_at: dict[str, int] = {}
        self._free: dict[int, asyncio.Queue[Connection]] = {}

    async def __aenter__(self) -> Self:
        for number, game in enumerate(self._games):
            self._acting_at[game.id] = self._ports[(number + 1) % len(self._ports)]
            self._streams[game.id] = await open_stream(self._ports[number % len(self._ports)], game)
        for port in self._ports:
            self._free[port] = asyncio.Queue()
            for _ in range(ACTORS):
                self._free[port].put_nowait(Connection(port))
        return self

    async def __aexit__(self, *_: object) -> None:
        for stream in self._streams.values():
            stream.transport.abort()
        for connections in self._free.values():
            while not connections.empty():
                connections.get_nowait().close()

    async def look_at_all(self) -> None:
        """Ask for each game where it is played, so that its server has it in memory, as it has games under way."""
        for port, connections in self._free.items():
            played_here = [game for game in self._games if self._acting_at[game.id] == port]
            connection = await connections.get()
            for game in played_here:
                status, _ = await connection.ask(f"/api/games/{game.id}")
                assert status == 200, status
            connections.put_nowait(connection)

    @property
    def lost_streams(self) -> int:
        return sum(stream.lost for stream in self._streams.values())

    async def act(self, rate: float, seconds: float) -> Delays:
        """Act this many times a second, whether or not the server keeps up; every action comes at its time."""
        loop = asyncio.get_running_loop()
        begun, turns, tasks = loop.time(), deque(self._games), list[asyncio.Task[float | None]]()
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - loop.time()))
            game = turns.popleft()
            turns.append(game)
            tasks.append(loop.create_task(self._act(game, due)))
        found = [await task for task in tasks]
        good = tuple(each for each in found if each is not None)
        return Delays(good, len(found) - len(good))

    async def _act(self, game: LiveGame, due: float) -> float | None:
        """Seconds from when it was due until the stream of this game hears of it; None, and no more of it, if never."""
        try:
            return await self._acted(game) - due
        except (OSError, EOFError, TimeoutError, AssertionError):
            with suppress(ValueError):
                self._games.remove(game)
            return None

    async def _acted(self, game: LiveGame) -> float:
        """When the stream of this game hears of its next action; raises if it does not."""
        seq, secret, free = game.seq, game.secret, self._free[self._acting_at[game.id]]
        body = {"seq": seq, "action": game.next_action()}
        connection = await free.get()
        try:
            status, answer = await asyncio.wait_for(connection.ask(f"/api/games/{game.id}/act", body, secret), PATIENCE)
        finally:
            free.put_nowait(connection)
        assert status == 200, answer
        return await asyncio.wait_for(self._streams[game.id].heard(seq + 1), PATIENCE)


class Spectators:
    """Many who watch one game, at all servers: each listens, and fetches the page when something has happened."""

    def __init__(self, ports: Sequence[int], game: LiveGame, count: int) -> None:
        self._ports = [ports[number % len(ports)] for number in range(count)]
        self._game = game

    async def seconds(self, actions: int) -> list[float]:
        """For each of some actions, the seconds until all have the page after it."""
        readers = [Connection(port) for port in self._ports]
        await asyncio.gather(*(reader.ask(f"/games/{self._game.id}") for reader in readers))
        streams = [await open_stream(port, self._game) for port in self._ports]
        actor = Connection(self._ports[0])
        found = []
        for _ in range(actions):
            await asyncio.sleep(1.0)
            begun, seq, secret = asyncio.get_running_loop().time(), self._game.seq + 1, self._game.secret
            body = {"seq": seq - 1, "action": self._game.next_action()}
            fetching = [self._fetch(reader, stream.heard(seq)) for reader, stream in zip(readers, streams, strict=True)]
            (status, _), *pages = await asyncio.gather(
                actor.ask(f"/api/games/{self._game.id}/act", body, secret), *fetching
            )
            assert status == 200, status
            found.append(max(when for when, _ in pages) - begun)
            _check_pages([page for _, page in pages], seq)
        for each in (actor, *readers):
            each.close()
        for stream in streams:
            stream.transport.abort()
        return found

    async def _fetch(self, reader: Connection, news: Awaitable[float]) -> tuple[float, bytes]:
        """When a reader has the page, and the page."""
        await asyncio.wait_for(news, PATIENCE)
        status, page = await asyncio.wait_for(reader.ask(f"/games/{self._game.id}"), PATIENCE)
        assert status == 200, status
        return asyncio.get_running_loop().time(), page


def _check_pages(pages: list[bytes], seq: int) -> None:
    """Whether all show the position after this entry."""
    for page in pages:
        found = _ENTRIES.search(gzip.decompress(page))
        assert found is not None
        assert int(found[1]) == seq
