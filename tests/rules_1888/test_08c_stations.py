"""VIII.3.5. Establishing stations: how many, what they cost, and where they may stand."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Pass, PlaceStation, Withhold
from tielu.core.events import StationPlaced


def shandong(cash: int = 1000) -> Table1888:
    """LYR in Yantai (F16), with a line over Qingdao (H14) to Weifang, Zibo (G11) and Jinan (G9)."""
    table = Table1888(phase="3")
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 2)
    table.tile("G13", "58", 5)
    table.tile("G11", "57", 1)
    table.tile("G9", "57", 1)
    table.company("LYR", cash=cash, trains=["2"])
    return table


def places(table: Table1888) -> list[tuple[str, int]]:
    """The cities in which the company may place a station."""
    return [(offer.hex, offer.city) for offer in table.legal("place_station") if isinstance(offer, PlaceStation)]


@rule("1888.station.one-per-turn")
def test_one_station_in_a_turn() -> None:
    """After one station the turn goes on without another; the next turn has its own."""
    table = shandong()
    table.company("ZDR", trains=["2"])
    table.tile("G11", "14", 0)
    table.turn("LYR", "station")
    assert places(table) == [("G9", 0), ("G11", 0), ("H14", 0)]
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
    table = shandong()
    table.company("CDL", trains=["2"], floated=False)
    table.state.stations[5] = ()
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


@rule("1888.station.cost")
def test_first_station_costs_40_and_each_further_one_100() -> None:
    """HJR has three markers besides its home: they cost 40, 100 and 100, paid to the bank."""
    table = Table1888(phase="3")
    for hex_name in ("F6", "E5"):
        table.tile(hex_name, "57", 2)
    table.tile("D4", "8", 3)
    table.tile("D6", "9", 1)
    table.tile("D8", "9", 1)
    table.tile("D10", "57", 1)
    table.tile("F8", "9", 1)
    table.company("HJR", cash=1000, trains=["2"])
    table.tile("F6", "14", 1)
    table.tile("F10", "7", 0)
    table.tile("G9", "5", 3)
    table.tile("G11", "14", 0)
    bank = table.of_bank() if hasattr(table, "of_bank") else table.state.bank
    for hex_name, cost in (("E5", 40), ("G9", 100), ("G11", 100)):
        cash = table.state.treasury[3]
        table.turn("HJR", "station")
        events = table.do(PlaceStation(hex_name, 0))
        assert StationPlaced("HJR", hex_name, 0, cost) in events
        assert table.of("c.HJR.cash") == cash - cost
        bank += cost
        assert table.of("bank") == bank
