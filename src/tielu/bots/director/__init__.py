"""The director: asks the clerk what could be done, plays each of the best moves on, and takes what ends best.

For every move several lines are played, in which everybody plays like a clerk who sometimes prefers the second-best
move; the n-th lines of all moves share their dice. Another move than the clerk's own is taken only if it is better by
more than chance explains, so more time, which means more and longer lines, brings more good moves and fewer bad ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, stdev

from tielu.bots.clerk import Clerk, Weights
from tielu.bots.decision import Decision, Option, Reason
from tielu.core.game import Game

from .line import Line
from .plan import Plan

__all__ = ["Director", "Plan"]


def hurried(weights: Weights) -> Weights:
    """A clerk in a line leaves things out, to be quicker."""
    return replace(weights, search_steps=100, lays_tried=2, stations_tried=1)


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
        self._hurried = hurried(self._clerk.weights)

    def choose(self, game: Game) -> Decision:
        until = self._clock() + self._seconds * self._plan.spent
        candidates = self._candidates(self._clerk.options(game))
        best, reason = candidates[0], candidates[0].reason
        if len(candidates) > 1:
            leads = self._leads(game, candidates, until)
            number, gain = self._best(game, leads)
            if number:
                best = candidates[number]
                reason = Reason("lines", {"lines": len(leads[number]), "gain": round(gain)})
        return Decision(best.action, reason)

    def _candidates(self, options: list[Option]) -> list[Option]:
        """The best of the clerk's list, without what it thinks far worse."""
        most = max(self._plan.least_moves, round(self._plan.moves_per_second * self._seconds))
        least = options[0].worth - self._plan.margin - abs(options[0].worth) / 2
        found: list[Option] = []
        for option in options:
            if len(found) < most and option.worth >= least and all(option.action != one.action for one in found):
                found.append(option)
        return found

    def _leads(self, game: Game, candidates: list[Option], until: float) -> list[list[float]]:
        """How far the player is ahead at the end of each line of each move; the worst moves are soon given up."""
        leads: list[list[float]] = [[] for _ in candidates]
        standing = list(range(len(candidates)))
        for sample in range(self._plan.most_lines):
            found = self._sample(game, [candidates[each] for each in standing], sample, until)
            if found is None:
                break
            for each, value in zip(standing, found, strict=True):
                leads[each].append(value)
            if len(standing) > 2 and sample:
                standing.remove(min(standing[1:], key=lambda each: fmean(leads[each])))
        return leads

    def _sample(self, game: Game, options: list[Option], sample: int, until: float) -> list[float] | None:
        """The leads at the ends of one line for each move; None if time runs out before."""
        player = game.players.index(game.actor or "")
        length = max(self._plan.least_length, round(self._plan.length_per_second * self._seconds))
        found = []
        for option in options:
            clerk = Clerk(self._seed + sample, self._hurried, self._clerk.memory.copy())
            chance = random.Random(f"{self._seed} {sample}") if sample else None
            line = Line(game, option.action, clerk, chance, self._plan.tremble)
            looks = []
            for number in range(1, length + 1):
                if line.ended:
                    break
                if self._clock() >= until:
                    return None
                line.go_on()
                if 2 * number == length:
                    looks.append(line.lead_of(player))
            found.append(fmean([*looks, line.lead_of(player)]))
        return found

    def _best(self, game: Game, leads: list[list[float]]) -> tuple[int, float]:
        """The number of the best move, and by how much it is better than the clerk's own, which has the number 0."""
        plan = self._plan
        unseen = plan.blur * max(0.0, self._clerk.desk(game).turns_left - plan.clear_turns)
        best, most, gain = 0, 0.0, 0.0
        for number, mine in enumerate(leads):
            gains = [mine[each] - leads[0][each] for each in range(len(mine))]
            if number and gains:
                error = stdev(gains) if len(gains) > 2 else plan.guessed_error
                believed = fmean(gains) - plan.doubt - unseen - plan.errors * error / len(gains) ** 0.5
                if believed > most:
                    best, most, gain = number, believed, fmean(gains)
        return best, gain
