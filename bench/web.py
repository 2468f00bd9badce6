"""Measures the web table as it is served, over HTTP: `python -m bench.web`; it prints JSON as bench.measure does.

The server is `tielu play` in a process of its own, on a fresh database. What others do on the machine shows in these
times, so the load is among the figures. Where Playwright and a Chromium are there, a browser opens the page too: the
one that the tests use.
"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import importlib
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import tielu
from bench.games import choose, play, recorded_games
from tielu.store import Store

# A line of the table: what was measured, the figure, its unit.
Line = tuple[str, float, str]

LENGTH = 800
REQUESTS = 100
VISITS = 5
LIVE_GAMES = 50
STREAMS = 2
ACTS = 6
ACTORS = 5
# Between two actions of one actor: some action somewhere about 25 times a second, in each game every two seconds.
PAUSE = (0.1, 0.3)
WATCHED_ACTS = 60
IDLE_GAMES = 60
PATIENCE = 120.0
# Bytes as they were sent, once the fonts are there too.
FETCHED = """document.fonts.ready.then(() => ['navigation', 'resource']
    .flatMap(kind => performance.getEntriesByType(kind)).reduce((sum, each) => sum + each.encodedBodySize, 0))"""


def finished_game() -> tielu.Game:
    """A game of about 800 actions: a recorded one, or where there is none one played at random."""
    games = recorded_games("1880", 12) or [play(seed, 3 + seed % 5, "2022") for seed in range(8)]
    return min((game for game in games if game.finished), key=lambda game: abs(len(game.actions) - LENGTH))


@contextmanager
def served(database: Path) -> Iterator[tuple[int, int]]:
    """The table on a port of its own: the port, and the number of the process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-c", "import sys; from tielu.cli import main; sys.exit(main())"]
    command += ["play", "--no-browser", "--port", str(port), "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout
            assert server.stdout.readline(), "the server did not start"
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(PATIENCE)


def fetch(connection: http.client.HTTPConnection, path: str) -> tuple[bytes, bytes]:
    """What a path holds, as it was sent and as it is."""
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    sent = answer.read()
    assert answer.status == 200, (path, answer.status)
    return sent, gzip.decompress(sent) if answer.headers["content-encoding"] == "gzip" else sent


def part(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


# ---- the page ----


def page_lines(port: int, pid: int, path: str) -> Iterator[Line]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    begun = time.perf_counter()
    sent, page = fetch(connection, path)
    yield "page of a finished game: first load", (time.perf_counter() - begun) * 1000, "ms"
    times, worked = [], processor_seconds(pid)
    for _ in range(REQUESTS):
        begun = time.perf_counter()
        fetch(connection, path)
        times.append(time.perf_counter() - begun)
    worked = processor_seconds(pid) - worked
    yield "page of a finished game: p50", part(times, 0.5), "ms"
    yield "page of a finished game: p95", part(times, 0.95), "ms"
    if worked:
        yield "page of a finished game: processor", worked / REQUESTS * 1000, "ms"
    yield "page, compressed", len(sent) / 1000, "kB"
    needed = re.findall(r'<(?:link rel="(?:stylesheet|icon)"|script) (?:href|src)="([^"]+)"', page.decode())
    assert needed, "the page names no style sheet"
    yield (
        "page and all it needs, compressed",
        (len(sent) + sum(len(fetch(connection, x)[0]) for x in needed)) / 1000,
        "kB",
    )
    connection.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser of the tests, or None with a word why there is none."""
    try:
        finder = importlib.import_module("tests.browser.chromium")
    except ImportError:  # Playwright is not installed with the rest
        print("no Playwright: the page is not opened in a browser", file=sys.stderr)
        yield None
        return
    with finder.sync_playwright() as tools:
        program = finder.find(tools)
        if program is None:
            print(finder.MISSING, file=sys.stderr)
            yield None
            return
        with finder.started(tools, program) as browser:
            yield browser


def opened_page(browser: Any, port: int, path: str) -> Any:
    """The page in a browser that has never been here, when it is read and its script has run."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"http://127.0.0.1:{port}{path}", wait_until="load")
    return page


def browser_lines(browser: Any, port: int, path: str) -> Iterator[Line]:
    """How long a browser that has never been here takes until the page can be used, and what it fetches, with fonts."""
    usable, fetched = [], 0
    for _ in range(VISITS):
        page = opened_page(browser, port, path)
        usable.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000)
        fetched = page.evaluate(FETCHED)
        page.context.close()
    yield "page and all that a browser fetches for it", fetched / 1000, "kB"
    yield "usable in Chromium, nothing kept: p50", part(usable, 0.5), "ms"
    yield "usable in Chromium, nothing kept: most", part(usable, 1.0), "ms"


# ---- news ----


class Listener:
    """Reads one stream of news, and knows when it first heard of each number of entries."""

    def __init__(self) -> None:
        self.heard: dict[int, float] = {}
        self.news = asyncio.Event()

    async def listen(self, port: int, game_id: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /games/{game_id}/events?since=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if found := re.match(rb"id: ?(\d+)", line):
                    self.heard.setdefault(int(found[1]), time.perf_counter())
                    self.news.set()
        finally:
            writer.close()

    async def wait_for(self, seq: int) -> float:
        while not (late := [heard for number, heard in self.heard.items() if number >= seq]):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        return min(late)


async def act(port: int, game_id: str, seq: int, action: dict[str, Any]) -> None:
    body = json.dumps({"seq": seq, "action": action}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /api/games/{game_id}/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    status = await reader.readline()
    await reader.read()
    writer.close()
    assert b" 200 " in status, status


def shown(browser: Any, port: int, game_id: str, actions: list[dict[str, Any]]) -> list[float]:
    """Seconds from the moment an action is sent until the page of somebody else shows the position after it."""
    page = opened_page(browser, port, f"/games/{game_id}")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    found = []
    for seq, action in enumerate(actions):
        begun = time.perf_counter()
        body = json.dumps({"seq": seq, "action": action})
        connection.request("POST", f"/api/games/{game_id}/act", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        page.wait_for_function("seen => Number(document.querySelector('main').dataset.entries) >= seen", arg=seq + 1)
        found.append(time.perf_counter() - begun)
    connection.close()
    page.context.close()
    return found


async def delays(port: int, games: dict[str, list[dict[str, Any]]]) -> list[float]:
    """Seconds from the moment an action is sent until each of those who watch that game hears of it."""
    listeners = {game_id: [Listener() for _ in range(STREAMS)] for game_id in games}
    streams = [
        asyncio.create_task(each.listen(port, game_id)) for game_id, those in listeners.items() for each in those
    ]
    await asyncio.sleep(2)
    rng = random.Random(1880)
    found: list[float] = []

    async def actor(mine: list[str]) -> None:
        turns = [game_id for game_id in mine for _ in range(ACTS)]
        rng.shuffle(turns)
        for game_id in turns:
            seq = len(games[game_id]) - len(left[game_id])
            begun = time.perf_counter()
            await act(port, game_id, seq, left[game_id].pop(0))
            found.extend([await each.wait_for(seq + 1) - begun for each in listeners[game_id]])
            await asyncio.sleep(rng.uniform(*PAUSE))

    left, names = {game_id: list(actions) for game_id, actions in games.items()}, list(games)
    await asyncio.gather(*(actor(names[number::ACTORS]) for number in range(ACTORS)))
    for each in streams:
        each.cancel()
        with suppress(asyncio.CancelledError):
            await each
    return found


def live_games(store: Store, count: int, actions: int) -> dict[str, list[dict[str, Any]]]:
    """New games, each with the first actions that will be taken in it."""
    games = {}
    for seed in range(count):
        game, rng = tielu.new_game("1880", ["Ann", "Bo", "Cy"]), random.Random(seed)
        for _ in range(actions):
            game.apply_trusted(choose(game, rng))
        game_id = store.create_game("1880", game.players, mode="hot_seat").id
        games[game_id] = [action.to_json() for action in game.actions]
    return games


def live_lines(
    browser: Any, port: int, live: dict[str, list[dict[str, Any]]], watched: dict[str, list[dict[str, Any]]]
) -> Iterator[Line]:
    """How soon others know of an action while all these games are played, and how soon a browser shows it."""
    with ThreadPoolExecutor(1) as beside:
        heard = beside.submit(lambda: asyncio.run(delays(port, live)))
        pages = [] if browser is None else shown(browser, port, *next(iter(watched.items())))
        found = heard.result()
    yield f"news in {LIVE_GAMES} live games: p50", statistics.median(found) * 1000, "ms"
    yield f"news in {LIVE_GAMES} live games: p95", part(found, 0.95), "ms"
    if pages:
        yield "another browser shows it: p50", statistics.median(pages) * 1000, "ms"
        yield "another browser shows it: p95", part(pages, 0.95), "ms"


# ---- memory ----


def memory_lines(port: int, pid: int, game_ids: list[str]) -> Iterator[Line]:
    """What each further game costs that the server has in memory, every one of them long and finished."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for game_id in game_ids[:5]:
        fetch(connection, f"/api/games/{game_id}")
    before = resident_bytes(pid)
    if not before:
        return
    for game_id in game_ids[5:]:
        fetch(connection, f"/api/games/{game_id}")
    yield "memory of an idle game", (resident_bytes(pid) - before) / (len(game_ids) - 5) / 1e6, "MB"
    yield "memory of the server with all of them", resident_bytes(pid) / 1e6, "MB"
    connection.close()


def resident_bytes(pid: int) -> int:
    """0 where the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1024


def processor_seconds(pid: int) -> float:
    """0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def lines() -> Iterator[Line]:
    game = finished_game()
    yield "actions of the finished game", len(game.actions), "actions"
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "games.sqlite3")
        with Store(database) as store:
            idle = [store.import_game(game.to_json(), mode="hot_seat").id for _ in range(IDLE_GAMES)]
            live = live_games(store, LIVE_GAMES, ACTS)
            watched = live_games(store, 1, WATCHED_ACTS)
        begun = time.perf_counter()
        with served(database) as (port, pid):
            yield "start of the server", (time.perf_counter() - begun) * 1000, "ms"
            path = f"/games/{idle[0]}"
            yield from page_lines(port, pid, path)
            with chromium() as browser:
                if browser is not None:
                    yield from browser_lines(browser, port, path)
                yield from memory_lines(port, pid, idle)
                yield from live_lines(browser, port, live, watched)
    if hasattr(os, "getloadavg"):
        yield "load of the machine, at the end", os.getloadavg()[0], "processes"


if __name__ == "__main__":
    print(json.dumps(list(lines())))
