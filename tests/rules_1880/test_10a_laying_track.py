"""X. Laying track: how many tiles, where they must begin, what fits a hex, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.table import Table, rule
from tielu.core.actions import LayTile
from tielu.core.events import TileLaid
from tielu.core.track import Board
from tielu.titles.t1880.rules.actions import ExchangeRocket
from tielu.titles.t1880.rules.map import HEXES
from tielu.titles.t1880.rules.tiles import TILES, first_tile_fits, printed_upgrade_fits

EDITIONS = pytest.mark.parametrize("edition", ["2010", "2022"])


def harbin(tile: str | None = "57", rotation: int = 1, phase: str = "A1", edition: str = "2022") -> Table:
    """BZU in Harbin (B8): plain B6 and B10 west and east, towns C7 south-west and A7 north-west, city C9 south-east."""
    table = Table(phase=phase, edition=edition)
    table.company("BZU", price=90, cash=500, trains=["2"])
    if tile is not None:
        table.tile("B8", tile, rotation)
    table.turn("BZU")
    return table


def builder(name: str, *tiles: tuple[str, str, int], phase: str = "A1", edition: str = "2022") -> Table:
    """A company in its track step, with 100 and these tiles on the map."""
    table = Table(phase=phase, edition=edition)
    table.company(name, cash=100, trains=["2"])
    for hex_name, tile, rotation in tiles:
        table.tile(hex_name, tile, rotation)
    table.turn(name)
    return table


def hexes_offered(table: Table) -> set[str]:
    return {action.hex for action in table.legal("lay_tile") if isinstance(action, LayTile)}


def tiles_offered(table: Table, hex_name: str) -> set[str]:
    return {action.tile for action in table.legal("lay_tile") if isinstance(action, LayTile) and action.hex == hex_name}


def keep_track_step_open(table: Table, company: str) -> None:
    """With the Rocket in hand its owner is still asked when nothing more can be built."""
    table.private("P7", "Ann")
    table.turn(company)


# -- how many --


@EDITIONS
@rule("1880.track.phase-a-one-tile")
def test_one_tile_in_phase_a(edition: str) -> None:
    """In Phase A the second tile of a turn is refused, though it would fit."""
    table = harbin(tile=None, edition=edition)
    keep_track_step_open(table, "BZU")
    table.do(LayTile("B8", "57", 1))
    assert table.legal("lay_tile") == []
    table.refused(LayTile("B10", "9", 1), "1880.track.phase-a-one-tile")
    table.turn("BZU")
    table.allowed(LayTile("B10", "9", 1))


@rule("1880.track.phase-a-one-tile")
def test_bcr_lays_two_tiles_in_phase_a() -> None:
    """BCR may lay a second tile in Phase A, not a third."""
    table = builder("BCR")
    keep_track_step_open(table, "BCR")
    table.do(LayTile("M3", "57", 1), LayTile("M5", "8852", 1))
    assert table.of("hex.M5") == ["8852", 1]
    table.refused(LayTile("M7", "57", 1), "1880.p6.bcr-two-yellow")


@EDITIONS
@rule("1880.track.phase-b-two-yellow-or-upgrade")
def test_two_yellow_tiles_from_phase_b(edition: str) -> None:
    """From Phase B on a second yellow tile may follow the first, a third one may not."""
    table = harbin(tile=None, phase="B1", edition=edition)
    keep_track_step_open(table, "BZU")
    table.do(LayTile("B8", "57", 1), LayTile("B10", "9", 1))
    table.refused(LayTile("B6", "9", 1), "1880.track.phase-b-two-yellow-or-upgrade")


@rule("1880.track.phase-b-two-yellow-or-upgrade")
def test_no_upgrade_after_a_yellow_tile() -> None:
    """Once a yellow tile is laid only another yellow one can follow."""
    table = harbin(phase="B1")
    table.allowed(LayTile("B8", "14", 1))
    table.do(LayTile("B10", "9", 1))
    table.refused(LayTile("B8", "14", 1), "1880.track.phase-b-two-yellow-or-upgrade")
    table.allowed(LayTile("B6", "9", 1))


@rule("1880.track.phase-b-two-yellow-or-upgrade")
def test_nothing_more_after_an_upgrade() -> None:
    """One upgrade ends the track step."""
    table = harbin(phase="B1")
    table.allowed(LayTile("B10", "9", 1))
    table.do(LayTile("B8", "14", 1))
    assert table.game.deciding == "BZU"
    table.refused(LayTile("B10", "9", 1), "1880.turn.sequence")
    table.refused(LayTile("B6", "9", 1), "1880.turn.sequence")


@rule("1880.track.phase-a-one-tile", "1880.track.phase-b-two-yellow-or-upgrade")
def test_phase_that_begins_in_the_track_step_counts_at_once() -> None:
    """The Rocket becomes the first 3-train after one yellow tile: now a second one may follow, but no upgrade."""
    table = harbin(phase="A2")
    table.depot("3", 5)
    keep_track_step_open(table, "BZU")
    table.do(LayTile("B10", "9", 1))
    table.refused(LayTile("B6", "9", 1), "1880.track.phase-a-one-tile")
    table.do(ExchangeRocket("BZU"))
    assert table.of("phase") == "B1"
    table.refused(LayTile("B8", "14", 1), "1880.track.phase-b-two-yellow-or-upgrade")
    table.do(LayTile("B6", "9", 1))
    assert table.of("hex.B6") == ["9", 1]


# -- where --


@rule("1880.track.must-extend-own-network")
def test_tile_continues_track_in_reach() -> None:
    """A tile next to the company's track must take it up; one that is not next to it cannot be laid."""
    table = harbin()
    table.refused(LayTile("B10", "9", 2), "1880.track.must-extend-own-network")
    table.refused(LayTile("C9", "57", 2), "1880.track.must-extend-own-network")
    table.refused(LayTile("M9", "9", 1), "1880.track.must-extend-own-network")
    assert hexes_offered(table) == {"B6", "B10"}
    table.do(LayTile("B10", "9", 1))
    assert table.of("hex.B10") == ["9", 1]


@rule("1880.track.must-extend-own-network")
def test_other_companies_track_is_no_start() -> None:
    """Track that begins at another company's marker only, joined to nothing of one's own, cannot be continued."""
    table = harbin()
    table.company("WNR", director="Bo", trains=["2"])
    table.tile("L10", "57", 1)
    table.turn("BZU")
    table.refused(LayTile("L12", "8855", 1), "1880.track.must-extend-own-network")
    table.treasury("WNR", 20)
    table.turn("WNR")
    table.allowed(LayTile("L12", "8855", 1))


@rule("1880.track.not-blocked")
def test_full_city_of_others_blocks_the_way() -> None:
    """Track beyond a city whose only space another company has taken cannot be continued."""
    table = harbin(rotation=2)
    table.tile("C9", "57", 2)
    beyond = LayTile("D10", "9", 2)
    table.allowed(beyond)
    table.company("NXR", director="Bo", stations=[("C9", 0)])
    table.refused(beyond, "1880.track.not-blocked")
    table.station("BZU", "C9")
    table.allowed(beyond)


@rule("1880.track.first-turn-home-tile")
def test_first_tile_lies_on_the_home_hex() -> None:
    """A company without any track builds on its home hex and nowhere else."""
    table = harbin(tile=None)
    assert hexes_offered(table) == {"B8"}
    table.refused(LayTile("B10", "9", 1), "1880.track.must-extend-own-network")
    table.do(LayTile("B8", "57", 1))
    assert table.stations_of("BZU") == [("B8", 0)]


@rule("1880.track.first-turn-home-tile")
def test_first_tile_goes_elsewhere_if_the_home_has_track() -> None:
    """Where a tile lies already, or track is printed, the first turn builds beyond."""
    assert hexes_offered(harbin()) == {"B6", "B10"}
    assert hexes_offered(builder("JHA")) == {"E9"}


# -- what fits --


@rule("1880.track.plain-hex-plain-tile")
def test_plain_hex_takes_plain_track() -> None:
    """No town or city tile lies on a plain hex."""
    table = harbin()
    for tile in ("57", "8852", "8855", "235", "8877"):
        table.refused(LayTile("B10", tile, 1), "1880.track.plain-hex-plain-tile")
    assert tiles_offered(table, "B10") == {"7", "8", "9"}


@rule("1880.track.town-hex-town-tile")
def test_town_hex_takes_a_town_tile() -> None:
    """A hex with one dot takes a tile with one dot."""
    table = harbin(rotation=0)
    for tile in ("9", "57", "8855", "235"):
        table.refused(LayTile("C7", tile, 0), "1880.track.town-hex-town-tile")
    assert tiles_offered(table, "C7") == {"8850", "8851", "8852"}


@rule("1880.track.double-town-tile")
def test_two_town_hex_takes_a_two_town_tile() -> None:
    """A hex with two dots takes a tile with two dots."""
    table = builder("SCR", ("N12", "235", 0))
    for tile in ("9", "8852", "57", "235"):
        table.refused(LayTile("O11", tile, 0), "1880.track.double-town-tile")
    assert tiles_offered(table, "O11") == {"8854", "8855", "8856", "8857", "8858"}


@rule("1880.track.city-hex-city-tile")
def test_city_hex_takes_a_city_tile() -> None:
    """A hex with one circle takes a tile with one circle, without a letter."""
    table = harbin(rotation=2)
    for tile in ("9", "8852", "8855", "235", "8877"):
        table.refused(LayTile("C9", tile, 2), "1880.track.city-hex-city-tile")
    assert tiles_offered(table, "C9") == {"5", "6", "57"}


@rule("1880.track.special-letter-tiles")
def test_shanghai_takes_its_letter() -> None:
    """Shanghai takes the tile marked S, then only tiles marked S."""
    table = builder("HKR")
    table.refused(LayTile("K15", "57", 0), "1880.track.special-letter-tiles")
    assert tiles_offered(table, "K15") == {"8877"}
    table.tile("K15", "8877", 0)
    table.phase("B1")
    table.turn("HKR")
    table.refused(LayTile("K15", "15", 0), "1880.track.special-letter-tiles")
    assert tiles_offered(table, "K15") == {"8878"}


@rule("1880.track.special-letter-tiles")
def test_beijing_takes_its_letter() -> None:
    """Printed Beijing takes the tile marked B, then only tiles marked B."""
    table = builder("JHA", phase="B1")
    for tile in ("14", "8878", "8860"):
        table.refused(LayTile("F8", tile, 0), "1880.track.special-letter-tiles")
    assert tiles_offered(table, "F8") == {"8886"}
    table.tile("F8", "8886", 0)
    table.phase("C1")
    table.turn("JHA")
    table.refused(LayTile("F8", "63", 0), "1880.track.special-letter-tiles")
    assert tiles_offered(table, "F8") == {"8887"}


@rule("1880.track.oo-hex-oo-tile")
def test_two_city_hex_takes_an_oo_tile() -> None:
    """A hex with two circles takes only the tile marked OO."""
    table = builder("SCR")
    for tile in ("57", "8855", "8852", "9"):
        table.refused(LayTile("N12", tile, 0), "1880.track.oo-hex-oo-tile")
    assert tiles_offered(table, "N12") == {"235"}


@EDITIONS
@rule("1880.track.boomtown-choice")
def test_first_builder_of_a_medium_city_chooses(edition: str) -> None:
    """A dot in a circle takes a one-town or a one-city tile, nothing else."""
    table = builder("JHA", edition=edition)
    assert tiles_offered(table, "E9") == {"5", "6", "57", "8850", "8851", "8852"}
    for tile in ("9", "8855", "235", "8877"):
        table.refused(LayTile("E9", tile, 0), "1880.track.boomtown-choice")


@rule("1880.track.boomtown-choice-permanent")
def test_medium_city_stays_what_its_first_tile_made_it() -> None:
    """A town tile on a medium city becomes towns only, a city tile cities only."""
    table = builder("JHA", ("E9", "8852", 0), phase="B1")
    table.refused(LayTile("E9", "14", 0), "1880.track.boomtown-choice-permanent")
    assert tiles_offered(table, "E9") == {"887", "888", "8866"}
    table = builder("JHA", ("E9", "57", 0), phase="B1")
    table.refused(LayTile("E9", "888", 0), "1880.track.boomtown-choice-permanent")
    assert tiles_offered(table, "E9") == {"14", "15", "619"}


@rule("1880.track.double-boomtown-choice", "1880.track.boomtown-choice-permanent")
def test_first_builder_of_a_double_medium_city_chooses() -> None:
    """Two dots in circles take a two-town tile or an OO tile, and the towns never become cities."""
    table = builder("BCR", ("M3", "57", 2))
    assert tiles_offered(table, "N4") == {"235", "8854", "8855", "8856", "8857", "8858"}
    for tile in ("57", "8852", "9"):
        table.refused(LayTile("N4", tile, 2), "1880.track.double-boomtown-choice")
    table = builder("BCR", ("M3", "57", 2), ("N4", "8855", 0), phase="B1")
    table.refused(LayTile("N4", "8861", 0), "1880.track.boomtown-choice-permanent")
    assert tiles_offered(table, "N4") == set()


@rule("1880.track.no-run-off-map")
def test_no_track_off_the_map() -> None:
    """North of A7 the map ends, and the sea without a ferry on that side is the end of the map as well."""
    table = harbin(rotation=2)
    table.refused(LayTile("A7", "8852", 2), "1880.track.no-run-off-map")
    table.allowed(LayTile("A7", "8851", 1))
    table = builder("QSR", ("D12", "235", 0))
    table.refused(LayTile("E11", "8", 3), "1880.track.no-run-off-map")
    table.allowed(LayTile("E11", "9", 0))


@rule("1880.track.no-run-off-map")
def test_no_upgrade_runs_off_the_map() -> None:
    """An upgrade may not lead off the map either."""
    table = builder("BZU", ("B8", "57", 2), ("A7", "8851", 1), phase="B1")
    table.refused(LayTile("A7", "887", 5), "1880.track.no-run-off-map")
    table.allowed(LayTile("A7", "887", 4))


@rule("1880.track.no-run-into-barrier")
def test_no_track_into_the_barrier() -> None:
    """Between E11 and Dalian (E13) nothing may be built, from either side."""
    table = builder("QSR", ("D12", "235", 0))
    table.refused(LayTile("E11", "7", 3), "1880.track.no-run-into-barrier")
    table.investor("A2")
    table.turn("A2")
    table.refused(LayTile("E13", "5", 0), "1880.track.no-run-into-barrier")
    table.allowed(LayTile("E13", "57", 0))


@rule("1880.track.offboard-only-at-arrow")
def test_track_meets_a_red_hex_only_at_an_arrow() -> None:
    """Track may lead to Russia (A3) over a side with an arrow; take that arrow away and it may not."""
    table = Table()
    table.company("NXR", cash=100, trains=["2"], stations=[("A5", 0)])
    to_russia = LayTile("A5", "57", 1)
    table.turn("NXR")
    table.allowed(to_russia)
    russia = HEXES[0]
    assert russia.name == "A3"
    without_arrow = replace(russia, pieces=tuple(piece for piece in russia.pieces if piece[0] != 4))
    table.state.board = Board((without_arrow, *HEXES[1:]), TILES, first_tile_fits, printed_upgrade_fits)
    table.state.forget_map()
    table.refused(to_russia, "1880.track.offboard-only-at-arrow")
    table.allowed(LayTile("A5", "5", 4))


@rule("1880.track.need-not-connect-neighbour.2022")
def test_tile_need_not_meet_its_neighbour() -> None:
    """A tile may end against the side of a tile that has no track there, when laid and when upgraded."""
    table = harbin(rotation=2)
    table.tile("B10", "9", 1)
    table.do(LayTile("C9", "5", 2))
    assert table.of("hex.C9") == ["5", 2]
    table = builder("BZU", ("B8", "57", 2), ("C9", "57", 2), ("B10", "9", 1), phase="B1")
    table.do(LayTile("C9", "14", 2))
    assert table.of("hex.C9") == ["14", 2]


@rule("1880.track.need-not-connect-neighbour.2010")
def test_upgrade_need_not_meet_its_neighbour_in_2010() -> None:
    """The first edition grants it to upgrades, and it holds for new tiles as well."""
    table = builder("BZU", ("B8", "57", 2), ("C9", "57", 2), ("B10", "9", 1), phase="B1", edition="2010")
    table.do(LayTile("C9", "14", 2))
    assert table.of("hex.C9") == ["14", 2]
    table = builder("BZU", ("B8", "57", 2), ("B10", "9", 1), edition="2010")
    table.do(LayTile("C9", "5", 2))
    assert table.of("hex.C9") == ["5", 2]


@pytest.mark.parametrize(
    ("company", "without", "with_stub"),
    [
        ("JHA", LayTile("E9", "57", 1), LayTile("E9", "57", 0)),
        ("JLR", LayTile("F6", "57", 0), LayTile("F6", "57", 1)),
        ("JHU", LayTile("F10", "57", 0), LayTile("F10", "57", 1)),
        ("JGG", LayTile("G7", "9", 1), LayTile("G7", "9", 0)),
    ],
)
@rule("1880.track.beijing-stubs-kept")
def test_stub_towards_beijing_is_kept(company: str, without: LayTile, with_stub: LayTile) -> None:
    """On each of the four hexes with a stub a tile without it is refused."""
    table = builder(company)
    table.refused(without, "1880.track.beijing-stubs-kept")
    table.do(with_stub)
    assert table.of(f"hex.{with_stub.hex}") == [with_stub.tile, with_stub.rotation]


@rule("1880.track.beijing-stubs-kept")
def test_stub_is_kept_by_those_who_come_from_elsewhere() -> None:
    """QSR comes to Tianjin from the north and must still join it to Beijing."""
    table = builder("QSR", ("D12", "235", 0), ("E11", "9", 0))
    table.refused(LayTile("F10", "57", 0), "1880.track.beijing-stubs-kept")
    assert [action for action in table.legal("lay_tile") if isinstance(action, LayTile) and action.hex == "F10"] == [
        LayTile("F10", "6", 1)
    ]


@rule("1880.track.no-build-on-blue-red")
def test_red_and_blue_hexes_are_not_built_on() -> None:
    """The Russian investor cannot build on its own red hex nor on the sea, but its arrows are track to build from."""
    table = Table()
    table.investor("A1", cash=100)
    table.turn("A1")
    for hex_name in ("A3", "A15", "I1", "K1", "Q7", "Q15", "N16", "Q13"):
        table.refused(LayTile(hex_name, "57", 1), "1880.track.no-build-on-blue-red")
    table.refused(LayTile("A3", "5", 4), "1880.track.no-build-on-blue-red")
    assert hexes_offered(table) == {"A5", "B4"}


# -- cost --


@pytest.mark.parametrize(
    ("company", "lay", "cost"),
    [
        ("BZU", LayTile("B8", "57", 1), 0),
        ("WNR", LayTile("L10", "57", 1), 20),
        ("NXR", LayTile("J6", "57", 1), 30),
        ("LHR", LayTile("J2", "5", 3), 50),
    ],
)
@rule("1880.track.terrain-cost")
def test_first_tile_pays_for_the_terrain(company: str, lay: LayTile, cost: int) -> None:
    """Rivers and mountains cost what the map says when the first tile is laid, an upgrade costs nothing."""
    table = builder(company)
    events = table.do(lay)
    assert TileLaid(company, lay.hex, lay.tile, lay.rotation, cost) in events
    assert table.of(f"c.{company}.cash") == 100 - cost
    table.phase("B1")
    table.turn(company)
    upgrade = next(each for each in table.legal("lay_tile") if isinstance(each, LayTile) and each.hex == lay.hex)
    table.do(upgrade)
    assert table.of(f"c.{company}.cash") == 100 - cost


@rule("1880.track.terrain-cost")
def test_high_mountains_cost_more() -> None:
    """Mountains in the west cost 40, and the gorge O1 60."""
    table = builder("BCR", ("M3", "57", 1))
    table.do(LayTile("M1", "7", 3))
    assert table.of("c.BCR.cash") == 60
    table = builder("CKR", ("O5", "57", 1), ("O3", "8855", 1))
    table.do(LayTile("O1", "7", 3))
    assert table.of("c.CKR.cash") == 40


@EDITIONS
@rule("1880.track.terrain-paid-from-treasury")
def test_terrain_is_paid_by_the_company(edition: str) -> None:
    """The treasury pays the bank; the director's money does not help a company that is short."""
    table = builder("LHR", edition=edition)
    table.treasury("LHR", 49)
    keep_track_step_open(table, "LHR")
    table.refused(LayTile("J2", "5", 3), "1880.track.terrain-paid-from-treasury")
    assert table.legal("lay_tile") == []
    table.treasury("LHR", 50)
    bank = table.state.bank
    table.do(LayTile("J2", "5", 3))
    assert (table.of("c.LHR.cash"), table.of("p.0.cash"), table.state.bank) == (0, 1000, bank + 50)


# -- ferries --


@rule("1880.track.ferry-is-track")
def test_ferries_are_track_already_built() -> None:
    """Each of the three ferries carries on to the far shore, where the company may build."""
    table = builder("HKR", ("K15", "8877", 0))
    table.allowed(LayTile("H14", "57", 2))
    assert "H14" in hexes_offered(table)
    table = builder("JHU", ("F10", "57", 1))
    assert hexes_offered(table) == {"E13"}
    table = builder("JHU", ("F10", "57", 1), ("E13", "5", 5))
    assert hexes_offered(table) == {"G13"}


@rule("1880.track.ferry-no-upgrade")
def test_ferries_are_never_built_on() -> None:
    """No tile lies on a ferry, whatever its colour and whoever reaches it."""
    for phase, tile in (("A1", "9"), ("B1", "20"), ("B1", "9")):
        table = builder("HKR", ("K15", "8877", 0), phase=phase)
        for hex_name in ("F12", "F14", "J16"):
            table.refused(LayTile(hex_name, tile, 0), "1880.track.ferry-no-upgrade")
        assert not hexes_offered(table) & {"F12", "F14", "J16", "I15"}
