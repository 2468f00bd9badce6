"""The director: asks a clerk what could be done, plays each of the best moves on, and takes what ends best.

Its own clerk has weights that were found in games. Each move gets several rollouts, in which the director goes on with
those weights and everybody else like a plain clerk; all of them sometimes prefer the second-best move. The n-th
rollouts of all moves share their dice and end at the same time of the game. Another move than the clerk's own is taken
only if it is better by more than chance explains, so with more time, which means more and longer rollouts, it finds
more good moves and takes fewer bad ones.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from statistics import fmean, stdev
from typing import Any, Final

from tielu.bots.clerk import Clerk, MapCache, Weights
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.decision import Decision, Option, Reason, Weighed
from tielu.bots.offers import check_unfinished
from tielu.bots.title import bots_of
from tielu.core.actions import Action
from tielu.core.game import Game
from tielu.errors import InvalidInput

from .collector import collector_waits
from .deadline import Deadline
from .glance import Glance, JudgesGlance
from .rollout import Judge, Rollout, hurried, judges_desk, lead, linear_judge
from .settings import SearchSettings
from .style import Style

__all__ = [
    "GAINS",
    "Director",
    "Found",
    "Glance",
    "GlanceOfTitle",
    "Judge",
    "JudgeOfTitle",
    "JudgesGlance",
    "SearchSettings",
    "Style",
    "check_seconds",
    "hurried",
    "judges_desk",
    "lead",
]

# Nobody thinks for so long, and products of larger numbers might be infinite.
LONGEST: Final = 1e300

# The dice of comparisons are not those of searches: what won a search by luck does not have that luck again.
FRESH_DICE = 1_000


# How a gain is told, by the part of it that makes the player richer; the rest makes the others poorer.
GAINS: Final = (("gains", 0.75), ("gains_and_hurts", 0.25), ("hurts", -0.05), ("hurts_at_a_price", -math.inf))

# Nothing counts but being ahead.
PLAIN: Final = Style()

# What a title is played with, by its name.
WeightsOfTitle = Callable[[str], Weights]
JudgeOfTitle = Callable[[str], Judge]
GlanceOfTitle = Callable[[str], Glance]


def check_seconds(seconds: Any) -> None:
    """Raise InvalidInput unless this is a time to think: a number of seconds above 0."""
    is_number = isinstance(seconds, Real)
    if not is_number or not 0 < seconds < LONGEST:
        raise InvalidInput("no_time_to_think", seconds=seconds if is_number else type(seconds).__name__)


def searching_weights(title: str) -> Weights:
    """The weights of the director's own clerk."""
    weights: Weights = bots_of(title).searching_weights
    return weights


def linear_judge_of(_title: str) -> Judge:
    """The same judge for every title."""
    return linear_judge


@dataclass(frozen=True)
class Found:
    """The best move of a search. If it is not the `usual` one of the clerk, `rollouts` says how often it was tried.

    `gain` is by how much it left the player further ahead, in yuan, and `own` by how much richer.
    """

    option: Option
    usual: Option
    rollouts: int = 0
    gain: float = 0.0
    own: float = 0.0
    weighed: tuple[Weighed, ...] = ()

    @property
    def reason(self) -> Reason:
        """The clerk's own reason for the usual move; for another one, who gains by it and who loses.

        A style may prefer a move that leaves the player less far ahead: richer, with poorer others, or simply liked.
        """
        if not self.rollouts or self.gain <= self.own <= 0:
            return self.option.reason
        part = self.own / self.gain if self.gain > 0 else math.copysign(math.inf, self.own)
        key = next(key for key, least in GAINS if part >= least)
        values = {"own": round(abs(self.own)), "others": round(self.gain - self.own)}
        actions = {"chosen": self.option.action.to_json(), "instead": self.usual.action.to_json()}
        return Reason(key, {"count": self.rollouts, **values, **actions})


class Director:
    """A bot that searches; its answer depends on the time it has, and otherwise only on its seed and the position.

    A director is for one thread at a time. A copy has the same settings, and remembers nothing of earlier searches.
    """

    name = "director"

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.1,
        settings: SearchSettings | None = None,
        weights: WeightsOfTitle = searching_weights,
        clock: Callable[[], float] = time.perf_counter,
        judge_of: JudgeOfTitle = linear_judge_of,
        glance_of: GlanceOfTitle | None = None,
        style: Style = PLAIN,
    ) -> None:
        """`weights` are those of its own clerk; `judge_of` a title values the positions at the ends of rollouts.

        `glance_of` a title picks the moves that are played on; without it, they are those after which the judge likes
        the position best. Raises InvalidInput if `seconds` is no time to think.
        """
        check_seconds(seconds)
        self._seed = seed
        self._seconds = seconds
        self._settings = settings or SearchSettings()
        self._weights = weights
        self._clock = clock
        self._judge_of = judge_of
        self._glance_of = glance_of
        self._style = style
        self._judge: Judge = linear_judge
        self._glance: Glance = JudgesGlance(linear_judge)
        self._memory = TrackMemory()
        self._cache = MapCache(self._memory)
        # Title, edition and revision: what is known of maps does not hold under other rules.
        self._rules = ("", "", 0)
        self._slowest = 0.0

    def __reduce__(self) -> tuple[Any, ...]:
        made_from = (self._seed, self._seconds, self._settings, self._weights, self._clock, self._judge_of)
        return Director, (*made_from, self._glance_of, self._style)

    def choose(self, game: Game) -> Decision:
        """The best move found in time; raises InvalidInput if the game is over or its title has no director."""
        found = self.search(game)
        return Decision(found.option.action, found.reason, found.weighed)

    def search(self, game: Game) -> Found:
        """The move that `choose` takes, and what speaks for it; raises as `choose` does."""
        deadline = self._deadline()
        with collector_waits():
            self._look_at(game)
            return self._search(game, deadline)

    def _look_at(self, game: Game) -> None:
        """Forget what no longer matters to a game, and everything if the last one had other rules.

        Reading a network may take as long as many moves, so this belongs to the time of the first decision.
        """
        rules = (game.title, game.edition, game.revision)
        if rules != self._rules:
            self._judge = self._judge_of(game.title)
            self._glance = self._glance_of(game.title) if self._glance_of else JudgesGlance(self._judge)
            self._memory = TrackMemory()
            self._rules, self._cache = rules, MapCache(self._memory)
        self._memory.forget_phases_before(game.state.phase)

    def _search(self, game: Game, deadline: Deadline) -> Found:
        settings = self._settings
        clerk = self._clerk(game)
        candidates = self._candidates(game, self._style.ordered(clerk.options(game)), deadline)
        found = Found(candidates[0], candidates[0])
        if len(candidates) > 1:
            player = game.players.index(game.actor or "")
            scores, ends = self._play_on(game, candidates, player, deadline)
            found = _found(candidates, self._best(clerk.desk(game).turns_left, scores), ends, player)
        self._slowest = max(deadline.slowest, self._slowest * settings.slow_again)
        return found

    def compare(self, game: Game, actions: Sequence[Action], least: int, most: int) -> list[list[Sequence[float]]]:
        """What everybody is worth at the ends of rollouts of these actions, each action with as many.

        The n-th rollouts of all share their dice, which no search has seen. There are at least `least`, and more while
        there is time, up to `most`. Raises InvalidInput as `choose` does.
        """
        check_unfinished(game)
        deadline = self._deadline()
        found: list[list[Sequence[float]]] = [[] for _ in actions]
        with collector_waits():
            self._look_at(game)
            for sample in range(most):
                ends = self._sample(game, actions, FRESH_DICE + sample, deadline, must=sample < least)
                if ends is None:
                    break
                for each, worths in zip(found, ends, strict=True):
                    each.append(worths)
        return found

    def foresee(self, game: Game) -> tuple[list[float], float]:
        """What everybody will be worth at the end, and for how many turns of companies the game may last.

        Raises InvalidInput as `choose` does.
        """
        check_unfinished(game)
        self._look_at(game)
        return list(self._judge(game, self._cache)), self._clerk(game).desk(game).turns_left

    def doubt(self, turns_left: float, error: float) -> float:
        """By how much another move must look better to be believed, so far from the end and with this error."""
        settings = self._settings
        unseen = settings.blur * max(0.0, turns_left - settings.clear_turns)
        return settings.doubt + unseen + settings.errors * error

    def _deadline(self) -> Deadline:
        settings, seconds = self._settings, self._seconds
        return Deadline(self._clock, seconds * settings.spent, seconds * settings.limit, self._slowest)

    def _own_weights(self, game: Game) -> Weights:
        return self._weights(game.title)

    def _clerk(self, game: Game) -> Clerk:
        return Clerk(self._seed, self._own_weights(game), self._cache)

    def _candidates(self, game: Game, options: list[Option], deadline: Deadline) -> list[Option]:
        """The best of the clerk's list, without what it thinks far worse; its own choice is the first."""
        deadline.start()
        settings = self._settings
        most = max(settings.least_moves, round(settings.moves_per_second * self._seconds))
        least = options[0].worth - settings.margin - abs(options[0].worth) / 2
        found: list[Option] = []
        for option in options:
            if option.worth >= least and all(option.action != one.action for one in found):
                found.append(option)
            if len(found) >= max(most, settings.glanced):
                break
        return found if len(found) <= most else self._most_promising(game, found, most, deadline)

    def _most_promising(self, game: Game, options: list[Option], most: int, deadline: Deadline) -> list[Option]:
        """The usual move and those that promise most at a glance, as far as there is time to look."""
        looks: list[Any] = []
        for option in options:
            if looks and not deadline.allows_move():
                break
            looks.append(self._glance.look(game, option, self._cache))
            deadline.count_move()
        promise = self._glance.promise(game, looks)
        others = sorted(range(1, len(looks)), key=lambda number: -promise[number])
        return [options[0], *[options[number] for number in others[: most - 1]]]

    def _play_on(
        self, game: Game, candidates: list[Option], player: int, deadline: Deadline
    ) -> tuple[list[list[float]], list[list[Sequence[float]]]]:
        """What each rollout of each move is worth to the player, and what everybody is worth at its end.

        The worst moves are soon given up.
        """
        scores: list[list[float]] = [[] for _ in candidates]
        found: list[list[Sequence[float]]] = [[] for _ in candidates]
        standing = list(range(len(candidates)))
        for sample in range(self._settings.most_rollouts):
            ends = self._sample(game, [candidates[each].action for each in standing], sample, deadline)
            if ends is None:
                break
            for each, worths in zip(standing, ends, strict=True):
                scores[each].append(self._style.worth_of(candidates[each].action, worths, player))
                found[each].append(worths)
            if sample >= self._settings.least_rollouts:
                standing = [each for each in standing if not each or self._may_be_better(scores[each], scores[0])]
            most = math.ceil(len(candidates) * (1 - deadline.elapsed / self._settings.narrowed))
            while len(standing) > max(2, most):
                standing.remove(min(standing[1:], key=lambda each: fmean(scores[each])))
            if len(standing) == 1:
                break
        return scores, found

    def _sample(
        self, game: Game, actions: Sequence[Action], sample: int, deadline: Deadline, *, must: bool = False
    ) -> list[Sequence[float]] | None:
        """What everybody is worth at the end of one rollout of each action; None if time runs out, unless it `must`."""
        player = game.players.index(game.actor or "")
        settings = self._settings
        turns = round(settings.turns_per_second * self._seconds)
        turns = min(settings.most_turns, max(settings.least_turns, turns))
        mine, theirs = hurried(self._own_weights(game)), hurried(bots_of(game.title).clerk_weights)
        found = []
        for action in actions:
            cache = self._cache.copy()
            clerks = [Clerk(self._seed + sample, theirs, cache) for _ in game.players]
            clerks[player] = Clerk(self._seed + sample, mine, cache)
            chance = random.Random(f"{self._seed} {sample}") if sample else None
            rollout = Rollout(game, action, clerks, chance, settings, self._judge)
            while not rollout.ended(turns):
                if not must and not deadline.allows_move():
                    return None
                rollout.advance()
                deadline.count_move()
            found.append(rollout.worths())
            deadline.count_move()
        return found

    def _may_be_better(self, scores: list[float], usual: list[float]) -> bool:
        """Whether more rollouts may still show that a move is better than the clerk's own."""
        gain, error = self._gain(scores, usual)
        return gain + self._settings.hope * error > 0

    def _gain(self, scores: list[float], usual: list[float]) -> tuple[float, float]:
        """How much better a move is than the clerk's own in the rollouts that both have, and the error of that."""
        gains = [mine - its for mine, its in zip(scores, usual, strict=False)]
        spread = stdev(gains) if len(gains) > 2 else self._settings.guessed_error
        return fmean(gains), spread / len(gains) ** 0.5

    def _best(self, turns_left: float, scores: list[list[float]]) -> int:
        """The number of the best move; the clerk's own has the number 0."""
        best, most = 0, 0.0
        for number, mine in enumerate(scores):
            if number and mine:
                gain, error = self._gain(mine, scores[0])
                believed = gain - self.doubt(turns_left, error)
                if believed > most:
                    best, most = number, believed
        return best


def _found(candidates: list[Option], number: int, ends: list[list[Sequence[float]]], player: int) -> Found:
    """The candidate of this number, and what came of it beside the clerk's own, which has the number 0."""
    weighed = _weighed(candidates, ends, player)
    if number == 0:
        return Found(candidates[0], candidates[0], weighed=weighed)
    pairs = list(zip(ends[number], ends[0], strict=False))
    gain = fmean(lead(mine, player) - lead(its, player) for mine, its in pairs)
    richer = fmean(mine[player] - its[player] for mine, its in pairs)
    return Found(candidates[number], candidates[0], len(ends[number]), gain, richer, weighed)


def _weighed(candidates: list[Option], ends: list[list[Sequence[float]]], player: int) -> tuple[Weighed, ...]:
    """The candidates that were played on, with what came of them."""
    return tuple(
        Weighed(option.action, option.worth, fmean(lead(worths, player) for worths in found), len(found))
        for option, found in zip(candidates, ends, strict=False)
        if found
    )
