"""A game of 1880 over three weeks, in minutes: `python -m tests.three_weeks [SEED]`.

Two servers and two workers stand on one PostgreSQL and are killed now and then; sometimes both workers are away for
days. Clocks are turned by moving all stored moments into the past. Three people play through the servers, one of them
seldom; whose time is over is represented by a bot and comes back later. Every deadline must fire exactly once.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg

from tests.postgres import started_server
from tests.web.public_servers import Running, public_server, worker
from tielu.clocks import TimeControl
from tielu.store import Store
from tielu.web.bots.jobs import BotJobs, connection_string
from tielu.web.clocks.jobs import TASK, defer_deadline

PEOPLE = ("Ann", "Bo", "Cy")
# How likely each of them looks at the table within a step, and comes back.
LOOKS, COMES_BACK = (0.6, 0.5, 0.06), 0.12
HALF_A_DAY, DAY = timedelta(hours=12), timedelta(days=1)
CONTROL = TimeControl(DAY, HALF_A_DAY, DAY, bot="random")
STEP, STEPS = timedelta(hours=3), 21 * 8
PATIENCE = 120.0

_TURN_BACK = (
    "SELECT id FROM games FOR UPDATE",
    "UPDATE clocks SET since = since - %(by)s, deadline = deadline - %(by)s, expired = expired - %(by)s",
    "UPDATE seat_clocks SET represented = represented - %(by)s",
    "UPDATE procrastinate_jobs SET scheduled_at = scheduled_at - %(by)s WHERE task_name = %(task)s AND status = 'todo'",
)
_DUE = "SELECT seq, seat FROM clocks WHERE deadline <= now()"


def turn_back(connection: psycopg.Connection[Any], by: timedelta) -> None:
    """Let so much time pass on all clocks: everything stored is that much longer ago."""
    for statement in _TURN_BACK:
        connection.execute(statement.encode(), {"by": by, "task": TASK})


class Service:
    """A server or worker, which can be killed and started again."""

    def __init__(self, start: Callable[[Path], AbstractContextManager[Running]], folder: Path, name: str) -> None:
        self._start, self._folder, self._name = start, folder, name
        self._stack = ExitStack()
        self.kills = 0
        self.running: Running | None = None

    def start(self) -> None:
        log = self._folder / f"{self._name}-{self.kills}.log"
        self.running = self._stack.enter_context(self._start(log))

    def kill(self) -> None:
        """Kill it with whatever it has started, as closing it does."""
        self._stack.close()
        self.running, self.kills = None, self.kills + 1


class Weeks:
    """The game, the people, and what was counted."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.servers = [Service(lambda log: public_server(url, log), folder, f"serve-{each}") for each in range(2)]
        self.workers = [Service(lambda log: worker(url, log), folder, f"work-{each}") for each in range(2)]
        self.store = Store(url, on_bot_turn=BotJobs(url).defer, on_deadline=defer_deadline)
        BotJobs(url).install()
        self.connection = psycopg.connect(connection_string(url), autocommit=True)
        made = self.store.create_game("1880", PEOPLE, undo="none", time_control=CONTROL)
        self.game, self.secrets = made.id, made.secrets
        self.deadlines: set[tuple[int, int, int]] = set()
        self.backs = self.acts = 0

    def turn_clocks(self) -> None:
        """Let three hours pass, and note whose time is over then."""
        with self.connection.transaction():
            turn_back(self.connection, STEP)
            self.deadlines |= {(*row, self.backs) for row in self.due()}

    def due(self) -> list[tuple[int, int]]:
        return self.connection.execute(_DUE).fetchall()

    def wait_for_workers(self) -> None:
        """Wait until nobody's time is over any more, and bots have moved."""
        give_up = time.monotonic() + PATIENCE
        while self.due() or (self.store.bot_turns() and len(self.store.game(self.game).humans) > 0):
            assert time.monotonic() < give_up, "nobody looks at the clock"
            time.sleep(0.1)

    def ask(self, method: str, path: str, seat: int, body: object = None) -> Any:
        """What one of the servers answers to somebody; None if it was refused or nobody answered."""
        alive = [each.running for each in self.servers if each.running is not None]
        with suppress(OSError, http.client.HTTPException):
            status, text = self.chance.choice(alive).ask(
                f"/api/games/{self.game}{path}", method, body, Authorization=f"Bearer {self.secrets[seat]}"
            )
            return json.loads(text) if status < 300 else None
        return None

    def play(self) -> None:
        """Let people come back, and whoever looks at the table act."""
        info = self.store.game(self.game)
        for seat in info.seats:
            if seat.bot is not None and self.chance.random() < COMES_BACK:
                self.backs += self.ask("POST", f"/seats/{seat.number}", seat.number, {"bot": None}) is not None
        for _ in range(12):
            actor = self.store.game(self.game).actor
            if actor is None or self.due() or self.store.game(self.game).seats[actor].bot is not None:
                return
            if self.chance.random() > LOOKS[actor]:
                return
            found = self.ask("GET", "/legal", actor)
            if found:
                action = self.chance.choice(found["actions"])["action"]
                sent = {"seq": found["seq"], "action": action}
                self.acts += self.ask("POST", "/act", actor, sent) is not None

    def kill_somebody(self, step: int) -> None:
        """Every day a kill; on some days both workers go, and come back a day and a half later."""
        away = [each for each in self.workers if each.running is None]
        if step % 56 == 20:
            for each in self.workers:
                each.kill()
        elif away and step % 56 == 32:
            for each in away:
                each.start()
        elif not away and step % 8 == 4:
            chosen = self.chance.choice([*self.servers, *self.workers])
            chosen.kill()
            chosen.start()

    def run(self) -> None:
        for service in (*self.servers, *self.workers):
            service.start()
        for step in range(STEPS):
            self.turn_clocks()
            self.kill_somebody(step)
            if all(each.running is not None for each in self.workers):
                self.wait_for_workers()
            self.play()
            if step % 8 == 7:
                say(f"day {step // 8 + 1}: {len(self.deadlines)} deadlines, told {self.told()}")
        self.wait_for_workers()

    def told(self) -> int:
        return sum("time is up" in each.text for each in self.store.talk.messages_since(self.game))

    def close(self) -> None:
        for service in (*self.servers, *self.workers):
            service.kill()
        self.connection.close()
        self.store.close()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(seed: int) -> None:
    server = started_server()
    with ExitStack() as stack:
        stack.callback(server.remove)
        url = stack.enter_context(server.database())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        weeks = Weeks(url, folder, seed)
        stack.callback(weeks.close)
        weeks.run()
        entries, kills = weeks.store.read(weeks.game).seq, sum(each.kills for each in (*weeks.servers, *weeks.workers))
        counts = f"{entries} entries ({weeks.acts} of people), {kills} kills, {weeks.backs} times back"
        say(f"{counts}; {len(weeks.deadlines)} deadlines, told {weeks.told()}")
        assert len(weeks.deadlines) == weeks.told() > 0


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 17)
