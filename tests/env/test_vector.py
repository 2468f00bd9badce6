"""Many games at once: each table plays as it would alone."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tielu.env
from tielu.env import Setup, Table, VectorTable, environment_ids
from tielu.errors import InvalidInput

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", environment_ids())
def test_tables_play_as_they_would_alone(name):
    """Arrays of many tables hold what single tables say; games that end are reported and begin anew."""
    many = tielu.env.make_vector(name, tables=3, players=3)
    alone = [Table(many.setup) for _ in many.tables]
    rng, ended = np.random.default_rng(3), 0
    for _ in range(700):
        for number, table in enumerate(alone):
            assert many.seats[number] == table.actor
            assert np.array_equal(many.masks[number], table.mask())
        if rng.random() < 0.05:
            assert np.array_equal(many.observations[1], alone[1].observation(alone[1].actor))
        choices = many.random_choices(rng)
        reports = {each.table: each for each in many.step(choices)}
        for number, table in enumerate(alone):
            table.step(choices[number])
            assert table.finished == (number in reports)
            if table.finished:
                assert reports[number].rewards == tuple(table.rewards())
                assert reports[number].worth == tuple(table.worth())
                assert reports[number].actions == table.actions
                table.reset()
                ended += 1
    assert ended or name != "tielu/1880-v0"


def test_what_does_not_fit_is_refused():
    many = VectorTable(Setup("1880"), 2, observe=False)
    assert many.observations.shape == (2, 0)
    with pytest.raises(InvalidInput, match="choices_do_not_match"):
        many.step([0])
    with pytest.raises(InvalidInput, match="choice_not_open"):
        many.step([0, 9_999])
    with pytest.raises(InvalidInput, match="no_tables"):
        VectorTable(Setup("1880"), 0)
    with pytest.raises(InvalidInput, match="not_a_whole_number"):
        VectorTable(Setup("1880"), "2")  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize("choices", [[0, 0, 9_999], np.array([0.0, 0.0, 0.9]), [0, 0, "0"]])
def test_no_table_moves_unless_every_choice_is_open(choices):
    """A step is for all tables or for none, and nothing is rounded."""
    many = VectorTable(Setup("1888", 3), 3)
    masks = many.masks.copy()
    with pytest.raises(InvalidInput):
        many.step(choices)
    assert [table.actions for table in many.tables] == [0, 0, 0]
    assert np.array_equal(many.masks, masks)


def test_a_game_without_end_is_cut_short():
    """Nobody gets anything for it, and a new one begins."""
    many = tielu.env.make_vector("tielu/1880-v0", 2, players=3, max_actions=5)
    begun = many.masks.copy()
    assert [many.step([0, 0]) for _ in range(4)] == [[]] * 4
    ended = many.step([0, 0])
    assert [(each.table, each.actions, each.rewards, each.truncated) for each in ended] == [
        (table, 5, (0.0, 0.0, 0.0), True) for table in range(2)
    ]
    assert [table.actions for table in many.tables] == [0, 0]
    assert np.array_equal(many.masks, begun)
    with pytest.raises(InvalidInput, match="no_actions"):
        VectorTable(Setup("1880"), 1, max_actions=0)


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint16])
def test_numbers_of_numpy_are_numbers(kind):
    """Wherever a choice is named, as they come from a mask."""
    table = Table(Setup("1880", 3))
    for number in table.choices.numbers:
        assert table.choices[kind(number)] == table.choices[number]
        assert table.space.decode(table.game, kind(number)) == table.choices[number]
        assert table.space.meaning(kind(number)) == table.space.meaning(number)


def test_an_observation_of_another_game_is_not_read():
    """Numbers would be found in it, but other ones."""
    three, four = Table(Setup("1880", 3)), Table(Setup("1880", 4))
    with pytest.raises(InvalidInput, match="other_layout"):
        three.layout.named(four.observation(0))
    for seat in (-1, 3):
        with pytest.raises(InvalidInput, match="no_such_seat"):
            three.observation(seat)


def test_tables_can_be_copied_and_pickled():
    """A copy goes on in arrays of its own, as the tables would have."""
    many, rng = VectorTable(Setup("1888", 3), 2), np.random.default_rng(5)
    for _ in range(20):
        many.step(many.random_choices(rng))
    twins = [copy.deepcopy(many), pickle.loads(pickle.dumps(many))]
    choices = many.random_choices(rng)
    many.step(choices)
    for twin in twins:
        twin.step(choices)
        assert np.array_equal(twin.seats, many.seats)
        assert np.array_equal(twin.masks, many.masks)
        assert np.array_equal(twin.observations, many.observations)


def test_the_example_runs():
    """examples/vectorised.py, in one process and in two, says how quick it was."""
    command = [sys.executable, str(ROOT / "examples" / "vectorised.py"), "--tables", "2", "--seconds", "0.3"]
    for processes in ("1", "2"):
        done = subprocess.run([*command, "--processes", processes], capture_output=True, text=True, check=True)
        assert "steps per second" in done.stdout
