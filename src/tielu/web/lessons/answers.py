"""Answers of the others in a lesson: scripted ones are entries made at once, all others are up to bots."""

from __future__ import annotations

from tielu.lessons import Lesson, find_lesson, next_answer
from tielu.store import BotReason, Conflict, GameInfo, Store

_REASON = "lesson"


def lesson_on(info: GameInfo) -> Lesson | None:
    """The lesson of a board; None for an ordinary game, and for a lesson that no longer exists."""
    return None if info.origin is None or not info.origin.exercise else find_lesson(info.origin.exercise)


def play_answers(store: Store, game_id: str) -> int:
    """Write what the others do by the lesson until the learner or a bot decides; returns the last entry's number."""
    while True:
        stored = store.read(game_id)
        info, loaded, lesson = stored.info, stored.load(), lesson_on(stored.info)
        if lesson is None or info.origin is None:
            return loaded.seq
        answer = next_answer(lesson, loaded.game, info.origin.entries)
        if answer is None or loaded.game.actor is None:
            return loaded.seq
        seat = info.seats[info.players.index(loaded.game.actor)]
        if seat.bot is None:
            return loaded.seq
        try:
            store.append_for_bot(game_id, loaded.seq, answer.to_json(), seat.number, BotReason(seat.bot, _REASON))
        except Conflict as quicker:
            return quicker.seq
