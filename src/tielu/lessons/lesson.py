"""A lesson as data: a position, the seat of the learner, steps with their goals, answers of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tielu import Action, Game
from tielu.lessons.conditions import Condition, check_condition


@dataclass(frozen=True)
class Note:
    """What is explained when a condition holds, by the rule behind it; the words are found under its name.

    `underway` tells that it is no mistake: the learner may go on to the goal from there.
    """

    name: str
    when: Condition
    rule: str
    underway: bool = False


@dataclass(frozen=True)
class Step:
    """One decision of a lesson: its goal, the rule behind it, notes on other things that one may do, the solution."""

    goal: Condition
    rule: str
    notes: tuple[Note, ...]
    solution: tuple[Action, ...]


@dataclass(frozen=True)
class Mistake:
    """Moves that do not reach the goals, and the name of the note that explains the last of them; for tests."""

    actions: tuple[Action, ...]
    note: str


@dataclass(frozen=True)
class Lesson:
    """A lesson of a title; `key` names it among all lessons.

    `answers` are what the others do, in their order, as long as that is legal; after that bots play for them.
    """

    title: str
    name: str
    position: Mapping[str, Any]
    seat: int
    rule: str
    steps: tuple[Step, ...]
    answers: tuple[Action, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def key(self) -> str:
        return f"{self.title}/{self.name}"

    @cached_property
    def _start(self) -> Game:
        return Game.from_json(self.position)

    def start(self) -> Game:
        """The position in which the lesson begins."""
        return self._start.clone()


def parse_lesson(name: str, data: Mapping[str, Any], game: Mapping[str, Any]) -> Lesson:
    """The lesson that a file describes; raises ValueError or KeyError if it describes none.

    Its position is the recorded game after this many actions, and after some others that follow.
    """
    position = data["position"]
    return Lesson(
        title=game["title"],
        name=name,
        position={**game, "actions": [*game["actions"][: position["after"]], *position.get("then", ())]},
        seat=data.get("seat", 0),
        rule=data["rule"],
        steps=tuple(_parse_step(each) for each in data["steps"]),
        answers=_actions(data.get("answers", ())),
        mistakes=tuple(Mistake(_actions(each["actions"]), each["note"]) for each in data["mistakes"]),
    )


def _parse_step(data: Mapping[str, Any]) -> Step:
    check_condition(data["goal"])
    notes = tuple(
        Note(name, each["when"], each["rule"], each.get("underway", False))
        for name, each in data.get("notes", {}).items()
    )
    for note in notes:
        check_condition(note.when)
    return Step(data["goal"], data["rule"], notes, _actions(data["solution"]))


def _actions(found: Sequence[Mapping[str, Any]]) -> tuple[Action, ...]:
    return tuple(Action.from_json(each) for each in found)
