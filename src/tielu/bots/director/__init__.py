"""The director: asks a clerk what could be done, plays each of the best moves on, and takes what ends best.

Its own clerk has weights that were found in games. Each move gets several rollouts, in which the director goes on with
those weights and everybody else like a plain clerk; all of them sometimes prefer the second-best move. The n-th
rollouts of all moves share their dice and end at the same time of the game. Another move than the clerk's own is taken
only if it is better by more than chance explains, so with more time, which means more and longer rollouts, it finds
more good moves and takes fewer bad ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, stdev

from tielu.bots.clerk import Clerk, MapCache, Weights
from tielu.bots.decision import Decision, Option, Reason
from tielu.bots.title import bots_of
from tielu.core.game import Game

from .deadline import Deadline
from .rollout import Rollout
from .settings import SearchSettings

__all__ = ["Director", "SearchSettings"]


def hurried(weights: Weights) -> Weights:
    """The same weights for a clerk in a rollout, who looks at less in order to be quicker."""
    return replace(weights, search_steps=60, lays_tried=1, stations_tried=1)


class Director:
    """Searches; its answer depends on the time it has, and otherwise only on its seed and the position."""

    name = "director"

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.1,
        settings: SearchSettings | None = None,
        weights: Weights | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._seed = seed
        self._seconds = seconds
        self._settings = settings or SearchSettings()
        self._weights = weights
        self._clock = clock
        self._cache = MapCache()
        self._slowest = 0.0

    def choose(self, game: Game) -> Decision:
        """The best move found in time; raises InvalidInput if the game is over or its title has no director."""
        settings, seconds = self._settings, self._seconds
        deadline = Deadline(self._clock, seconds * settings.spent, seconds * settings.limit, self._slowest)
        clerk = self._clerk(game)
        candidates = self._candidates(clerk.options(game))
        deadline.count_move()
        best, reason = candidates[0], candidates[0].reason
        if len(candidates) > 1:
            leads = self._leads(game, candidates, deadline)
            number, gain = self._best(clerk.desk(game).turns_left, leads)
            if number:
                best = candidates[number]
                reason = Reason("lines", {"count": len(leads[number]), "gain": round(gain)})
        self._slowest = max(deadline.slowest, self._slowest * settings.slow_again)
        return Decision(best.action, reason)

    def _own_weights(self, game: Game) -> Weights:
        return self._weights or bots_of(game.title).searching_weights

    def _clerk(self, game: Game) -> Clerk:
        return Clerk(self._seed, self._own_weights(game), self._cache)

    def _candidates(self, options: list[Option]) -> list[Option]:
        """The best of the clerk's list, without what it thinks far worse."""
        most = max(self._settings.least_moves, round(self._settings.moves_per_second * self._seconds))
        least = options[0].worth - self._settings.margin - abs(options[0].worth) / 2
        found: list[Option] = []
        for option in options:
            if len(found) < most and option.worth >= least and all(option.action != one.action for one in found):
                found.append(option)
        return found

    def _leads(self, game: Game, candidates: list[Option], deadline: Deadline) -> list[list[float]]:
        """How far the player is ahead at the end of each rollout of each move; the worst moves are soon given up."""
        leads: list[list[float]] = [[] for _ in candidates]
        standing = list(range(len(candidates)))
        for sample in range(self._settings.most_rollouts):
            found = self._sample(game, [candidates[each] for each in standing], sample, deadline)
            if found is None:
                break
            for each, value in zip(standing, found, strict=True):
                leads[each].append(value)
            if sample >= self._settings.least_rollouts:
                standing = [each for each in standing if not each or self._may_be_better(leads[each], leads[0])]
            if len(standing) > 2 and sample:
                standing.remove(min(standing[1:], key=lambda each: fmean(leads[each])))
            if len(standing) == 1:
                break
        return leads

    def _sample(self, game: Game, options: list[Option], sample: int, deadline: Deadline) -> list[float] | None:
        """The leads at the ends of one rollout of each move, or None if time runs out first."""
        player = game.players.index(game.actor or "")
        settings = self._settings
        turns = round(settings.turns_per_second * self._seconds)
        turns = min(settings.most_turns, max(settings.least_turns, turns))
        mine, theirs = hurried(self._own_weights(game)), hurried(bots_of(game.title).clerk_weights)
        found = []
        for option in options:
            cache = self._cache.copy()
            clerks = [Clerk(self._seed + sample, theirs, cache) for _ in game.players]
            clerks[player] = Clerk(self._seed + sample, mine, cache)
            chance = random.Random(f"{self._seed} {sample}") if sample else None
            rollout = Rollout(game, option.action, clerks, chance, settings.tremble)
            while not rollout.ended(turns):
                if not deadline.allows_move():
                    return None
                rollout.advance()
                deadline.count_move()
            found.append(rollout.lead_of(player))
        return found

    def _may_be_better(self, leads: list[float], usual: list[float]) -> bool:
        """Whether more rollouts may still show that a move is better than the clerk's own."""
        gain, error = self._gain(leads, usual)
        return gain + self._settings.hope * error > 0

    def _gain(self, leads: list[float], usual: list[float]) -> tuple[float, float]:
        """How much better a move is than the clerk's own in the rollouts that both have, and the error of that."""
        gains = [mine - its for mine, its in zip(leads, usual, strict=False)]
        spread = stdev(gains) if len(gains) > 2 else self._settings.guessed_error
        return fmean(gains), spread / len(gains) ** 0.5

    def _best(self, turns_left: float, leads: list[list[float]]) -> tuple[int, float]:
        """The number of the best move, and by how much it is better than the clerk's own, which has the number 0."""
        settings = self._settings
        unseen = settings.blur * max(0.0, turns_left - settings.clear_turns)
        best, most, better = 0, 0.0, 0.0
        for number, mine in enumerate(leads):
            if number and mine:
                gain, error = self._gain(mine, leads[0])
                believed = gain - settings.doubt - unseen - settings.errors * error
                if believed > most:
                    best, most, better = number, believed, gain
        return best, better
