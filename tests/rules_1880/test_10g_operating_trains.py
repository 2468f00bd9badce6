"""X. Operating Trains: what makes a route, and how several of them live together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import route, run
from tests.table import Table, rule
from tielu.core.actions import RouteRun, RunTrains

EDITIONS = ("2010", "2022")


def coast(trains: Sequence[str], stations: Sequence[tuple[str, int]] = (("K15", 0),)) -> Table:
    """HKR in Shanghai: a line K15, L14, over M13, N12 with a city at each end and one between."""
    table = Table(phase="B1")
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.tile("M13", "9", 0)
    table.tile("N12", "235", 3)
    table.company("HKR", trains=trains, stations=stations)
    return table


def south(trains: Sequence[str]) -> Table:
    """HKR with a marker in P14, which has track to the city P12, the harbour Q13 and red Q15; P12 and Q13 meet too."""
    table = Table(phase="B1")
    table.tile("P12", "5", 4)
    table.tile("P14", "15", 5)
    table.company("HKR", trains=trains, stations=[("P14", 0)])
    table.turn("HKR", "run")
    return table


def crossing(trains: Sequence[str], tile: str, rotation: int = 0) -> Table:
    """HKR in J12: J12 and K13 are joined, and `tile` on K11 lies between them, L10 in the south and K7 in the west."""
    table = Table(phase="B1")
    table.tile("J12", "5", 5)
    table.tile("K13", "5", 1)
    table.tile("K11", tile, rotation)
    table.tile("L10", "57", 0)
    table.tile("K9", "9", 1)
    table.tile("K7", "8852", 1)
    table.company("HKR", trains=trains, stations=[("J12", 0)])
    table.turn("HKR", "run")
    return table


def together(*routes: RouteRun) -> RunTrains:
    return RunTrains(routes)


# -- a route --


@rule("1880.route.min-two-stations")
def test_route_joins_two_stations_by_track() -> None:
    """One station is no route, nor are two without track between them."""
    table = coast(["2", "6E"])
    table.turn("HKR", "run")
    table.refused(RunTrains((RouteRun("2", (("K15", 0),), ()),)), "1880.route.min-two-stations")
    table.refused(run("2", "K15-K13"), "1880.route.min-two-stations")
    table.refused(run("2", "K15-N12"), "1880.route.min-two-stations")
    table.refused(run("6E", "K15-L14", "K15"), "1880.route.min-two-stations")
    table.allowed(run("2", "K15-L14"))


@rule("1880.route.min-two-stations")
def test_links_of_a_route_hang_together() -> None:
    """A route goes on from the station to which it has come."""
    table = coast(["4"])
    table.turn("HKR", "run")
    table.refused(run("4", "K15-L14 N12-M13-L14"), "1880.route.min-two-stations")


@rule("1880.route.min-two-stations")
def test_separate_cities_of_a_tile_are_not_joined() -> None:
    """A route does not jump from one city of yellow Beijing to another, whether or not it calls there."""
    table = Table()
    table.tile("E9", "5", 5)
    table.tile("F10", "57", 1)
    table.company("JHA", trains=["4"])
    table.turn("JHA", "run")
    table.refused(run("4", "E9-F8 F8-F10", "E9 F8.2 F10"), "1880.route.min-two-stations")
    table.refused(run("4", "E9-F8-F10"), "1880.route.min-two-stations")
    table.allowed(run("4", "E9-F8", "E9 F8.2"))


@rule("1880.route.own-marker")
def test_route_includes_a_marker_of_the_company() -> None:
    """A route that only passes other places is refused; the marker may stand anywhere on it."""
    table = coast(["2", "3"], stations=[("L14", 0)])
    table.company("NJR", stations=[("K15", 0)])
    table.turn("HKR", "run")
    table.allowed(run("2", "K15-L14"))
    table.allowed(run("3", "K15-L14 L14-M13-N12"))
    table = coast(["2", "3"])
    table.company("NJR", stations=[("L14", 0)])
    table.turn("HKR", "run")
    table.refused(run("2", "L14-M13-N12"), "1880.route.own-marker")


@rule("1880.route.within-range")
def test_train_counts_no_more_stations_than_its_range() -> None:
    """Three stations are too many for a 2-train and enough for a 3-train."""
    table = coast(["2", "3"])
    table.turn("HKR", "run")
    table.refused(run("2", "K15-L14 L14-M13-N12"), "1880.route.within-range")
    table.allowed(run("3", "K15-L14 L14-M13-N12"))


@rule("1880.route.within-range")
def test_only_trains_of_the_company_run_each_once() -> None:
    """A company cannot run a train that it does not have, nor one train twice."""
    table = coast(["2"], stations=[("L14", 0)])
    table.turn("HKR", "run")
    table.refused(run("3", "K15-L14 L14-M13-N12"), "1880.route.within-range")
    table.refused(together(route("2", "K15-L14"), route("2", "L14-M13-N12")), "1880.route.within-range")


@rule("1880.route.no-skipping")
def test_only_e_trains_skip_stations() -> None:
    """Leaving out the station on the way is refused, however the run is written, except for an E-train."""
    table = coast(["2", "6E"])
    table.turn("HKR", "run")
    table.refused(run("2", "K15-L14 L14-M13-N12", "K15 N12"), "1880.route.no-skipping")
    table.refused(run("2", "K15-L14-M13-N12"), "1880.route.no-skipping")
    table.allowed(run("6E", "K15-L14 L14-M13-N12", "K15 N12"))


@rule("1880.route.no-city-twice")
def test_city_occurs_once_in_a_route() -> None:
    """A round trip back to the city it began in is refused; without its last part it is a route."""
    table = crossing(["4"], "7", 3)
    table.refused(run("4", "J12-K13 K13-K11-J12"), "1880.route.no-city-twice")
    table.allowed(run("4", "J12-K13"))
    table.allowed(run("4", "J12-K11-K13"))


# -- separate stations of one tile --


@pytest.mark.parametrize("edition", EDITIONS)
@rule("1880.route.separate-cities-same-tile.2010", "1880.route.separate-cities-same-tile.2022")
def test_both_cities_of_an_oo_tile_may_be_in_one_route(edition: str) -> None:
    """On the green tile 8860 a train goes from one city round to the other and counts both."""
    table = Table(edition=edition, phase="B1")
    table.tile("N12", "8860", 0)
    table.tile("O13", "7", 2)
    table.tile("N14", "7", 0)
    table.company("SCR", trains=["2"], stations=[("N12", 0)])
    table.turn("SCR", "run")
    events = table.do(run("2", "N12-O13-N14-N12", "N12.0 N12.1"))
    assert [event.params()["income"] for event in events if event.name == "trains_run"] == [80]


@pytest.mark.parametrize("edition", EDITIONS)
@rule("1880.route.separate-cities-same-tile.2010", "1880.route.separate-cities-same-tile.2022")
def test_both_towns_of_a_yellow_tile_may_be_in_one_route(edition: str) -> None:
    """On the yellow tile 8854 a train calls at one town and comes back to the other."""
    table = Table(edition=edition)
    table.tile("K13", "57", 0)
    table.tile("L12", "8854", 0)
    table.tile("M11", "7", 3)
    table.tile("M13", "7", 1)
    table.company("NJR", trains=["3"])
    table.turn("NJR", "run")
    table.allowed(run("3", "K13-L12 L12-M11-M13-L12", "K13 L12.0 L12.1"))
    table.refused(run("3", "K13-L12 L12-M11-M13-L12", "K13 L12.0 L12.0"), "1880.income.route-value")


@pytest.mark.parametrize("edition", EDITIONS)
@rule("1880.route.beijing-to-beijing", "1880.route.separate-cities-same-tile.2010")
def test_route_goes_from_beijing_to_beijing_until_brown(edition: str) -> None:
    """Yellow and green Beijing may be both ends of a route, at different cities; brown Beijing is one city."""
    ends = {"": ("F8.2", "F8.3"), "8886": ("F8.3", "F8.4"), "8887": ("F8.0", "F8.0")}
    for tile, (first, last) in ends.items():
        table = Table(edition=edition, phase="C2")
        table.tile("E9", "5", 5)
        table.tile("F10", "5", 1)
        if tile:
            table.tile("F8", tile, 0)
        table.company("JHA", trains=["4"])
        table.turn("JHA", "run")
        circle = run("4", "F8-E9 E9-F10 F10-F8", f"{first} E9 F10 {last}")
        if tile == "8887":
            of_2010, of_2022 = "1880.route.separate-cities-same-tile.2010", "1880.route.beijing-to-beijing"
            table.refused(circle, of_2010 if edition == "2010" else of_2022)
        else:
            table.allowed(circle)


# -- red and blue places --


@rule("1880.route.no-offboard-twice")
def test_harbour_occurs_once_in_a_route() -> None:
    """From Haikou over P12 and P14 back to Haikou is no route."""
    table = south(["4"])
    table.refused(run("4", "Q13-P12 P12-P14 P14-Q13"), "1880.route.no-offboard-twice")
    table.allowed(run("4", "Q13-P14 P14-P12"))


@rule("1880.route.no-offboard-twice", "1880.route.offboard-harbour-terminal")
def test_red_place_occurs_once_in_a_route_and_ends_it() -> None:
    """A route neither comes back to French Indochina nor goes through it, even with its own marker there."""
    table = Table(phase="B1")
    table.tile("P6", "8850", 5)
    table.tile("P8", "5", 0)
    table.company("HKR", trains=["4"], stations=[("Q7", 0)])
    table.turn("HKR", "run")
    table.refused(run("4", "Q7-P6 P6-P8 P8-Q7"), "1880.route.no-offboard-twice")
    table.refused(run("4", "P6-Q7 Q7-P8"), "1880.route.offboard-harbour-terminal")
    table.allowed(run("4", "Q7-P6 P6-P8"))


@rule("1880.route.offboard-harbour-terminal")
def test_harbour_ends_a_route() -> None:
    """A train runs to Haikou from either side, but not through it."""
    table = south(["4", "6E"])
    table.refused(run("4", "P12-Q13 Q13-P14"), "1880.route.offboard-harbour-terminal")
    table.refused(run("6E", "P12-Q13 Q13-P14", "P12 P14"), "1880.route.offboard-harbour-terminal")
    table.allowed(run("4", "P12-P14 P14-Q13"))


@rule("1880.route.offboard-is-large")
def test_red_place_is_a_large_station() -> None:
    """Hong Kong would be the third large station of a 2+2-train; a 3+3-train may run there."""
    table = south(["2+2", "3+3"])
    refusal = table.refused(run("2+2", "P12-P14 P14-Q15"), "1880.train.plus")
    assert refusal.params["count"] == 3
    table.allowed(run("3+3", "P12-P14 P14-Q15"))


@rule("1880.route.harbour-is-small")
def test_harbour_is_a_small_station() -> None:
    """Haikou does not use up the large stations of a 2+2-train, but it counts toward a range."""
    table = south(["2", "2+2"])
    table.allowed(run("2+2", "P12-P14 P14-Q13"))
    table.refused(run("2", "P12-P14 P14-Q13"), "1880.route.within-range")


# -- stations filled by others --


@rule("1880.route.may-end-at-blocked", "1880.route.no-through-blocked")
def test_full_city_ends_a_route() -> None:
    """A route may end in a city that another company has filled, and not go through it."""
    table = coast(["2", "3"])
    table.company("NJR", stations=[("L14", 0)])
    table.turn("HKR", "run")
    table.allowed(run("2", "K15-L14"))
    table.allowed(run("2", "L14-K15"))
    table.refused(run("3", "K15-L14 L14-M13-N12"), "1880.route.no-through-blocked")


@rule("1880.route.no-through-blocked")
def test_markers_of_an_investor_block_too() -> None:
    """The city in which only an investor stands is full like any other."""
    table = Table(phase="B1")
    table.tile("P12", "57", 1)
    table.tile("P14", "15", 5)
    table.tile("P10", "8852", 1)
    table.investor("A6", owner="Bo")
    table.company("HKR", trains=["3"], stations=[("P14", 0)])
    table.turn("HKR", "run")
    table.refused(run("3", "P14-P12 P12-P10"), "1880.route.no-through-blocked")
    table.allowed(run("3", "P14-P12"))


@rule("1880.route.through-open")
def test_city_with_an_open_space_may_be_passed() -> None:
    """One foreign marker in a city of two spaces stops nobody, a second one does."""
    table = Table(phase="B1")
    table.tile("K15", "8877", 0)
    table.tile("L14", "14", 0)
    table.tile("M13", "9", 0)
    table.tile("N12", "235", 3)
    table.company("HKR", trains=["3"])
    table.company("NJR", stations=[("L14", 0)])
    table.company("WNR", stations=[])
    table.turn("HKR", "run")
    through = run("3", "K15-L14 L14-M13-N12")
    table.allowed(through)
    table.station("WNR", "L14")
    table.refused(through, "1880.route.no-through-blocked")


@rule("1880.route.through-open")
def test_own_marker_keeps_a_full_city_open() -> None:
    """A company passes a full city in which it has a marker itself, as it passes one without any marker."""
    table = coast(["3"], stations=[("L14", 0)])
    table.turn("HKR", "run")
    table.allowed(run("3", "K15-L14 L14-M13-N12"))
    table = coast(["3"])
    table.turn("HKR", "run")
    table.allowed(run("3", "K15-L14 L14-M13-N12"))


# -- track --


@rule("1880.route.no-track-reuse")
def test_track_is_used_once_in_a_route() -> None:
    """A route does not turn round in a station, nor come back over the stem of a junction."""
    table = crossing(["4"], "23")
    table.allowed(run("4", "J12-K11-L10"))
    table.refused(run("4", "J12-K11-L10 L10-K11-K13"), "1880.route.no-track-reuse")
    table.refused(run("4", "L10-K11-J12 J12-K13 K13-K11-L10"), "1880.route.no-track-reuse")


@rule("1880.route.no-track-reuse")
def test_separate_track_of_one_tile_may_be_used_in_one_route() -> None:
    """Two lines that cross on tile 20 are two pieces of track."""
    table = crossing(["4"], "20")
    table.allowed(run("4", "L10-K11-J12 J12-K13 K13-K11-K9-K7"))


@pytest.mark.parametrize("start", ["P12", "Q13", "Q15"])
@rule("1880.route.station-any-exit")
def test_route_leaves_a_station_by_any_other_track(start: str) -> None:
    """Whichever way a train came into P14, it may go on along each of the others and not back."""
    table = south(["3"])
    for end in ("P12", "Q13", "Q15"):
        through = run("3", f"{start}-P14 P14-{end}")
        if end == start:
            table.refused(through, "1880.route.no-track-reuse")
        else:
            table.allowed(through)


@rule("1880.route.station-any-exit")
def test_route_does_not_turn_off_between_stations() -> None:
    """Only in a station may a train choose any other track: on a junction there is none from branch to branch."""
    table = crossing(["3"], "23")
    table.refused(run("3", "J12-K11-K13"), "1880.route.min-two-stations")
    table.allowed(run("3", "L10-K11-J12 J12-K13"))


# -- several trains --


@rule("1880.route.trains-disjoint")
def test_trains_share_no_track_but_meet_in_stations() -> None:
    """Two trains may not use the same line; they may meet in a station from different sides."""
    table = coast(["2", "3"], stations=[("L14", 0)])
    table.turn("HKR", "run")
    same = together(route("2", "K15-L14"), route("3", "K15-L14 L14-M13-N12"))
    table.refused(same, "1880.route.trains-disjoint")
    events = table.do(together(route("2", "K15-L14"), route("3", "L14-M13-N12")))
    assert [event.params()["income"] for event in events if event.name == "trains_run"] == [30 + 20 + 20 + 30]


@rule("1880.route.trains-disjoint")
def test_trains_cross_in_a_station() -> None:
    """Two routes through P14 that use four different tracks are both good."""
    table = south(["2", "3"])
    table.allowed(together(route("3", "P12-P14 P14-Q15"), route("2", "P14-Q13")))
    table.refused(together(route("3", "P12-P14 P14-Q15"), route("2", "P14-Q15")), "1880.route.trains-disjoint")


@rule("1880.route.junction-one-train")
def test_junction_serves_one_train() -> None:
    """Two branches that merge on a green tile are one train's; two lines that cross without merging are not."""
    table = crossing(["2", "2"], "23")
    table.station("HKR", "L10")
    merging = together(route("2", "J12-K11-L10"), route("2", "K13-K11-L10"))
    table.refused(merging, "1880.route.junction-one-train")
    table.allowed(run("2", "K13-K11-L10"))
    table = crossing(["2", "2"], "20")
    table.station("HKR", "K13")
    table.allowed(together(route("2", "J12-K11-L10"), route("2", "K13-K11-K9-K7")))


@rule("1880.route.no-track-reuse")
def test_station_that_only_a_loop_would_reach_gives_no_route() -> None:
    """Who could get to another station only by coming back over the same track has no route and need not run."""
    table = Table(phase="B1")
    table.tile("J12", "57", 2)
    table.tile("I11", "31", 0)
    table.tile("J10", "24", 3)
    table.tile("K11", "7", 1)
    table.tile("K9", "7", 3)
    table.tile("H10", "57", 2)
    table.company("HKR", trains=["2"], stations=[("J12", 0)], cash=1000)
    table.turn("HKR", "run")
    assert table.game.deciding == "HKR"
    assert not table.legal("run_trains")
    assert table.legal("buy_train")
    assert table.of("c.HKR.price") == 95
    table.refused(run("2", "J12-I11-J10-K11-K9-J10-I11-H10"), "1880.turn.sequence")
