"""Loads the server in several forms, side by side: `python -m bench.load`, in about ten minutes.

- one process with SQLite (`tielu play`),
- one `tielu serve` with PostgreSQL,
- two of them and a `tielu work`; what is done at one is heard at the other,
- the same with people: live games are played by accounts, with clocks, and whose turn it is gets called by mail.

Every form has the same games: many stored ones, in which nothing happens, and live ones, each with a stream of news.
Whoever loads it acts at fixed times, however slow the server is, and measures from then until the stream has the news.
PostgreSQL is a server of its own that syncs to disk, as SQLite does; the load comes from this process.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load_client import Crowd, Delays, Spectators
from bench.load_games import LiveGame, fill
from bench.processes import memory_of, processor_seconds, tree_of
from tests.mail import mail_server
from tests.postgres import PostgresServer, binaries
from tielu import FORM

PROGRAM = "import sys; from tielu.cli import main; sys.exit(main())"
# As a server of its own has it: commits wait for the disk.
POSTGRES = ("-c listen_addresses=''", "-c max_connections=200", "-c shared_buffers=256MB")
# An action is seen soon enough within this time; a server holds a rate as long as 95% of all actions are.
BEARABLE = 0.5
# How the rate grows from one step to the next, while the server holds it.
GROWTH = 1.5
SPECTATED = 5
# Workers and PostgreSQL still have something to do when they have just begun.
_SETTLING_SECONDS = 10.0

FORMS = {
    "play": "`tielu play`, SQLite",
    "serve": "one `tielu serve`, PostgreSQL",
    "two": "two `tielu serve` and a `tielu work`",
    "people": "the same, with accounts, clocks and calls",
}
# What was measured, and the figure with its unit.
Figures = dict[str, str]


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    games: int
    stored: int
    rate: float
    seconds: float
    step_seconds: float
    idle_seconds: float
    spectators: int


@dataclass(frozen=True)
class Form:
    """A running server: its ports, its processes by name, the live games, and one that has spectators."""

    ports: list[int]
    processes: dict[str, int]
    games: list[LiveGame]
    watched: LiveGame

    def seconds(self) -> float:
        """The processor time that all its processes have taken."""
        return sum(processor_seconds(each) for pid in self.processes.values() for each in tree_of(pid))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def process(*arguments: str, settings: Mapping[str, str] | None = None) -> Iterator[int]:
    """A `tielu` command that is ready; its process ends with the block. What it logs goes to a file, as it would."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    environment = os.environ | {f"TIELU_{name.upper()}": value for name, value in (settings or {}).items()}
    with tempfile.TemporaryFile() as log, subprocess.Popen(command, stdout=log, env=environment) as started:
        try:
            while not os.fstat(log.fileno()).st_size:
                assert started.poll() is None, "it did not start"
                time.sleep(0.05)
            yield started.pid
        finally:
            started.terminate()
            started.wait(30)


@contextmanager
def postgres() -> Iterator[PostgresServer]:
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL"
    server = PostgresServer(programs, POSTGRES)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@contextmanager
def form(name: str, plan: Plan) -> Iterator[Form]:
    """One of the forms, with its games."""
    with ExitStack() as stack:
        if name == "play":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tielu-load-"))
            address = f"sqlite:///{folder}/games.sqlite3"
            games, port = fill(address, plan.stored, plan.games), free_port()
            command = ["play", "--no-browser", "--port", str(port), "--database", str(Path(folder, "games.sqlite3"))]
            yield Form([port], {"server": stack.enter_context(process(*command))}, *games)
            return
        server = stack.enter_context(postgres())
        address = stack.enter_context(server.database())
        games = fill(address, plan.stored, plan.games, people=name == "people")
        ports, settings = [free_port() for _ in range(1 if name == "serve" else 2)], {}
        if name == "people":
            mail, _ = stack.enter_context(mail_server())
            settings = {
                "public_address": "http://localhost",
                "mail_host": mail.host,
                "mail_port": str(mail.port),
                "mail_security": mail.security,
                "mail_sender": mail.sender,
            }
        processes = {"PostgreSQL": server.process}
        for number, port in enumerate(ports, 1):
            command = ["serve", "--database", address, "--port", str(port)]
            processes[f"server {number}"] = stack.enter_context(process(*command, settings=settings))
        if name != "serve":
            processes["worker"] = stack.enter_context(process("work", "--database", address, settings=settings))
        yield Form(ports, processes, *games)


async def idle(running: Form, seconds: float) -> float:
    """The share of a core that all processes take while nobody does anything, in percent."""
    await asyncio.sleep(_SETTLING_SECONDS)
    begun, worked = time.monotonic(), running.seconds()
    await asyncio.sleep(seconds)
    return (running.seconds() - worked) / (time.monotonic() - begun) * 100


async def measured(running: Form, plan: Plan) -> Figures:
    """All figures of one form."""
    figures = {f"idle, {plan.stored:,} stored games": f"{await idle(running, plan.idle_seconds):.2f}% of a core"}
    async with Crowd(running.ports, running.games) as crowd:
        share = await idle(running, plan.idle_seconds)
        figures[f"idle, {len(running.games):,} streams as well"] = f"{share:.1f}% of a core"
        await crowd.look_at_all()
        worked = running.seconds()
        usual = await crowd.act(plan.rate, plan.seconds)
        worked = running.seconds() - worked
        figures[f"{plan.rate:.0f} actions a second: seen after, p50"] = f"{usual.p50 * 1000:.0f} ms"
        figures[f"{plan.rate:.0f} actions a second: seen after, p95"] = f"{usual.p95 * 1000:.0f} ms"
        figures[f"{plan.rate:.0f} actions a second: errors"] = str(usual.errors + crowd.lost_streams)
        figures["processor time for an action"] = f"{worked / (plan.rate * plan.seconds) * 1000:.1f} ms"
        found = await Spectators(running.ports, running.watched, plan.spectators).seconds(SPECTATED)
        figures[f"{plan.spectators} spectators have the page, median"] = f"{statistics.median(found):.2f} s"
        figures[f"{plan.spectators} spectators have the page, worst of {SPECTATED}"] = f"{max(found):.2f} s"
        most, delays = await most_actions(crowd, plan)
        figures[f"most actions a second with p95 ≤ {BEARABLE * 1000:.0f} ms"] = f"{most:.0f} ({delays:.0f} ms)"
        figures["memory"] = ", ".join(f"{name} {memory_of(pid)} MB" for name, pid in running.processes.items())
    return figures


async def most_actions(crowd: Crowd, plan: Plan) -> tuple[float, float]:
    """The highest rate that the server holds, and its p95 in milliseconds: tried in steps, and once in between."""

    async def held(rate: float) -> float | None:
        found: Delays = await crowd.act(rate, plan.step_seconds)
        print(f"  {rate:.0f} a second: p95 {found.p95 * 1000:.0f} ms, {found.errors} errors", file=sys.stderr)
        await asyncio.sleep(1.0)
        return found.p95 if found.errors == 0 and found.p95 <= BEARABLE else None

    rate, best = plan.rate, (0.0, 0.0)
    while (late := await held(rate)) is not None:
        best = rate, late * 1000
        rate *= GROWTH
    if best[0]:
        between = (best[0] + rate) / 2
        late = await held(between)
        best = best if late is None else (between, late * 1000)
    return best


def print_table(names: Sequence[str], found: Sequence[Figures]) -> None:
    """The figures of all forms, as Markdown."""
    print(f"| what | {' | '.join(FORMS[name] for name in names)} |")
    print(f"| --- |{' --- |' * len(names)}")
    for what in found[0]:
        print(f"| {what} | {' | '.join(each[what] for each in found)} |")


def plan_of(options: argparse.Namespace) -> Plan:
    return Plan(
        options.games,
        options.stored,
        options.rate,
        options.seconds,
        options.step_seconds,
        options.idle_seconds,
        options.spectators,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS), help="which forms (default all)")
    parser.add_argument("--games", type=int, default=1000, help="live games, each with a stream (default 1000)")
    parser.add_argument("--stored", type=int, default=50_000, help="games in which nothing happens (default 50000)")
    parser.add_argument("--rate", type=float, default=40.0, help="actions a second (default 40)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long (default 20)")
    parser.add_argument("--step-seconds", type=float, default=6.0, help="how long for each higher rate (default 6)")
    parser.add_argument("--idle-seconds", type=float, default=15.0, help="how long nobody does anything (default 15)")
    parser.add_argument("--spectators", type=int, default=200, help="of one game (default 200)")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    begun, found = time.monotonic(), []
    print(f"the {FORM} engine, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before", file=sys.stderr)
    for name in options.forms:
        print(FORMS[name], file=sys.stderr)
        with form(name, plan_of(options)) as running:
            found.append(asyncio.run(measured(running, plan_of(options))))
    print_table(options.forms, found)
    print(f"\nThe {FORM} engine; {time.monotonic() - begun:.0f} s in all.")


if __name__ == "__main__":
    main()
