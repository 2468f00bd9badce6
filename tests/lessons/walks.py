"""Lessons as they are played: the learner's actions, and the answers of the others."""

from __future__ import annotations

from collections.abc import Iterable

from tielu import TITLES, Action, Game
from tielu.lessons import Lesson, LessonProgress, lessons_of, next_answer, progress_of

LESSONS = [lesson for title in TITLES for lesson in lessons_of(title)]
KEYS = [lesson.key for lesson in LESSONS]


def begun(lesson: Lesson) -> Game:
    """The lesson as the learner finds it, after answers that come first."""
    game = lesson.start()
    answered(lesson, game)
    return game


def answered(lesson: Lesson, game: Game) -> None:
    """Let the others answer as the lesson has it."""
    while (answer := next_answer(lesson, game, _length(lesson))) is not None:
        game.apply(answer)


def walked(lesson: Lesson, actions: Iterable[Action]) -> list[tuple[Game, LessonProgress]]:
    """The position and progress after each action of the learner and the answers to it."""
    game, found = begun(lesson), []
    for action in actions:
        assert game.actor == game.players[lesson.seat], f"{lesson.key}: {game.actor} decides before {action}"
        game.apply(action)
        answered(lesson, game)
        found.append((game.clone(), progress_of(lesson, game, _length(lesson))))
    return found


def _length(lesson: Lesson) -> int:
    return len(lesson.position["actions"])
