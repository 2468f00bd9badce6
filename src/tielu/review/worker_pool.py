"""Judging decisions one after the other in this process, or several at once in a pool of workers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from typing import Any, Final

from tielu import Game
from tielu.bots.pool import ThinkingFailed, WorkerPool
from tielu.errors import TieluError, Unavailable

from .decision_judge import DecisionJudge, JudgedDecision
from .plan import ReviewSettings, Task

WORKER: Final = (sys.executable, "-P", "-m", "tielu.review.worker")
# Questions that wait at each worker, so that none is idle.
_WAITING: Final = 2
# A worker counts the time that it has on a processor, which on a busy machine is a small part of all time.
_BUSY: Final = 10
# How often a question is asked whose worker has died.
_ATTEMPTS: Final = 2


def review_pool(size: int) -> WorkerPool:
    """Processes that judge decisions; whoever asks for them closes them."""
    return WorkerPool(size, WORKER)


def judge_all(
    game: Game, tasks: Sequence[Task], settings: ReviewSettings, pool: WorkerPool | None = None
) -> Iterator[JudgedDecision]:
    """Judge the decisions of these tasks; those of a pool come as they are done, in any order.

    Raises InvalidInput if bots cannot play the title, and Unavailable if a worker fails.
    """
    return _judge_here(game, tasks, settings) if pool is None else _judge_in(pool, game, tasks, settings)


def _judge_here(game: Game, tasks: Sequence[Task], settings: ReviewSettings) -> Iterator[JudgedDecision]:
    judge, actions, now, taken = DecisionJudge(settings), game.actions, game.at_start(), 0
    for task in tasks:
        for action in actions[taken : task.index]:
            now.apply_trusted(action)
        taken = task.index
        yield judge.judge(now.clone(), actions[task.index], task)


def _judge_in(
    pool: WorkerPool, game: Game, tasks: Sequence[Task], settings: ReviewSettings
) -> Iterator[JudgedDecision]:
    saved, pending = game.to_json(), set[Future[JudgedDecision]]()
    queue = iter(tasks)
    while True:
        while len(pending) < pool.size * _WAITING and (task := next(queue, None)) is not None:
            pending.add(_asked(pool, _question(saved, task, settings), settings))
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def _question(saved: dict[str, Any], task: Task, settings: ReviewSettings) -> bytes:
    """The line of JSON that a worker reads."""
    game = {**saved, "actions": saved["actions"][: task.index]}
    asked = {"game": game, "action": saved["actions"][task.index], "task": asdict(task), "settings": asdict(settings)}
    return json.dumps(asked).encode() + b"\n"


def _asked(pool: WorkerPool, question: bytes, settings: ReviewSettings) -> Future[JudgedDecision]:
    return pool.submit(lambda: _answered(pool, question, settings))


def _answered(pool: WorkerPool, question: bytes, settings: ReviewSettings) -> JudgedDecision:
    """What a worker answers; if it dies, another one is asked."""
    for attempt in range(_ATTEMPTS):
        try:
            return _read(pool.answer(question, 2 * settings.seconds * _BUSY))
        except ThinkingFailed as error:
            if not error.died or attempt + 1 == _ATTEMPTS:
                raise Unavailable("review_failed", reason=str(error).strip().splitlines()[-1]) from error
    raise AssertionError


def _read(line: bytes) -> JudgedDecision:
    try:
        found = json.loads(line)
        if "failed" in found:
            raise ThinkingFailed(str(found["failed"]), died=False)
        return JudgedDecision.from_json(found["judged"])
    except (ValueError, LookupError, TypeError, TieluError) as error:
        raise ThinkingFailed(f"no answer: {line[:200]!r}", died=False) from error
