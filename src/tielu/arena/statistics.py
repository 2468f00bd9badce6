"""What results say about bots, and how sure: win rates with intervals, ranks, and Elo from all pairs at a table."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final, TypeAlias

Z95: Final = 1.959963984540054
ELO_MIDDLE: Final = 1500.0
_ELO_SCALE: Final = 400 / math.log(10)
_ROUNDS: Final = 500
_CLOSE: Final = 1e-9
# As many drawn games between every two bots are assumed, so that one that always wins has a rating, too.
_PRIOR: Final = 1.0

# A table: for each seat the number of its bot, and what the seat was worth at the end.
TableResult: TypeAlias = tuple[Sequence[int], Sequence[int]]
# Points of one bot against another, summed over games.
Points: TypeAlias = list[list[float]]


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95% interval of Wilson for a rate; everything is possible where nothing was tried."""
    if not trials:
        return 0.0, 1.0
    rate, square = successes / trials, Z95 * Z95
    middle = rate + square / (2 * trials)
    spread = Z95 * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def wins(worth: Sequence[int]) -> list[float]:
    """1 for the winner of a game; equals share it."""
    best = max(worth)
    return [(each == best) / list(worth).count(best) for each in worth]


def ranks(worth: Sequence[int]) -> list[float]:
    """1 for the first; equals have the mean of their ranks."""
    return [1 + sum((other > each) + (other == each) / 2 for other in worth) - 0.5 for each in worth]


def points_of(results: Sequence[TableResult], bots: int) -> Points:
    """A game is a comparison of each two seats with different bots: 1 for the richer one, 1/2 each for equals.

    The pairs of a game count as one comparison per pair of bots, however many seats each bot has.
    """
    points = [[0.0] * bots for _ in range(bots)]
    for seats, worth in results:
        met: dict[tuple[int, int], list[float]] = {}
        for here, one in enumerate(seats):
            for there, other in enumerate(seats):
                if one < other:
                    score = ((worth[here] > worth[there]) - (worth[here] < worth[there]) + 1) / 2
                    met.setdefault((one, other), []).append(score)
        for (one, other), scores in met.items():
            points[one][other] += sum(scores) / len(scores)
            points[other][one] += 1 - sum(scores) / len(scores)
    return points


def elo(points: Points) -> list[float]:
    """Ratings that explain the points best (Bradley and Terry), with a mean of 1500."""
    count = len(points)
    counted = [[points[a][b] + _PRIOR / 2 if a != b else 0.0 for b in range(count)] for a in range(count)]
    strength = [1.0] * count
    for _ in range(_ROUNDS):
        before = strength
        strength = [_improved(counted, before, bot) for bot in range(count)]
        middle = math.exp(sum(math.log(each) for each in strength) / count)
        strength = [each / middle for each in strength]
        if max(abs(new - old) / old for new, old in zip(strength, before, strict=True)) < _CLOSE:
            break
    return [ELO_MIDDLE + _ELO_SCALE * math.log(each) for each in strength]


def _improved(points: Points, strength: Sequence[float], bot: int) -> float:
    """One step of Zermelo's iteration."""
    won = sum(points[bot])
    weight = sum(
        (points[bot][other] + points[other][bot]) / (strength[bot] + strength[other])
        for other in range(len(points))
        if other != bot
    )
    return won / weight if weight else strength[bot]


def elo_intervals(
    results: Sequence[TableResult], bots: int, samples: int = 200, seed: int = 0
) -> list[tuple[float, float]]:
    """The 95% interval of each rating: games drawn again with replacement, and rated each time."""
    rng = random.Random(seed)
    ratings = [elo(points_of(rng.choices(results, k=len(results)), bots)) for _ in range(samples)] if results else []
    return [_middle_part(sorted(rating[bot] for rating in ratings)) for bot in range(bots)]


def _middle_part(values: Sequence[float]) -> tuple[float, float]:
    if not values:
        return ELO_MIDDLE, ELO_MIDDLE
    last = len(values) - 1
    return values[round(last * 0.025)], values[round(last * 0.975)]
