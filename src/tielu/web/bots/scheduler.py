"""The bot scheduler: one thread that finds the bots whose turn it is and lets them move, in this process.

It also makes the automatic moves of people, which takes no thinking, and looks at the clocks of games.

The pending turns are read from the store, so after a crash the next server goes on where the last one stopped. Bots
think in worker processes; their decision is appended like any other entry, for the position they were given. A public
server with PostgreSQL has no scheduler: its turns are jobs (`jobs.py`).
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from tielu import IllegalAction
from tielu.bots import Decision
from tielu.bots.pool import BotPool, ThinkingFailed
from tielu.bots.strengths import Strength
from tielu.errors import TieluError
from tielu.store import BotTurn, Conflict, Store
from tielu.web.automatic.turns import take_automatic_turn
from tielu.web.background_thread import BackgroundThread
from tielu.web.bots.turns import (
    BotPacing,
    is_automatic,
    is_wanted,
    question_for,
    record_failure,
    seconds_until_due,
    strength_for,
    take_turn,
)
from tielu.web.clocks.deadlines import expire_due_clocks
from tielu.web.live import Publisher

# How often the store is polled for turns of all games, since other processes cause some too.
POLL_SECONDS = 1.0

_LOG = logging.getLogger(__name__)


@dataclass
class _PendingTurn:
    """A turn of a bot that has not been taken yet, and the attempts in vain."""

    turn: BotTurn
    strength: Strength
    due: float = 0.0
    thinking: bool = False
    attempts: int = 0
    not_before: float = 0.0


class BotScheduler:
    """Lets the bots of all games in a store move."""

    def __init__(self, store: Store, publisher: Publisher, pool: BotPool, pacing: BotPacing | None = None) -> None:
        self._store = store
        self._publisher = publisher
        self._pool = pool
        self._pacing = pacing or BotPacing()
        self._lock = threading.Lock()
        self._thread = BackgroundThread("tielu-bots", self._poll, POLL_SECONDS)
        self._pending: dict[str, _PendingTurn] = {}
        self._changed: set[str] = set()
        self._next_poll_of_all = 0.0
        publisher.add_listener(self._look_at)

    # ---- start and stop ----

    def start(self) -> None:
        """Start the thread; it runs until `close` has been called as often as `start`."""
        self._thread.start()

    def close(self) -> None:
        if self._thread.close():
            self._pool.close()

    # ---- the thread ----

    def _look_at(self, game_id: str) -> None:
        """Look at a game that may have changed, soon; called in any thread."""
        with self._lock:
            self._changed.add(game_id)
        self._thread.wake()

    def _poll(self) -> float:
        """Start every bot that is due; returns the seconds until the next poll."""
        self._read_turns()
        now = time.monotonic()
        pause = self._next_poll_of_all - now
        for pending in [each for each in self._pending.values() if not each.thinking]:
            wait = max(pending.due, pending.not_before) - now
            if wait > 0:
                pause = min(pause, wait)
            else:
                self._start_thinking(pending)
        return max(0.0, pause)

    def _read_turns(self) -> None:
        """Find the turns of the games that have changed, now and then of all."""
        with self._lock:
            changed, self._changed = self._changed, set()
        if time.monotonic() >= self._next_poll_of_all:
            for game_id in expire_due_clocks(self._store):
                self._publisher.publish(game_id)
            turns = self._store.bot_turns()
            self._next_poll_of_all = time.monotonic() + POLL_SECONDS
            left = {}
        elif changed:
            turns = self._store.bot_turns(changed)
            left = {game_id: each for game_id, each in self._pending.items() if game_id not in changed}
        else:
            return
        self._pending = left | {turn.game_id: self._pending_turn(turn) for turn in turns if is_wanted(turn)}

    def _pending_turn(self, turn: BotTurn) -> _PendingTurn:
        known, strength = self._pending.get(turn.game_id), strength_for(turn)
        if known is None or (known.turn.seq, known.turn.seat.bot) != (turn.seq, turn.seat.bot):
            known = _PendingTurn(turn, strength)
        known.turn, known.strength = turn, strength
        known.due = time.monotonic() + seconds_until_due(turn, strength, self._pacing)
        return known

    def _start_thinking(self, pending: _PendingTurn) -> None:
        if is_automatic(pending.turn):
            self._make_automatic_move(pending)
            return
        strength = pending.strength
        try:
            question = question_for(self._store, pending.turn, strength)
        except Conflict:
            self._look_at(pending.turn.game_id)
            return
        except TieluError as error:  # deleted or broken, which its page shows
            self._schedule_retry(pending, error)
            return
        pending.thinking = True
        future = self._pool.ask(question)
        future.add_done_callback(lambda done: self._on_decision(pending, strength, done))

    def _make_automatic_move(self, pending: _PendingTurn) -> None:
        try:
            take_automatic_turn(self._store, pending.turn)
        except Conflict:
            _LOG.debug("game %s has gone on by itself", pending.turn.game_id)
        except TieluError as error:
            self._schedule_retry(pending, error)
            return
        self._publisher.publish(pending.turn.game_id)

    # ---- called in threads of the pool ----

    def _on_decision(self, pending: _PendingTurn, strength: Strength, done: Future[Decision]) -> None:
        """Append the decision of a bot, unless the game has gone on without it."""
        turn = pending.turn
        try:
            take_turn(self._store, turn, strength, done.result())
        except CancelledError:  # the server stops
            return
        except (ThinkingFailed, IllegalAction) as error:
            if self._thread.ending.is_set():  # the server stops, which has ended the worker
                return
            record_failure(self._store, turn, error)
            self._schedule_retry(pending, error)
        except Conflict:
            _LOG.debug("game %s has gone on without its bot", turn.game_id)
        except TieluError as error:
            self._schedule_retry(pending, error)
        pending.thinking = False
        self._publisher.publish(turn.game_id)

    def _schedule_retry(self, pending: _PendingTurn, error: Exception) -> None:
        """Schedule another attempt, later each time."""
        _LOG.debug("game %s: another attempt follows", pending.turn.game_id, exc_info=error)
        pending.not_before = time.monotonic() + self._pacing.retry_seconds(pending.attempts)
        pending.attempts += 1
