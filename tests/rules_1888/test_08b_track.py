"""VIII.3.3 and VIII.3.4. Laying and upgrading track."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Amounts, BuyPrivate, LayTile, Pass, PlaceStation, Withhold
from tielu.core.events import TileLaid
from tielu.core.hexes import EDGES, opposite
from tielu.core.tiles import WHITE
from tielu.titles.t1888n.rules.preparation import BOARD


def yantai(phase: str = "2", cash: int = 500) -> Table1888:
    """LYR in Yantai (F16), from where track leads to the empty hexes G15, F14 and G17."""
    table = Table1888(phase=phase)
    table.company("LYR", cash=cash, trains=["5"])
    return table


def coast(phase: str = "2", cash: int = 500) -> Table1888:
    """LYR in Yantai with a line over G15 to Qingdao (H14), which goes on towards H12."""
    table = yantai(phase, cash)
    table.tile("G15", "9", 0)
    table.tile("H14", "6", 1)
    return table


def beside(hex_name: str) -> Table1888:
    """LYR with a station in a city next to this hex, and with track that leads into it."""
    table = Table1888()
    table.company("LYR", cash=500)
    index = BOARD.hex_index[hex_name]
    for edge in range(EDGES):
        other = BOARD.across[index * EDGES + edge]
        if BOARD.open_edges[index] >> edge & 1 and BOARD.hexes[other].colour == WHITE:
            table.tile(BOARD.hexes[other].name, "57", opposite(edge))
            table.station("LYR", BOARD.hexes[other].name)
            table.turn("LYR", "track")
            return table
    raise AssertionError(f"nothing lies beside {hex_name}")


def lays(table: Table1888, hex_name: str) -> list[LayTile]:
    """The lays that are offered on one hex."""
    return [lay for lay in table.legal("lay_tile") if isinstance(lay, LayTile) and lay.hex == hex_name]


# -- VIII.3.3: what is laid --


@pytest.mark.parametrize("lay", [LayTile("F14", "7", 4), LayTile("H14", "15", 1)])
@rule("1888.track.one-per-turn")
def test_one_tile_or_one_upgrade_in_a_turn(lay: LayTile) -> None:
    """After a yellow tile, or an upgrade, no more track is laid until the next turn of the company."""
    table = coast("3")
    table.turn("LYR", "track")
    table.do(lay)
    more = LayTile("G17", "7", 1)
    steps = 0
    while table.game.deciding == "LYR":
        table.refused(more, "1888.turn.sequence")
        assert not table.legal("lay_tile")
        table.do(*(table.legal("run_trains") or [Withhold() if Withhold() in table.legal() else Pass()]))
        steps += 1
    assert steps > 2
    table.turn("LYR", "track")
    table.do(more)
    assert table.of("hex.G17") == ["7", 1]


@rule("1888.track.one-per-turn")
def test_upgrade_of_a_printed_hex_is_the_one_lay_of_the_turn() -> None:
    """A company that puts the green tile on Beijing lays nothing else."""
    table = Table1888(phase="3")
    table.company("JZR", cash=500, trains=["2"])
    table.turn("JZR", "track")
    assert LayTile("C7", "9", 1) in table.legal()
    table.do(LayTile("C9", "L42", 0))
    table.refused(LayTile("C7", "9", 1), "1888.turn.sequence")


@rule("1888.track.yellow-on-empty-hex")
def test_yellow_tiles_go_on_empty_hexes() -> None:
    """A yellow tile is laid where none lies, and not over another yellow tile."""
    table = yantai()
    table.turn("LYR", "track")
    table.do(LayTile("G15", "9", 0))
    assert table.of("hex.G15") == ["9", 0]
    table.turn("LYR", "track")
    for tile, rotation in (("9", 0), ("8", 1), ("7", 2)):
        table.refused(LayTile("G15", tile, rotation), "1888.track.yellow-on-empty-hex")


@pytest.mark.parametrize(("company", "home"), [("TJL", "E3"), ("HJR", "F6"), ("ZDR", "G11")])
@rule("1888.track.first-turn-home-tile")
def test_three_companies_must_build_on_their_home_first(company: str, home: str) -> None:
    """TJL, HJR and ZDR neither pass nor build elsewhere in their first turn while their home is empty."""
    table = Table1888()
    table.company(company, cash=500, trains=["2"])
    table.turn(company, "track", first_turn=True)
    table.refused(Pass(), "1888.track.first-turn-home-tile")
    table.refused(LayTile("D8", "9", 1), "1888.track.first-turn-home-tile")
    offers = table.legal("lay_tile")
    assert offers
    assert offers == lays(table, home)
    table.do(offers[0])
    assert table.of(f"hex.{home}") is not None


@rule("1888.track.first-turn-home-tile")
def test_home_tile_is_laid_even_if_track_elsewhere_is_in_reach() -> None:
    """Reach over another station does not free the company from its duty."""
    table = Table1888()
    table.company("HJR", cash=500, trains=["2"])
    table.tile("E5", "57", 1)
    table.station("HJR", "E5")
    elsewhere = LayTile("E7", "4", 1)
    table.turn("HJR", "track", first_turn=True)
    table.refused(elsewhere, "1888.track.first-turn-home-tile")
    table.turn("HJR", "track")
    table.do(elsewhere)


def tjl_and_kaiping(cash: int, revision: int | None = None) -> Table1888:
    """The first turn of Ann's TJL, whose home tile costs 40; she would sell it Kaiping for 13 to 37."""
    table = Table1888(phase="3", revision=revision)
    table.company("TJL", cash=cash, trains=["2"])
    table.private("KT", "Ann")
    table.turn("TJL", "track", first_turn=True)
    return table


@rule("1888.track.first-turn-home-tile")
def test_money_for_the_home_tile_is_not_spent_on_a_private() -> None:
    """Of 60 TJL may pay 20 for Kaiping, not 21; then the tile follows (ruling 9.11)."""
    table = tjl_and_kaiping(cash=60)
    assert [offer.amounts for offer in table.legal() if isinstance(offer, BuyPrivate)] == [Amounts(13, 20)]
    table.refused(BuyPrivate("KT", 21), "1888.track.first-turn-home-tile")
    table.do(BuyPrivate("KT", 20))
    table.refused(Pass(), "1888.track.first-turn-home-tile")
    table.do(lays(table, "E3")[0])
    assert table.of("c.TJL.cash") == 0
    # With 52 not even the lowest price is left over.
    table = tjl_and_kaiping(cash=52)
    assert table.legal("buy_private") == []
    table.refused(BuyPrivate("KT", 13), "1888.track.first-turn-home-tile")


@rule("1888.track.first-turn-home-tile")
def test_who_cannot_pay_for_the_home_tile_may_spend_all() -> None:
    """With 39 TJL cannot lay it anyway; and in revision 2 it may buy Kaiping and so get around it."""
    for table in (tjl_and_kaiping(cash=39), tjl_and_kaiping(cash=60, revision=2)):
        table.do(BuyPrivate("KT", 37))
        assert table.of("hex.E3") is None
        assert table.legal("lay_tile") == []


@rule("1888.track.first-turn-home-tile")
def test_home_with_a_tile_leaves_the_first_turn_free() -> None:
    """If a tile lies on the home already the company may build elsewhere, or pass."""
    for action in (LayTile("G5", "55", 0), Pass()):
        table = Table1888()
        table.company("HJR", cash=500, trains=["2"])
        table.tile("F6", "57", 0)
        table.turn("HJR", "track", first_turn=True)
        table.do(action)


@pytest.mark.parametrize("company", ["JHR", "SSL", "CDL", "LYR", "JZR"])
@rule("1888.track.first-turn-home-tile")
def test_companies_with_printed_homes_may_pass_in_the_first_turn(company: str) -> None:
    """The other five have track at home and need not build."""
    table = Table1888(phase="3")
    table.company(company, cash=500, trains=["2"])
    table.turn(company, "track", first_turn=True)
    assert table.legal("lay_tile")
    table.do(Pass())


@rule("1888.track.reachable")
def test_tile_is_reached_from_an_own_station() -> None:
    """Track of the new tile joins track on which a train of the company could come there."""
    table = yantai()
    table.turn("LYR", "track")
    table.refused(LayTile("H14", "6", 1), "1888.track.reachable")
    table.refused(LayTile("G15", "9", 1), "1888.track.reachable")
    table.do(LayTile("G15", "9", 0))
    table.turn("LYR", "track")
    table.do(LayTile("H14", "6", 1))
    assert table.of("hex.H14") == ["6", 1]


@rule("1888.track.reachable")
def test_other_companies_block_the_way_to_a_hex() -> None:
    """Beyond a city that others have filled nothing can be built; with an own station there it can."""
    table = coast()
    table.company("ZDR", cash=500, trains=["2"])
    beyond = LayTile("H12", "9", 1)
    table.turn("LYR", "track")
    table.game.verify(beyond)
    table.station("ZDR", "H14")
    table.turn("LYR", "track")
    table.refused(beyond, "1888.track.reachable")
    table.turn("ZDR", "track")
    table.game.verify(LayTile("H12", "9", 1))


@rule("1888.track.reachable")
def test_way_to_a_hex_does_not_turn_at_a_junction() -> None:
    """A branch that could be reached only by reversing on the junction is out of reach."""
    table = yantai()
    table.tile("G15", "27", 0)
    table.turn("LYR", "track")
    table.game.verify(LayTile("H14", "6", 1))
    table.refused(LayTile("G13", "4", 1), "1888.track.reachable")


def zibo() -> Table1888:
    """ZDR in Zibo (G11) with track to Jinan's side (G9) and to Weifang (G13)."""
    table = Table1888()
    table.company("ZDR", cash=500, trains=["2"])
    table.tile("G11", "57", 1)
    table.turn("ZDR", "track")
    return table


@rule("1888.track.town-tile")
def test_town_takes_a_town_tile_only() -> None:
    """No plain track, no city and no pair of towns on a single town."""
    table = zibo()
    for tile in ("9", "57", "55"):
        table.refused(LayTile("G13", tile, 1), "1888.track.town-tile")
    assert {lay.tile for lay in lays(table, "G13")} == {"3", "4", "58"}
    table.do(LayTile("G13", "4", 1))
    assert table.of("hex.G13") == ["4", 1]


@rule("1888.track.double-town-tile")
def test_two_towns_take_a_tile_with_two_towns() -> None:
    """One track of the tile must be connected, the other need not be."""
    table = Table1888()
    table.company("HJR", cash=500, trains=["2"])
    table.tile("F6", "57", 0)
    table.turn("HJR", "track")
    for tile in ("4", "9", "57"):
        table.refused(LayTile("G5", tile, 0), "1888.track.double-town-tile")
    assert {lay.tile for lay in lays(table, "G5")} == {"1", "2", "55", "56", "69"}
    table.refused(LayTile("G5", "55", 1), "1888.track.reachable")
    table.do(LayTile("G5", "55", 0))
    assert table.of("hex.G5") == ["55", 0]


@rule("1888.track.city-tile")
def test_city_takes_a_city_tile_only() -> None:
    """No plain track and no town on a city."""
    table = zibo()
    for tile in ("9", "4", "55"):
        table.refused(LayTile("G9", tile, 1), "1888.track.city-tile")
    assert {lay.tile for lay in lays(table, "G9")} == {"5", "6", "57"}
    table.do(LayTile("G9", "57", 1))
    assert table.of("hex.G9") == ["57", 1]


@rule("1888.track.plain-tile")
def test_open_hex_takes_plain_track_only() -> None:
    """No city, no town and no special tile where the map shows none."""
    table = yantai()
    table.turn("LYR", "track")
    for tile in ("57", "4", "55", "L41"):
        table.refused(LayTile("G15", tile, 0), "1888.track.plain-tile")
    assert {lay.tile for lay in lays(table, "G15")} == {"7", "8", "9"}


# -- VIII.3.3: what it costs --

COSTS = {
    **dict.fromkeys(("B2", "B4", "C3", "C5", "D2", "D4", "D6", "E3", "F2", "F4", "G3"), 40),
    **dict.fromkeys(("B6", "B8", "C19", "G15"), 30),
    **dict.fromkeys(("B10", "B12", "B14", "C11", "C13"), 20),
    **dict.fromkeys(("F10", "F12", "G7", "G9", "H6", "H10", "H12"), 20),
    **dict.fromkeys(("B16", "C7", "C15"), 10),
    **dict.fromkeys(("C17", "D8", "D10", "D12", "D16", "D18", "E5", "E7", "E9"), 0),
    **dict.fromkeys(("F6", "F8", "F14", "G5", "G11", "G13", "G17", "H8", "H14"), 0),
}


def test_costs_name_every_empty_hex() -> None:
    """The table above leaves no hex of the map out on which a first yellow tile may lie."""
    assert set(COSTS) == {printed.name for printed in BOARD.hexes if printed.colour == WHITE}


@pytest.mark.parametrize("hex_name", sorted(COSTS))
@rule("1888.track.terrain-cost")
def test_first_tile_costs_what_the_terrain_demands(hex_name: str) -> None:
    """Mountain, hill, wall and river cost the printed sum with the first tile, flat land nothing."""
    table = beside(hex_name)
    lay = lays(table, hex_name)[0]
    events = table.do(lay)
    assert TileLaid("LYR", hex_name, lay.tile, lay.rotation, COSTS[hex_name]) in events
    assert table.of("c.LYR.cash") == 500 - COSTS[hex_name]


@rule("1888.track.cost-from-treasury")
def test_company_pays_the_bank_for_its_track() -> None:
    """The 30 for G15 go from the treasury to the bank; the director adds nothing."""
    table = yantai(cash=30)
    table.turn("LYR", "track")
    bank = table.of("bank")
    table.do(LayTile("G15", "9", 0))
    assert table.of("c.LYR.cash") == 0
    assert table.of("bank") == bank + 30
    assert table.of("p.0.cash") == 1000


@rule("1888.track.cost-from-treasury")
def test_company_that_cannot_pay_does_not_build() -> None:
    """With 29 in the treasury G15 stays empty, however rich the director is."""
    table = yantai(cash=29)
    table.turn("LYR", "track")
    table.refused(LayTile("G15", "9", 0), "1888.track.cost-from-treasury")
    table.game.verify(LayTile("F14", "7", 4))


# -- VIII.3.3: where track may lead --


@rule("1888.track.no-off-map")
def test_track_does_not_lead_off_the_map() -> None:
    """Neither over the edge of the map nor into the sea."""
    table = coast()
    table.tile("H12", "9", 1)
    table.turn("LYR", "track")
    table.refused(LayTile("G17", "9", 2), "1888.track.no-off-map")
    table.refused(LayTile("F14", "8", 2), "1888.track.no-off-map")
    table.refused(LayTile("F14", "7", 3), "1888.track.no-off-map")
    assert {lay.rotation for lay in lays(table, "G17")} == {1}
    assert {(lay.tile, lay.rotation) for lay in lays(table, "F14")} == {("7", 4), ("8", 4)}


@rule("1888.track.no-grey-red-without-track")
def test_track_meets_grey_and_red_hexes_only_where_they_have_track() -> None:
    """A15 has no track towards B16 and A3 none towards B2; over other sides A17 and A1 can be reached."""
    table = Table1888()
    table.company("SSL", cash=500, trains=["2"])
    table.turn("SSL", "track")
    table.refused(LayTile("B16", "55", 1), "1888.track.no-grey-red-without-track")
    table.game.verify(LayTile("B16", "55", 0))
    table = Table1888()
    table.company("TJL", cash=500, trains=["2"])
    table.tile("C3", "5", 2)
    table.station("TJL", "C3")
    table.turn("TJL", "track")
    table.refused(LayTile("B2", "58", 3), "1888.track.no-grey-red-without-track")
    table.game.verify(LayTile("B2", "4", 2))


@rule("1888.track.need-not-connect")
def test_track_need_not_join_that_of_a_neighbour() -> None:
    """A tile may leave the track of a neighbour in the air, and lead itself to a side where a neighbour has none."""
    table = yantai()
    table.tile("F14", "7", 4)
    table.turn("LYR", "track")
    table.do(LayTile("G15", "9", 0))
    table.turn("LYR", "track")
    table.do(LayTile("G17", "7", 1))
    assert table.of("hex.G17") == ["7", 1]


@pytest.mark.parametrize(
    ("hex_name", "tile", "rotation"),
    [
        ("C15", "9", 1),
        ("C15", "9", 2),
        ("C17", "4", 1),
        ("D16", "9", 2),
        ("F12", "4", 1),
        ("F14", "9", 1),
    ],
)
@rule("1888.track.no-barrier")
def test_track_does_not_lead_to_a_barrier(hex_name: str, tile: str, rotation: int) -> None:
    """The three barriers (C15 with C17 and D16, F12 with F14) stop track from both sides."""
    table = beside(hex_name)
    table.refused(LayTile(hex_name, tile, rotation), "1888.track.no-barrier")
    assert lays(table, hex_name)


# -- VIII.3.4: upgrades --

CITY_TILES = (("57", 0), ("14", 0), ("611", 0), ("51", 0))


@pytest.mark.parametrize(("number", "before", "since"), [(1, "2", "3"), (2, "4", "5"), (3, "6", "7")])
@rule("1888.upgrade.colours")
def test_colours_follow_one_another_as_phases_allow(number: int, before: str, since: str) -> None:
    """Yellow to green from phase 3, green to brown from phase 5, brown to grey from phase 7, no sooner."""
    old, new = CITY_TILES[number - 1], CITY_TILES[number]
    for phase in (before, since):
        table = Table1888(phase=phase)
        table.company("ZDR", cash=500, trains=["5"])
        table.tile("G11", *old)
        table.turn("ZDR", "track")
        if phase == before:
            table.refused(LayTile("G11", *new), "1888.upgrade.colours")
        else:
            table.do(LayTile("G11", *new))
            assert table.of("hex.G11") == list(new)


@pytest.mark.parametrize(("old", "new"), [(0, 2), (0, 3), (1, 3), (2, 1), (3, 1), (1, 0)])
@rule("1888.upgrade.colours")
def test_no_colour_is_left_out_and_none_comes_back(old: int, new: int) -> None:
    """A tile is exchanged for the next colour, not for a later or an earlier one."""
    table = Table1888(phase="7")
    table.company("ZDR", trains=["5"])
    table.tile("G11", *CITY_TILES[old])
    table.turn("ZDR", "track")
    rule_id = "1888.upgrade.colours" if new else "1888.track.yellow-on-empty-hex"
    table.refused(LayTile("G11", *CITY_TILES[new]), rule_id)


@rule("1888.upgrade.colours")
def test_empty_hex_takes_no_green_tile() -> None:
    """Green tiles come over yellow ones only."""
    table = yantai("3")
    table.turn("LYR", "track")
    table.refused(LayTile("G15", "20", 0), "1888.upgrade.colours")


@rule("1888.upgrade.connected")
def test_upgraded_tile_is_connected_to_an_own_station() -> None:
    """A tile that the company's track does not reach is left to others."""
    table = coast("3")
    table.tile("G11", "57", 0)
    table.turn("LYR", "track")
    table.refused(LayTile("G11", "14", 0), "1888.upgrade.connected")
    table.do(LayTile("G15", "20", 0))
    assert table.of("hex.G15") == ["20", 0]


@rule("1888.upgrade.connected")
def test_tile_counts_as_it_lies_after_the_upgrade() -> None:
    """G15 joins Yantai only by new track: with that track the upgrade is legal, without it is not."""
    table = yantai("3")
    table.tile("G15", "9", 1)
    table.turn("LYR", "track")
    table.refused(LayTile("G15", "27", 1), "1888.upgrade.connected")
    table.game.verify(LayTile("G15", "20", 0))


@rule("1888.upgrade.connected")
def test_blocked_city_keeps_upgrades_beyond_it_away() -> None:
    """Past a city full of others' stations nothing is upgraded; the city itself may be."""
    table = coast("3")
    table.tile("H12", "9", 1)
    table.company("ZDR", trains=["2"])
    beyond = LayTile("H12", "24", 1)
    table.turn("LYR", "track")
    table.game.verify(beyond)
    table.station("ZDR", "H14")
    table.turn("LYR", "track")
    table.refused(beyond, "1888.upgrade.connected")
    table.game.verify(LayTile("H14", "15", 1))


@rule("1888.upgrade.new-track-need-not-be-usable")
def test_new_track_of_an_upgrade_may_be_out_of_reach() -> None:
    """On G15 a second line is laid across the company's own, and joins nothing."""
    table = coast("3")
    table.turn("LYR", "track")
    table.do(LayTile("G15", "20", 0))
    assert table.of("hex.G15") == ["20", 0]
    table.turn("LYR", "track")
    table.refused(LayTile("G17", "7", 0), "1888.track.no-off-map")
    table.refused(LayTile("G13", "4", 1), "1888.track.reachable")


@rule("1888.upgrade.keep-track")
def test_track_is_not_lost_by_an_upgrade() -> None:
    """Plain track stays where it lies, and so does every connection of a city."""
    table = coast("3")
    table.turn("LYR", "track")
    for tile, rotation in (("24", 1), ("27", 1), ("26", 1)):
        table.refused(LayTile("G15", tile, rotation), "1888.upgrade.keep-track")
    assert {lay.rotation for lay in lays(table, "G15") if lay.tile == "20"} == {0, 3}
    table = zibo()
    table.phase("3")
    table.turn("ZDR", "track")
    table.refused(LayTile("G11", "15", 0), "1888.upgrade.keep-track")
    table.game.verify(LayTile("G11", "15", 1))


@rule("1888.upgrade.keep-track")
def test_separate_cities_of_beijing_keep_their_own_track() -> None:
    """The green tile on Beijing has a city on each of the two printed lines."""
    table = Table1888(phase="3")
    table.company("JZR", cash=10, trains=["2"])
    table.company("JHR", trains=["2"])
    table.turn("JZR", "track")
    table.refused(LayTile("C9", "L42", 1), "1888.upgrade.keep-track")
    assert {lay.rotation for lay in lays(table, "C9")} == {0, 2, 4}
    table.do(LayTile("C9", "L42", 4))
    assert table.of("c.JZR.tokens") == [["C9", 1]]
    assert table.of("c.JHR.tokens") == [["C9", 0]]


@rule("1888.upgrade.same-locations")
def test_upgrade_keeps_the_kind_of_the_tile() -> None:
    """Plain track stays plain, a city stays a city, and a town never becomes either."""
    table = coast("3")
    table.tile("F14", "58", 4)
    table.turn("LYR", "track")
    table.refused(LayTile("G15", "14", 0), "1888.upgrade.same-locations")
    table.refused(LayTile("H14", "23", 1), "1888.upgrade.same-locations")
    table.refused(LayTile("F14", "14", 4), "1888.upgrade.same-locations")
    table.refused(LayTile("F14", "25", 4), "1888.upgrade.same-locations")
    assert {lay.tile for lay in lays(table, "G15")} <= {"18", "19", "20", "23", "24", "26", "27"}
    assert {lay.tile for lay in lays(table, "H14")} == {"15"}
    assert not lays(table, "F14")


@rule("1888.upgrade.more-slots-possible")
def test_upgraded_city_has_room_for_another_station() -> None:
    """Yellow Zibo is full with its home station; green Zibo takes a second one."""
    table = Table1888(phase="3")
    table.company("ZDR", trains=["2"])
    table.company("HJR", cash=200, trains=["2"])
    table.tile("G11", "57", 1)
    table.tile("G9", "57", 1)
    table.tile("F6", "57", 2)
    table.tile("E5", "57", 2)
    table.station("HJR", "G9")
    station = PlaceStation("G11", 0)
    table.turn("HJR", "station")
    table.refused(station, "1888.upgrade.more-slots-possible")
    table.turn("HJR", "track")
    table.do(LayTile("G11", "14", 0), station)
    assert table.of("c.HJR.tokens") == [["F6", 0], ["G9", 0], ["G11", 0]]
    assert table.of("c.ZDR.tokens") == [["G11", 0]]


@rule("1888.upgrade.free-slot-lets-through")
def test_free_space_lets_everybody_build_beyond() -> None:
    """With one of two spaces taken Qingdao is open to the upgrade behind it, with both it is closed."""
    table = coast("3")
    table.tile("H14", "15", 1)
    table.tile("H12", "9", 1)
    table.company("ZDR", trains=["2"])
    table.company("CDL", trains=["2"])
    beyond = LayTile("H12", "24", 1)
    table.station("ZDR", "H14")
    table.turn("LYR", "track")
    table.game.verify(beyond)
    table.station("CDL", "H14")
    table.turn("LYR", "track")
    table.refused(beyond, "1888.upgrade.connected")


@rule("1888.upgrade.tile-returns")
def test_exchanged_tile_may_be_laid_again() -> None:
    """There are four tiles 7; when one of them is upgraded it is there for another hex."""
    table = yantai("3")
    for hex_name, rotation in (("G15", 2), ("D8", 0), ("E9", 1), ("F8", 0)):
        table.tile(hex_name, "7", rotation)
    again = LayTile("G17", "7", 1)
    table.turn("LYR", "track")
    table.refused(again, "1888.setup.tile-supply")
    table.do(LayTile("G15", "18", 1))
    table.turn("LYR", "track")
    table.do(again)
    assert table.of("hex.G17") == ["7", 1]


def marked(hex_name: str, phase: str = "3") -> Table1888:
    """A company with 100 that reaches one of the hexes marked OO or B, in its track step."""
    table = Table1888(phase=phase)
    company = {"C9": "JZR", "B18": "SSL", "B20": "CDL", "H4": "TJL"}[hex_name]
    table.company(company, cash=100, trains=["2"])
    if hex_name == "H4":
        table.station("TJL", "I5")
    table.turn(company, "track")
    return table


GREEN_TILE = {"C9": ("L42", 0), "B18": ("8863", 1), "B20": ("8859", 0), "H4": ("8859", 2)}


@pytest.mark.parametrize("hex_name", ["C9", "B18", "B20", "H4"])
@rule("1888.upgrade.oo-b-first-green")
def test_marked_hexes_begin_with_green(hex_name: str) -> None:
    """Neither a yellow nor a brown tile is the first on OO and B hexes; the green one is, as an upgrade of phase 3."""
    green = LayTile(hex_name, *GREEN_TILE[hex_name])
    table = marked(hex_name, "2")
    table.refused(green, "1888.upgrade.colours")
    table = marked(hex_name, "5")
    for tile in ("57", "9", "8892" if hex_name == "C9" else "X7"):
        table.refused(LayTile(hex_name, tile, 0), "1888.upgrade.oo-b-first-green")
    table.do(green)
    assert table.of(f"hex.{hex_name}") == [green.tile, green.rotation]


@rule("1888.upgrade.oo-b-marks")
def test_marked_hexes_take_tiles_of_their_mark_only() -> None:
    """No unmarked tile on OO or B, no OO on B, no B on OO, in green and in brown."""
    table = marked("C9")
    table.refused(LayTile("C9", "14", 1), "1888.upgrade.oo-b-marks")
    table.refused(LayTile("C9", "8860", 0), "1888.upgrade.oo-b-marks")
    table = marked("B18", "5")
    table.refused(LayTile("B18", "14", 0), "1888.upgrade.oo-b-marks")
    table.refused(LayTile("B18", "L42", 0), "1888.upgrade.oo-b-marks")
    table.do(LayTile("B18", "8863", 1))
    table.turn("SSL", "track")
    table.refused(LayTile("B18", "611", 0), "1888.upgrade.oo-b-marks")
    table.refused(LayTile("B18", "8892", 0), "1888.upgrade.oo-b-marks")
    assert {lay.tile for lay in lays(table, "B18")} == {"X7"}


@pytest.mark.parametrize("tile", ["8858", "L42"])
@rule("1888.upgrade.oo-b-marks")
def test_marked_tiles_go_nowhere_else(tile: str) -> None:
    """An ordinary city is not upgraded with a tile marked OO or B."""
    table = zibo()
    table.phase("3")
    table.turn("ZDR", "track")
    for rotation in range(EDGES):
        table.refused(LayTile("G11", tile, rotation), "1888.upgrade.oo-b-marks")


@pytest.mark.parametrize(("hex_name", "cost"), [("C9", 10), ("H4", 20), ("B18", 0), ("B20", 0)])
@rule("1888.upgrade.no-cost")
def test_first_tile_on_beijing_and_h4_is_paid_for(hex_name: str, cost: int) -> None:
    """Of the marked hexes only these two have terrain."""
    table = marked(hex_name)
    company = table.game.deciding
    events = table.do(LayTile(hex_name, *GREEN_TILE[hex_name]))
    assert [event.cost for event in events if isinstance(event, TileLaid)] == [cost]
    assert table.of(f"c.{company}.cash") == 100 - cost


@rule("1888.upgrade.no-cost")
def test_upgrades_cost_nothing_whatever_the_terrain() -> None:
    """G15 costs 30 with its first tile and nothing later, and so it is with the second tile on Beijing."""
    table = coast("3", cash=0)
    table.turn("LYR", "track")
    events = table.do(LayTile("G15", "20", 0))
    assert TileLaid("LYR", "G15", "20", 0, 0) in events
    table = marked("C9", "5")
    table.do(LayTile("C9", "L42", 0))
    table.treasury("JZR", 0)
    table.turn("JZR", "track")
    events = table.do(LayTile("C9", "8892", 0))
    assert TileLaid("JZR", "C9", "8892", 0, 0) in events
