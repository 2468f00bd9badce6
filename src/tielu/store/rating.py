"""Ratings: how well somebody is expected to do, and how much that is in doubt, learned from the places in games.

The model is that of Plackett and Luce, as openskill has it: a table of any size counts as one comparison of all. The
scale is that of Elo, with a clerk at 1000: at a table of four, 400 points more are enough to be ahead of somebody ten
times out of eleven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# Where everybody begins: as good as a clerk, or not.
FIRST: Final = 1000.0
# How far the result of one game is from what its players can do. openskill adds that of all at the table.
_LUCK: Final = 400 / log(10) / sqrt(4)
_FIRST_DOUBT: Final = 250.0
_KNOWN_DOUBT: Final = _FIRST_DOUBT / 4
# Within this many standard deviations it is sure, with 95%.
SURE: Final = 1.96
# How much doubt each game adds, since players change.
_DRIFT: Final = _LUCK / 50


@dataclass(frozen=True)
class Rating:
    """What is known of a player: `points`, the standard deviation of that, and the number of games it comes from."""

    points: float = FIRST
    doubt: float = _FIRST_DOUBT
    games: int = 0

    @property
    def margin(self) -> float:
        """With 95% the player is as good as the points say, give or take this many."""
        return SURE * self.doubt

    @property
    def proven(self) -> float:
        """What the player is at least, with little doubt; lists of the best go by it."""
        return self.points - self.margin


def known_rating(points: float) -> Rating:
    """The rating with which somebody begins who has been rated elsewhere, as bots are in the arena."""
    return Rating(points, _KNOWN_DOUBT)


@cache
def _model() -> PlackettLuce:
    """The model; openskill comes with servers that have accounts, and no game is rated elsewhere."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=FIRST, sigma=_FIRST_DOUBT, beta=_LUCK, tau=_DRIFT)


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all players after a game, from those before it and their places; equals share a place."""
    model = _model()
    teams = [[model.rating(each.points, each.doubt)] for each in ratings]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma, before.games + 1) for before, team in zip(ratings, after, strict=True)]


def mean_rating(ratings: Sequence[Rating]) -> Rating:
    """One rating for a bot that had several seats of a game."""
    return Rating(
        fmean(each.points for each in ratings),
        fmean(each.doubt for each in ratings),
        max(each.games for each in ratings),
    )
