"""Proofs: every answer to a question with what it brings, so that the best one is known and not only thought to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tielu import Action, Game, IllegalAction
from tielu.puzzles.playing_on import PlayedAnswer, answer_of


class Verdict(Enum):
    """What an answer is: the best there is, a lesser one, or no answer to this question."""

    SOLVED = "solved"
    MISSED = "missed"
    NO_ANSWER = "no_answer"


@dataclass(frozen=True)
class Proof:
    """What all answers to a question bring, told by numbers.

    `best` is the most and `second` the next best; `before` is what there was without an answer. `solutions` are the
    answers that bring the most, of this many `options`. `played` are the answers that were played on, the best first,
    where nothing less than that tells what they bring.
    """

    best: int
    second: int
    before: int
    options: int
    solutions: tuple[Action, ...]
    played: tuple[PlayedAnswer, ...] = ()

    @property
    def gap(self) -> int:
        return self.best - self.second


def verdict_of_played(played: Sequence[PlayedAnswer], action: Action) -> Verdict:
    """What an action is among the answers that were played on, the best first."""
    if answer_of(action) == answer_of(played[0].action):
        return Verdict.SOLVED
    return Verdict.MISSED if any(action == each.action for each in played) else Verdict.NO_ANSWER


def proof_of(values: Iterable[tuple[Action, int]], before: int) -> Proof | None:
    """The proof that answers with these values give; None if no two of them differ."""
    listed = list(values)
    levels = sorted({value for _, value in listed}, reverse=True)
    if len(levels) < 2:
        return None
    solutions = tuple(action for action, value in listed if value == levels[0])
    return Proof(levels[0], levels[1], before, len(listed), solutions)


def after(game: Game, action: Action) -> Game:
    """The position after a legal action; the game itself stays as it is."""
    trial = game.clone()
    trial.apply_trusted(action)
    return trial


def is_legal(game: Game, action: Action) -> bool:
    """Whether an action may be taken; what makes no sense in this position may not."""
    try:
        return game.why_not(action) is None
    except (IllegalAction, ValueError):
        return False
