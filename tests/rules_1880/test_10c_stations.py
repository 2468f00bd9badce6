"""X. Placing station markers: how many, what they cost, where they may stand, and the homes kept free."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import LayTile, Pass, PlaceStation
from tielu.core.events import StationPlaced

EDITIONS = pytest.mark.parametrize("edition", ["2010", "2022"])


def harbin(phase: str = "A1", cash: int = 500, edition: str = "2022", permits: str = "ABC") -> Table:
    """BZU in Harbin (B8), joined to the cities Changchun (C9) and Jilin City (C11) east of it."""
    table = Table(phase=phase, edition=edition)
    table.company("BZU", price=90, permits=permits, cash=cash, trains=["2"])
    table.tile("B8", "57", 2)
    table.tile("C9", "6", 2)
    table.tile("C11", "57", 1)
    return table


def keep_steps_open(table: Table) -> None:
    """With the Rocket in hand its owner is asked in every step, also where nothing can be placed."""
    table.private("P7", "Ann")


@EDITIONS
@rule("1880.station.three-markers")
def test_company_has_three_markers(edition: str) -> None:
    """A floated company has its home and two more; when they are out no other can be placed."""
    table = harbin(edition=edition)
    keep_steps_open(table)
    table.turn("BZU", "station")
    assert (table.of("c.BZU.tokens"), table.of("c.BZU.unplaced")) == ([["B8", 0]], 2)
    table.station("BZU", "C9")
    table.allowed(PlaceStation("C11", 0))
    table.station("BZU", "H6")
    assert table.of("c.BZU.unplaced") == 0
    table.refused(PlaceStation("C11", 0), "1880.station.three-markers")


@rule("1880.station.one-per-hex")
def test_one_marker_in_a_hex() -> None:
    """SCR reaches the second city of its own hex, which is free, and still may not place a marker there."""
    table = Table(phase="B1")
    table.company("SCR", cash=500, trains=["2"])
    # From the first city of N12 round by O13 and N14 into the second; west of it the city N10.
    for hex_name, tile, rotation in (("N12", "8865", 0), ("O13", "7", 2), ("N14", "7", 0), ("N10", "57", 1)):
        table.tile(hex_name, tile, rotation)
    table.turn("SCR", "station")
    table.refused(PlaceStation("N12", 1), "1880.station.one-per-hex")
    assert table.legal("place_station") == [PlaceStation("N10", 0)]


@pytest.mark.parametrize(("phase", "costs"), [("A1", (40, 100)), ("B2", (40, 100)), ("C3", (40, 100))])
@rule("1880.station.cost-40-100")
def test_markers_cost_40_and_100(phase: str, costs: tuple[int, int]) -> None:
    """The first further marker costs 40, the second 100, paid to the bank."""
    _place_two(phase, costs)


@pytest.mark.parametrize("phase", ["D1", "D2", "D3"])
@rule("1880.station.cost-phase-d")
def test_markers_cost_double_in_phase_d(phase: str) -> None:
    """In Phase D they cost 80 and 200."""
    _place_two(phase, (80, 200))


def _place_two(phase: str, costs: tuple[int, int]) -> None:
    table = harbin(phase=phase)
    table.turn("BZU", "station")
    assert table.of("c.BZU.tokprices") == list(costs)
    bank = table.state.bank
    events = table.do(PlaceStation("C9", 0))
    assert StationPlaced("BZU", "C9", 0, costs[0]) in events
    assert (table.of("c.BZU.cash"), table.state.bank) == (500 - costs[0], bank + costs[0])
    table.turn("BZU", "station")
    table.do(PlaceStation("C11", 0))
    assert (table.of("c.BZU.cash"), table.state.bank) == (500 - sum(costs), bank + sum(costs))
    assert table.stations_of("BZU") == [("B8", 0), ("C9", 0), ("C11", 0)]


@EDITIONS
@rule("1880.station.paid-by-company-only")
def test_director_does_not_pay_for_markers(edition: str) -> None:
    """A treasury one short of the price places nothing, however rich the director is."""
    table = harbin(cash=39, edition=edition)
    keep_steps_open(table)
    table.turn("BZU", "station")
    rule_id = {"2010": "1880.station.cost-40-100", "2022": "1880.station.paid-by-company-only"}[edition]
    table.refused(PlaceStation("C9", 0), rule_id)
    assert table.legal("place_station") == []
    table.treasury("BZU", 40)
    table.do(PlaceStation("C9", 0))
    assert (table.of("c.BZU.cash"), table.of("p.0.cash")) == (0, 1000)


@EDITIONS
@rule("1880.station.one-per-or")
def test_one_marker_in_a_turn(edition: str) -> None:
    """After one marker the step is over, though money, markers and a free city are left; the next turn has another."""
    table = harbin(edition=edition)
    table.turn("BZU", "station")
    table.do(PlaceStation("C9", 0))
    assert table.game.deciding == "BZU"
    assert table.legal("place_station") == []
    table.refused(PlaceStation("C11", 0), "1880.turn.sequence")
    table.turn("BZU", "station")
    table.allowed(PlaceStation("C11", 0))


@rule("1880.station.one-per-or", "1880.station.three-markers")
def test_home_marker_of_the_share_round_does_not_count() -> None:
    """A company floats with its home marker on the map, free of charge, and may place another in its first turn."""
    table = Table()
    table.company("BZU", price=90, floated=False)
    table.tile("B8", "57", 2)
    table.tile("C9", "57", 2)
    table.share_round()
    table.do(Pass(), Pass(), Pass())
    assert (table.stations_of("BZU"), table.of("c.BZU.cash")) == ([("B8", 0)], 450)
    assert table.game.deciding == "BZU"
    table.do(Pass(), PlaceStation("C9", 0))
    assert (table.stations_of("BZU"), table.of("c.BZU.cash")) == ([("B8", 0), ("C9", 0)], 410)


# -- connection --


@rule("1880.station.connected")
def test_marker_needs_a_connection() -> None:
    """Any distance will do, but track without a gap must lead from a marker to the city."""
    table = harbin()
    table.tile("H6", "57", 0)
    table.turn("BZU", "station")
    assert set(table.legal("place_station")) == {PlaceStation("C9", 0), PlaceStation("C11", 0)}
    for place in (PlaceStation("H6", 0), PlaceStation("M3", 0), PlaceStation("C7", 0), PlaceStation("Z9", 0)):
        table.refused(place, "1880.station.connected")
    table.refused(PlaceStation("C9", 1), "1880.station.connected")


@rule("1880.station.connected")
def test_connection_does_not_pass_a_full_city() -> None:
    """A city filled by others is the end of the way."""
    table = harbin()
    keep_steps_open(table)
    table.company("NXR", director="Bo", stations=[("C9", 0)])
    table.turn("BZU", "station")
    table.refused(PlaceStation("C11", 0), "1880.station.connected")


@rule("1880.station.connected")
def test_connection_does_not_reverse_at_a_junction() -> None:
    """Two legs of a junction meet at its stem; a train cannot go from one leg to the other."""
    table = Table(phase="B1")
    table.company("BZU", price=90, cash=500, trains=["2"])
    keep_steps_open(table)
    table.tile("B8", "57", 1)
    table.tile("C9", "57", 0)
    # B10 joins west (Harbin) and south-west (Changchun), each to the east only.
    table.tile("B10", "28", 4)
    table.turn("BZU", "station")
    table.refused(PlaceStation("C9", 0), "1880.station.connected")


@EDITIONS
@rule("1880.station.connected")
def test_connection_does_not_use_track_twice(edition: str) -> None:
    """A loop beyond the stem of a junction does not turn a train round."""
    table = Table(phase="B1", edition=edition)
    table.company("NXR", price=90, cash=500, trains=["2"])
    keep_steps_open(table)
    table.tile("J6", "57", 2)
    table.tile("H6", "57", 0)
    for hex_name, tile, rotation in (("I5", "25", 1), ("I3", "28", 4), ("H2", "7", 4), ("H4", "7", 0)):
        table.tile(hex_name, tile, rotation)
    table.turn("NXR", "station")
    table.refused(PlaceStation("H6", 0), "1880.station.connected")
    table.turn("NXR")
    assert "G7" not in {each.hex for each in table.legal("lay_tile") if isinstance(each, LayTile)}


@rule("1880.station.no-permit-needed")
def test_markers_need_no_permit() -> None:
    """A company that may not build in this phase places a marker all the same."""
    table = harbin(permits="BCD")
    table.turn("BZU")
    assert table.legal("lay_tile") == []
    table.do(PlaceStation("C9", 0))
    assert table.stations_of("BZU") == [("B8", 0), ("C9", 0)]


# -- homes --


def visitor(
    *tiles: tuple[str, str, int], at: str, phase: str = "B1", edition: str = "2022", revision: int | None = None
) -> Table:
    """NXR with its one marker in the city `at`, in its station step, kept open by the Rocket."""
    table = Table(phase=phase, edition=edition, revision=revision)
    table.company("NXR", price=90, cash=500, trains=["2"], stations=[(at, 0)])
    keep_steps_open(table)
    for hex_name, tile, rotation in tiles:
        table.tile(hex_name, tile, rotation)
    table.turn("NXR", "station")
    return table


@EDITIONS
@rule("1880.station.reserve-unfloated-home")
def test_home_of_a_company_to_come_is_kept(edition: str) -> None:
    """In Harbin's only space nobody but BZU may stand; with two spaces one other may; BZU's own marker ends it."""
    home, kept = PlaceStation("B8", 0), "1880.station.reserve-unfloated-home"
    table = visitor(("C9", "57", 2), ("B8", "57", 2), at="C9", edition=edition)
    table.refused(home, kept)
    table.company("BZU", director="Bo", price=80, floated=False)
    table.refused(home, kept)
    table = visitor(("C9", "57", 2), ("B8", "14", 2), at="C9", edition=edition)
    table.allowed(home)
    table.company("WNR", director="Bo", price=80, stations=[("B8", 0)])
    table.refused(home, kept)
    table = visitor(("C9", "57", 2), ("B8", "14", 2), at="C9", edition=edition)
    table.company("BZU", director="Bo", price=80)
    table.do(home)
    assert table.stations_of("NXR") == [("C9", 0), ("B8", 0)]


@rule("1880.station.reserve-unfloated-home")
def test_homes_in_beijing_are_kept_one_by_one() -> None:
    """In yellow and green Beijing each of the four companies has its own city; the brown city keeps four of six."""
    kept = "1880.station.reserve-unfloated-home"
    table = visitor(("E9", "57", 0), at="E9")
    table.refused(PlaceStation("F8", 2), kept)
    table.company("JHU", director="Bo", price=80)
    table.refused(PlaceStation("F8", 2), kept)
    table = visitor(("F10", "5", 0), ("G9", "8850", 3), ("F8", "8886", 0), at="F10")
    table.refused(PlaceStation("F8", 4), kept)
    table.allowed(PlaceStation("F8", 5))
    table = visitor(("E9", "57", 0), ("F8", "8887", 0), at="E9", phase="C1")
    table.allowed(PlaceStation("F8", 0))
    table.company("WNR", director="Bo", price=80, stations=[("F8", 0)])
    table.company("LHR", director="Bo", price=80, stations=[("F8", 0)])
    table.refused(PlaceStation("F8", 0), kept)
    table.company("JHU", director="Bo", price=80)
    table.refused(PlaceStation("F8", 0), kept)


@EDITIONS
@rule("1880.station.oo-home-choice-green")
def test_qsr_chooses_its_city_on_green(edition: str) -> None:
    """If its hex is green when QSR floats, its director takes either city; nothing else can be done first."""
    table = _floating("QSR", "D12", "8861", phase="B1", edition=edition)
    assert (table.game.deciding, table.game.actor) == ("QSR", "Ann")
    assert table.legal() == [PlaceStation("D12", 0), PlaceStation("D12", 1)]
    table.refused(Pass(), "1880.station.oo-home-choice-green")
    table.do(PlaceStation("D12", 1))
    assert table.stations_of("QSR") == [("D12", 1)]


def _floating(company: str, home: str, tile: str | None, phase: str, edition: str = "2022") -> Table:
    """A share round has just ended in which the company floated."""
    table = Table(phase=phase, edition=edition)
    table.company("BZU", price=100, cash=500, trains=["2"])
    table.company(company, price=90, percent=40, permits="B", floated=False)
    if tile is not None:
        table.tile(home, tile, 0)
    table.share_round()
    table.do(Pass(), Pass(), Pass())
    return table


@pytest.mark.parametrize(("tile", "phase"), [(None, "A1"), ("235", "A1"), ("8872", "C1")])
@rule("1880.station.oo-home-choice-green")
def test_scr_does_not_choose_before_green_or_when_the_cities_are_one(tile: str | None, phase: str) -> None:
    """On the empty hex and on yellow the marker goes to the city with track, on brown there is only one city."""
    table = _floating("SCR", "N12", tile, phase=phase)
    assert table.stations_of("SCR") == [("N12", 0)]
    assert table.game.deciding == "BZU"


@rule("1880.station.oo-home-choice-green")
def test_home_marker_is_at_the_city_with_track_when_the_yellow_tile_is_laid() -> None:
    """SCR's marker from the empty hex stands in the city that has track, so that it builds on from there."""
    table = Table()
    table.company("SCR", cash=100, trains=["2"])
    table.turn("SCR")
    table.do(LayTile("N12", "235", 3))
    assert table.stations_of("SCR") == [("N12", 0)]
    table.turn("SCR")
    assert {each.hex for each in table.legal("lay_tile") if isinstance(each, LayTile)} == {"M13"}


@EDITIONS
@rule("1880.station.oo-home-reserved")
def test_oo_home_is_closed_to_others(edition: str) -> None:
    """While QSR is not on the map nobody places a marker in either city of D12; afterwards the other one is free."""
    for rotation, city in ((2, 0), (5, 1)):
        table = visitor(("C11", "57", 2), ("D12", "8861", rotation), at="C11", edition=edition)
        table.refused(PlaceStation("D12", city), "1880.station.oo-home-reserved")
        table.company("QSR", director="Bo", price=80, stations=[("D12", 1 - city)])
        table.do(PlaceStation("D12", city))
        assert table.stations_of("NXR") == [("C11", 0), ("D12", city)]


@pytest.mark.parametrize(("edition", "revision"), [("2022", None), ("18xx.games", None), ("2010", 1)])
@rule("1880.station.oo-home-reserved-brown")
def test_joined_oo_home_keeps_one_space(edition: str, revision: int | None) -> None:
    """On the brown tile one other company may place a marker, and the last space waits for QSR."""
    table, place = brown_oo_home(edition, revision), PlaceStation("D12", 0)
    table.allowed(place)
    table.company("WNR", director="Bo", price=80, stations=[("D12", 0)])
    of_2010, of_2022 = "1880.station.reserve-unfloated-home", "1880.station.oo-home-reserved-brown"
    table.refused(place, of_2010 if edition == "2010" else of_2022)
    table = brown_oo_home(edition, revision)
    table.do(place)
    assert table.stations_of("NXR") == [("C11", 0), ("D12", 0)]


def brown_oo_home(edition: str, revision: int | None = None) -> Table:
    """NXR reaches D12, QSR's home, whose two cities the brown tile has joined."""
    tiles = (("C11", "57", 2), ("D12", "8874", 0))
    return visitor(*tiles, at="C11", phase="C1", edition=edition, revision=revision)


@pytest.mark.parametrize(("phase", "tile"), [("C1", "8874"), ("D1", "8875")])
@rule("1880.station.oo-home-reserved")
def test_oo_home_is_closed_to_others_on_brown_and_grey_in_2010(phase: str, tile: str) -> None:
    """In the first edition both spaces wait while QSR is not on the map; afterwards the other one is free."""
    tiles, place = (("C11", "57", 2), ("D12", tile, 0)), PlaceStation("D12", 0)
    table = visitor(*tiles, at="C11", phase=phase, edition="2010")
    table.refused(place, "1880.station.oo-home-reserved")
    table.company("QSR", director="Bo", price=80, floated=False)
    table.refused(place, "1880.station.oo-home-reserved")
    table = visitor(*tiles, at="C11", phase=phase, edition="2010")
    table.company("QSR", director="Bo", price=80)
    table.do(place)
    assert table.stations_of("NXR") == [("C11", 0), ("D12", 0)]
