"""The bots as baselines: their choices are numbers that are open, and the network judges a table."""

import numpy as np
import pytest

import tielu.env
from tielu.bots import Decision, Reason
from tielu.core.actions import Bid, LayTile, SellShares
from tielu.env import Setup, Table, VectorTable
from tielu.env.baseline import Baseline, nearest
from tielu.errors import IllegalAction, InvalidInput


@pytest.mark.parametrize("name", ["tielu/1880-v0", "tielu/1888-v0"])
def test_a_baseline_plays_in_the_numbers_of_the_space(name):
    """Every choice of a clerk is open, at the environment, its inner one and its table alike."""
    env, clerk = tielu.env.make(name, players=3), tielu.env.baseline("clerk", seed=3)
    env.reset(seed=1)
    for turn in range(120):
        number = clerk(env)
        assert env.last()[0]["action_mask"][number] == 1
        if turn % 40 == 0:
            assert clerk(env.unwrapped) == clerk(env.unwrapped.table) == number
        env.step(number)


def test_an_amount_between_the_steps_becomes_the_nearest_step():
    table = Table(Setup("1880", 3))
    assert table.choices[nearest(table, Bid("P0", 65))] in (Bid("P0", 55), Bid("P0", 65))
    assert table.choices[nearest(table, Bid("P0", 100))] == Bid("P0", 105)


class Stubborn:
    """Answers the same to everything."""

    name = "stubborn"

    def __init__(self, action):
        self._action = action

    def choose(self, game):
        return Decision(self._action, Reason("pass"))


@pytest.mark.parametrize("action", [LayTile("A1", "9", 3), SellShares("JHR", 100), Bid("P0", 1), Bid("P0", 10**6)])
def test_an_illegal_action_of_a_bot_is_refused(action):
    """It is not taken for another one that is open."""
    with pytest.raises(IllegalAction):
        Baseline(Stubborn(action))(Table(Setup("1880", 3)))


def test_a_baseline_needs_a_table():
    """A game or tables in arrays are none."""
    for other in (tielu.new_game("1880", ["Ann", "Bo", "Cy"]), VectorTable(Setup("1880"), 2), None):
        for ask in (tielu.env.baseline("random"), tielu.env.judgement):
            with pytest.raises(InvalidInput, match="not_a_table"):
                ask(other)


@pytest.mark.parametrize("seed", [None, "7", 0.5])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(InvalidInput, match="not_a_whole_number"):
        tielu.env.baseline("clerk", seed=seed)
    table = Table(Setup("1880", 3))
    assert tielu.env.baseline("clerk", seed=np.int64(7))(table) == tielu.env.baseline("clerk", seed=7)(table)


def test_the_chairman_is_the_baseline_that_one_gets():
    table = Table(Setup("1888", 2))
    assert tielu.env.baseline(seconds=0.02)(table) in table.choices
    with pytest.raises(InvalidInput, match="unknown_bot"):
        tielu.env.baseline("king")


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_the_network_judges_a_table(title):
    """A worth and a chance for every seat; chances add up to one."""
    table = Table(Setup(title, 4))
    found = tielu.env.judgement(table)
    assert len(found.worths) == 4
    assert sum(found.chances) == pytest.approx(1, abs=1e-4)
