"""What a title provides for its environments: it may be nothing, or little."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tielu import TITLES
from tielu.env import Setup, Table, environment_ids
from tielu.env.fields import shared_fields
from tielu.env.observation import Observer
from tielu.env.title import env_of
from tielu.errors import InvalidInput

THIRD_TITLE = Path(__file__).parents[1] / "third_title"
PLAY_THIRD_TITLE = """
import warnings
from pettingzoo.test import api_test
import tielu.env
warnings.simplefilter("ignore")
(name,) = [name for name, title in tielu.env.environment_ids().items() if title == "18Valley"]
api_test(tielu.env.make(name, players=2), num_cycles=200)
print(tielu.env.make_vector(name, tables=2).setup.players)
"""


def test_every_title_with_the_facet_has_an_id():
    assert environment_ids().items() >= {"tielu/1880-v0": "1880", "tielu/1888-v0": "1888"}.items()


def test_a_title_without_the_facet_has_no_environment(monkeypatch):
    """It can be played, but there is no id for it, and no table."""
    monkeypatch.setitem(TITLES, "no env", replace(TITLES["1880"], name="no env", package="tests.interop"))
    assert "no env" not in environment_ids().values()
    with pytest.raises(InvalidInput, match="unknown_environment"):
        Table(Setup("no env"))


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_the_common_observer_is_enough_for_a_title_without_fields_of_its_own(title):
    """It shows what the title's own observer shows in the shared fields when a game begins."""
    table = Table(Setup(title, 3))
    common = Observer(env_of(title).components, table.game.state.board, 3)
    assert list(common.layout.fields) == [field.name for field in shared_fields(common.axes)]
    seen = common.observe(table.game, 1, np.empty(common.layout.size, np.float32))
    assert np.array_equal(seen, table.observation(1)[: common.layout.size])


def test_a_setup_knows_a_title_by_any_of_its_names():
    setup = Setup("1888-N")
    assert (setup.title, setup.players, setup.edition) == ("1888", 4, "2022")


def test_a_title_that_is_not_for_four_has_its_usual_number_of_players(monkeypatch):
    monkeypatch.setitem(TITLES, "for three", replace(TITLES["1880"], name="for three", players=(3,), usual_players=3))
    assert Setup("for three").players == 3


def test_a_title_of_another_package_has_an_environment():
    """It is found through its entry point, and passes PettingZoo's test with a facet of a page."""
    paths = [str(THIRD_TITLE), *sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-c", PLAY_THIRD_TITLE]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert played.stdout.splitlines() == ["Starting API test", "Passed API test", "4"]
