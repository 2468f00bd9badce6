"""What a title provides for its environments: it may be nothing, or little."""

from dataclasses import replace

import numpy as np
import pytest

from tielu import TITLES
from tielu.env import Setup, Table, environment_ids
from tielu.env.observation import Observer, shared_fields
from tielu.env.title import env_of
from tielu.errors import InvalidInput


def test_every_title_with_the_facet_has_an_id():
    assert environment_ids() == {"tielu/1880-v0": "1880", "tielu/1888-v0": "1888"}


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
