"""X. Trains: normal trains, plus-trains, E-trains and restored 2-trains."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyTrain, Pass, RouteRun, RunTrains
from tielu.core.events import TrainsRun
from tielu.titles.t1880.rules.components import COMPANY_INDEX
from tielu.titles.t1880.rules.train_purchase import TrainStep

# The stops of the line that `south_coast` builds, in order; HKR has its marker in P8.
LINE = ("O15", "O11", "O7", "O5", "P4", "P6", "P8", "P10", "P12", "P14", "Q13")
LARGE = {"O7", "O5", "P8", "P12", "P14"}
OWN = LINE.index("P8")
PLAIN_BETWEEN = {("O15", "O11"): "O13", ("O11", "O7"): "O9"}


def south_coast(*trains: str, phase: str = "B1") -> Table:
    """A line of eleven stops with a station of HKR on it, and HKR about to run its trains."""
    table = Table(phase=phase)
    for town in ("O15", "P6", "P10"):
        table.tile(town, "8852", 1)
    for city in ("O7", "P8", "P12"):
        table.tile(city, "57", 1)
    for plain in ("O13", "O9"):
        table.tile(plain, "9", 1)
    table.tile("O11", "8854", 1)
    table.tile("O5", "6", 4)
    table.tile("P4", "8850", 4)
    table.tile("P14", "15", 0)
    table.company("HKR", trains=trains, stations=[("P8", 0)])
    table.turn("HKR", "run")
    return table


def run(train: str, first: str, last: str, counted: tuple[str, ...] | None = None) -> RunTrains:
    """A run along the line from stop to stop; it counts every stop it passes unless `counted` names them."""
    stops = LINE[LINE.index(first) : LINE.index(last) + 1]
    path = []
    for start, end in pairwise(stops):
        between = PLAIN_BETWEEN.get((start, end))
        path.append((start, between, end) if between else (start, end))
    return RunTrains((RouteRun(train, tuple((name, 0) for name in counted or stops), tuple(path)),))


def at_train_step(table: Table, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    table.state.stack = (*table.state.stack[:1], TrainStep(COMPANY_INDEX[company]))


def buyers(*names: str, phase: str = "C2", cash: int = 3000) -> Table:
    """Companies without trains, each of a price with a free row, in the given phase."""
    table = Table(phase=phase)
    for number, name in enumerate(names):
        table.company(name, price=(100, 90, 80, 70)[number // 4], cash=cash)
    return table


# -- normal trains --


@rule("1880.train.normal")
@pytest.mark.parametrize(
    ("train", "phase"), [("2", "A1"), ("3", "B1"), ("4", "B3"), ("6", "C2"), ("8", "D1"), ("10", "D3")]
)
def test_normal_train_counts_as_many_stations_as_its_number(train: str, phase: str) -> None:
    """Large and small stations count alike, up to the train's number and not one more."""
    table = south_coast(train, phase=phase)
    number = int(train)
    first = min(OWN, 10 - number)
    table.refused(run(train, LINE[first], LINE[first + number]), "1880.route.within-range")
    names = table.names(table.do(run(train, LINE[first], LINE[first + number - 1])))
    assert "trains_run" in names


@rule("1880.train.normal")
def test_normal_train_skips_no_station() -> None:
    """A 3-train cannot leave out the town between two cities to reach the one behind; its stops are consecutive."""
    table = south_coast("3")
    table.refused(run("3", "P8", "P14", ("P8", "P12", "P14")), "1880.route.no-skipping")
    assert table.do(run("3", "P8", "P12"))[0] == TrainsRun("HKR", 60)


# -- plus-trains --


@rule("1880.train.plus")
@pytest.mark.parametrize(
    ("train", "phase", "first", "last"),
    [("2+2", "A2", "P6", "P12"), ("3+3", "B2", "P4", "P14"), ("4+4", "C1", "O5", "Q13")],
)
def test_plus_train_counts_both_numbers_together(train: str, phase: str, first: str, last: str) -> None:
    """An N+N train counts 2N stations of which N are large, and no further station."""
    table = south_coast(train, phase=phase)
    start, end = LINE.index(first), LINE.index(last)
    number = int(train[0])
    assert end - start + 1 == 2 * number
    assert sum(name in LARGE for name in LINE[start : end + 1]) == number
    table.refused(run(train, LINE[start - 1], last), "1880.route.within-range")
    assert isinstance(table.do(run(train, first, last))[0], TrainsRun)


@rule("1880.train.plus")
@pytest.mark.parametrize(("train", "phase", "first", "last"), [("2+2", "A2", "P8", "P14"), ("4+4", "C1", "O7", "P14")])
def test_plus_train_counts_no_more_large_stations_than_its_first_number(
    train: str, phase: str, first: str, last: str
) -> None:
    """One large station too many is refused even though the stations together are within the range."""
    table = south_coast(train, phase=phase)
    stops = LINE[LINE.index(first) : LINE.index(last) + 1]
    number = int(train[0])
    assert len(stops) == 2 * number
    assert sum(name in LARGE for name in stops) == number + 1
    table.refused(run(train, first, last), "1880.train.plus")


@rule("1880.train.plus")
def test_small_station_may_stand_in_for_a_large_one() -> None:
    """A 2+2-train counts one city and three towns."""
    table = south_coast("2+2", phase="A2")
    assert [name in LARGE for name in ("P4", "P6", "P8", "P10")] == [False, False, True, False]
    assert table.do(run("2+2", "P4", "P10"))[0] == TrainsRun("HKR", 80)


# -- E-trains --


@rule("1880.train.e-skip")
def test_e_train_leaves_out_any_stations() -> None:
    """A 6E counts six of the seven stations it passes, whichever they are, but never seven."""
    table = south_coast("6E", phase="C3")
    table.refused(run("6E", "P4", "Q13"), "1880.route.within-range")
    counted = ("P4", "P8", "P10", "P12", "P14", "Q13")
    assert table.do(run("6E", "P4", "Q13", counted))[0] == TrainsRun("HKR", 20 + 20 + 20 + 20 + 30 + 40)


@rule("1880.train.e-skip")
@pytest.mark.parametrize(("train", "phase"), [("6E", "C3"), ("8E", "D2")])
def test_e_train_may_count_few_of_many(train: str, phase: str) -> None:
    """A long line may be passed for its ends and the own station, while a normal train skips nothing."""
    normal = train[0]
    table = south_coast(normal, train, phase=phase)
    table.refused(run(normal, "P8", "P14", ("P8", "P14")), "1880.route.no-skipping")
    assert table.do(run(train, "O15", "P14", ("O15", "P8", "P14")))[0] == TrainsRun("HKR", 20 + 20 + 30)


@rule("1880.train.e-own-marker-counted")
def test_e_train_counts_a_station_with_its_own_marker() -> None:
    """A run that passes the company's only marker without counting it is refused."""
    table = south_coast("6E", phase="C3")
    table.refused(run("6E", "P6", "P14", ("P6", "P10", "P12", "P14")), "1880.train.e-own-marker-counted")
    table.allowed(run("6E", "P6", "P14", ("P6", "P8", "P12", "P14")))


@rule("1880.train.e-not-through-blocked")
def test_e_train_does_not_pass_a_blocked_city_by_skipping_it() -> None:
    """A city filled by another company ends the route, counted or not; before it came the line was free."""
    table = south_coast("6E", phase="C3")
    table.allowed(run("6E", "P8", "P14", ("P8", "P14")))
    table.company("NJR", director="Bo", stations=[("P12", 0)])
    table.refused(run("6E", "P8", "P14", ("P8", "P14")), "1880.train.e-not-through-blocked")
    table.allowed(run("6E", "P8", "P12", ("P8", "P12")))


# -- restored 2-trains --


@rule("1880.train.2r-runs-normal")
def test_restored_train_runs_like_a_2_train() -> None:
    """Two consecutive stations, none skipped."""
    table = south_coast("2R", phase="C2")
    table.refused(run("2R", "P8", "P12"), "1880.route.within-range")
    table.refused(run("2R", "P8", "P12", ("P8", "P12")), "1880.route.no-skipping")
    assert table.do(run("2R", "P8", "P10"))[0] == TrainsRun("HKR", 40)


@rule("1880.train.2r-available-from-6")
def test_restored_trains_come_with_the_first_6_train() -> None:
    """In Phase C1 none can be bought; the first 6-train puts them on offer in the same turn."""
    table = buyers("HKR", phase="C1")
    table.depot("6", 5)
    table.turn("HKR", "trains")
    table.refused(BuyTrain("2R", "bank", 250), "1880.train.2r-available-from-6")
    table.do(BuyTrain("6", "bank", 600))
    assert BuyTrain("2R", "bank", 250) in table.legal("buy_train")
    table.do(BuyTrain("2R", "bank", 250))
    assert table.of("c.HKR.trains") == ["6", "2R"]


@rule("1880.train.2r-price")
def test_restored_train_costs_250() -> None:
    """Neither more nor less is taken from the treasury."""
    table = buyers("HKR", cash=1000)
    table.turn("HKR", "trains")
    for price in (100, 249, 251):
        table.refused(BuyTrain("2R", "bank", price), "1880.train.2r-price")
    table.do(BuyTrain("2R", "bank", 250))
    assert table.of("c.HKR.cash") == 750


@rule("1880.train.2r-count")
def test_there_are_ten_restored_trains() -> None:
    """Ten companies buy one each; for the eleventh none is left."""
    names = ("JHA", "JHU", "JGG", "JLR", "BZU", "LHR", "CKR", "BCR", "NXR", "HKR", "NJR")
    table = buyers(*names)
    for name in names[:10]:
        table.turn(name, "trains")
        table.do(BuyTrain("2R", "bank", 250))
        assert table.of(f"c.{name}.trains") == ["2R"]
    table.turn(names[10], "trains")
    table.refused(BuyTrain("2R", "bank", 250), "1880.train.2r-count")


@rule("1880.train.2r-never-rusts")
def test_restored_train_is_never_scrapped() -> None:
    """No first train of a later type scraps it, though each scraps another type beside it."""
    table = Table(phase="C2")
    table.company("BZU", director="Bo", trains=["3+3", "4", "2R"])
    table.company("LHR", director="Bo", trains=["4+4", "2R"])
    for buyer in ("HKR", "NJR", "WNR", "NXR"):
        table.company(buyer, price=90, cash=1000)
    for buyer, train, price, count in (("HKR", "6E", 700, 5), ("NJR", "8", 800, 2), ("WNR", "8E", 900, 2)):
        table.depot(train, count)
        table.turn(buyer, "trains")
        table.do(BuyTrain(train, "bank", price))
    table.depot("10", 999)
    table.turn("NXR", "trains")
    table.do(BuyTrain("10", "bank", 1000))
    assert table.of("phase") == "D3"
    assert table.of("c.BZU.trains") == ["2R"]
    assert table.of("c.LHR.trains") == ["2R"]


@rule("1880.train.2r-not-obligation")
def test_restored_train_does_not_meet_the_duty_to_own_one() -> None:
    """With a 2R alone a company may not end its turn; with a 6-train it may."""
    table = buyers("HKR", cash=1000)
    table.turn("HKR", "trains")
    table.do(BuyTrain("2R", "bank", 250))
    table.refused(Pass(), "1880.trains.must-own")
    table.do(BuyTrain("6", "bank", 600))
    table.allowed(Pass())


@rule("1880.train.2r-counts-limit")
def test_restored_train_takes_a_place_in_the_limit() -> None:
    """In Phase C3 a 6-train and a 2R are all a company may own, and a company with two trains gets no 2R."""
    table = Table(phase="C3")
    table.company("HKR", trains=["6", "2R"], cash=1000)
    table.company("NJR", trains=["6", "6"], cash=1000)
    at_train_step(table, "HKR")
    table.refused(BuyTrain("6E", "bank", 700), "1880.trains.limit-no-purchase-at-limit")
    at_train_step(table, "NJR")
    table.refused(BuyTrain("2R", "bank", 250), "1880.trains.limit-no-purchase-at-limit")


@rule("1880.train.2r-max-one")
def test_company_owns_at_most_one_restored_train() -> None:
    """A second one is refused from the bank and from a sister company, with room for three trains."""
    table = Table(phase="C2")
    table.company("HKR", trains=["2R"], cash=1000)
    table.company("NJR", trains=["6", "2R"])
    table.turn("HKR", "trains")
    table.refused(BuyTrain("2R", "bank", 250), "1880.train.2r-max-one")
    table.refused(BuyTrain("2R", "NJR", 1), "1880.train.2r-max-one")
    table.allowed(BuyTrain("6", "NJR", 1))


@rule("1880.train.2r-no-marker-move")
def test_restored_train_leaves_the_purchase_marker() -> None:
    """The marker stays beside the last buyer of another train and moves with the next 6-train."""
    table = buyers("HKR", "NJR")
    table.marker("NJR")
    table.turn("HKR", "trains")
    table.do(BuyTrain("2R", "bank", 250))
    assert table.of("x.marker") == "NJR"
    table.do(BuyTrain("6", "bank", 600))
    assert table.of("x.marker") == "HKR"
