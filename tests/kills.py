"""Kills servers, a worker and PostgreSQL while people and bots play: `python -m tests.kills [KILLS]`.

Two servers and a worker stand on one PostgreSQL, and whatever ends is started again, as systemd would. Nothing that was
acknowledged may be lost, no bot may move twice, and every stream of news must find its way back by itself. Processes
are forked from one that has read all modules, so that a kill takes about a second.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import re
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.postgres import PostgresServer, started_server
from tielu import Action
from tielu.cli import main
from tielu.store import Store

# Every fourth game is one of people only, who act more often than bots allow.
GAMES = 16
BOTS = {"Bo": "clerk", "Cy": "random"}
# Between two kills, in seconds.
PAUSE = (0.3, 2.0)
RESTART_SECONDS = 0.2
# A page opens its stream again after so long, and takes one for dead that has been silent for longer than this.
RETRY_SECONDS, SILENCE_SECONDS = 1.0, 25.0
# How long nothing may happen after the last kill, while not everything is as it should be.
PATIENCE = 60.0
# What the database says while it is away, and others being quicker.
EXPECTED = (200, 409, 503)

_FORKS = multiprocessing.get_context("forkserver")


def run_tielu(arguments: list[str], log: str) -> None:
    """What a process does: the `tielu` command, its complaints at the end of a file."""
    for stream, target in ((1, os.devnull), (2, log)):
        os.dup2(os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT), stream)
    sys.exit(main(arguments))


class Service:
    """A `tielu` command that is started again whenever it ends."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        self._arguments = arguments
        self._log = log
        self._process: Any = None
        self._stopped = False

    async def run(self) -> None:
        while not self._stopped:
            self._process = _FORKS.Process(target=run_tielu, args=(self._arguments, str(self._log)))
            self._process.start()
            await asyncio.to_thread(self._process.join)
            await asyncio.sleep(RESTART_SECONDS)

    async def kill(self) -> None:
        """Kill it as soon as it lives."""
        while self._process is None or not self._process.is_alive():
            await asyncio.sleep(0.01)
        os.kill(self._process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        self._stopped = True
        await self.kill()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def ask(port: int, path: str, body: object = None) -> tuple[int, Any]:
    """The status and the JSON of an answer; raises OSError or ValueError if the server goes away meanwhile."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} /api{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        writer.write(head.encode() + sent)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    head, _, text = answer.decode().partition("\r\n\r\n")
    length = re.search(r"content-length: (\d+)", head)
    if length is None or len(text.encode()) != int(length[1]):
        raise ValueError("half an answer")
    return int(head.split()[1]), json.loads(text)


class Table:
    """One game: a person who plays it at any server, and a page that watches it at one of them."""

    def __init__(self, game_id: str, bots: Collection[str], ports: list[int], at: int, rng: random.Random) -> None:
        self.game_id = game_id
        self._bots = bots
        self.acknowledged: dict[int, Any] = {}
        self.statuses: Counter[int] = Counter()
        self.known = 0
        self.streams = 0
        self._ports = ports
        self._watched_at = at
        self._rng = rng

    async def play(self) -> None:
        """Act whenever it is the person's turn, whatever the servers do."""
        while True:
            with suppress(OSError, ValueError, TimeoutError):
                await self._act()
            await asyncio.sleep(self._rng.uniform(0.02, 0.2))

    async def _act(self) -> None:
        port, path = self._rng.choice(self._ports), f"/games/{self.game_id}"
        status, found = await ask(port, f"{path}/legal")
        self.statuses[status] += 1
        if status != 200 or found["actor"] in self._bots or not found["actions"]:
            return
        seq, action = found["seq"], self._rng.choice(found["actions"])["action"]
        status, written = await ask(port, f"{path}/act", {"seq": seq, "action": action})
        self.statuses[status] += 1
        if status == 200:
            assert written["seq"] == seq + 1
            self.acknowledged[seq + 1] = action

    async def watch(self) -> None:
        """Listen as a page does: open the stream again after a while, from where it broke off."""
        while True:
            with suppress(OSError, TimeoutError):
                await self._listen()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._watched_at)
        self.streams += 1
        try:
            path = f"/games/{self.game_id}/events?since={self.known}-0"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while line := await asyncio.wait_for(reader.readline(), SILENCE_SECONDS):
                if found := re.match(rb"id: ?(\d+)", line):
                    self.known = int(found[1])
        finally:
            writer.close()


async def kill_again_and_again(
    postgres: PostgresServer, services: dict[str, Service], kills: int, rng: random.Random
) -> Counter[str]:
    """Kill each of the services and PostgreSQL in turn, in an order that chance decides."""
    done: Counter[str] = Counter()
    victims: list[str] = []
    while done.total() < kills:
        victims = victims or rng.sample([*services, "postgres"], len(services) + 1)
        victim = victims.pop()
        await asyncio.sleep(rng.uniform(*PAUSE))
        if victim == "postgres":
            await asyncio.to_thread(postgres.stop, "immediate")
            await asyncio.to_thread(postgres.start)
        else:
            await services[victim].kill()
        done[victim] += 1
    return done


async def until(what: str, is_so: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is True; what it is otherwise must change from time to time."""
    seen, give_up = await is_so(), time.monotonic() + PATIENCE
    while (found := await is_so()) is not True:
        if found != seen:
            seen, give_up = found, time.monotonic() + PATIENCE
        assert time.monotonic() < give_up, f"{what}: {seen}"
        await asyncio.sleep(0.1)


def check(store: Store, table: Table) -> tuple[int, int]:
    """Whether the log of a game is as it must be; returns the numbers of actions of people and of bots."""
    entries, reasons = store.entries_since(table.game_id, 0), store.reasons(table.game_id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    kept = {entry.seq: entry.data for entry in entries}
    assert all(kept.get(seq) == action for seq, action in table.acknowledged.items()), "acknowledged and lost"
    game, seats = store.load(table.game_id).game.at_start(), store.game(table.game_id).seats
    for entry in entries:
        assert game.actor == game.players[entry.seat], "somebody has moved twice"
        game.apply(Action.from_json(entry.data))
        assert (entry.seq in reasons) == (seats[entry.seat].bot is not None), "a move of a bot without its reason"
    assert set(table.statuses) <= set(EXPECTED), dict(table.statuses)
    return len(entries) - len(reasons), len(reasons)


async def new_tables(ports: list[int], rng: random.Random) -> list[Table]:
    """New games, as soon as the servers answer."""
    tables: list[Table] = []

    async def made() -> bool:
        with suppress(OSError, ValueError):
            for number in range(len(tables), GAMES):
                bots = BOTS if number % 4 else {}
                players = [{"name": name, "bot": bots.get(name)} for name in ("Ann", "Bo", "Cy")]
                game = {"title": "1880", "players": players, "mode": "hot_seat"}
                status, found = await ask(ports[number % 2], "/games", game)
                assert status == 201, found
                tables.append(Table(found["id"], bots, ports, ports[number // 2 % 2], rng))
        return len(tables) == GAMES

    await until("the servers do not start", made)
    return tables


async def play_and_kill(postgres: PostgresServer, url: str, kills: int, folder: Path) -> str:
    """Play while everything is killed so often; returns what was seen, in one line."""
    rng, ports = random.Random(1880), [free_port(), free_port()]
    options = ["--lang", "en", "--database", url]
    services = {
        f"server {number}": Service(["serve", *options, "--port", str(port)], folder / f"server{number}.log")
        for number, port in enumerate(ports, 1)
    } | {"worker": Service(["work", *options], folder / "worker.log")}
    running = [asyncio.create_task(each.run()) for each in services.values()]
    try:
        tables = await new_tables(ports, rng)
        watching = [asyncio.create_task(table.watch()) for table in tables]
        playing = [asyncio.create_task(table.play()) for table in tables]
        done = await kill_again_and_again(postgres, services, kills, rng)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        with Store(url) as store:
            moves = await settled(store, tables)
    finally:
        for service in services.values():
            await service.stop()
        await asyncio.gather(*running)
    for task in watching:
        task.cancel()
    acknowledged = sum(len(table.acknowledged) for table in tables)
    spread = ", ".join(f"{victim} {times}" for victim, times in sorted(done.items()))
    return (
        f"{kills} kills ({spread}): {acknowledged} actions acknowledged, none lost, "
        f"{sum(people for people, _ in moves) - acknowledged} more written but not acknowledged; "
        f"{sum(bots for _, bots in moves)} moves of bots, none twice; "
        f"{sum(table.streams for table in tables)} streams opened, all {len(tables)} pages up to date; "
        f"{sum(table.statuses[503] for table in tables)} requests answered with 503"
    )


async def settled(store: Store, tables: list[Table]) -> list[tuple[int, int]]:
    """Wait until bots have moved and pages know it, all by themselves; returns what `check` finds in each game."""

    async def no_bot_waits() -> object:
        turns = await asyncio.to_thread(store.bot_turns)
        return sorted((turn.game_id, turn.seq) for turn in turns) or True

    async def all_know() -> object:
        progress = await asyncio.to_thread(store.progress_of, [table.game_id for table in tables])
        late = [(table.known, progress[table.game_id].entries) for table in tables]
        return [each for each in late if each[0] != each[1]] or True

    await until("bots do not go on", no_bot_waits)
    await until("a page is not up to date", all_know)
    return [check(store, table) for table in tables]


def run(kills: int, postgres: PostgresServer, url: str) -> str:
    """Play and kill; raises AssertionError if anything is not as it must be, and then keeps what the processes said."""
    _FORKS.set_forkserver_preload(["tests.postgres", "tielu.cli", "tielu.web.server", "tielu.web.work"])
    folder = Path(tempfile.mkdtemp(prefix="tielu-kills-"))
    try:
        seen = asyncio.run(play_and_kill(postgres, url, kills, folder))
    except BaseException:
        sys.stderr.write(f"what the processes said: {folder}\n")
        raise
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    return seen


if __name__ == "__main__":
    server = started_server()
    try:
        with server.database() as address:
            sys.stdout.write(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100, server, address) + "\n")
    finally:
        server.remove()
