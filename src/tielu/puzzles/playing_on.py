"""Answers played on to the end of the game: which of them is best where nobody can calculate it.

The n-th rollouts of all answers share their dice. Everybody plays on as the director does for itself in its own
rollouts, and sometimes prefers the second-best move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from tielu import Action, Game
from tielu.bots import Clerk
from tielu.bots.clerk import MapCache
from tielu.bots.director import SearchSettings, hurried
from tielu.bots.director.rollout import Rollout
from tielu.bots.title import bots_of
from tielu.core.actions import BuyShare, SellShares

# One rollout of each answer and a few more of the first of them choose what seems best; others, with dice of their own,
# have to show that it is.
_FRONT: Final = 4
_SCREENING: Final = range(3)
_FRESH_DICE: Final = 100
# An answer is behind for certain by this many standard errors, and if it is behind in this part of the rollouts.
ERRORS: Final = 4.0
MOSTLY: Final = 0.75
# After these numbers of rollouts one knows whether to go on: by fewer errors than the first figure it will hardly be
# behind for certain, by more than the second it is.
_LOOKS: Final = {6: (1.0, 8.0), 12: (1.6, 6.0)}
ROLLOUTS: Final = 32


@dataclass(frozen=True)
class PlayedAnswer:
    """An answer and where it ended: `margin` is how far ahead of the best other player, on average of all rollouts.

    In its `rollouts` it was `behind` the best answer by this much on average, with the standard error `error`, and in
    `times_behind` of them it was behind at all. The best answer is behind nothing.
    """

    action: Action
    margin: int
    behind: float
    error: float
    times_behind: int
    rollouts: int

    def is_clear(self, least: float) -> bool:
        """Whether it is the lesser answer for certain, and by enough to be asked about."""
        return self.behind >= max(least, ERRORS * self.error) and self.times_behind >= MOSTLY * self.rollouts

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "action": self.action.to_json()}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> PlayedAnswer:
        return PlayedAnswer(**{**data, "action": Action.from_json(dict(data["action"]))})


def margin(worths: Sequence[int], player: int) -> int:
    """How far a player is ahead of the best of the others; below 0 if one of them is ahead."""
    return worths[player] - max(worth for number, worth in enumerate(worths) if number != player)


def margin_after(game: Game, action: Action, sample: int) -> int:
    """How far the player who decides is ahead at the end, if this is done and clerks play on with these dice."""
    player, cache = game.players.index(game.actor or ""), MapCache()
    weights = hurried(bots_of(game.title).searching_weights)
    clerks = [Clerk(sample, weights, cache) for _ in game.players]
    rollout = Rollout(game, action, clerks, random.Random(sample), SearchSettings())
    while not rollout.game.finished:
        rollout.advance()
    return margin(rollout.game.worths(), player)


def fresh_dice(count: int) -> range:
    """The first `count` of the dice by which answers are proven."""
    return range(_FRESH_DICE, _FRESH_DICE + count)


def answer_of(action: Action) -> object:
    """What an action says as an answer: whichever number of a company's shares is sold, it is the same one."""
    if isinstance(action, (SellShares, BuyShare)):
        return type(action), action.company
    return action


def played_answers(game: Game, actions: Iterable[Action], least: float) -> tuple[PlayedAnswer, ...] | None:
    """The best action and all that answer otherwise, if it is ahead of each by `least` yuan for certain; else None."""
    first = {each: margin_after(game, each, 0) for each in actions}
    listed = sorted(first, key=lambda each: -first[each])
    front = list({answer_of(each): each for each in reversed(listed)}.values())
    front = sorted(front, key=lambda each: -first[each])[:_FRONT]
    looks = {each: [margin_after(game, each, sample) for sample in _SCREENING] for each in front}
    best, *behind = sorted(looks, key=lambda each: -sum(looks[each]))
    if not behind or sum(looks[best]) - sum(looks[behind[0]]) < least * len(_SCREENING):
        return None
    others = behind + [each for each in listed if each not in looks and answer_of(each) != answer_of(best)]
    margins = [margin_after(game, best, sample) for sample in fresh_dice(ROLLOUTS)]
    found = [PlayedAnswer(best, round(fmean(margins)), 0.0, 0.0, 0, ROLLOUTS)]
    for each in others:
        played = _played_answer(game, each, margins)
        if not played.is_clear(least):
            return None
        found.append(played)
    return tuple(sorted(found, key=lambda each: each.behind))


def _played_answer(game: Game, answer: Action, best: Sequence[int]) -> PlayedAnswer:
    """An answer beside the margins of the best one, in as many rollouts as it takes to know."""
    margins: list[int] = []
    for sample in fresh_dice(len(best)):
        margins.append(margin_after(game, answer, sample))
        hope, certain = _LOOKS.get(len(margins), (0.0, 0.0))
        if hope:
            behind, error = _behind(best, margins)
            if not hope * error <= behind <= certain * error:
                break
    behind, error = _behind(best, margins)
    times = sum(one > other for one, other in zip(best, margins, strict=False))
    return PlayedAnswer(answer, round(fmean(margins)), round(behind, 1), round(error, 1), times, len(margins))


def _behind(best: Sequence[int], other: Sequence[int]) -> tuple[float, float]:
    """By how much one is behind the other in the rollouts that both have, and the error of that."""
    gaps = [one - two for one, two in zip(best, other, strict=False)]
    return fmean(gaps), stdev(gaps) / len(gaps) ** 0.5
