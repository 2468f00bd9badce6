"""VIII.2 and VIII.3.6. Running trains: what makes a route, the harbour, and Heng Shan."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import route, run
from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import RouteRun, RunTrains, Withhold
from tielu.core.errors import IllegalAction
from tielu.titles.t1888n.rules.preparation import BOARD


def legal(table: Table1888, action: RunTrains) -> None:
    """The routes are legal, whether or not there is a better run that the director would have to claim."""
    try:
        table.game.verify(action)
    except IllegalAction as refusal:
        assert refusal.rule == "1888.income.maximum"  # noqa: PT017 - every other refusal is a failure


def together(*routes: RouteRun) -> RunTrains:
    return RunTrains(routes)


def coast(trains: Sequence[str], qingdao: tuple[str, int] = ("6", 1)) -> Table1888:
    """LYR in Yantai (F16, 40), Qingdao (H14) over G15, and red Xuzhou (I11, 30) over H12."""
    table = Table1888()
    table.tile("G15", "9", 0)
    table.tile("H14", *qingdao)
    table.tile("H12", "8", 4)
    table.company("LYR", trains=trains)
    table.turn("LYR", "run")
    return table


def junction(trains: Sequence[str], tile: str, rotation: int = 0) -> Table1888:
    """LYR in Yantai: `tile` on G15 lies between Yantai, Qingdao, Weifang (G13) and G17, which leads back to Yantai."""
    table = Table1888()
    table.tile("G15", tile, rotation)
    table.tile("H14", "6", 1)
    table.tile("G13", "4", 1)
    table.tile("G17", "7", 1)
    table.company("LYR", trains=trains)
    table.turn("LYR", "run")
    return table


def weifang(trains: Sequence[str]) -> Table1888:
    """ZDR in Zibo (G11), with Weifang (G13) beside it, and Xuzhou (I11) over H10."""
    table = Table1888()
    table.tile("G11", "6", 4)
    table.tile("G13", "4", 1)
    table.tile("H10", "8", 3)
    table.company("ZDR", trains=trains)
    table.turn("ZDR", "run")
    return table


def circle(trains: Sequence[str]) -> Table1888:
    """LYR in Yantai (F16, 40), from where two lines lead to green Qingdao (H14, 30): over G15, and by Weifang (10)."""
    table = Table1888(phase="3")
    table.tile("G15", "9", 0)
    table.tile("H14", "15", 1)
    table.tile("F14", "8", 4)
    table.tile("G13", "58", 3)
    table.company("LYR", trains=trains)
    table.turn("LYR", "run")
    return table


# -- VIII.2: a route --


@rule("1888.def.revenue-location")
def test_cities_towns_and_red_places_are_revenue_locations() -> None:
    """Weifang (town, 10), Zibo (city, 20) and Xuzhou (red, 30) are three locations; the plain hex H10 is none."""
    table = weifang(["2"])
    line = "G13-G11 G11-H10-I11"
    table.refused(run("2", line), "1888.run.range")
    table = weifang(["3"])
    table.refused(run("3", "G13-G11 G11-H10"), "1888.route.two-locations")
    table.refused(run("3", line, "G13 G11 H10 I11"), "1888.income.sum")
    assert table.earn(run("3", line)) == 10 + 20 + 30


@rule("1888.route.two-locations")
def test_route_joins_two_locations_by_track() -> None:
    """One location is no route, nor are two without track between them."""
    table = coast(["3"])
    rule_id = "1888.route.two-locations"
    table.refused(RunTrains((RouteRun("3", (("F16", 0),), ()),)), rule_id)
    table.refused(run("3", "F16"), rule_id)
    table.refused(run("3", "F16-F14-G13"), rule_id)
    table.refused(run("3", "F16-H14"), rule_id)
    table.refused(run("3", "F16-G15-H14 I11-H12-H14"), rule_id)
    table.refused(run("3", "F16-Z9"), rule_id)
    legal(table, run("3", "F16-G15-H14"))


@rule("1888.route.two-locations")
def test_two_locations_of_a_route_are_different() -> None:
    """A loop from Yantai back to Yantai is no route."""
    table = Table1888()
    table.tile("F14", "7", 4)
    table.tile("G15", "7", 2)
    table.company("LYR", trains=["2"])
    table.turn("LYR", "run")
    assert not table.legal("run_trains")
    assert table.of("round.type") == "Stock"


@rule("1888.route.own-station")
def test_route_includes_an_own_station() -> None:
    """From Qingdao to Xuzhou LYR has no route, from Yantai it has; a station in Qingdao gives it the other."""
    table = coast(["3"])
    southern = run("3", "H14-H12-I11")
    table.refused(southern, "1888.route.own-station")
    legal(table, run("3", "F16-G15-H14"))
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    legal(table, southern)


@rule("1888.route.own-station")
def test_station_in_another_city_of_the_hex_does_not_count() -> None:
    """The line from the eastern city of Beijing to Tianjin is not JZR's, whose station is in the western one."""
    table = Table1888()
    table.tile("C7", "7", 4)
    table.tile("D8", "8", 2)
    table.tile("D10", "5", 1)
    table.company("JZR", trains=["3"])
    table.turn("JZR", "run")
    table.refused(run("3", "C9-D10", "C9.1 D10"), "1888.route.own-station")
    legal(table, run("3", "C9-C7-D8-D10"))


@rule("1888.route.no-track-reuse")
def test_track_is_used_once_in_a_route() -> None:
    """A route does not turn round in a location, nor come back over the stem of a junction."""
    table = junction(["4"], "23")
    legal(table, run("4", "H14-G15-F16"))
    legal(table, run("4", "F16-G17-G15-H14"))
    table.refused(run("4", "F16-G15-H14 H14-G15-F16"), "1888.route.no-track-reuse")
    table.refused(run("4", "H14-G15-F16 F16-G17-G15-H14"), "1888.route.no-track-reuse")


@rule("1888.route.no-track-reuse")
def test_separate_track_of_one_tile_may_be_used_in_one_route() -> None:
    """Two lines that cross on tile 20 are two pieces of track, and one route may use both."""
    table = junction(["4"], "20")
    assert table.earn(run("4", "H14-G15-F16 F16-G17-G15-G13")) == 20 + 40 + 10 + 20


@rule("1888.route.no-reverse-at-junction")
def test_route_does_not_reverse_at_a_junction() -> None:
    """From Yantai and from Weifang the junction leads to Qingdao; from one of them to the other it does not."""
    table = junction(["3"], "27")
    table.refused(run("3", "F16-G15-G13"), "1888.route.no-reverse-at-junction")
    legal(table, run("3", "F16-G15-H14"))
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    legal(table, run("3", "G13-G15-H14"))


@rule("1888.route.no-change-at-crossover")
def test_route_stays_on_its_track_where_tracks_cross() -> None:
    """Where two lines merely cross a train does not get from one to the other."""
    table = junction(["3"], "20")
    table.refused(run("3", "F16-G15-G13"), "1888.route.no-change-at-crossover")
    table.refused(run("3", "F16-G17-G15-H14"), "1888.route.no-change-at-crossover")
    legal(table, run("3", "F16-G15-H14"))
    legal(table, run("3", "F16-G17-G15-G13"))


AROUND_QINGDAO = ("F16-G15", "G13", "I11-H12", "H16")


@pytest.mark.parametrize("start", AROUND_QINGDAO)
@rule("1888.route.exit-any-track")
def test_route_leaves_a_location_by_any_other_track(start: str) -> None:
    """Whichever way a train comes into Qingdao, it may go on along each of the other lines, and not back."""
    table = coast(["3"], qingdao=("15", 1))
    table.tile("G13", "4", 2)
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    for end in AROUND_QINGDAO:
        back = "-".join(reversed(end.split("-")))
        through = run("3", f"{start}-H14 H14-{back}")
        if end == start:
            table.refused(through, "1888.route.no-track-reuse")
        else:
            legal(table, through)


@rule("1888.route.red-terminal")
def test_red_place_is_an_end_of_the_route() -> None:
    """Two lines meet in Xuzhou: a train comes by either and does not run through."""
    table = coast(["5"])
    table.tile("G11", "57", 0)
    table.tile("H10", "8", 3)
    table.station("LYR", "G11")
    table.turn("LYR", "run")
    legal(table, run("5", "G11-H10-I11"))
    legal(table, run("5", "F16-G15-H14 H14-H12-I11"))
    table.refused(run("5", "H14-H12-I11 I11-H10-G11"), "1888.route.red-terminal")


@rule("1888.route.red-terminal")
def test_red_city_is_an_end_even_for_its_own_company() -> None:
    """Changchun is CDL's home, and its trains do not run through it."""
    table = Table1888(phase="3")
    table.tile("B20", "8859", 0)
    table.company("CDL", trains=["3"])
    table.turn("CDL", "run")
    table.refused(run("3", "A17-A19 A19-A21-B20"), "1888.route.red-terminal")
    legal(table, run("3", "A19-A21-B20"))


def blocked_qingdao(tile: tuple[str, int], *companies: str) -> Table1888:
    """The coast, with stations of these companies in Qingdao."""
    table = coast(["3"], qingdao=tile)
    for company in companies:
        if company != "LYR":
            table.company(company, trains=["2"])
        table.station(company, "H14")
    table.turn("LYR", "run")
    return table


THROUGH_QINGDAO = run("3", "F16-G15-H14 H14-H12-I11")


@rule("1888.route.may-end-at-blocked")
def test_route_may_end_in_a_full_city() -> None:
    """LYR runs to Qingdao, whose only space ZDR has taken, in either direction."""
    table = blocked_qingdao(("6", 1), "ZDR")
    assert table.legal("run_trains") == [run("3", "F16-G15-H14")]
    legal(table, run("3", "H14-G15-F16"))
    assert table.earn(run("3", "F16-G15-H14")) == 40 + 20 + 20


@rule("1888.route.no-through-blocked")
def test_route_does_not_pass_a_full_city() -> None:
    """Stations of others on every space stop a train."""
    table = blocked_qingdao(("6", 1), "ZDR")
    table.refused(THROUGH_QINGDAO, "1888.route.no-through-blocked")
    table = blocked_qingdao(("15", 1), "ZDR", "CDL")
    table.refused(THROUGH_QINGDAO, "1888.route.no-through-blocked")


@pytest.mark.parametrize(
    ("tile", "companies"), [(("6", 1), ()), (("15", 1), ("ZDR",)), (("15", 1), ("ZDR", "LYR")), (("6", 1), ("LYR",))]
)
@rule("1888.route.no-through-blocked")
def test_free_space_or_own_station_lets_a_train_through(tile: tuple[str, int], companies: tuple[str, ...]) -> None:
    """A city is passed while a space is free, or if the company stands there itself."""
    table = blocked_qingdao(tile, *companies)
    legal(table, THROUGH_QINGDAO)


# -- VIII.3.6: trains --


@rule("1888.run.each-train-once")
def test_each_train_runs_once() -> None:
    """With one 2-train there is one route, with two there are two, and none for a train the company has not got."""
    both = together(route("2", "F16-G15-H14"), route("2", "H14-H12-I11"))
    table = coast(["2"])
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    table.refused(both, "1888.run.each-train-once")
    table.refused(run("3", "F16-G15-H14"), "1888.run.each-train-once")
    table = coast(["2", "2"])
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    assert table.earn(both) == 40 + 20 + 20 + 20 + 30
    table.refused(both, "1888.turn.sequence")


SEVEN = "I11-H12-H14 H14-G15-F16 F16-E17 E17-D18-D20 D20-C21-B20 B20-A19"
SEVEN_STOPS = "I11 H14 F16 E17 D20 B20.1 A19"


def great_line(trains: Sequence[str]) -> Table1888:
    """LYR with a line of seven locations from Xuzhou by Yantai, the ferry and Dandong to Changchun."""
    table = Table1888(phase="3")
    for hex_name, tile, rotation in (
        ("H14", "6", 1),
        ("H12", "8", 4),
        ("G15", "9", 0),
        ("F16", "L40b", 0),
        ("E17", "L40a", 0),
        ("D18", "8", 4),
        ("B20", "8859", 0),
    ):
        table.tile(hex_name, tile, rotation)
    table.company("LYR", trains=trains)
    table.turn("LYR", "run")
    return table


@pytest.mark.parametrize("train", ["2", "3", "4", "5", "6"])
@rule("1888.run.range")
def test_train_counts_as_many_locations_as_its_number(train: str) -> None:
    """A train runs over its number of locations, of any kind, and not over one more."""
    table = great_line([train])
    links, stops = SEVEN.split(), SEVEN_STOPS.split()
    last = 2 + int(train) if train in ("2", "3", "4") else int(train)
    first = last - int(train)
    legal(table, run(train, " ".join(links[first : last - 1]), " ".join(stops[first:last])))
    first, last = (first, last + 1) if last < len(stops) else (first - 1, last)
    longer = run(train, " ".join(links[first : last - 1]), " ".join(stops[first:last]))
    table.refused(longer, "1888.run.range")


@rule("1888.run.range")
def test_diesel_has_no_limit() -> None:
    """All seven locations of the line are one route for a diesel."""
    table = great_line(["D"])
    assert table.earn(run("D", SEVEN, SEVEN_STOPS)) == 40 + 20 + 40 + 30 + 30 + 40 + 30 + 20


@rule("1888.run.no-skipping")
def test_no_location_on_the_way_is_left_out() -> None:
    """A route names every location that it passes, and counts it."""
    table = coast(["3", "2"])
    table.refused(run("3", "F16-G15-H14 H14-H12-I11", "F16 I11"), "1888.run.no-skipping")
    table.refused(run("2", "F16-G15-H14-H12-I11"), "1888.run.no-skipping")
    legal(table, run("3", "F16-G15-H14 H14-H12-I11"))


@rule("1888.run.no-location-twice")
def test_no_location_twice_in_a_route() -> None:
    """A train that has gone from Yantai round by Qingdao and Weifang does not come to Yantai again."""
    table = circle(["4"])
    table.refused(run("4", "F16-G15-H14 H14-G13 G13-F14-F16"), "1888.run.no-location-twice")
    legal(table, run("4", "F16-G15-H14 H14-G13"))
    legal(table, run("4", "H14-G13 G13-F14-F16"))


@rule("1888.run.no-location-twice")
def test_off_board_place_of_two_hexes_is_one_location() -> None:
    """A1 and A3 are both Baotou: a route has one of them."""
    table = Table1888()
    table.tile("B2", "4", 2)
    table.tile("C3", "5", 2)
    table.tile("B4", "8", 0)
    table.company("TJL", trains=["4"])
    table.station("TJL", "C3")
    table.turn("TJL", "run")
    table.refused(run("4", "A1-B2 B2-C3 C3-B4-A3"), "1888.run.no-location-twice")
    legal(table, run("4", "B2-C3 C3-B4-A3"))
    assert table.earn(run("4", "A1-B2 B2-C3")) == 40 + 10 + 20


def beijing(tile: str | None, trains: Sequence[str]) -> Table1888:
    """JZR in Beijing with a line from its western side over D8 and Tianjin (D10) to its south-eastern side."""
    table = Table1888(phase="5")
    if tile:
        table.tile("C9", tile, 0)
    table.tile("C7", "7", 4)
    table.tile("D8", "8", 2)
    table.tile("D10", "5", 1)
    table.company("JZR", trains=trains)
    table.turn("JZR", "run")
    return table


@pytest.mark.parametrize(("tile", "other", "value"), [(None, "C9.1", 30), ("L42", "C9.3", 40)])
@rule("1888.run.no-location-twice")
def test_route_from_beijing_to_beijing_before_brown(tile: str | None, other: str, value: int) -> None:
    """Printed and green Beijing have separate cities, and a route may have two of them."""
    table = beijing(tile, ["3"])
    assert table.earn(run("3", "C9-C7-D8-D10 D10-C9", f"C9 D10 {other}")) == value + 20 + value


@rule("1888.run.no-location-twice")
def test_brown_beijing_is_one_location() -> None:
    """On brown Beijing the same line would have one city twice."""
    table = beijing("8892", ["3"])
    table.refused(run("3", "C9-C7-D8-D10 D10-C9", "C9 D10 C9"), "1888.run.no-location-twice")
    legal(table, run("3", "C9-C7-D8-D10"))


@rule("1888.run.no-location-twice")
def test_both_cities_of_a_green_oo_tile() -> None:
    """A route runs from one city of H4 by Zhengzhou (I5) to the other."""
    table = Table1888(phase="3")
    table.tile("H4", "8859", 2)
    table.tile("H6", "7", 0)
    table.company("TJL", trains=["3"])
    table.station("TJL", "I5")
    table.turn("TJL", "run")
    assert table.earn(run("3", "H4-H6-I5 I5-H4", "H4.1 I5 H4.0")) == 40 + 40 + 40


@rule("1888.run.trains-disjoint")
def test_trains_share_no_track_but_meet_in_locations() -> None:
    """Two trains do not use the same line; they may meet in Qingdao from two sides."""
    table = coast(["2", "3"])
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    same = together(route("2", "F16-G15-H14"), route("3", "F16-G15-H14 H14-H12-I11"))
    table.refused(same, "1888.run.trains-disjoint")
    legal(table, together(route("2", "F16-G15-H14"), route("3", "H14-H12-I11")))


@rule("1888.run.trains-disjoint")
def test_junction_serves_one_train() -> None:
    """Branches that merge on a green tile are one train's; lines that cross without merging are two."""
    table = junction(["2", "2"], "27")
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    merging = together(route("2", "F16-G15-H14"), route("2", "G13-G15-H14"))
    table.refused(merging, "1888.run.trains-disjoint")
    table = junction(["2", "2"], "20")
    legal(table, together(route("2", "F16-G15-H14"), route("2", "F16-G17-G15-G13")))


# -- VIII.3.6: the bonus --


def dongying(trains: Sequence[str]) -> Table1888:
    """ZDR in Zibo (G11, 30), green, with Dongying (F12, 10) and Weifang (G13, 10) beside it, joined to each other."""
    table = Table1888(phase="3")
    table.tile("G11", "14", 0)
    table.tile("F12", "3", 5)
    table.tile("G13", "3", 1)
    table.company("ZDR", trains=trains)
    table.turn("ZDR", "run")
    return table


@rule("1888.run.destination-bonus")
def test_route_with_home_and_destination_earns_the_bonus() -> None:
    """ZDR's bonus of 40 comes with Zibo and Dongying in one route, wherever they stand in it."""
    table = dongying(["2"])
    assert table.earn(run("2", "G11-F12")) == 30 + 10 + 40
    table = dongying(["3"])
    assert table.earn(run("3", "G11-F12 F12-G13")) == 30 + 10 + 10 + 40


@rule("1888.run.destination-bonus")
def test_route_without_the_home_earns_no_bonus() -> None:
    """Another station will do for a route, and not for the bonus."""
    table = coast(["2"])
    table.company("SSL", trains=["2"])
    table.station("SSL", "H14")
    table.turn("SSL", "run")
    assert table.earn(run("2", "F16-G15-H14")) == 40 + 20
    table = coast(["2"])
    assert table.earn(run("2", "F16-G15-H14")) == 40 + 20 + 20


@rule("1888.run.destination-bonus")
def test_bonus_needs_both_ends_on_one_train() -> None:
    """One train at the home and another at the destination earn nothing extra."""
    table = great_line(["2", "2"])
    table.station("LYR", "E17")
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    apart = together(route("2", "F16-E17"), route("2", "H14-H12-I11"))
    best = table.legal("run_trains")[0]
    assert best != apart
    with pytest.raises(IllegalAction) as caught:
        table.game.verify(apart)
    assert caught.value.params["income"] == 40 + 30 + 20 + 40


@rule("1888.run.destination-bonus")
def test_each_train_with_home_and_destination_earns_the_bonus() -> None:
    """Two lines join Yantai and Qingdao, and a train runs on each of them."""
    table = circle(["2", "3"])
    both = together(route("2", "F16-G15-H14 H14-H16"), route("3", "F16-F14-G13 G13-H14"))
    assert table.earn(both) == (40 + 30 + 10 + 20) + (40 + 10 + 30 + 20)


@pytest.mark.parametrize("city", [0, 1])
@rule("1888.run.destination-bonus")
def test_any_town_of_the_destination_hex_counts(city: int) -> None:
    """JZR's destination is Zhangjiakou, with two towns in its hex: 40 for either."""
    table = Table1888()
    table.tile("C7", "8", 2)
    table.tile("B6", ("56", "2")[city], 3)
    table.company("JZR", trains=["2"])
    table.turn("JZR", "run")
    assert table.earn(run("2", "C9-C7-B6", f"C9 B6.{city}")) == 30 + 10 + 40


# -- VIII.3.6: the harbour --


@rule("1888.harbour.end-of-route")
def test_harbour_is_an_end_of_the_route() -> None:
    """One line leads to the harbour, and no train goes on from there."""
    table = coast(["4"], qingdao=("5", 3))
    legal(table, run("4", "F16-G15-H14 H14-H16"))
    legal(table, run("4", "H16-H14 H14-G15-F16"))
    table.refused(run("4", "F16-G15-H14 H14-H16 H16-H14"), "1888.route.no-track-reuse")
    table.refused(run("4", "F16-G15-H14 H14-H16 H16-G17-F16"), "1888.route.two-locations")
    face = BOARD.faces[BOARD.printed_face(BOARD.hex_index["H16"])]
    assert [stop.terminus for stop in face.stops] == [True]


@rule("1888.harbour.not-in-range")
def test_harbour_does_not_count_against_the_range() -> None:
    """A 2-train runs over Yantai, Qingdao and on to the harbour; a third city would be too many."""
    table = coast(["2"], qingdao=("15", 1))
    table.tile("H12", "8", 4)
    table.station("LYR", "H14")
    table.turn("LYR", "run")
    table.refused(run("2", "F16-G15-H14 H14-H12-I11"), "1888.run.range")
    assert table.earn(run("2", "F16-G15-H14 H14-H16")) == 40 + 30 + 10 + 20


@rule("1888.harbour.valid-second-stop")
def test_city_and_harbour_are_a_route() -> None:
    """From a station in Qingdao a 2-train runs to the harbour and nowhere else."""
    table = Table1888()
    table.tile("H14", "6", 2)
    table.company("ZDR", trains=["2"])
    table.station("ZDR", "H14")
    table.turn("ZDR", "run")
    assert table.legal("run_trains") == [run("2", "H14-H16")]
    assert table.earn(run("2", "H14-H16")) == 20 + 10


# -- VIII.3.6: Heng Shan --


def datong(trains: Sequence[str]) -> Table1888:
    """TJL with a station in Datong (C3, 20), beside Heng Shan with its mountain tile."""
    table = Table1888()
    table.tile("C5", "L41", 1)
    table.tile("C3", "5", 4)
    table.company("TJL", trains=trains)
    table.station("TJL", "C3")
    table.turn("TJL", "run")
    return table


@rule("1888.hengshan-run.may-be-end")
def test_heng_shan_may_be_the_end_of_a_route() -> None:
    """A 2-train runs from Datong to the mountain: 20, and 40 for the treasury."""
    table = datong(["2"])
    assert table.earn(run("2", "C3-C5")) == 20
    table.do(Withhold())
    assert table.of("c.TJL.cash") == 60


@rule("1888.hengshan-run.may-be-end")
def test_heng_shan_may_be_passed_and_takes_range() -> None:
    """A route may go on beyond the mountain, which counts as a location of the train."""
    table = datong(["3"])
    table.tile("B6", "56", 3)
    table.turn("TJL", "run")
    table.refused(run("3", "C3-C5-B6", "C3 B6.1"), "1888.run.no-skipping")
    assert table.earn(run("3", "C3-C5 C5-B6", "C3 C5 B6.1")) == 20 + 10
    table = datong(["2"])
    table.tile("B6", "56", 3)
    table.turn("TJL", "run")
    table.refused(run("2", "C3-C5 C5-B6", "C3 C5 B6.1"), "1888.run.range")


def two_lines_to_heng_shan(trains: Sequence[str]) -> Table1888:
    """JZR in Beijing (30) and Datong (20), each with a line of its own to the mountain."""
    table = Table1888()
    table.tile("C5", "L41", 1)
    table.tile("C3", "5", 4)
    table.tile("C7", "8", 4)
    table.tile("D6", "7", 2)
    table.company("JZR", trains=trains)
    table.station("JZR", "C3")
    table.turn("JZR", "run")
    return table


@rule("1888.hengshan-run.several-trains")
def test_several_trains_run_to_heng_shan_on_separate_track() -> None:
    """Two trains call at the mountain and bring 40 each; on the same line they may not."""
    table = two_lines_to_heng_shan(["2", "2"])
    line = route("2", "C9-C7-D6-C5")
    table.refused(together(line, line), "1888.run.trains-disjoint")
    assert table.earn(together(line, route("2", "C3-C5"))) == 30 + 20
    table.do(Withhold())
    assert table.of("c.JZR.cash") == 50 + 2 * 40
