"""Bots at the tables of this server: one thread sees to it that whichever bot must decide does so.

What is to be done follows from the store alone, so after a crash the next server goes on where the last one was. The
thinking is done by worker processes; what they answer is an entry like any other, made for the position they saw.
"""

from __future__ import annotations

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

# How often turns that came about elsewhere are looked for.
POLL_SECONDS = 1.0
# A game without people goes on so long after somebody has looked at it.
WATCHED_SECONDS = 60.0
# So often a bot is asked about a position before the next weaker one is asked instead.
TRIES = 2
LONGEST_RETRY_SECONDS = 60.0
# Whoever asks for advice waits so long for others who were asked before.
ADVICE_SECONDS = 90.0
MOST_ADVICE = 256

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tempo:
    """How fast bots are, in seconds: people can follow what they do, and after an undo people come first."""

    between_moves: float = 0.6
    after_undo: float = 10.0
    retry: float = 1.0


@dataclass
class _Waiting:
    """A bot that must decide: since when, and how often it has failed to."""

    turn: BotTurn
    since: float
    thinking: bool = False
    failures: int = 0
    not_before: float = 0.0


@dataclass(frozen=True)
class Advice:
    """What a bot would do in the position after entry `seq`."""

    seq: int
    strength: Strength
    action: Action
    reason: Reason


class TableBots:
    """The bots of all games of a store."""

    def __init__(
        self, store: Store, publisher: Publisher, pool: BotPool | None = None, tempo: Tempo | None = None
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._pool = pool or BotPool()
        self._tempo = tempo or Tempo()
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._users = 0
        self._thread: threading.Thread | None = None
        self._waiting: dict[str, _Waiting] = {}
        self._resumed: dict[str, int] = {}
        self._visited: dict[str, float] = {}
        self._asked: set[tuple[str, int]] = set()
        self._advice: OrderedDict[tuple[str, int], Advice] = OrderedDict()
        publisher.add_listener(self._woken.set)

    # ---- beginning and end ----

    def start(self) -> None:
        """Let bots move, until as many have called `close`."""
        with self._lock:
            self._users += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="tielu-bots", daemon=True)
                self._thread.start()

    def close(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users > 0:
                return
            thread, self._thread = self._thread, None
        self._woken.set()
        if thread is not None:
            thread.join()
        self._pool.close()

    # ---- what pages ask and say ----

    @property
    def tempo(self) -> Tempo:
        return self._tempo

    def visited(self, game_id: str) -> None:
        """Somebody looks at a game."""
        with self._lock:
            self._visited[game_id] = time.monotonic()
        self._woken.set()

    def go_on(self, game_id: str, seq: int) -> None:
        """A person lets bots go on although something was taken back."""
        self._resumed[game_id] = seq
        self._woken.set()

    def holds_back(self, game_id: str, seq: int) -> bool:
        """Whether nobody has said that bots may go on after the undo that is entry `seq`."""
        return self._resumed.get(game_id) != seq

    def is_in_trouble(self, game_id: str) -> bool:
        """Whether the last attempt of a bot to decide has failed."""
        waiting = self._waiting.get(game_id)
        return waiting is not None and waiting.failures > 0

    def advise(self, info: GameInfo, loaded: LoadedGame, strength: Strength, seat: int) -> Advice:
        """What a bot would do, remembered for the seat; raises Unavailable if none can be had.

        A seat asks one question at a time: however often a button is pressed, other requests are still answered.
        """
        key = (info.id, seat)
        with self._lock:
            if key in self._asked:
                raise Unavailable("bot_busy")
            self._asked.add(key)
        try:
            advice = self._advised(info, loaded, strength, seat)
        finally:
            with self._lock:
                self._asked.discard(key)
        with self._lock:
            self._advice[key] = advice
            while len(self._advice) > MOST_ADVICE:
                self._advice.popitem(last=False)
        return advice

    def _advised(self, info: GameInfo, loaded: LoadedGame, strength: Strength, seat: int) -> Advice:
        question = Question(loaded.game.to_json(), strength, seat)
        for _ in range(TRIES):
            try:
                decision = self._pool.ask(question).result(ADVICE_SECONDS)
                loaded.game.verify(decision.action)
            except (ThinkingFailed, CancelledError, TimeoutError, IllegalAction):
                _LOG.warning("no advice in game %s", info.id, exc_info=True)
                continue
            return Advice(loaded.seq, strength, decision.action, decision.reason)
        raise Unavailable("bot_failed")

    def advice(self, game_id: str, seat: int | None, seq: int) -> Advice | None:
        """What was advised to the seat in this position."""
        found = None if seat is None else self._advice.get((game_id, seat))
        return found if found is not None and found.seq == seq else None

    # ---- the thread ----

    def _work(self) -> None:
        while self._thread is threading.current_thread():
            self._woken.clear()
            try:
                rest = self._look()
            except StoreError:
                _LOG.warning("bots cannot see the games", exc_info=True)
                rest = POLL_SECONDS
            self._woken.wait(rest)

    def _look(self) -> float:
        """Let every bot think whose time has come; returns after how many seconds to look again."""
        now, rest = time.monotonic(), POLL_SECONDS
        with self._lock:
            self._visited = {game: at for game, at in self._visited.items() if now - at < WATCHED_SECONDS}
        turns = [turn for turn in self._store.bot_turns() if self._is_watched(turn)]
        with self._lock:
            self._waiting = {turn.game_id: self._known(turn, now) for turn in turns}
            idle = [waiting for waiting in self._waiting.values() if not waiting.thinking]
        for waiting in idle:
            strength = _strength(waiting)
            due = self._due(waiting, strength)
            if due > now:
                rest = min(rest, due - now)
            else:
                self._think(waiting, strength)
        return rest

    def _is_watched(self, turn: BotTurn) -> bool:
        """Among people bots always move; by themselves only for somebody who watches."""
        return turn.people > 0 or turn.game_id in self._visited or self._publisher.is_watched(turn.game_id)

    def _known(self, turn: BotTurn, now: float) -> _Waiting:
        known = self._waiting.get(turn.game_id)
        if known is not None and (known.turn.seq, known.turn.seat.bot) == (turn.seq, turn.seat.bot):
            return known
        return _Waiting(turn, now)

    def _due(self, waiting: _Waiting, strength: Strength) -> float:
        """When a bot may begin; the time it thinks is part of the pause."""
        turn = waiting.turn
        if turn.undone and self.holds_back(turn.game_id, turn.seq):
            pause = self._tempo.after_undo
        else:
            pause = max(0.0, self._tempo.between_moves - strength.seconds)
        return max(waiting.since + pause, waiting.not_before)

    def _think(self, waiting: _Waiting, strength: Strength) -> None:
        turn = waiting.turn
        try:
            loaded = self._store.load(turn.game_id)
        except TieluError as error:  # deleted, broken, or out of reach: its page tells
            self._failed(waiting, error)
            return
        if loaded.seq != turn.seq:
            self._woken.set()
            return
        waiting.thinking = True
        thought = self._pool.ask(Question(loaded.game.to_json(), strength, turn.seat.seed or 0))
        thought.add_done_callback(lambda done: self._thought(waiting, strength, done))

    # ---- in the threads of the pool ----

    def _thought(self, waiting: _Waiting, strength: Strength, done: Future[Decision]) -> None:
        """Write down what a bot decided, unless the game has gone on without it."""
        turn = waiting.turn
        try:
            decision = done.result()
            reason = BotReason(strength.name, decision.reason.key, decision.reason.values)
            self._store.append_for_bot(turn.game_id, turn.seq, decision.action, turn.seat.number, reason)
        except CancelledError:  # the server ends
            return
        except (ThinkingFailed, IllegalAction) as error:
            if self._thread is None:  # so it does here, and has ended the process
                return
            self._tell(waiting, error)
            self._failed(waiting, error)
        except Conflict:
            _LOG.debug("game %s has gone on without its bot", turn.game_id)
        except TieluError as error:
            self._failed(waiting, error)
        waiting.thinking = False
        self._publisher.publish(turn.game_id)

    def _failed(self, waiting: _Waiting, error: Exception) -> None:
        """Try again, later each time, and with a weaker bot after some times."""
        _LOG.warning("game %s: %s cannot decide", waiting.turn.game_id, waiting.turn.seat.bot, exc_info=error)
        pause = min(LONGEST_RETRY_SECONDS, self._tempo.retry * 2**waiting.failures)
        waiting.failures += 1
        waiting.not_before = time.monotonic() + pause

    def _tell(self, waiting: _Waiting, error: ThinkingFailed | IllegalAction) -> None:
        """The first failure in a position stands in the chat, so that everybody knows what the wait was for."""
        if waiting.failures:
            return
        turn = waiting.turn
        died = isinstance(error, ThinkingFailed) and error.died
        try:
            seats = self._store.game(turn.game_id).seats
            lang = next((seat.language for seat in seats if seat.bot is None), turn.seat.language)
            key = "web_bot_died" if died else "web_bot_erred"
            self._store.add_message(turn.game_id, None, say(key, lang, player=turn.seat.name))
        except TieluError:
            _LOG.warning("game %s could not be told", turn.game_id, exc_info=True)


def _strength(waiting: _Waiting) -> Strength:
    """The bot of the seat, or after some failures a weaker one; one that this version does not know is the usual."""
    try:
        strength = strength_of(waiting.turn.seat.bot)
    except InvalidInput:
        strength = strength_of(USUAL)
    for _ in range(waiting.failures // TRIES):
        strength = weaker(strength) or strength
    return strength
