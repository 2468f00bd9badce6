"""A turn that the server takes: who thinks, when, and what becomes of it; shared by the scheduler and the worker."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime

from tielu import IllegalAction
from tielu.bots import Decision
from tielu.bots.pool import Question, ThinkingFailed
from tielu.bots.strengths import USUAL, Strength, strength_of, weaker
from tielu.errors import InvalidInput, TieluError
from tielu.i18n import say
from tielu.store import BotReason, BotTurn, Conflict, Store
from tielu.web.table.entries import skip_empty_steps

# A game without people goes on for this time after somebody has looked at it.
WATCHED_SECONDS = 60.0
# After this many failures in a position the next weaker bot is asked.
ATTEMPTS = 2
LONGEST_RETRY_SECONDS = 60.0

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotPacing:
    """The pauses of bots in seconds, so that people can follow them and act first after an undo."""

    between_moves: float = 0.6
    after_undo: float = 10.0
    retry: float = 1.0

    def retry_seconds(self, attempts: int) -> float:
        """How long to wait before the next attempt, longer each time."""
        return min(LONGEST_RETRY_SECONDS, self.retry * 2.0 ** min(attempts, 16))


def is_automatic(turn: BotTurn) -> bool:
    """Whether a person's automatic moves decide in this turn, so that no bot has to think."""
    return turn.seat.bot is None


def is_wanted(turn: BotTurn) -> bool:
    """Whether the bot should move: always in games with people, otherwise only while somebody watches."""
    if turn.people > 0:
        return True
    return turn.visited is not None and (datetime.now(UTC) - turn.visited).total_seconds() < WATCHED_SECONDS


def strength_for(turn: BotTurn) -> Strength:
    """The strength of the seat, or a weaker one after failures; an unknown strength counts as the usual one."""
    try:
        strength = strength_of(turn.seat.bot)
    except InvalidInput:
        strength = strength_of(USUAL)
    for _ in range(turn.failures // ATTEMPTS):
        strength = weaker(strength) or strength
    return strength


def seconds_until_due(turn: BotTurn, strength: Strength, pacing: BotPacing) -> float:
    """How long the bot still waits before it thinks; thinking time counts as part of the pause."""
    thinking = 0.0 if is_automatic(turn) else strength.seconds
    pause = pacing.after_undo if turn.undone else max(0.0, pacing.between_moves - thinking)
    since = (datetime.now(UTC) - turn.changed).total_seconds()
    return max(0.0, pause - max(0.0, since))


def question_for(store: Store, turn: BotTurn, strength: Strength) -> Question:
    """What a bot is asked; raises Conflict if the game has gone on, and whatever loading a game raises."""
    loaded = store.load(turn.game_id)
    if loaded.seq != turn.seq:
        raise Conflict(turn.seq, loaded.seq)
    return Question(loaded.game.to_json(), strength, turn.seat.seed or 0)


def take_turn(store: Store, turn: BotTurn, strength: Strength, decision: Decision) -> None:
    """Append the decision of a bot; raises Conflict if the game has gone on without it, and IllegalAction."""
    reason = BotReason(strength.name, decision.reason.key, decision.reason.values)
    store.append_for_bot(turn.game_id, turn.seq, decision.action, turn.seat.number, reason)
    skip_empty_steps(store, turn.game_id)


def record_failure(store: Store, turn: BotTurn, error: ThinkingFailed | IllegalAction) -> None:
    """Count a failure, and report the first one in a position in the chat, so that everybody knows why they wait."""
    _LOG.warning("game %s: %s cannot decide", turn.game_id, turn.seat.bot, exc_info=error)
    try:
        store.bots.record_failure(turn.game_id, turn.seq)
        if turn.failures == 0:
            died = isinstance(error, ThinkingFailed) and error.died
            seats = store.game(turn.game_id).seats
            lang = next((seat.language for seat in seats if seat.bot is None), turn.seat.language)
            key = "web_bot_died" if died else "web_bot_erred"
            store.talk.add_notice(turn.game_id, say(key, lang, player=turn.seat.name))
    except TieluError:
        _LOG.warning("game %s: the failure could not be reported", turn.game_id, exc_info=True)
