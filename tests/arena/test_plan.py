"""Who sits where: everybody in every seat equally often, and the same plan is the same games."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import tielu
from tielu.arena import ArenaPlan, Results, Spec
from tielu.errors import InvalidInput
from tielu.i18n import say_error


def test_everybody_plays_every_seat_equally_often():
    plan = ArenaPlan.make("1880", "clerk,random,clerk:2,random:3", games=24, seed=5)
    seats = Counter((seat, competitor) for match in plan.matches() for seat, competitor in enumerate(match.seating))
    assert set(seats.values()) == {6}
    assert len(seats) == 16


def test_neighbours_change():
    """After a round of seats the order is shuffled."""
    plan = ArenaPlan.make("1880", "clerk,random,random:1,random:2,clerk:2", games=40, seed=5)
    left_of = {match.seating[(match.seating.index(0) + 1) % 5] for match in plan.matches()}
    assert left_of == {1, 2, 3, 4}


def test_a_short_list_is_repeated():
    plan = ArenaPlan.make("1888", "clerk,random", games=1, seed=1, players=5)
    assert [spec.label for spec in plan.bots] == ["clerk", "random", "clerk", "random", "clerk"]


def test_the_same_plan_is_the_same_games():
    """More games begin with the same ones; another seed has others. Bots of a game have seeds of their own."""
    few, many = (ArenaPlan.make("1880", "clerk,random,random", games, seed=7) for games in (5, 20))
    assert list(many.matches())[:5] == list(few.matches())
    other = ArenaPlan.make("1880", "clerk,random,random", 5, seed=8)
    assert {match.seed for match in few.matches()}.isdisjoint(match.seed for match in other.matches())
    assert len({match.bot_seed(seat) for match in many.matches() for seat in range(3)}) == 60


def test_seconds_belong_to_the_name():
    assert Spec.parse("clerk") == Spec("clerk")
    assert Spec.parse(" random:0.25 ").label == "random:0.25"


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("unknown_bot", {"seats": "clerk,grandmaster,random"}),
        ("bot_seconds", {"seats": "clerk:soon,random,random"}),
        ("no_time_to_think", {"seats": "clerk:-1,random,random"}),
        ("wrong_player_count", {"seats": "clerk,random"}),
        ("more_bots_than_players", {"seats": "clerk,random,random,random", "players": 3}),
        ("unknown_edition", {"seats": "clerk,random,random", "edition": "1999"}),
        ("not_a_whole_number", {"seats": "clerk,random,random", "games": "2"}),
        ("not_a_whole_number", {"seats": "clerk,random,random", "seed": None}),
        ("not_a_whole_number", {"seats": "clerk", "players": 3.0}),
    ],
)
def test_what_cannot_be_played_is_refused(code, arguments):
    with pytest.raises(InvalidInput) as refusal:
        ArenaPlan.make("1880", **{"games": 1, "seed": 1, **arguments})
    assert refusal.value.code == code


def test_seconds_that_are_missing_are_quoted_all_the_same():
    """A sentence does not begin with nothing."""
    with pytest.raises(InvalidInput) as refusal:
        Spec.parse("director:")
    assert say_error(refusal.value, "en").startswith("“” is not a number of seconds for director;")


def test_numbers_may_be_those_of_numpy():
    """The plan keeps plain ones, which its file can hold."""
    games, seed, players = map(np.int64, (2, 7, 3))
    plan = ArenaPlan.make("1880", "random", games, seed, players=players)  # type: ignore[arg-type]  # numpy's own
    assert json.loads(json.dumps(plan.to_json()))["seed"] == 7
    assert len(list(plan.matches())) == 2


def test_the_folder_of_results_may_be_a_text(tmp_path):
    """As a path elsewhere."""
    plan = ArenaPlan.make("1880", "random", 1, 1, players=3)
    with Results(str(tmp_path / "out"), plan) as results:
        assert results.folder == tmp_path / "out"


def test_the_name_fits_a_folder():
    assert ArenaPlan.make("1880", "clerk:0.5,random,random", 1, 3).name == "1880-2022-clerk@0.5-random-random-seed3"


def test_only_bots_that_can_play_the_title_are_seated(monkeypatch):
    """A title without bots is for the random one; a clerk is refused before the first game."""
    bare = replace(tielu.TITLES["1888"], name="bare", package="tielu.core", other_names=())
    monkeypatch.setitem(tielu.TITLES, "bare", bare)
    assert ArenaPlan.make("bare", "random", games=1, seed=1, players=3).title == "bare"
    with pytest.raises(InvalidInput) as refused:
        ArenaPlan.make("bare", "random,clerk,random", games=1, seed=1)
    assert refused.value.code == "bot_not_for_title"


def test_a_title_is_known_by_its_other_names():
    """The plan, and the folder of its results, have the title's own name."""
    assert ArenaPlan.make("1888-N", "random", games=1, seed=1, players=3).title == "1888"
