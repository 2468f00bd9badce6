"""A pool of worker processes in which bots think; a worker that dies or is too slow is replaced.

Why it is our own: docs/adr/0007-our-own-pool-of-processes.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from tielu.core.actions import Action
from tielu.errors import TieluError

from .decision import Decision, Reason
from .strengths import Strength

# `-P`: modules come from where Tielu is installed, not from the current folder.
WORKER: Final = (sys.executable, "-P", "-m", "tielu.bots.worker")
# How much longer than its time to think an answer may take: the machine may be busy, the process new.
PATIENCE_SECONDS: Final = 30.0

Answer = TypeVar("Answer")

# A bot that thinks no longer than this is quick.
QUICK_SECONDS: Final = 0.2


def is_quick(strength: Strength) -> bool:
    """Whether a bot of this strength answers at once."""
    return strength.seconds <= QUICK_SECONDS


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def usual_size() -> int:
    """The number of cores, less one for the server where there are several."""
    return max(1, cores() - 1)


@dataclass(frozen=True)
class Question:
    """A game as it is saved, and who is to think about it."""

    game: dict[str, Any]
    strength: Strength
    seed: int

    def line(self) -> bytes:
        """The line of JSON that a worker reads."""
        asked = {"game": self.game, "bot": self.strength.bot, "seed": self.seed, "seconds": self.strength.seconds}
        return json.dumps(asked).encode() + b"\n"


class ThinkingFailed(Exception):
    """There is no decision: the process died or was too slow (`died`), or the bot failed and said why."""

    def __init__(self, why: str, *, died: bool) -> None:
        super().__init__(why)
        self.died = died


class _Worker:
    """One process that answers questions, one after the other."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line that it answers; the end of the line is missing if the process died or was out of time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = threading.Timer(seconds, self.process.kill)
        late.daemon = True
        late.start()
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
            return self.process.stdout.readline()
        finally:
            late.cancel()

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent is not needed any more
                    pipe.close()
        self.process.wait()


class WorkerPool:
    """Worker processes that answer a line with a line, started as they are needed.

    Up to `size` of them answer at once in each lane, so that those in one lane never wait behind those in another.
    """

    def __init__(
        self, size: int | None = None, command: Sequence[str] = WORKER, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.size = size or usual_size()
        self._command = command
        self._patience = patience
        self._lock = threading.Lock()
        self._threads: dict[object, ThreadPoolExecutor] = {}
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closing = False

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        with self._lock:
            return [worker.process.pid for worker in (*self._idle, *self._busy)]

    def submit(self, ask: Callable[[], Answer], lane: object = None) -> Future[Answer]:
        """What `ask` gives, in a thread of its lane; it calls `answer`."""
        with self._lock:
            if lane not in self._threads:
                self._threads[lane] = ThreadPoolExecutor(self.size, thread_name_prefix="tielu-bot")
            return self._threads[lane].submit(ask)

    def answer(self, line: bytes, seconds: float) -> bytes:
        """The answer of a worker that may think for this long; raises ThinkingFailed if it dies or is too slow."""
        worker = self._take()
        try:
            found = worker.ask(line, seconds + self._patience)
        except (OSError, ValueError) as error:
            self._give_back(worker, alive=False)
            raise ThinkingFailed(f"the process of a bot has died: {error}", died=True) from error
        alive = found.endswith(b"\n")
        self._give_back(worker, alive=alive)
        if not alive:
            raise ThinkingFailed("the process of a bot has died, or was too slow", died=True)
        return found

    def close(self) -> None:
        """End all processes; questions under way fail, and those that have not begun are cancelled.

        Afterwards the pool may be asked again.
        """
        with self._lock:
            self._closing = True
            threads, self._threads = self._threads, {}
            workers = [*self._idle, *self._busy]
            self._idle = []
        for worker in workers:
            worker.process.kill()
        for each in threads.values():
            each.shutdown(cancel_futures=True)
        for worker in workers:
            worker.end()
        with self._lock:
            self._closing = False

    def _take(self) -> _Worker:
        """An idle worker or a new one; those that died while nobody asked them are cleared away."""
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.process.poll() is None:
                    self._busy.add(worker)
                    return worker
                worker.end()
            if self._closing:
                raise ThinkingFailed("the processes of bots are being ended", died=False)
            try:
                worker = _Worker(self._command)
            except OSError as error:
                raise ThinkingFailed(f"no process for a bot: {error}", died=True) from error
            self._busy.add(worker)
            return worker

    def _give_back(self, worker: _Worker, *, alive: bool) -> None:
        with self._lock:
            self._busy.discard(worker)
            if alive and self._threads:
                self._idle.append(worker)
                return
        worker.end()


class BotPool:
    """Lets bots think in worker processes; quick bots never wait behind those that think for long."""

    def __init__(
        self,
        size: int | None = None,
        command: Sequence[str] = WORKER,
        patience: float = PATIENCE_SECONDS,
        on_thought: Callable[[Strength, float], None] | None = None,
    ) -> None:
        """`on_thought` is told who has thought and for how many seconds, with or without success."""
        self._workers = WorkerPool(size, command, patience)
        self._on_thought = on_thought

    @property
    def size(self) -> int:
        return self._workers.size

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return self._workers.processes

    def ask(self, question: Question) -> Future[Decision]:
        """The decision as a future, which raises ThinkingFailed if there is none."""
        return self._workers.submit(lambda: self._answer(question), is_quick(question.strength))

    def close(self) -> None:
        """End all processes; questions under way fail, and those that have not begun are cancelled."""
        self._workers.close()

    def _answer(self, question: Question) -> Decision:
        began = time.monotonic()
        try:
            line = self._workers.answer(question.line(), question.strength.seconds)
        finally:
            if self._on_thought is not None:
                self._on_thought(question.strength, time.monotonic() - began)
        return _read(line)


def _read(line: bytes) -> Decision:
    try:
        found = json.loads(line)
        if "error" in found:
            raise ThinkingFailed(str(found["error"]), died=False)
        reason = found["reason"]
        return Decision(Action.from_json(found["action"]), Reason(str(reason["key"]), dict(reason["values"])))
    except (ValueError, LookupError, TypeError, TieluError) as error:
        raise ThinkingFailed(f"no answer of a bot: {line[:200]!r}", died=False) from error
