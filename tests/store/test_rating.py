"""Ratings: what a game does to them, and that they find out how good players are."""

from math import log
from random import Random

import pytest

from tielu.store.rating import FIRST, Rating, known_rating, mean_rating, rated


def test_a_win_lifts_and_a_loss_lowers():
    """More against the strong than against the weak, more for somebody nobody knows, and doubt shrinks."""
    unknown, known = Rating(), Rating(FIRST, 60, 40)
    after = rated([unknown, known, known], [1, 2, 3])
    assert after[0].points > FIRST > after[2].points
    assert after[0].points - FIRST > 3 * (FIRST - after[2].points)
    assert after[0].doubt < unknown.doubt
    assert [each.games for each in after] == [1, 41, 41]
    against_strong = rated([unknown, Rating(1500, 60)], [1, 2])[0].points
    against_weak = rated([unknown, Rating(600, 60)], [1, 2])[0].points
    assert against_strong - FIRST > 3 * (against_weak - FIRST)


def test_equals_who_share_a_place_stay_equal():
    """And where they sit makes no difference."""
    assert [each.points for each in rated([Rating()] * 3, [1, 1, 1])] == pytest.approx([FIRST] * 3)
    ratings, places = [Rating(900, 100), Rating(1100, 80), Rating(1000, 200)], [2, 3, 1]
    turned = rated(ratings[::-1], places[::-1])[::-1]
    for one, other in zip(rated(ratings, places), turned, strict=True):
        assert (one.points, one.doubt) == pytest.approx((other.points, other.doubt))


@pytest.mark.parametrize("true", [(1000, 1300, 800, 1100), (1000, 1100, 1200, 900, 800, 1300)])
def test_ratings_find_out_how_good_players_are(true):
    """After 200 games whose places come from known strengths: their order, and differences within the margins."""
    chance, scale = Random(7), 400 / log(10)
    ratings = [Rating() for _ in true]
    for _ in range(200):
        luck = [points / scale - log(-log(chance.random())) for points in true]
        ratings = rated(ratings, [1 + sum(other > each for other in luck) for each in luck])
    by_rating = sorted(range(len(true)), key=lambda each: ratings[each].points)
    assert by_rating == sorted(range(len(true)), key=lambda each: true[each])
    middle = sum(true) / len(true)
    for points, found in zip(true, ratings, strict=True):
        assert abs((found.points - FIRST) - (points - middle)) < 2 * found.margin
        assert found.margin < 150
        assert found.proven == found.points - found.margin


def test_what_is_known_from_elsewhere():
    """There is less doubt; a bot that has several seats gets the mean of what they learned."""
    assert (known_rating(1470).points, known_rating(1470).games) == (1470, 0)
    assert known_rating(1470).doubt < Rating().doubt / 3
    assert mean_rating([Rating(1000, 100, 3), Rating(1100, 80, 3)]) == Rating(1050, 90, 3)
