"""A worker of `tielu work` whose thoughts are counted: `python -m tests.web.counting_worker work URL FAULT FILE`.

For each question it writes a line into the file, the number of actions in the game. With the fault `hangs` the first
question is never answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from tielu.bots import worker
from tielu.bots.pool import BotPool
from tielu.store import Store
from tielu.web.bots.jobs import BotJobs
from tielu.web.bots.turns import BotPacing
from tielu.web.bots.worker import BotWorker, Heartbeat

PACING = BotPacing(between_moves=0.0, after_undo=0.0, retry=0.05)
# A worker that waits for a busy machine is not taken for dead.
HEARTBEAT = Heartbeat(every=0.2, silence=5.0)


def think(fault: str, thoughts: str) -> None:
    """Answer questions, and count them; with the fault `hangs` never answer the first of them all."""
    honest = worker.answer

    def answer(recent: worker.RecentGames, line: str) -> dict:
        first = not Path(thoughts).exists()
        with Path(thoughts).open("a", encoding="utf-8") as counted:
            counted.write(f"{len(json.loads(line)['game']['actions'])}\n")
        if fault == "hangs" and first:
            sys.stdin.buffer.read()
        return honest(recent, line)

    worker.answer = answer
    worker.main()


async def work(address: str, fault: str, thoughts: str) -> None:
    jobs = BotJobs(address, PACING)
    pool = BotPool(1, (sys.executable, "-m", "tests.web.counting_worker", "think", fault, thoughts))
    with Store(address, on_bot_turn=jobs.defer) as store:
        jobs.install()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await BotWorker(store, address, pool, PACING, HEARTBEAT).run()


if __name__ == "__main__":
    if sys.argv[1] == "think":
        think(*sys.argv[2:])
    else:
        asyncio.run(work(*sys.argv[2:]))
