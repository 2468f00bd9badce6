"""Hints: a bot is asked for a move in somebody's place, and the store keeps its answer for that seat."""

from __future__ import annotations

import asyncio
import logging
import threading

from starlette.concurrency import run_in_threadpool

from tielu import IllegalAction
from tielu.bots.pool import BotPool, Question, ThinkingFailed
from tielu.bots.strengths import Strength
from tielu.errors import Unavailable
from tielu.store import BotReason, GameInfo, Hint, LoadedGame, Store
from tielu.web.bots.turns import ATTEMPTS

# How long a request for a hint may take, including the wait for a free worker.
HINT_SECONDS = 90.0
# This many seats may wait for a hint at once.
MAX_ASKING = 16

_LOG = logging.getLogger(__name__)


class HintMaker:
    """Asks the bots of this process for hints."""

    def __init__(self, store: Store, pool: BotPool) -> None:
        self._store = store
        self._pool = pool
        self._lock = threading.Lock()
        self._asking_seats: set[tuple[str, int]] = set()

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
            hint = await self._ask(info, loaded, strength, seat)
        finally:
            with self._lock:
                self._asking_seats.discard(key)
        await run_in_threadpool(self._store.bots.keep_hint, info.id, seat, hint)
        return hint

    async def _ask(self, info: GameInfo, loaded: LoadedGame, strength: Strength, seat: int) -> Hint:
        question = Question(loaded.game.to_json(), strength, seat)
        for _ in range(ATTEMPTS):
            try:
                decision = await asyncio.wait_for(asyncio.wrap_future(self._pool.ask(question)), HINT_SECONDS)
                loaded.game.verify(decision.action)
            except (ThinkingFailed, TimeoutError, IllegalAction):
                _LOG.warning("no hint in game %s", info.id, exc_info=True)
                continue
            reason = BotReason(strength.name, decision.reason.key, decision.reason.values)
            return Hint(loaded.seq, decision.action.to_json(), reason)
        raise Unavailable("bot_failed")
