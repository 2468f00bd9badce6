"""Puzzles in words: the question, a hint, and the answer with its numbers and the rule behind it."""

from __future__ import annotations

from typing import Any

from tielu import Action
from tielu.core.actions import BuyTrain, RunTrains
from tielu.i18n import rule_text, say, say_action
from tielu.i18n.values import say_value
from tielu.puzzles.collection import Puzzle
from tielu.titles import facet


def _values(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    solution = solution_of(puzzle)
    return {
        **_played_values(puzzle, lang),
        "company": puzzle.subject,
        "railway": puzzle.railway,
        "player": puzzle.players[puzzle.player],
        "best": puzzle.best,
        "second": puzzle.second,
        "before": puzzle.before,
        "options": puzzle.options,
        "answer": "" if isinstance(solution, RunTrains) else say_action(solution, lang),
    }


def _played_values(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    """What playing on has shown: by how much the next best answer is behind, and which train the bank sells."""
    second = puzzle.runner_up
    if second is None:
        return {}
    depot = puzzle.position().position.depot
    return {
        "ahead": round(second.behind),
        "error": round(second.error),
        "times": second.times_behind,
        "rollouts": second.rollouts,
        "train": say_value("train", depot[0].train, lang) if depot else "",
    }


def solution_of(puzzle: Puzzle) -> Action:
    """The answer."""
    return Action.from_json(dict(puzzle.solution))


def say_question(puzzle: Puzzle, lang: str) -> str:
    """What is asked, in one sentence."""
    return say(f"puzzle_{puzzle.kind}", lang, **_values(puzzle, lang))


def say_hint(puzzle: Puzzle, lang: str) -> str:
    """Where to look."""
    solution = solution_of(puzzle)
    one_train = puzzle.kind == "run" and puzzle.options == 1
    of_sister = puzzle.kind == "rescue" and isinstance(solution, BuyTrain)
    form = "_one" if one_train else "_sister" if of_sister else ""
    return say(f"puzzle_{puzzle.kind}_hint{form}", lang, **_values(puzzle, lang))


def say_solution(puzzle: Puzzle, lang: str) -> str:
    """The answer, and why there is no better one."""
    return say(f"puzzle_{puzzle.kind}_solution", lang, **_values(puzzle, lang))


def rule_of(puzzle: Puzzle, lang: str) -> tuple[str, str]:
    """The rule behind the question and its text, empty if the title names none."""
    rules = facet(puzzle.title, "puzzles")
    rule = "" if rules is None else rules.get(puzzle.kind, "")
    return rule, rule_text(rule, lang) if rule else ""
