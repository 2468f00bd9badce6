"""X. Upgrading tiles: colours, reach, what must stay, and the tiles kept for the edge of the map."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import Action, BuyTrain, LayTile, PlaceStation
from tielu.titles.t1880.rules.tiles import TILES

EDITIONS = pytest.mark.parametrize("edition", ["2010", "2022"])


def harbin(*tiles: tuple[str, str, int], phase: str = "B1", edition: str = "2022", permits: str = "ABC") -> Table:
    """BZU in Harbin (B8) in its track step, with these tiles on the map."""
    table = Table(phase=phase, edition=edition)
    table.company("BZU", price=90, permits=permits, cash=1500, trains=["2"])
    for hex_name, tile, rotation in tiles:
        table.tile(hex_name, tile, rotation)
    table.turn("BZU")
    return table


def tiles_offered(table: Table, hex_name: str) -> set[str]:
    return {action.tile for action in table.legal("lay_tile") if isinstance(action, LayTile) and action.hex == hex_name}


def foreign_station(table: Table, company: str, hex_name: str) -> None:
    """Another company, directed by Bo, has only this marker."""
    table.company(company, director="Bo", stations=[(hex_name, 0)])


# -- colours --


@pytest.mark.parametrize(
    ("tile", "rotation", "later"),
    [("57", 2, "14"), ("14", 2, "63"), ("63", 0, "455")],
)
@rule("1880.upgrade.colour-sequence")
def test_colours_follow_one_another(tile: str, rotation: int, later: str) -> None:
    """Of all colours that are on sale only the next one may replace a tile."""
    table = harbin(("B8", tile, rotation), phase="D1", permits="BCD")
    yellow, green, brown, grey = (LayTile("B8", each, 2) for each in ("57", "14", "63", "455"))
    for other in (yellow, green, brown, grey):
        if other.tile != later:
            table.refused(other, "1880.upgrade.colour-sequence")
    table.do(LayTile("B8", later, 2))
    assert table.of("hex.B8") == [later, 2]


@rule("1880.upgrade.colour-sequence")
def test_first_tile_is_yellow() -> None:
    """An empty hex takes no green tile, even when green is on sale."""
    table = harbin(("B8", "57", 1))
    table.refused(LayTile("B10", "20", 1), "1880.upgrade.colour-sequence")
    table.allowed(LayTile("B10", "9", 1))


def colour_comes(table: Table, upgrade: LayTile, train: Action, rule_id: str) -> None:
    """Refused until the train is bought, legal in the next turn."""
    table.refused(upgrade, rule_id)
    table.turn("BZU", "trains")
    table.do(train)
    table.turn("BZU")
    table.do(upgrade)
    assert table.of(f"hex.{upgrade.hex}") == [upgrade.tile, upgrade.rotation]


@EDITIONS
@rule("1880.upgrade.green-from-first-3")
def test_green_comes_with_the_first_3(edition: str) -> None:
    """No green tile before the first 3-train is sold."""
    table = harbin(("B8", "57", 2), phase="A2", edition=edition)
    table.depot("3", 5)
    colour_comes(table, LayTile("B8", "14", 2), BuyTrain("3", "bank", 180), "1880.upgrade.green-from-first-3")


@EDITIONS
@rule("1880.upgrade.brown-from-first-4plus4")
def test_brown_comes_with_the_first_4plus4(edition: str) -> None:
    """No brown tile before the first 4+4-train is sold."""
    table = harbin(("B8", "14", 2), phase="B3", edition=edition)
    table.depot("4+4", 5)
    colour_comes(table, LayTile("B8", "63", 0), BuyTrain("4+4", "bank", 450), "1880.upgrade.brown-from-first-4plus4")


@EDITIONS
@rule("1880.upgrade.grey-from-first-8")
def test_grey_comes_with_the_first_8(edition: str) -> None:
    """No grey tile before the first 8-train is sold."""
    table = harbin(("B8", "63", 0), phase="C3", edition=edition, permits="BCD")
    table.depot("8", 2)
    colour_comes(table, LayTile("B8", "455", 0), BuyTrain("8", "bank", 800), "1880.upgrade.grey-from-first-8")


# -- reach --


def reach_of_an_upgrade(edition: str, rule_id: str) -> None:
    """Changchun beyond Harbin is in reach, Jilin City beside it is not, and behind a full city nothing is."""
    table = harbin(("B8", "57", 2), ("C9", "57", 2), ("D10", "9", 2), ("C11", "57", 0), edition=edition)
    assert tiles_offered(table, "C9") == {"14", "15", "619"}
    assert tiles_offered(table, "D10")
    table.refused(LayTile("C11", "14", 0), rule_id)
    foreign_station(table, "NXR", "C9")
    table.refused(LayTile("D10", "20", 2), rule_id)
    table.do(LayTile("C9", "14", 2))
    assert table.of("hex.C9") == ["14", 2]


@rule("1880.upgrade.reachability.2022")
def test_upgrade_needs_a_route_to_the_new_tile() -> None:
    """A company upgrades only what it can reach from one of its markers, however far."""
    reach_of_an_upgrade("2022", "1880.upgrade.reachability.2022")


@rule("1880.upgrade.reachability.2010")
def test_upgraded_tile_has_track_the_company_could_use_in_2010() -> None:
    """The same holds in the words of the first edition."""
    reach_of_an_upgrade("2010", "1880.upgrade.reachability.2010")


@pytest.mark.parametrize(
    ("edition", "rule_id"),
    [("2010", "1880.upgrade.reachability.2010"), ("2022", "1880.upgrade.reachability.2022")],
)
@rule("1880.upgrade.reachability.2010", "1880.upgrade.reachability.2022")
def test_new_track_may_be_what_joins_the_tile(edition: str, rule_id: str) -> None:
    """It is the new tile that must be reached: one that takes up the company's track will do, another will not."""
    table = harbin(("B8", "57", 1), ("B10", "9", 0), edition=edition)
    table.refused(LayTile("B10", "23", 0), rule_id)
    table.do(LayTile("B10", "20", 0))
    assert table.of("hex.B10") == ["20", 0]


@rule("1880.upgrade.new-track-need-not-be-usable")
def test_new_track_need_not_be_of_use() -> None:
    """Track that crosses the company's own without joining it may be added."""
    table = harbin(("B8", "57", 1), ("B10", "9", 1))
    table.do(LayTile("B10", "20", 1))
    assert table.of("hex.B10") == ["20", 1]
    table.turn("BZU")
    assert {"B12", "C9", "A9"} & {each.hex for each in table.legal("lay_tile") if isinstance(each, LayTile)} == {"B12"}


@EDITIONS
@rule("1880.upgrade.open-slot-lets-through")
def test_open_space_lets_builders_through(edition: str) -> None:
    """With one space of the city open anybody builds through it; with both taken by others nobody else does."""
    table = harbin(("B8", "57", 2), ("C9", "14", 2), edition=edition)
    beyond = LayTile("D10", "9", 2)
    foreign_station(table, "NXR", "C9")
    table.allowed(beyond)
    foreign_station(table, "WNR", "C9")
    table.refused(beyond, "1880.track.not-blocked")


# -- what must stay --


@rule("1880.upgrade.keep-existing-track")
def test_track_stays_in_place() -> None:
    """Every piece of the old tile is on the new one, in the same direction."""
    table = harbin(("B8", "57", 1), ("B10", "9", 1))
    table.refused(LayTile("B8", "15", 0), "1880.upgrade.keep-existing-track")
    table.refused(LayTile("B8", "14", 2), "1880.upgrade.keep-existing-track")
    table.refused(LayTile("B10", "24", 0), "1880.upgrade.keep-existing-track")
    kept = {each.rotation for each in table.legal("lay_tile") if isinstance(each, LayTile) and each.tile == "15"}
    assert kept == {1, 4}
    table.do(LayTile("B8", "15", 1))
    assert table.of("hex.B8") == ["15", 1]


@rule("1880.upgrade.plain-stays-plain")
def test_plain_track_gets_no_station() -> None:
    """Plain track becomes plain track."""
    table = harbin(("B8", "57", 1), ("B10", "9", 1))
    for tile in ("14", "888", "8860"):
        table.refused(LayTile("B10", tile, 1), "1880.upgrade.plain-stays-plain")
    assert tiles_offered(table, "B10") == {"18", "19", "20", "23", "24", "26", "27"}


@rule("1880.upgrade.stations-retained")
def test_stations_are_kept() -> None:
    """A tile with a town or city never becomes plain, and an OO tile keeps both its cities."""
    table = harbin(("B8", "57", 0), ("C7", "8852", 0))
    table.refused(LayTile("C7", "20", 0), "1880.upgrade.stations-retained")
    table.refused(LayTile("B8", "20", 0), "1880.upgrade.stations-retained")
    table = Table(phase="B1")
    table.company("QSR", cash=100, trains=["2"])
    table.company("NXR", director="Bo", stations=[("D12", 1)])
    table.tile("D12", "235", 0)
    table.turn("QSR")
    table.do(LayTile("D12", "8861", 3))
    assert table.of("hex.D12") == ["8861", 3]
    # The city with track on edge 0 is now the second one of the tile; both markers stay with their cities.
    assert (table.stations_of("QSR"), table.stations_of("NXR")) == ([("D12", 1)], [("D12", 0)])


@rule("1880.upgrade.types-not-exchanged")
def test_kinds_of_stations_are_not_exchanged() -> None:
    """A town stays a town, an ordinary city an ordinary one, and OO stays OO."""
    table = harbin(("B8", "57", 0), ("C7", "8852", 0))
    table.refused(LayTile("C7", "14", 0), "1880.upgrade.types-not-exchanged")
    for tile in ("888", "8878", "8861", "8886"):
        table.refused(LayTile("B8", tile, 0), "1880.upgrade.types-not-exchanged")
    assert tiles_offered(table, "C7") == {"887", "888", "8866"}
    assert tiles_offered(table, "B8") == {"14", "15", "619"}
    table = Table(phase="B1")
    table.company("QSR", cash=100, trains=["2"])
    table.tile("D12", "235", 0)
    table.turn("QSR")
    table.refused(LayTile("D12", "14", 0), "1880.upgrade.types-not-exchanged")
    assert tiles_offered(table, "D12") == {"8860", "8861", "8862", "8863", "8864", "8865"}


@rule("1880.upgrade.colour-sequence", "1880.upgrade.plain-stays-plain", "1880.upgrade.types-not-exchanged")
def test_every_upgrade_of_the_chart_keeps_its_kind() -> None:
    """Whatever tile is replaced, the next has the next colour, the same letter and the same kind of stations."""
    for tile in TILES:
        for number in tile.upgrades_to:
            later = next(each for each in TILES if each.number == number)
            assert later.colour == tile.colour + 1, (tile.number, number)
            assert later.label == tile.label, (tile.number, number)
            assert {stop.kind for stop in later.stops} == {stop.kind for stop in tile.stops}, (tile.number, number)


@rule("1880.upgrade.types-not-exchanged")
def test_two_town_tile_is_never_upgraded() -> None:
    """No tile has two towns in green, so none may follow."""
    table = Table(phase="B1")
    table.company("SCR", cash=100, trains=["2"])
    table.tile("N12", "235", 0)
    table.tile("O11", "8855", 0)
    table.turn("SCR")
    table.refused(LayTile("O11", "888", 0), "1880.upgrade.types-not-exchanged")
    assert tiles_offered(table, "O11") == set()


# -- what an upgrade does --


@pytest.mark.parametrize("green", ["14", "15", "619"])
@rule("1880.upgrade.more-slots-possible")
def test_upgrade_adds_a_space(green: str) -> None:
    """A full yellow city takes another marker once it is green."""
    table = harbin(("B8", "57", 2), ("C9", "57", 2))
    foreign_station(table, "NXR", "C9")
    table.private("P7", "Ann")
    table.turn("BZU", "station")
    table.refused(PlaceStation("C9", 0), "1880.upgrade.more-slots-possible")
    table.turn("BZU")
    lays = [lay for lay in table.legal("lay_tile") if isinstance(lay, LayTile) and (lay.hex, lay.tile) == ("C9", green)]
    table.do(lays[0], PlaceStation("C9", 0))
    assert table.stations_of("BZU") == [("B8", 0), ("C9", 0)]
    assert table.stations_of("NXR") == [("C9", 0)]


@EDITIONS
@rule("1880.upgrade.old-tile-returns")
def test_replaced_tile_can_be_laid_again(edition: str) -> None:
    """With all tiles 57 on the map none can be laid; the one that is replaced comes back."""
    table = harbin(("B8", "57", 2), edition=edition)
    for hex_name in ("C11", "H6", "J12", "O5", "P8"):
        table.tile(hex_name, "57", 1)
    next_city = LayTile("C9", "57", 2)
    table.turn("BZU")
    table.refused(next_city, "1880.components.tile-count")
    table.do(LayTile("B8", "14", 2))
    table.turn("BZU")
    table.do(next_city)
    assert table.of("hex.C9") == ["57", 2]


@rule("1880.upgrade.beijing-counts")
def test_replacing_printed_beijing_is_an_upgrade() -> None:
    """Beijing is the one upgrade of the turn: not in Phase A, not after a yellow tile, and nothing comes after it."""
    beijing, yellow = LayTile("F8", "8886", 0), LayTile("E9", "57", 0)
    table = Table(phase="A2")
    table.company("JHA", cash=500, trains=["2"])
    table.turn("JHA")
    table.refused(beijing, "1880.upgrade.green-from-first-3")
    table.phase("B1")
    table.turn("JHA")
    table.do(yellow)
    table.refused(beijing, "1880.track.phase-b-two-yellow-or-upgrade")
    table.turn("JHA")
    table.do(beijing)
    assert table.of("hex.F8") == ["8886", 0]
    assert table.stations_of("JHA") == [("F8", 3)]
    table.refused(LayTile("D10", "9", 0), "1880.turn.sequence")


# -- six exits, and tile 611 --


@EDITIONS
@rule("1880.upgrade.brown-city-six-exits")
def test_brown_city_has_six_exits_where_it_can(edition: str) -> None:
    """Inland, while tiles 63 last, no tile with five exits is laid on a city."""
    table = harbin(("B8", "14", 2), phase="C1", edition=edition)
    for rotation in range(6):
        table.refused(LayTile("B8", "611", rotation), _five_exits(rotation))
    table.do(LayTile("B8", "63", 0))
    assert table.of("hex.B8") == ["63", 0]


def _five_exits(rotation: int) -> str:
    """Tile 611 leaves out one side; where that would lose old track, that is the reason."""
    lost = (rotation + 5) % 6 in {2, 3, 5, 0}
    return "1880.upgrade.keep-existing-track" if lost else "1880.upgrade.brown-city-six-exits"


def edge_city(edition: str) -> None:
    """Lanzhou (J2) has five sides to build over: 611 fits while there are tiles 63, and 63 never does."""
    table = Table(phase="C1", edition=edition)
    table.company("LHR", cash=100, trains=["2"])
    table.tile("J2", "15", 2)
    table.turn("LHR")
    table.refused(LayTile("J2", "63", 0), "1880.track.no-run-off-map")
    table.do(LayTile("J2", "611", 2))
    assert table.of("hex.J2") == ["611", 2]


def all_tiles_63_on_the_map(edition: str) -> None:
    """With five tiles 63 on the map Harbin cannot take 611, with all six it can."""
    table = harbin(("B8", "14", 2), phase="C1", edition=edition)
    for hex_name in ("C9", "C11", "H6", "H10", "J6"):
        table.tile(hex_name, "63", 0)
    table.turn("BZU")
    table.refused(LayTile("B8", "611", 5), "1880.upgrade.brown-city-six-exits")
    table.tile("J12", "63", 0)
    table.turn("BZU")
    table.refused(LayTile("B8", "63", 0), "1880.components.tile-count")
    table.do(LayTile("B8", "611", 5))
    assert table.of("hex.B8") == ["611", 5]


@rule("1880.upgrade.tile-611.2022")
def test_611_is_for_the_edge_until_the_63s_are_gone() -> None:
    """At the edge of the map 611 may always be laid, elsewhere only when all tiles 63 are on the map."""
    edge_city("2022")
    all_tiles_63_on_the_map("2022")


@EDITIONS
@rule("1880.upgrade.tile-611.2010", "1880.upgrade.tile-611.2022")
def test_nanning_goes_brown_with_611_since_no_63_fits(edition: str) -> None:
    """Nanning (P8) has five sides to build over, so it does not wait for the last tile 63, which never fits there."""
    table = Table(phase="C1", edition=edition)
    table.company("WNR", cash=100, trains=["2"], stations=[("P8", 0)])
    table.tile("P8", "15", 0)
    table.turn("WNR")
    for rotation in range(6):
        table.refused(LayTile("P8", "63", rotation), "1880.track.no-run-off-map")
    assert tiles_offered(table, "P8") == {"611"}
    table.do(LayTile("P8", "611", 0))
    assert table.of("hex.P8") == ["611", 0]


@rule("1880.upgrade.tile-611.2010")
def test_611_in_2010_is_read_as_in_2022() -> None:
    """The first edition is read the same way: the edge may always use tile 611."""
    edge_city("2010")
    all_tiles_63_on_the_map("2010")


@rule("1880.upgrade.brown-city-six-exits", "1880.upgrade.tile-611.2022")
def test_six_exits_are_asked_of_large_ordinary_cities_only() -> None:
    """Shanghai's brown tile has five exits and OO tiles four; they are laid as they are."""
    table = Table(phase="C1")
    table.company("HKR", cash=100, trains=["2"])
    table.company("SCR", cash=100, trains=["2"])
    table.tile("K15", "8878", 2)
    table.tile("N12", "8861", 0)
    table.turn("HKR")
    assert tiles_offered(table, "K15") == {"8879"}
    table.turn("SCR")
    assert tiles_offered(table, "N12") == {"8874"}
