"""Intervals, ranks and ratings, on results that were made up."""

import math
import random

import pytest

from tielu.arena.statistics import ELO_MIDDLE, elo, elo_intervals, points_of, ranks, wilson, wins


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (190, 200, 0.9104, 0.9726),
        (2.5, 10, 0.0809, 0.5578),
    ],
)
def test_intervals_of_wilson(successes, trials, low, high):
    """As in tables; half a victory counts half."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-3)


def test_nothing_tried_leaves_everything_open():
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_holds_the_truth_in_about_95_of_100_runs():
    """Simulated: a bot that wins 30% of its games, 80 games a run."""
    rng, inside = random.Random(5), 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < 0.3 for _ in range(80)), 80)
        inside += low <= 0.3 <= high
    assert 0.935 < inside / 2000 < 0.97


def test_equals_share_victory_and_rank():
    assert wins([5, 9, 9, 1]) == [0, 0.5, 0.5, 0]
    assert ranks([5, 9, 9, 1]) == [3, 1.5, 1.5, 4]
    assert ranks([3, 3, 3]) == [2, 2, 2]


def test_a_game_is_one_comparison_of_two_bots_whatever_seats_they_have():
    """One seat against three: two of them beaten, one equal."""
    points = points_of([((0, 1, 1, 1), (50, 10, 20, 50))], 2)
    assert points[0][1] == pytest.approx(2.5 / 3)
    assert points[1][0] == pytest.approx(0.5 / 3)


def test_three_points_of_four_are_about_191():
    """400 · log10(3), as in chess; over many games the drawn one that is taken for granted does not matter."""
    ratings = elo([[0, 7500], [2500, 0]])
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(3), abs=0.2)
    assert sum(ratings) / 2 == pytest.approx(ELO_MIDDLE)


def test_ratings_are_found_again():
    """Games of three bots simulated with known strengths."""
    true, rng = [1700.0, 1500.0, 1300.0], random.Random(1)
    points = [[0.0] * 3 for _ in range(3)]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        chance = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
        won = sum(rng.random() < chance for _ in range(20_000))
        points[a][b], points[b][a] = won, 20_000 - won
    assert elo(points) == pytest.approx(true, abs=12)


def test_who_always_wins_has_a_rating_too():
    ratings = elo([[0, 20], [0, 0]])
    assert 400 < ratings[0] - ratings[1] < 800
    assert elo([[0.0]]) == [ELO_MIDDLE]


def test_intervals_of_ratings_become_narrow_with_games():
    """The rating lies within; ten times the games make it narrower; the same seed gives the same interval."""
    few = [((0, 1), (1, 0)) if number % 3 else ((0, 1), (0, 1)) for number in range(30)]
    many = few * 10
    wide, narrow = elo_intervals(few, 2)[0], elo_intervals(many, 2)[0]
    assert wide[0] < elo(points_of(few, 2))[0] < wide[1]
    assert narrow[1] - narrow[0] < 0.6 * (wide[1] - wide[0])
    assert elo_intervals(few, 2) == elo_intervals(few, 2)
    assert elo_intervals([], 2) == [(ELO_MIDDLE, ELO_MIDDLE)] * 2
