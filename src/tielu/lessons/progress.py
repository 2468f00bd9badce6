"""How far a learner is in a lesson, and what is to be explained now: all of it follows from the actions taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tielu import Action, Event, Game
from tielu.lessons.conditions import Attempt, match
from tielu.lessons.lesson import Lesson, Step

# Under this name the words of a step tell what it means that its goal was reached.
REACHED = "reached"
# The name of an explanation without words of the lesson: the others cannot do any more what it tells of them.
ASTRAY = "astray"


@dataclass(frozen=True)
class Explanation:
    """What the learner's last action brought about: the words are those of a step, under this name.

    Without a name there are none, and the events speak for themselves. `underway` tells that it was no mistake,
    although the goal is not reached.
    """

    step: int
    name: str
    rule: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    events: tuple[Event, ...] = field(default=(), hash=False)
    underway: bool = False


@dataclass(frozen=True)
class LessonProgress:
    """The number of steps reached, what is explained, None before the first action, and the learner's way so far.

    `tried` counts the learner's actions since the last goal was reached.
    """

    reached: int
    steps: int
    explanation: Explanation | None
    tried: int

    @property
    def done(self) -> bool:
        return self.reached == self.steps


@dataclass(frozen=True)
class _Move:
    """An action with whether it was the learner's, its events, and the position after it."""

    own: bool
    action: Action
    events: tuple[Event, ...]
    snapshot: Mapping[str, Any]


def progress_of(lesson: Lesson, game: Game, begun: int) -> LessonProgress:
    """How far the learner is in a game whose first `begun` actions lead to the lesson's position."""
    moves, reached, since = _moves(lesson, game, begun), 0, 0
    explanation: Explanation | None = None
    last, left = _last_own(moves), _left_at(lesson, game, moves)
    for number in range(len(moves)):
        while reached < len(lesson.steps):
            if number > left or (number == left and reached < len(lesson.steps) - 1):
                break
            held = match(lesson.steps[reached].goal, _attempt(moves[since : number + 1]))
            if held is None:
                break
            if number >= last:
                explanation = Explanation(reached, REACHED, lesson.steps[reached].rule, held.values)
            reached, since = reached + 1, number + 1
    if moves and explanation is None:
        explanation = _noted(lesson.steps, min(reached, len(lesson.steps) - 1), moves[last:])
        if reached < len(lesson.steps) and left <= last:
            is_mistake = bool(explanation.name) and not explanation.underway
            in_vain = match(lesson.steps[reached].goal, _attempt(moves[since:])) is not None
            if left < last or in_vain or not is_mistake:
                explanation = Explanation(reached, ASTRAY, "")
    return LessonProgress(reached, len(lesson.steps), explanation, sum(move.own for move in moves[since:]))


def _last_own(moves: Sequence[_Move]) -> int:
    return max((number for number, move in enumerate(moves) if move.own), default=0)


def _left_at(lesson: Lesson, game: Game, moves: Sequence[_Move]) -> int:
    """The learner's move after which another did something else than the lesson has, or must; `len(moves)` if none."""
    answers = iter(lesson.answers)
    for number, move in enumerate(moves):
        if not move.own and next(answers, move.action).to_json() != move.action.to_json():
            return _last_own(moves[:number])
    due = next(answers, None) if game.actor not in (None, game.players[lesson.seat]) else None
    return len(moves) if due is None or game.why_not(due) is None else _last_own(moves)


def _noted(steps: Sequence[Step], step: int, moves: Sequence[_Move]) -> Explanation:
    """The first note on the learner's last action and what followed, or what happened."""
    attempt = _attempt(moves)
    for note in steps[step].notes:
        held = match(note.when, attempt)
        if held is not None:
            return Explanation(step, note.name, note.rule, held.values, underway=note.underway)
    return Explanation(step, "", "", events=moves[0].events)


def _attempt(moves: Sequence[_Move]) -> Attempt:
    if not moves:
        return Attempt((), (), {})
    events = [event for move in moves for event in move.events]
    return Attempt([move.action for move in moves if move.own], events, moves[-1].snapshot)


def _moves(lesson: Lesson, game: Game, begun: int) -> list[_Move]:
    """What has been done since the lesson began."""
    actions, again, moves = game.actions[begun:], game.clone(), []
    again.rewind(begun)
    for action in actions:
        own = again.actor == again.players[lesson.seat]
        events = tuple(again.apply_trusted(action))
        moves.append(_Move(own, action, events, again.snapshot()))
    return moves


def next_answer(lesson: Lesson, game: Game, begun: int) -> Action | None:
    """What another player does now by the lesson; None if it is the learner's turn, or if a bot has to decide."""
    if game.actor is None or game.actor == game.players[lesson.seat]:
        return None
    given = sum(not move.own for move in _moves(lesson, game, begun))
    answer = lesson.answers[given] if given < len(lesson.answers) else None
    return answer if answer is not None and game.why_not(answer) is None else None


def shown_action(lesson: Lesson, game: Game, progress: LessonProgress) -> Action | None:
    """The action that the learner is shown on request: the next one of the solution that is legal now, else None."""
    astray = progress.explanation is not None and progress.explanation.name == ASTRAY
    if progress.done or astray or game.actor != game.players[lesson.seat]:
        return None
    solution = lesson.steps[progress.reached].solution
    rest = solution[progress.tried :] or solution
    return next((each for each in rest if game.why_not(each) is None), None)
