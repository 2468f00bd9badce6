"""The bot scheduler: one thread that finds the bots whose turn it is and lets them move.

The pending turns are read from the store, so after a crash the next server goes on where the last one stopped. Bots
think in worker processes; their decision is appended like any other entry, for the position they were given.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from tielu import IllegalAction
from tielu.bots import Decision, Reason
from tielu.bots.pool import BotPool, Question, ThinkingFailed
from tielu.bots.strengths import USUAL, Strength, strength_of, weaker
from tielu.core.actions import Action
from tielu.errors import InvalidInput, TieluError, Unavailable
from tielu.i18n import say
from tielu.store import BotReason, BotTurn, Conflict, GameInfo, LoadedGame, Store, StoreError
from tielu.web.live import Publisher
from tielu.web.table.entries import skip_empty_steps

# How often the store is polled for turns that other processes have caused.
POLL_SECONDS = 1.0
# A game without people goes on for this time after somebody has looked at it.
WATCHED_SECONDS = 60.0
# After this many failures in a position the next weaker bot is asked.
ATTEMPTS = 2
LONGEST_RETRY_SECONDS = 60.0
# How long a request for a hint may take, including the wait for a free worker.
HINT_SECONDS = 90.0
MAX_HINTS = 256
# So many seats may wait for a hint at once.
MAX_ASKING = 16

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotPacing:
    """The pauses of bots in seconds, so that people can follow them and act first after an undo."""

    between_moves: float = 0.6
    after_undo: float = 10.0
    retry: float = 1.0


@dataclass
class _PendingTurn:
    """A turn of a bot that has not been taken yet: since when, and how often the bot has failed."""

    turn: BotTurn
    since: float
    thinking: bool = False
    failures: int = 0
    not_before: float = 0.0


@dataclass(frozen=True)
class Hint:
    """The action that a bot suggests in the position after entry `seq`, and why."""

    seq: int
    strength: Strength
    action: Action
    reason: Reason


class BotScheduler:
    """Lets the bots of all games in a store move, and gives hints."""

    def __init__(
        self, store: Store, publisher: Publisher, pool: BotPool | None = None, pacing: BotPacing | None = None
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._pool = pool or BotPool()
        self._pacing = pacing or BotPacing()
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._start_count = 0
        self._thread: threading.Thread | None = None
        self._pending: dict[str, _PendingTurn] = {}
        self._resumed_at: dict[str, int] = {}
        self._visited: dict[str, float] = {}
        self._asking_seats: set[tuple[str, int]] = set()
        self._hints: OrderedDict[tuple[str, int], Hint] = OrderedDict()
        publisher.add_listener(self._woken.set)

    # ---- start and stop ----

    def start(self) -> None:
        """Start the thread; it runs until `close` has been called as often as `start`."""
        with self._lock:
            self._start_count += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="tielu-bots", daemon=True)
                self._thread.start()

    def close(self) -> None:
        with self._lock:
            self._start_count -= 1
            if self._start_count > 0:
                return
            thread, self._thread = self._thread, None
        self._woken.set()
        if thread is not None:
            thread.join()
        self._pool.close()

    # ---- called by routes ----

    def record_visit(self, game_id: str) -> None:
        """Note that somebody looks at a game."""
        with self._lock:
            self._visited[game_id] = time.monotonic()
        self._woken.set()

    def resume(self, game_id: str, seq: int) -> None:
        """Let bots go on after the undo that is entry `seq`."""
        self._resumed_at[game_id] = seq
        self._woken.set()

    def is_paused_after_undo(self, game_id: str, seq: int) -> bool:
        """Whether bots wait after the undo that is entry `seq`, because nobody has resumed them."""
        return self._resumed_at.get(game_id) != seq

    def is_failing(self, game_id: str) -> bool:
        """Whether the bot that must decide has failed at least once."""
        pending = self._pending.get(game_id)
        return pending is not None and pending.failures > 0

    async def make_hint(self, info: GameInfo, loaded: LoadedGame, strength: Strength, seat: int) -> Hint:
        """Ask a bot for a hint and keep it for the seat; raises Unavailable if the bot fails or is busy.

        Each seat may ask one question at a time, so that pressing a button repeatedly does not block the server, and
        few wait at once, so that the bots at other tables get their turn.
        """
        key = (info.id, seat)
        with self._lock:
            if key in self._asking_seats or len(self._asking_seats) >= MAX_ASKING:
                raise Unavailable("bot_busy")
            self._asking_seats.add(key)
        try:
            hint = await self._ask_for_hint(info, loaded, strength, seat)
        finally:
            with self._lock:
                self._asking_seats.discard(key)
        with self._lock:
            self._hints[key] = hint
            while len(self._hints) > MAX_HINTS:
                self._hints.popitem(last=False)
        return hint

    async def _ask_for_hint(self, info: GameInfo, loaded: LoadedGame, strength: Strength, seat: int) -> Hint:
        question = Question(loaded.game.to_json(), strength, seat)
        for _ in range(ATTEMPTS):
            try:
                decision = await asyncio.wait_for(asyncio.wrap_future(self._pool.ask(question)), HINT_SECONDS)
                loaded.game.verify(decision.action)
            except (ThinkingFailed, TimeoutError, IllegalAction):
                _LOG.warning("no hint in game %s", info.id, exc_info=True)
                continue
            return Hint(loaded.seq, strength, decision.action, decision.reason)
        raise Unavailable("bot_failed")

    def hint_for(self, game_id: str, seat: int | None, seq: int) -> Hint | None:
        """The last hint for the seat, if it was given in this position."""
        found = None if seat is None else self._hints.get((game_id, seat))
        return found if found is not None and found.seq == seq else None

    # ---- the thread ----

    def _work(self) -> None:
        while self._thread is threading.current_thread():
            self._woken.clear()
            try:
                pause = self._poll()
            except StoreError:
                _LOG.warning("bots: the store cannot be polled", exc_info=True)
                pause = POLL_SECONDS
            self._woken.wait(pause)

    def _poll(self) -> float:
        """Start every bot that is due; returns the seconds until the next poll."""
        now, pause = time.monotonic(), POLL_SECONDS
        with self._lock:
            self._visited = {game: at for game, at in self._visited.items() if now - at < WATCHED_SECONDS}
        turns = [turn for turn in self._store.bot_turns() if self._is_watched(turn)]
        with self._lock:
            self._pending = {turn.game_id: self._pending_turn(turn, now) for turn in turns}
            idle = [pending for pending in self._pending.values() if not pending.thinking]
        for pending in idle:
            strength = _strength(pending)
            due_at = self._due_at(pending, strength)
            if due_at > now:
                pause = min(pause, due_at - now)
            else:
                self._start_thinking(pending, strength)
        return pause

    def _is_watched(self, turn: BotTurn) -> bool:
        """Whether bots should move: always in games with people, otherwise only while somebody watches."""
        return turn.people > 0 or turn.game_id in self._visited or self._publisher.is_watched(turn.game_id)

    def _pending_turn(self, turn: BotTurn, now: float) -> _PendingTurn:
        known = self._pending.get(turn.game_id)
        if known is not None and (known.turn.seq, known.turn.seat.bot) == (turn.seq, turn.seat.bot):
            return known
        return _PendingTurn(turn, now)

    def _due_at(self, pending: _PendingTurn, strength: Strength) -> float:
        """The time at which a bot may begin to think; thinking time counts as part of the pause."""
        turn = pending.turn
        if turn.undone and self.is_paused_after_undo(turn.game_id, turn.seq):
            pause = self._pacing.after_undo
        else:
            pause = max(0.0, self._pacing.between_moves - strength.seconds)
        return max(pending.since + pause, pending.not_before)

    def _start_thinking(self, pending: _PendingTurn, strength: Strength) -> None:
        turn = pending.turn
        try:
            loaded = self._store.load(turn.game_id)
        except TieluError as error:  # deleted or broken, which its page shows
            self._schedule_retry(pending, error)
            return
        if loaded.seq != turn.seq:
            self._woken.set()
            return
        pending.thinking = True
        future = self._pool.ask(Question(loaded.game.to_json(), strength, turn.seat.seed or 0))
        future.add_done_callback(lambda done: self._on_decision(pending, strength, done))

    # ---- called in threads of the pool ----

    def _on_decision(self, pending: _PendingTurn, strength: Strength, done: Future[Decision]) -> None:
        """Append the decision of a bot, unless the game has gone on without it."""
        turn = pending.turn
        try:
            decision = done.result()
            reason = BotReason(strength.name, decision.reason.key, decision.reason.values)
            self._store.append_for_bot(turn.game_id, turn.seq, decision.action, turn.seat.number, reason)
            skip_empty_steps(self._store, turn.game_id)
        except CancelledError:  # the server stops
            return
        except (ThinkingFailed, IllegalAction) as error:
            if self._thread is None:  # the server stops, which has ended the worker
                return
            self._report_failure(pending, error)
            self._schedule_retry(pending, error)
        except Conflict:
            _LOG.debug("game %s has gone on without its bot", turn.game_id)
        except TieluError as error:
            self._schedule_retry(pending, error)
        pending.thinking = False
        self._publisher.publish(turn.game_id)

    def _schedule_retry(self, pending: _PendingTurn, error: Exception) -> None:
        """Schedule another attempt, later each time; after several failures a weaker bot is asked."""
        _LOG.warning("game %s: %s cannot decide", pending.turn.game_id, pending.turn.seat.bot, exc_info=error)
        pause = min(LONGEST_RETRY_SECONDS, self._pacing.retry * 2**pending.failures)
        pending.failures += 1
        pending.not_before = time.monotonic() + pause

    def _report_failure(self, pending: _PendingTurn, error: ThinkingFailed | IllegalAction) -> None:
        """Report the first failure in a position in the chat, so that everybody knows why they wait."""
        if pending.failures:
            return
        turn = pending.turn
        died = isinstance(error, ThinkingFailed) and error.died
        try:
            seats = self._store.game(turn.game_id).seats
            lang = next((seat.language for seat in seats if seat.bot is None), turn.seat.language)
            key = "web_bot_died" if died else "web_bot_erred"
            self._store.add_notice(turn.game_id, say(key, lang, player=turn.seat.name))
        except TieluError:
            _LOG.warning("game %s: the failure could not be reported in the chat", turn.game_id, exc_info=True)


def _strength(pending: _PendingTurn) -> Strength:
    """The strength of the seat, or a weaker one after failures; an unknown strength counts as the usual one."""
    try:
        strength = strength_of(pending.turn.seat.bot)
    except InvalidInput:
        strength = strength_of(USUAL)
    for _ in range(pending.failures // ATTEMPTS):
        strength = weaker(strength) or strength
    return strength
