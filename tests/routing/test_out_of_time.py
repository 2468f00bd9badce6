"""A search that is stopped early: what it has found may be less than the best, but it never claims too much."""

from __future__ import annotations

import random
import threading

import pytest

from tests.routing.networks import TRAINS, random_position
from tests.routing.test_offered_run import coast, siberia
from tests.routing.test_reference import mountain
from tielu.core.trains import TrainType
from tielu.routing.best import best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.model import RunPosition
from tielu.titles.t1880.rules import components as parts_1880
from tielu.titles.t1880.rules import running as running_1880
from tielu.titles.t1888n.rules import components as parts_1888
from tielu.titles.t1888n.rules import running as running_1888

MOUNTAIN = running_1888.run_position(mountain().state, parts_1888.COMPANY_INDEX["JZR"])
COAST = running_1880.run_position(coast(()).state, parts_1880.RAILWAYS.index("HKR"))
SIBERIA = running_1880.run_position(siberia((), "D1").state, parts_1880.RAILWAYS.index("BZU"))


@pytest.mark.parametrize(
    ("position", "trains"),
    [
        (MOUNTAIN, [parts_1888.TRAINS[parts_1888.TRAIN_INDEX["3"]]]),
        (MOUNTAIN, [parts_1888.TRAINS[parts_1888.TRAIN_INDEX["2"]]] * 2),
        (COAST, [parts_1880.TRAINS[parts_1880.TRAIN_INDEX["2"]]] * 2),
        (SIBERIA, [parts_1880.TRAINS[parts_1880.TRAIN_INDEX[train]] for train in ("6E", "3+3")]),
    ],
    ids=["a call or none", "two trains that may call", "two trains", "a train that skips"],
)
def test_nothing_is_proven_before_its_time(position: RunPosition, trains: list[TrainType]) -> None:
    """Wherever the search is stopped, the best run earns no more than the bound, and a proven run is the best one."""
    best, steps = best_of(best_by_calls(position, trains, Effort())), 0
    while True:
        effort = Effort(steps=steps)
        run = best_of(best_by_calls(position, trains, effort))
        assert run.revenue <= best.revenue <= run.bound, steps
        assert run.proven == (run.revenue == run.bound), steps
        if effort.steps <= steps:
            assert run == best
            return
        steps += 1


def test_other_threads_go_on_during_a_search() -> None:
    """A server answers others while the best run of a crowded map is sought, in compiled code too."""
    position = random_position(random.Random(6), 30, calls=False)
    effort, ended, turns = Effort(seconds=0.5), threading.Event(), 0

    def search() -> None:
        best_by_calls(position, [TRAINS["D"]] * 3, effort)
        ended.set()

    searching = threading.Thread(target=search)
    searching.start()
    while not ended.wait(0.001):
        turns += 1
    searching.join()
    assert turns >= 5, turns
