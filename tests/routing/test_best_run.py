"""The best run: as good as trying everything, on any network; legal, proven, in time, and always the same."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tielu
from tests.corpus import positions, probes_by_file
from tests.routing.networks import PLAIN_TRAINS, TRAINS, random_position
from tests.table import Table
from tests.table_1888 import Table1888
from tielu.core.actions import RunTrains
from tielu.core.trains import TrainType
from tielu.routing import Run, best_run
from tielu.routing.best import best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.check import RouteCheck
from tielu.routing.frontier import CALL, CALL_OR_NOT, LOWEST, NO_CALL
from tielu.routing.joint_search import Together
from tielu.routing.model import RunPosition
from tielu.routing.network import Network
from tielu.routing.reference import ReferenceSearch

# How many networks are drawn for each test.
DRAWS = int(os.environ.get("TIELU_NETWORKS", "60"))


class NoRules(dict[str, str]):
    """A rule for every refusal."""

    def __missing__(self, code: str) -> str:
        return code


def agrees_with_reference(position: RunPosition, trains: Sequence[TrainType]) -> dict[int, Run]:
    """For each number of calls the run is legal, earns what is said of it, and as much as the slow search finds."""
    runs = best_by_calls(position, trains, Effort())
    check = RouteCheck(position, NoRules())
    for calls, run in runs.items():
        assert check.why_not(run.routes, trains) is None
        assert run.revenue == max(check.income(run.routes), 0 if len(runs) == 1 else -(10**6))
        assert (run.calls, check.calls(run.routes)) == (calls, calls)
        assert run.treasury == calls * position.earnings.call_money
        assert (run.proven, run.bound) == (True, run.revenue)
    expected = ReferenceSearch(position).best_by_calls(trains)
    # Trains that would only lose stay at home, so without a call nothing below 0 is found.
    worth_running = {calls: run.revenue for calls, run in expected.items() if calls or run.revenue > 0}
    assert {calls: run.revenue for calls, run in runs.items() if calls or run.revenue > 0} == worth_running
    assert bool(runs) == bool(expected)
    return runs


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.sampled_from(sorted(TRAINS)))
def test_one_train_on_any_network(seed: int, train: str) -> None:
    """Every sort of train, on networks with junctions, double cities, termini, ferries, groups and bonuses."""
    position = random_position(random.Random(seed), size=12, calls=False)
    agrees_with_reference(position, [TRAINS[train]])


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(sorted(TRAINS)), min_size=2, max_size=4))
def test_several_trains_on_any_network(seed: int, trains: list[str]) -> None:
    """Trains that compete for track, of one type and of several."""
    position = random_position(random.Random(seed), size=10 - len(trains), calls=False)
    agrees_with_reference(position, [TRAINS[train] for train in trains])


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(PLAIN_TRAINS), min_size=1, max_size=3))
def test_calls_on_any_network(seed: int, trains: list[str]) -> None:
    """The best run for every number of trains that make a paid call."""
    position = random_position(random.Random(seed), size=9, calls=True)
    agrees_with_reference(position, [TRAINS[train] for train in trains])


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(PLAIN_TRAINS), min_size=2, max_size=4), st.booleans())
def test_prices_on_track_on_any_network(seed: int, trains: list[str], calls: bool) -> None:
    """Settled by prices from the first conflict on, the best run is the same."""
    position = random_position(random.Random(seed), size=9, calls=calls)
    types = [TRAINS[train] for train in trains]
    network = Network(position)
    duties: list[tuple[int, ...]] = [(CALL_OR_NOT,) * len(types)]
    if network.callers:
        duties = list(product((CALL, NO_CALL), repeat=len(types)))
    found: dict[int, int] = {}
    for duty in duties:
        together = Together(network, types, Effort())
        together.cases_before_packing = 1
        together.effort.steps = 10**6
        assert together.run(duty, LOWEST if CALL in duty else 0)
        assert together.bound == together.floor
        if together.routes:
            number = duty.count(CALL)
            found[number] = max(found.get(number, LOWEST), together.floor)
    expected = ReferenceSearch(position).best_by_calls(types)
    assert found == {number: run.revenue for number, run in expected.items() if number or run.revenue > 0}


# -- recorded positions --

PROBES = {title: probes_by_file(f"{title}-routes.json") for title in tielu.TITLES}
FILES = [(title, name) for title, files in PROBES.items() for name in files] or [("1880", "no corpus")]


@pytest.mark.parametrize(("title", "name"), FILES)
def test_best_run_of_recorded_positions(title: str, name: str) -> None:
    """Every recorded position: proven, never below the best on record, and legal."""
    if not PROBES[title]:
        pytest.skip("the recorded positions of ../shared/corpus are not here")
    for probe, game in positions(name, PROBES[title][name]):
        run = best_run(game, probe["entity"].replace("m", "A"))
        assert (run.proven, run.bound, run.revenue) == (True, probe["best"], probe["best"])
        assert game.why_not(RunTrains(run.routes)) is None


# -- what callers rely on --


def south(trains: Sequence[str]) -> Table:
    """HKR in P14 (30), with the city P12 (20), the harbour Q13 (30) and red Q15 (30) around it."""
    table = Table(phase="B1")
    table.tile("P12", "5", 4)
    table.tile("P14", "15", 5)
    table.company("HKR", trains=trains, stations=[("P14", 0)])
    return table


def test_best_run_of_a_company() -> None:
    """Revenue, routes and proof, by the company's letters."""
    run = best_run(south(["2+2"]).game, "HKR")
    assert (run.revenue, run.bound, run.proven, run.treasury) == (90, 90, True, 0)
    assert [route.train for route in run.routes] == ["2+2"]
    assert run.alternatives == {0: run}


def test_investor_has_a_best_run_too() -> None:
    """An investor runs the train on offer."""
    table = Table(phase="B1")
    table.tile("P12", "57", 1)
    table.tile("P14", "15", 5)
    table.investor("A6", owner="Bo")
    assert best_run(table.game, "A6").revenue == 80


@pytest.mark.parametrize("company", ["XXX", "", "m1", 7, None, ["HKR"]])
def test_unknown_company_is_refused(company: object) -> None:
    """Whatever is handed in, the answer says what was wrong."""
    for title in tielu.TITLES:
        game = tielu.new_game(title, ["Ann", "Bo", "Cy"])
        with pytest.raises(tielu.InvalidAction) as refusal:
            best_run(game, company)
        assert refusal.value.code == "unknown_railway"


def test_company_without_trains_or_track_runs_nothing() -> None:
    """There is a best run in every position: at worst the empty one."""
    assert best_run(south([]).game, "HKR") == Run(0, ())
    table = Table(phase="B1")
    table.company("HKR", trains=["2"])
    assert best_run(table.game, "HKR") == Run(0, ())
    assert best_run(tielu.new_game("1880", ["Ann", "Bo", "Cy"]), "BCR") == Run(0, ())


def test_route_that_only_costs_is_still_a_run() -> None:
    """Running is compulsory: with nothing to earn the train goes where it loses least."""
    table = Table(phase="A1")
    table.tile("K15", "8877", 0)
    table.company("HKR", trains=["2"])
    run = best_run(table.game, "HKR")
    assert run.proven
    assert run.revenue >= 0


def test_alternatives_are_the_best_runs_for_each_number_of_calls() -> None:
    """JZR in Beijing runs to Baoding for 40, or to Heng Shan for 30 and the 40 of the treasury."""
    table = Table1888()
    for name, tile, rotation in (("C7", "27", 4), ("C5", "L41", 0), ("B4", "7", 5), ("C3", "5", 3)):
        table.tile(name, tile, rotation)
    table.tile("D8", "8", 0)
    table.tile("E7", "4", 0)
    table.company("JZR", trains=["2"])
    run = best_run(table.game, "JZR")
    assert (run.revenue, run.treasury, run.calls) == (40, 0, 0)
    assert {calls: (each.revenue, each.treasury) for calls, each in run.alternatives.items()} == {
        0: (40, 0),
        1: (30, 40),
    }


# -- time --


def large_position(seed: int = 1) -> RunPosition:
    return random_position(random.Random(seed), size=60, calls=False)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("steps", [1, 40, 400])
def test_search_cut_short_gives_what_it_has(seed: int, steps: int) -> None:
    """Out of time the run is legal and its bound holds: the true best lies between the two."""
    trains = [TRAINS["5E"], TRAINS["4"], TRAINS["4"]]
    position = large_position(seed)
    best = best_of(best_by_calls(position, trains, Effort()))
    cut = best_of(best_by_calls(position, trains, Effort(steps=steps)))
    assert best.proven
    assert cut.revenue <= best.revenue
    assert cut.proven or cut.bound >= best.revenue
    assert cut.proven == (cut.revenue == cut.bound)
    assert RouteCheck(position, NoRules()).why_not(cut.routes, trains) is None


def test_no_time_at_all_is_no_error() -> None:
    """A limit of no seconds gives a legal run, or none, with a bound."""
    for seconds in (0, 0.0, 1e-9):
        run = best_run(south(["2+2", "3"]).game, "HKR", seconds)
        assert run.revenue <= run.bound or run.proven


def test_same_run_whatever_the_hash_seed() -> None:
    """The order of sets and dicts has no say in what is found."""
    program = (
        "import random\n"
        "from tests.routing.networks import TRAINS, random_position\n"
        "from tielu.routing.best import best_by_calls\n"
        "from tielu.routing.budget import Effort\n"
        "for seed in range(8):\n"
        "    position = random_position(random.Random(seed), size=40, calls=False)\n"
        "    print(best_by_calls(position, [TRAINS['5E'], TRAINS['4'], TRAINS['4']], Effort()))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(said) == 1
