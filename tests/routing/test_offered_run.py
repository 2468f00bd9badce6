"""The run on offer in 1880: legal, the same each time, and the best; positions that one can count by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import route
from tests.table import Table
from tielu.core.actions import RunTrains
from tielu.titles.t1880.rules.components import RAILWAYS
from tielu.titles.t1880.rules.running import run_income


def offered(table: Table, railway: str) -> tuple[RunTrains, int]:
    """The one run that is offered, which is legal, and what it earns."""
    table.turn(railway, "run")
    (offer,) = table.legal("run_trains")
    assert isinstance(offer, RunTrains)
    table.allowed(offer)
    table.turn(railway, "run")
    assert table.legal("run_trains") == [offer]
    return offer, run_income(table.state, RAILWAYS.index(railway), offer)


def coast(trains: Sequence[str]) -> Table:
    """HKR in K15 (30): L14 (20) and, over M13, N12 (30) to the south-west; by ferry H14 (20)."""
    table = Table(phase="B1")
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.tile("M13", "9", 0)
    table.tile("N12", "235", 3)
    table.tile("H14", "57", 2)
    table.company("HKR", trains=trains)
    return table


def south(trains: Sequence[str]) -> Table:
    """HKR in P14 (30), with the city P12 (20), the harbour Q13 (30) and red Q15 (30) around it."""
    table = Table(phase="B1")
    table.tile("P12", "5", 4)
    table.tile("P14", "15", 5)
    table.company("HKR", trains=trains, stations=[("P14", 0)])
    return table


def siberia(trains: Sequence[str], phase: str, cities: str = "yellow") -> Table:
    """BZU in C9 (20), in the middle of nine stops from A3 to A15: five cities of 20 or 30, towns of 20 at A7, B12."""
    table = Table(phase=phase)
    green = cities == "green"
    table.tile("A5", "14" if green else "57", 0 if green else 1)
    table.tile("A7", "8851", 1)
    table.tile("B8", "14" if green else "57", 1 if green else 2)
    table.tile("C9", "6", 2)
    table.tile("C11", "15" if green else "6", 1)
    table.tile("B12", "8856", 0)
    table.tile("B14", "15" if green else "6", 1)
    table.company("BZU", trains=trains, stations=[("C9", 0)])
    return table


@pytest.mark.parametrize(
    ("trains", "income"),
    [
        (["2"], 50),
        (["3"], 80),
        (["4"], 90),
        (["2", "2"], 50 + 40),
        (["2", "3"], 80 + 40),
        (["2", "2", "2"], 50 + 40),
    ],
)
def test_normal_trains_take_the_best_routes(trains: list[str], income: int) -> None:
    """A ferry is used where it pays after its charge, and trains share no track."""
    _, earned = offered(coast(trains), "HKR")
    assert earned == income


def test_ferry_costs_nothing_with_p2() -> None:
    """With P2 the route over the sea is worth its stations."""
    table = coast(["4"])
    table.private("P2", "Ann")
    _, earned = offered(table, "HKR")
    assert earned == 20 + 30 + 20 + 30


def test_taiwan_is_worth_more_with_p3() -> None:
    """The train goes where P3 pays."""
    table = Table(phase="B1")
    table.tile("K15", "8877", 2)
    table.tile("L16", "8851", 2)
    table.tile("M15", "8851", 5)
    table.tile("J14", "8852", 2)
    table.company("HKR", trains=["2+2"])
    _, earned = offered(table, "HKR")
    assert earned == 30 + 20 + 20 + 30
    table.private("P3", "Ann")
    _, earned = offered(table, "HKR")
    assert earned == 30 + 20 + 20 + 30 + 20


def test_plus_train_counts_no_more_cities_than_it_may() -> None:
    """A 2+2-train leaves out the third large station and takes the harbour; a 3+3-train still has but one way on."""
    offer, earned = offered(south(["2+2"]), "HKR")
    assert earned == 30 + 30 + 30
    assert {name for name, _ in offer.routes[0].stops} == {"Q13", "P14", "Q15"}
    offer, earned = offered(coast(["2+2"]), "HKR")
    assert earned == 30 + 20


@pytest.mark.parametrize("train", ["2", "2+2", "3", "3+3", "4", "4+4", "6", "6E", "8", "8E", "10", "2R"])
def test_every_type_of_train_gets_a_legal_run(train: str) -> None:
    """On each of the maps, alone and in pairs."""
    for trains in ([train], [train, train]):
        assert offered(coast(trains), "HKR")[1] > 0
        assert offered(south(trains), "HKR")[1] > 0
        assert offered(siberia(trains, "D1", "green"), "BZU")[1] > 0


def test_e_train_skips_what_pays_least() -> None:
    """Nine stops are passed and the six counted that pay best with one's own among them and the bonus for both ends."""
    offer, earned = offered(siberia(["6E"], "D1", "green"), "BZU")
    assert earned == 50 + 40 + 50 + 20 + 3 * 30
    assert ("C9", 0) in offer.routes[0].stops
    assert len(offer.routes[0].path) == 8


def test_e_train_counts_poor_ends_for_the_trans_siberian_bonus() -> None:
    """In Phase A Vladivostok is the poorest stop of all, and still worth counting with 50 for the pair."""
    offer, earned = offered(siberia(["6E"], "A1"), "BZU")
    assert earned == 20 + 10 + 50 + 4 * 20
    assert {("A3", 0), ("A15", 0), ("C9", 0)} <= set(offer.routes[0].stops)


def test_long_train_takes_the_whole_trans_siberian_line() -> None:
    """A 10-train counts all nine stops and the bonus."""
    _, earned = offered(siberia(["10"], "D1", "green"), "BZU")
    assert earned == 50 + 40 + 50 + 4 * 30 + 3 * 20


def test_full_cities_are_not_passed() -> None:
    """With L14 in other hands the 4-train turns to the sea; an E-train does not get through either."""
    for train in ("4", "8E"):
        table = coast([train])
        table.company("NJR", stations=[("L14", 0)])
        _, earned = offered(table, "HKR")
        assert earned == 20 + 30 + 20 - 10


def test_beijing_to_beijing_is_found_until_brown() -> None:
    """The circle through yellow Beijing counts two of its cities, through brown Beijing only one."""
    for tile, income in (("", 80), ("8887", 100)):
        table = Table(phase="C2")
        table.tile("E9", "5", 5)
        table.tile("F10", "5", 1)
        if tile:
            table.tile("F8", tile, 0)
        table.company("JHA", trains=["4"])
        _, earned = offered(table, "JHA")
        assert earned == income


def test_trains_keep_out_of_the_junction_of_another() -> None:
    """Two markers with one junction between them and a third station: only one train may run through it."""
    table = Table(phase="B1")
    table.tile("J12", "57", 0)
    table.tile("K13", "57", 1)
    table.tile("K11", "23", 0)
    table.tile("L10", "57", 0)
    table.company("HKR", trains=["2", "2"], stations=[("J12", 0), ("K13", 0)])
    offer, earned = offered(table, "HKR")
    assert (len(offer.routes), earned) == (1, 40)


def test_investor_runs_the_train_on_offer() -> None:
    """An investor leases one train of the type on offer: here a 3-train."""
    table = Table(phase="B1")
    table.tile("P12", "57", 1)
    table.tile("P14", "15", 5)
    table.investor("A6", owner="Bo")
    offer, earned = offered(table, "A6")
    assert [each.train for each in offer.routes] == ["3"]
    assert earned == 20 + 30 + 30


def test_other_runs_are_as_legal_as_the_best() -> None:
    """The director may choose a run that earns less."""
    table = coast(["3"])
    offered(table, "HKR")
    assert RunTrains((route("3", "K15-L14"),)) in table.game.legal_actions()
