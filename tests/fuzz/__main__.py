"""The command: `python -m tests.fuzz [--seconds N] [--seed N] [--part routes|bytes] [--server play|serve]`."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.fuzz.garbled import garbled
from tests.fuzz.people import visits
from tests.fuzz.requests import Operation, operations, requests
from tests.fuzz.sending import AT_ONCE, DEADLINE, Seen, send_until
from tests.fuzz.servers import Server, started
from tests.postgres import started_server
from tielu.store import Store

# The memory of the server is compared from this part of the time on; by then its caches have filled.
WARM = 0.5
MOST_GROWTH_MB = 48.0


def fuzz(
    server: Server, part: str, all_routes: list[Operation], seed: int, seconds: float, sessions: Iterator[str]
) -> tuple[Seen, str]:
    """Ask a server for so long; returns what was seen, and the same in one line."""
    rng, seen = random.Random(seed), Seen()
    sent = requests(all_routes, server.known, rng, server.port, sessions)
    raws = garbled(sent, rng) if part == "bytes" else (each.raw() for each in sent)
    began, memory, at_once = time.monotonic(), [server.memory], min(AT_ONCE[part], int(seconds * 20))
    for until in (began + seconds * WARM, began + seconds):
        asyncio.run(send_until(server.port, raws, until, at_once, seen, grace=min(2 * seconds, DEADLINE)))
        memory.append(server.memory if server.process.poll() is None else 0.0)
    if memory[2] - memory[1] > MOST_GROWTH_MB:
        seen.faults.append(f"memory grows: {memory[1]:.0f} MB, then {memory[2]:.0f} MB")
    seen.faults += server.faults_at_the_end() if memory[2] else ["the server has ended"]
    statuses = ", ".join(f"{status or 'closed'}: {count}" for status, count in sorted(seen.statuses.items()))
    told = " → ".join(f"{each:.0f}" for each in memory)
    return seen, f"{seen.sent} requests ({statuses}); slowest answer {seen.slowest:.1f} s; memory {told} MB"


@contextmanager
def database_of(command: str, folder: Path) -> Iterator[Path | str]:
    """An SQLite file for `tielu play`, a PostgreSQL database for `tielu serve`."""
    if command == "play":
        yield folder / "games.sqlite3"
        return
    postgres = started_server()
    try:
        with postgres.database() as url:
            yield url
    finally:
        postgres.remove()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each part asks each server")
    parser.add_argument("--seed", type=int, default=1880)
    parser.add_argument("--part", choices=("routes", "bytes"), help="by default both")
    parser.add_argument("--server", choices=("play", "serve"), help="by default both")
    parser.add_argument("--examples", type=int, default=12, help="how many cases schemathesis makes of a route")
    options = parser.parse_args()
    all_routes, failed = operations(options.seed, options.examples), False
    for part in [options.part] if options.part else ["routes", "bytes"]:
        for command in [options.server] if options.server else ["play", "serve"]:
            folder = Path(tempfile.mkdtemp(prefix="tielu-fuzz-"))
            with (
                database_of(command, folder) as database,
                started(command, database, folder / "log", options.seed) as server,
                Store(database) if command == "serve" else nullcontext() as store,
            ):
                sessions = iter(()) if store is None else visits(store)
                seen, told = fuzz(server, part, all_routes, options.seed, options.seconds, sessions)
            sys.stdout.write(f"{part}, tielu {command}, seed {options.seed}: {told}\n")
            for fault in seen.faults:
                sys.stdout.write(f"  FAULT {fault}\n")
            failed = failed or bool(seen.faults)
            sys.stdout.write(f"  log: {folder / 'log'}\n")
            sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
