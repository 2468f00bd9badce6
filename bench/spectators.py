"""Measures how soon all who watch a game have its new page: `python -m bench.spectators`.

The same server runs twice, with pages that spectators share and with a page made for each of them, so that the ratio
does not depend on the machine.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.games import play
from tielu.store import Store

SPECTATORS = 200
ROUNDS = 3
PROGRAM = (
    "import sys, tielu.web.shared_pages as pages; pages.MOST_SHARED = int(sys.argv.pop(1)); "
    "from tielu.cli import main; sys.exit(main())"
)


@contextmanager
def served(database: Path, shared: int) -> Iterator[int]:
    """The table on a port of its own, with this many shared pages."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    options = ["play", "--no-browser", "--port", str(port), "--database", str(database)]
    command = [sys.executable, "-c", PROGRAM, str(shared), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout
            assert server.stdout.readline(), "the server did not start"
            yield port
        finally:
            server.terminate()


async def fetch(port: int, path: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = await reader.read()
    writer.close()
    assert b" 200 " in answer[:20], answer[:100]
    return len(answer)


async def all_fetch(port: int, path: str) -> float:
    """Seconds until every spectator has the page."""
    begun = time.perf_counter()
    await asyncio.gather(*(fetch(port, path) for _ in range(SPECTATORS)))
    return time.perf_counter() - begun


def seconds(shared: int) -> float:
    """The least time in which all have the page after an action."""
    game = play(1, 4, "2022")
    actions = [action.to_json() for action in game.actions][:300]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "games.sqlite3")
        with Store(database) as store:
            saved = {**game.to_json(), "actions": actions[:-ROUNDS]}
            game_id = store.import_game(saved).id
            with served(database, shared) as port:
                asyncio.run(fetch(port, f"/games/{game_id}"))
                times = []
                for seq in range(len(actions) - ROUNDS, len(actions)):
                    seat = store.game(game_id).actor
                    assert seat is not None
                    store.append(game_id, seq, actions[seq], seat)
                    times.append(asyncio.run(all_fetch(port, f"/games/{game_id}")))
    return min(times)


if __name__ == "__main__":
    each, once = seconds(0), seconds(64)
    print(
        f"{SPECTATORS} spectators have the new page: {each:.2f} s if it is made for each, {once:.2f} s if it is shared"
    )
    print(f"ratio {each / once:.1f}")
