"""The director: asks a clerk what could be done, plays each of the best moves on, and takes what ends best.

Its own clerk has numbers that were found in games. For every move several lines are played, in which it goes on like
that, and everybody else like a plain clerk; all sometimes prefer the second-best move. The n-th lines of all moves
share their dice and end at the same time of the game. Another move than the clerk's own is taken only if it is better
by more than chance explains, so more time, which means more and longer lines, brings more good moves, fewer bad ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, stdev

from tielu.bots.clerk import Clerk, Memory, Weights
from tielu.bots.decision import Decision, Option, Reason
from tielu.core.game import Game

from .deadline import Watch
from .numbers import NUMBERS
from .rollout import Line
from .settings import Plan

__all__ = ["Director", "Plan"]


def hurried(weights: Weights) -> Weights:
    """A clerk in a line leaves things out, to be quicker."""
    return replace(weights, search_steps=60, lays_tried=1, stations_tried=1)


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
        self._weights = weights
        self._clock = clock
        self._memory = Memory()
        self._slowest = 0.0

    def choose(self, game: Game) -> Decision:
        plan = self._plan
        watch = Watch(self._clock, self._seconds * plan.spent, self._seconds * plan.limit, self._slowest)
        clerk = self._clerk(game)
        candidates = self._candidates(clerk.options(game))
        watch.moved()
        best, reason = candidates[0], candidates[0].reason
        if len(candidates) > 1:
            leads = self._leads(game, candidates, watch)
            number, gain = self._best(clerk.desk(game).turns_left, leads)
            if number:
                best = candidates[number]
                reason = Reason("lines", {"lines": len(leads[number]), "gain": round(gain)})
        self._slowest = max(watch.slowest, self._slowest * plan.slow_again)
        return Decision(best.action, reason)

    def _clerk(self, game: Game) -> Clerk:
        return Clerk(self._seed, self._weights or NUMBERS[game.title], self._memory)

    def _candidates(self, options: list[Option]) -> list[Option]:
        """The best of the clerk's list, without what it thinks far worse."""
        most = max(self._plan.least_moves, round(self._plan.moves_per_second * self._seconds))
        least = options[0].worth - self._plan.margin - abs(options[0].worth) / 2
        found: list[Option] = []
        for option in options:
            if len(found) < most and option.worth >= least and all(option.action != one.action for one in found):
                found.append(option)
        return found

    def _leads(self, game: Game, candidates: list[Option], watch: Watch) -> list[list[float]]:
        """How far the player is ahead at the end of each line of each move; the worst moves are soon given up."""
        leads: list[list[float]] = [[] for _ in candidates]
        standing = list(range(len(candidates)))
        for sample in range(self._plan.most_lines):
            found = self._sample(game, [candidates[each] for each in standing], sample, watch)
            if found is None:
                break
            for each, value in zip(standing, found, strict=True):
                leads[each].append(value)
            if sample >= self._plan.least_lines:
                standing = [each for each in standing if not each or self._may_be_better(leads[each], leads[0])]
            if len(standing) > 2 and sample:
                standing.remove(min(standing[1:], key=lambda each: fmean(leads[each])))
            if len(standing) == 1:
                break
        return leads

    def _sample(self, game: Game, options: list[Option], sample: int, watch: Watch) -> list[float] | None:
        """The leads at the ends of one line for each move; None if time runs out before."""
        player = game.players.index(game.actor or "")
        plan = self._plan
        turns = min(plan.most_turns, max(plan.least_turns, round(plan.turns_per_second * self._seconds)))
        mine, theirs = hurried(self._weights or NUMBERS[game.title]), hurried(Weights())
        found = []
        for option in options:
            memory = self._memory.copy()
            clerks = [Clerk(self._seed + sample, theirs, memory) for _ in game.players]
            clerks[player] = Clerk(self._seed + sample, mine, memory)
            chance = random.Random(f"{self._seed} {sample}") if sample else None
            line = Line(game, option.action, clerks, chance, plan.tremble)
            while not line.ended(turns):
                if not watch.lasts():
                    return None
                line.go_on()
                watch.moved()
            found.append(line.lead_of(player))
        return found

    def _may_be_better(self, leads: list[float], usual: list[float]) -> bool:
        """Whether more lines may still show that a move is better than the clerk's own."""
        gain, error = self._gain(leads, usual)
        return gain + self._plan.hope * error > 0

    def _gain(self, leads: list[float], usual: list[float]) -> tuple[float, float]:
        """By how much a move is better than the clerk's own in the lines that both have, and the error of that."""
        gains = [mine - its for mine, its in zip(leads, usual, strict=False)]
        spread = stdev(gains) if len(gains) > 2 else self._plan.guessed_error
        return fmean(gains), spread / len(gains) ** 0.5

    def _best(self, turns_left: float, leads: list[list[float]]) -> tuple[int, float]:
        """The number of the best move, and by how much it is better than the clerk's own, which has the number 0."""
        plan = self._plan
        unseen = plan.blur * max(0.0, turns_left - plan.clear_turns)
        best, most, better = 0, 0.0, 0.0
        for number, mine in enumerate(leads):
            if number and mine:
                gain, error = self._gain(mine, leads[0])
                believed = gain - plan.doubt - unseen - plan.errors * error
                if believed > most:
                    best, most, better = number, believed, gain
        return best, better
