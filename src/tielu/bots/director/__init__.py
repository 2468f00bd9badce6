"""The director: asks the clerk what could be done, plays each of the best moves on, and takes what ends best.

For every move several lines are played, in which everybody plays like a clerk who sometimes prefers the second-best
move; the n-th lines of all moves share their dice. Another move than the clerk's own is taken only if it is better by
more than chance explains, so more time, which means more and longer lines, brings more good moves and fewer bad ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Final

from tielu.bots.clerk import Clerk, Weights
from tielu.bots.decision import Decision, Option
from tielu.core.game import Game

from .rollout import Line

__all__ = ["Director", "Plan"]


@dataclass(frozen=True)
class Plan:
    """How the director spends its time, and when it believes what it sees."""

    # Of the seconds it has, so much is for lines; the rest is for the clerk's list and for the move in progress.
    spent: float = 0.8
    # Moves looked at; those that the clerk thinks far worse are not.
    least_moves: int = 3
    moves_per_second: float = 6.0
    margin: float = 200.0
    # The length of lines.
    least_length: int = 24
    length_per_second: float = 48.0
    # How much the worth of moves is felt to differ from what it is, in yuan.
    tremble: float = 25.0
    # Another move must look better by so many yuan, and by so many standard errors; those of a single line are guessed.
    doubt: float = 5.0
    # With every turn that is left beyond so many, one sees so much less, in yuan.
    clear_turns: float = 8.0
    blur: float = 15.0
    errors: float = 1.0
    guessed_error: float = 80.0


HURRIED: Final = {"search_steps": 100, "lays_tried": 2, "stations_tried": 1}
STATS: dict = {}


class Director:
    """Searches; its answer depends on the time it has, and otherwise only on seed and position."""

    name = "director"

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.1,
        plan: Plan | None = None,
        weights: Weights | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._seed = seed
        self._seconds = seconds
        self._plan = plan or Plan()
        self._clock = clock
        self._clerk = Clerk(seed, weights)
        self._hurried = replace(weights or Weights(), **HURRIED)

    def choose(self, game: Game) -> Decision:
        until = self._clock() + self._seconds * self._plan.spent
        options = self._clerk.options(game)
        candidates = self._candidates(options)
        best = candidates[0] if len(candidates) == 1 else self._best(game, candidates, until)
        return Decision(best.action, best.reason)

    def _candidates(self, options: list[Option]) -> list[Option]:
        """The best of the clerk's list, without what it thinks far worse."""
        most = max(self._plan.least_moves, round(self._plan.moves_per_second * self._seconds))
        least = options[0].worth - self._plan.margin - abs(options[0].worth) / 2
        found: list[Option] = []
        for option in options:
            if len(found) < most and option.worth >= least and all(option.action != one.action for one in found):
                found.append(option)
        return found

    def _best(self, game: Game, candidates: list[Option], until: float) -> Option:
        """The move whose lines end best; the clerk's own unless another is better by more than chance."""
        leads: list[list[float]] = [[] for _ in candidates]
        standing = list(range(len(candidates)))
        length = max(self._plan.least_length, round(self._plan.length_per_second * self._seconds))
        sample = 0
        while True:
            found = self._sample(game, [candidates[each] for each in standing], sample, length, until)
            if found is None:
                break
            for each, value in zip(standing, found, strict=True):
                leads[each].append(value)
            sample += 1
            if len(standing) > 2 and sample >= 2:
                worst = min(standing[1:], key=lambda each: fmean(leads[each]))
                standing.remove(worst)
        st = STATS.setdefault(candidates[0].action.type, [0, 0, 0, 0.0])
        st[0] += 1; st[1] += sample
        best, most = 0, 0.0
        blur = self._plan.blur * max(0.0, self._clerk.desk(game).turns_left - self._plan.clear_turns)
        for each in standing[1:]:
            gain = self._believed(leads[each], leads[0]) - blur
            if gain > most:
                best, most = each, gain
        st[2] += best > 0; st[3] += most
        return candidates[best]

    def _sample(
        self, game: Game, options: list[Option], sample: int, length: int, until: float
    ) -> list[float] | None:
        """The leads at the ends of one line for each move; None if time runs out before."""
        player = game.players.index(game.actor or "")
        found = []
        for option in options:
            chance = random.Random(f"{self._seed} {sample}") if sample else None
            clerk = Clerk(self._seed + sample, self._hurried, self._clerk.memory.copy())
            line = Line(game, option.action, clerk, chance, self._plan.tremble)
            value, looks = 0.0, 0
            for number in range(1, length + 1):
                if self._clock() >= until:
                    return None
                if line.ended:
                    break
                line.go_on()
                if number * 2 == length:
                    value, looks = line.lead_of(player), 1
            found.append((value + line.lead_of(player)) / (looks + 1))
        return found

    def _believed(self, leads: list[float], usual: list[float]) -> float:
        """By how much lines of a move end better than those of the usual one, less what chance may explain."""
        gains = [mine - other for mine, other in zip(leads, usual)]
        if not gains:
            return 0.0
        error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 2 else self._plan.guessed_error / len(gains) ** 0.5
        return fmean(gains) - self._plan.doubt - self._plan.errors * error
