"""VIII.3.5. Establishing stations: how many, what they cost, and where they may stand."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import LayTile, Pass, PlaceStation, Withhold
from tielu.core.events import StationPlaced
from tielu.views.actions.forbidden import forbidden
from tielu.views.position.position import position_view


def shandong(home: bool = True) -> Table1888:
    """LYR in Yantai (F16), with a line over Qingdao (H14) to Weifang, Zibo (G11) and Jinan (G9)."""
    table = Table1888(phase="3")
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 2)
    table.tile("G13", "58", 5)
    table.tile("G11", "57", 1)
    table.tile("G9", "57", 1)
    table.company("LYR", cash=1000, trains=["2"], home=home)
    return table


def handan(others: tuple[str, ...] = (), cash: int = 1000) -> Table1888:
    """HJR in Handan (F6) with a line to Shijiazhuang (E5), and with stations in other places already."""
    table = Table1888(phase="3")
    table.tile("F6", "57", 2)
    table.tile("E5", "57", 2)
    table.company("HJR", cash=cash, trains=["2"])
    for hex_name in others:
        table.station("HJR", hex_name)
    table.turn("HJR", "station")
    return table


def places(table: Table1888) -> list[tuple[str, int]]:
    """The cities in which the company may place a station."""
    return [(offer.hex, offer.city) for offer in table.legal("place_station") if isinstance(offer, PlaceStation)]


# -- how many --


@rule("1888.station.one-per-turn")
def test_one_station_in_a_turn() -> None:
    """After one station the turn goes on without another; the next turn has its own."""
    table = shandong()
    table.turn("LYR", "station")
    assert places(table) == [("G9", 0), ("H14", 0)]
    table.do(PlaceStation("H14", 0))
    steps = 0
    while table.game.deciding == "LYR":
        table.refused(PlaceStation("G9", 0), "1888.turn.sequence")
        assert not table.legal("place_station")
        table.do(*(table.legal("run_trains") or [Withhold() if Withhold() in table.legal() else Pass()]))
        steps += 1
    assert steps > 2
    table.turn("LYR", "station")
    table.do(PlaceStation("G9", 0))
    assert table.of("c.LYR.tokens") == [["F16", 0], ["H14", 0], ["G9", 0]]


@rule("1888.station.one-per-turn")
def test_station_of_the_turn_comes_besides_the_home_station() -> None:
    """In the turn in which it places its home station a company may place another one."""
    table = shandong(home=False)
    table.share_round()
    events = table.do(Pass(), Pass(), Pass())
    assert StationPlaced("LYR", "F16", 0, 0) in events
    table.do(Pass(), PlaceStation("H14", 0))
    assert table.of("c.LYR.tokens") == [["F16", 0], ["H14", 0]]


@rule("1888.station.one-per-turn")
def test_station_is_optional() -> None:
    """A company may go on to its run without placing one."""
    table = shandong()
    table.turn("LYR", "station")
    table.do(Pass())
    assert table.of("c.LYR.tokens") == [["F16", 0]]
    assert table.legal("run_trains")


# -- what they cost --


@pytest.mark.parametrize(("others", "cost"), [((), 40), (("I5",), 100), (("I5", "E17"), 100)])
@rule("1888.station.cost")
def test_first_station_costs_40_and_each_further_one_100(others: tuple[str, ...], cost: int) -> None:
    """The company pays the bank for it, and without the money does not place it."""
    table = handan(others, cash=cost)
    bank = table.of("bank")
    events = table.do(PlaceStation("E5", 0))
    assert StationPlaced("HJR", "E5", 0, cost) in events
    assert table.of("c.HJR.cash") == 0
    assert table.of("bank") == bank + cost
    table = handan(others, cash=cost - 1)
    assert table.legal("run_trains")
    table.refused(PlaceStation("E5", 0), "1888.turn.sequence")


@rule("1888.station.cost", "1888.company.hjr")
def test_company_without_a_marker_places_none() -> None:
    """HJR has four markers in all, which is what players are told when they ask."""
    table = handan(("I5", "E17", "F16"))
    assert table.of("c.HJR.unplaced") == 0
    assert table.legal("run_trains")
    table.refused(PlaceStation("E5", 0), "1888.turn.sequence")
    asked = forbidden(table.game, position_view(table.game), table.legal(), "en")
    assert "1888.company.hjr" in {each.rule for each in asked}


# -- where --


@rule("1888.station.one-per-hex")
def test_one_station_of_a_company_in_a_hex() -> None:
    """JZR's line from Beijing comes back to a free city of Beijing: no place for it, while Tianjin is one."""
    table = Table1888(phase="3")
    table.tile("C9", "L42", 2)
    table.tile("C7", "7", 4)
    table.tile("D8", "29", 2)
    table.tile("D10", "5", 1)
    table.company("JZR", cash=1000, trains=["2"])
    table.turn("JZR", "station")
    assert places(table) == [("D10", 0)]
    table.refused(PlaceStation("C9", 2), "1888.station.one-per-hex")


@rule("1888.station.one-per-hex")
def test_city_with_two_spaces_takes_one_station_of_each_company() -> None:
    """There is room in Yantai, but not for a second station of LYR."""
    table = shandong()
    table.turn("LYR", "station")
    table.refused(PlaceStation("F16", 0), "1888.station.one-per-hex")


@rule("1888.station.connected")
def test_station_needs_a_connection_of_any_length() -> None:
    """The far end of the line will do, a city with no track to it will not."""
    table = shandong()
    table.tile("E5", "57", 0)
    table.turn("LYR", "station")
    table.refused(PlaceStation("E5", 0), "1888.station.connected")
    table.refused(PlaceStation("E17", 0), "1888.station.connected")
    table.do(PlaceStation("G9", 0))
    assert table.of("c.LYR.tokens") == [["F16", 0], ["G9", 0]]


@rule("1888.station.connected")
def test_connection_is_not_blocked_by_others() -> None:
    """Past a city that ZDR has filled LYR places nothing, nor in it; past its own station it does."""
    table = shandong()
    table.company("ZDR", cash=1000, trains=["2"])
    table.turn("LYR", "station")
    assert places(table) == [("H14", 0)]
    table.refused(PlaceStation("G9", 0), "1888.station.connected")
    table.turn("ZDR", "station")
    assert places(table) == [("F16", 0), ("G9", 0), ("H14", 0)]


@rule("1888.station.connected")
def test_connection_does_not_reverse_at_a_junction() -> None:
    """From Yantai the junction on G15 leads to Qingdao, and not over the other branch to Weifang and Zibo."""
    table = shandong()
    table.tile("G15", "27", 0)
    table.tile("H14", "6", 1)
    table.tile("G13", "4", 1)
    table.turn("LYR", "station")
    assert places(table) == [("H14", 0)]
    table.refused(PlaceStation("G9", 0), "1888.station.connected")
    table.tile("H14", "15", 1)
    table.tile("G13", "58", 5)
    table.turn("LYR", "station")
    assert places(table) == [("G9", 0), ("H14", 0)]


@rule("1888.station.connected")
def test_stations_stand_in_cities() -> None:
    """A town, plain track and the harbour have no place for one."""
    table = shandong()
    table.turn("LYR", "station")
    for hex_name in ("G13", "G15", "H16"):
        table.refused(PlaceStation(hex_name, 0), "1888.station.connected")


@rule("1888.station.reserve-home")
def test_home_of_a_company_not_yet_in_operation_is_kept_free() -> None:
    """The only space of yellow Zibo is left for ZDR, founded or not, until it has placed its home station."""
    table = shandong()
    table.turn("LYR", "station")
    table.refused(PlaceStation("G11", 0), "1888.station.reserve-home")
    table.company("ZDR", trains=["2"], home=False)
    table.turn("LYR", "station")
    table.refused(PlaceStation("G11", 0), "1888.station.reserve-home")


@rule("1888.station.reserve-home")
def test_second_space_of_a_home_city_is_for_anybody() -> None:
    """Green Zibo has two spaces: one may be taken, and ZDR still comes home; then the city is full."""
    table = shandong()
    table.tile("G11", "14", 0)
    table.company("ZDR", price=70, cash=500, trains=["2"], home=False)
    table.turn("LYR", "station")
    table.do(PlaceStation("G11", 0))
    table.company("HJR", cash=500, trains=["2"])
    table.station("HJR", "G9")
    table.turn("HJR", "station")
    table.refused(PlaceStation("G11", 0), "1888.station.reserve-home")
    table.share_round()
    table.do(Pass(), Pass(), Pass())
    while table.game.deciding != "ZDR":
        table.do(Pass() if Pass() in table.legal() else table.legal()[0])
    assert table.of("c.ZDR.tokens") == [["G11", 0]]


@rule("1888.station.reserve-home")
def test_beijing_keeps_a_space_for_each_of_its_two_companies() -> None:
    """On brown Beijing, with four spaces, two others find room while JHR and JZR are still to come."""
    table = Table1888(phase="5")
    table.tile("C9", "8892", 0)
    table.tile("D10", "5", 1)
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 2)
    for company in ("SSL", "CDL", "LYR"):
        table.company(company, cash=1000, trains=["5"])
    table.station("SSL", "C9")
    table.station("LYR", "D10")
    table.turn("LYR", "station")
    table.game.verify(PlaceStation("C9", 0))
    table.station("CDL", "C9")
    table.turn("LYR", "station")
    table.refused(PlaceStation("C9", 0), "1888.station.reserve-home")
    table.company("JHR", trains=["5"])
    table.turn("LYR", "station")
    table.refused(PlaceStation("C9", 0), "1888.station.reserve-home")


@pytest.mark.parametrize(("rotation", "city", "kept"), [(0, 3, True), (0, 2, False), (4, 0, True)])
@rule("1888.station.reserve-home")
def test_green_beijing_keeps_the_two_homes(rotation: int, city: int, kept: bool) -> None:
    """The cities on the printed lines of JHR and JZR are theirs, the two new ones are anybody's."""
    table = Table1888(phase="3")
    table.tile("C9", "L42", rotation)
    table.tile("D10", "5", 2)
    table.tile("C11", "7", 0)
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 2)
    table.company("LYR", cash=1000, trains=["2"])
    table.station("LYR", "D10")
    table.turn("LYR", "station")
    if kept:
        table.refused(PlaceStation("C9", city), "1888.station.reserve-home")
    else:
        table.do(PlaceStation("C9", city))
        assert table.of("c.LYR.tokens") == [["F16", 0], ["D10", 0], ["C9", city]]


@rule("1888.station.reserve-home")
def test_home_city_is_kept_when_others_join_the_two_cities_of_shenyang() -> None:
    """SSL's home, on the line to the west, stays free on the green tile; the other city is for anybody."""
    table = Table1888(phase="3")
    table.company("CDL", cash=1000, trains=["2"])
    table.turn("CDL", "track")
    table.do(LayTile("B18", "8863", 1))
    assert places(table) == [("B18", 1)]
    table.tile("B16", "55", 0)
    table.turn("CDL", "station")
    table.refused(PlaceStation("B18", 0), "1888.station.reserve-home")
