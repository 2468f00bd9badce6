"""I to IV.1. General information, preparation, setup and the map board."""

from __future__ import annotations

from collections import Counter

import pytest

import tielu
from tests.routes import run
from tests.table import rule
from tests.table_1888 import NAMES, Table1888
from tests.track_1888 import build
from tielu.core.actions import Bid, BuyShare, BuyTrain, LayTile, Pass, PlaceStation, SellShares, Withhold
from tielu.core.bank import all_money
from tielu.core.hexes import EDGES
from tielu.core.tiles import COLOURS
from tielu.titles.t1888n.rules.actions import LayFerry

LIGHT_GREEN = [
    f"{row}{column}"
    for row, columns in {
        "B": (2, 4, 6, 8, 10, 12, 14, 16),
        "C": (3, 5, 7, 11, 13, 15, 17, 19),
        "D": (2, 4, 6, 8, 10, 12, 16, 18),
        "E": (3, 5, 7, 9),
        "F": (2, 4, 6, 8, 10, 12, 14),
        "G": (3, 5, 7, 9, 11, 13, 15, 17),
        "H": (6, 8, 10, 12, 14),
    }.items()
    for column in columns
]
PREPRINTED = ["B18", "B20", "C9", "H4"]
DARK_GREEN = ["A5", "A9", "A11", "A13", "B22", "C1", "E1", "E21", "G1", "I7", "I9", "I13"]
RED = ["A1", "A3", "A19", "A21", "H2", "I11"]
GREY = ["A7", "A15", "A17", "C21", "D20", "I5"]
SEA = ["D14", "E11", "E13", "E15", "E19", "F18", "H16"]
FERRY_ENDS = ["E17", "F16"]


def fresh(players: int = 3) -> Table1888:
    """The table as it is when the auction opens."""
    table = Table1888(players=players)
    table.game = tielu.new_game("1888", list(NAMES[:players]))
    return table


def refusals(table: Table1888, hex_name: str) -> dict[tuple[str, int], str]:
    """For every tile and rotation the rule that keeps it off the hex; nothing if it may be laid now."""
    found = {}
    for tile in table.state.board.tiles:
        for rotation in range(EDGES):
            refusal = table.game.why_not(LayTile(hex_name, tile.number, rotation))
            found[tile.number, rotation] = refusal.rule if refusal else ""
    return found


# -- I. General information --


@rule("1888.general.player-count")
def test_two_to_six_may_play() -> None:
    """A game begins with two to six players, and with no other number."""
    many = [f"Player {seat}" for seat in range(8)]
    for count in range(2, 7):
        assert tielu.new_game("1888", many[:count]).players == many[:count]
    for count in (0, 1, 7, 8):
        with pytest.raises(tielu.InvalidAction) as caught:
            tielu.new_game("1888", many[:count])
        assert caught.value.code == "wrong_player_count"


# -- II. Game preparations --


@rule("1888.setup.open-information")
def test_every_holding_lies_open() -> None:
    """The one snapshot that everybody sees shows all cash, shares, privates, trains and markers."""
    table = Table1888(phase="3")
    table.company("LYR", "Bo", cash=333, trains=["2", "3"], holdings={"Cy": 20}, in_pool=10)
    table.private("FC", "Ann")
    table.private("KT", "LYR")
    table.cash("Bo", 77)
    table.share_round("Ann")
    seen_by_ann = table.game.snapshot()
    assert (seen_by_ann["p.0.cash"], seen_by_ann["p.1.cash"], seen_by_ann["p.2.cash"]) == (1000, 77, 1000)
    assert (seen_by_ann["sh.LYR.p1"], seen_by_ann["sh.LYR.p2"]) == (20, 20)
    assert (seen_by_ann["sh.LYR.ipo"], seen_by_ann["sh.LYR.pool"]) == (50, 10)
    assert (seen_by_ann["c.LYR.cash"], seen_by_ann["c.LYR.trains"]) == (333, ["2", "3"])
    assert (seen_by_ann["c.LYR.tokens"], seen_by_ann["c.LYR.unplaced"]) == ([["F16", 0]], 2)
    assert (seen_by_ann["priv.FC"], seen_by_ann["priv.KT"]) == ("p0", "LYR")
    table.do(Pass())
    seen_by_bo = table.game.snapshot()
    assert {key for key in seen_by_bo if seen_by_bo[key] != seen_by_ann[key]} == {"entity"}


@rule("1888.setup.bank-9000")
@pytest.mark.parametrize("players", range(2, 7))
def test_all_the_money_is_nine_thousand_and_the_capital_comes_out_of_it(players: int) -> None:
    """What the players start with is missing from the bank's 9000."""
    table = fresh(players)
    assert all_money(table.state) == 9000
    assert table.of("bank") == 9000 - sum(table.of(f"p.{player}.cash") for player in range(players))
    assert table.of("p.0.cash") > 0


@rule(
    "1888.setup.starting-cash-2p",
    "1888.setup.starting-cash-3p",
    "1888.setup.starting-cash-4p",
    "1888.setup.starting-cash-5p",
    "1888.setup.starting-cash-6p",
)
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400)])
def test_the_starting_capital_goes_by_the_number_of_players(players: int, cash: int) -> None:
    """Two players have 1200 each, three 800, four 600, five 480 and six 400."""
    table = fresh(players)
    assert [table.of(f"p.{player}.cash") for player in range(players)] == [cash] * players


# -- III. Setup --


@rule("1888.setup.train-stack-order")
def test_the_train_stack_goes_from_the_twos_to_the_diesels() -> None:
    """The bank offers 2, 3, 4, 5, 6 and D in this order, each type only when the smaller ones are gone."""
    table = Table1888(phase="1", cash=100)
    company = table.company("LYR", cash=7600)
    table.turn("LYR", "trains")
    bought = []
    while "D" not in bought:
        offered = [each for each in table.legal() if isinstance(each, BuyTrain) and each.seller == "bank"]
        (train,) = {each.train for each in offered}
        bought.append(train)
        table.do(offered[0])
        table.state.trains[company] = ()
    assert Counter(bought) == {"2": 7, "3": 6, "4": 5, "5": 3, "6": 2, "D": 1}
    assert bought == sorted(bought)


@rule("1888.setup.train-stack-order")
def test_a_train_from_below_the_top_of_the_stack_is_not_for_sale() -> None:
    """While a 2-train lies on top no 3-train can be bought, and there is no train of another name."""
    table = Table1888()
    table.company("LYR", cash=2000)
    table.turn("LYR", "trains")
    table.refused(BuyTrain("3", "bank", 180), "1888.trains.ascending")
    table.refused(BuyTrain("7", "bank", 180), "1888.setup.train-stack-order")
    table.do(BuyTrain("2", "bank", 80))
    assert table.of("c.LYR.trains") == ["2"]


@rule("1888.setup.assets-on-charter")
def test_a_company_pays_only_from_its_own_treasury() -> None:
    """Neither the director's cash nor a sister's treasury pays for a tile, a station marker or a second train."""
    table = Table1888(cash=2000)
    table.company("LYR", cash=29, trains=["2"])
    table.company("JHR", cash=1000)
    table.turn("LYR")
    table.refused(LayTile("G15", "9", 0), "1888.track.cost-from-treasury")
    build(table, "F16-G15-H14")
    table.turn("LYR", "station")
    assert table.legal("place_station") == []
    table.treasury("LYR", 40)
    table.turn("LYR", "station")
    assert table.legal("place_station") == [PlaceStation("H14", 0)]
    table.turn("LYR", "trains")
    assert table.legal("buy_train") == []
    table.treasury("LYR", 80)
    table.turn("LYR", "trains")
    table.do(BuyTrain("2", "bank", 80))
    assert (table.of("c.LYR.cash"), table.of("c.JHR.cash"), table.of("p.0.cash")) == (0, 1000, 2000)


@rule("1888.setup.assets-on-charter")
def test_a_player_pays_only_from_his_own_purse() -> None:
    """A director with 80 buys no share at 90, however rich his company is."""
    table = Table1888()
    table.company("LYR", "Ann", price=90, cash=3000)
    table.company("JHR", "Bo", price=70)
    table.cash("Ann", 80)
    table.share_round("Ann")
    table.refused(BuyShare("LYR", "ipo"), "1888.buy.sufficient-cash")
    table.do(BuyShare("JHR", "ipo"))
    assert (table.of("p.0.cash"), table.of("c.LYR.cash")) == (10, 3000)


@rule("1888.setup.assets-on-charter")
def test_a_company_uses_only_its_own_trains_and_markers() -> None:
    """A sister company's train and marker are of no use to a company of the same director."""
    table = Table1888()
    table.company("LYR", trains=["2"])
    table.company("HJR", trains=["3"], home=False)
    table.station("HJR", "E17")
    build(table, "F16-G15-H14")
    build(table, "E17-D18-C17")
    table.turn("LYR", "run")
    table.refused(run("3", "F16-G15-H14"), "1888.run.each-train-once")
    table.turn("HJR", "run")
    table.refused(run("3", "F16-G15-H14"), "1888.route.own-station")
    assert table.earn(run("3", "E17-D18-C17")) == 20 + 10


@rule("1888.setup.tile-supply")
def test_there_are_110_tiles() -> None:
    """50 yellow, 30 green, 24 brown, 4 grey, one red and one blue tile, the ferry's two halves being one."""
    state = fresh().state
    count: Counter[str] = Counter()
    for tile, number in zip(state.board.tiles, state.supply, strict=True):
        assert number > 0
        count[COLOURS[tile.colour]] += number if tile.number != "L40b" else 0
    assert count == {"yellow": 50, "green": 30, "brown": 24, "grey": 4, "red": 1, "blue": 1}


@rule("1888.setup.tile-supply")
def test_a_tile_that_is_used_up_cannot_be_laid() -> None:
    """The only tile 55 lies on B6, so G5 must do with another; and a tile that is not in the box does not exist."""
    table = Table1888()
    table.company("HJR", cash=100, home=False)
    table.tile("F6", "57", 0)
    table.station("HJR", "F6")
    table.turn("HJR")
    assert LayTile("G5", "55", 0) in table.legal()
    table.tile("B6", "55", 0)
    table.refused(LayTile("G5", "55", 0), "1888.setup.tile-supply")
    table.refused(LayTile("G5", "887", 0), "1888.setup.tile-supply")
    table.do(LayTile("G5", "1", 0))
    assert table.of("hex.G5") == ["1", 0]


@rule("1888.setup.playing-order-random")
@pytest.mark.parametrize("names", [("Ann", "Bo", "Cy", "Dee"), ("Dee", "Bo", "Ann", "Cy")])
def test_the_first_of_the_seating_has_the_priority_deal_and_starts(names: tuple[str, ...]) -> None:
    """The seats are those drawn before the game; the first of them has the priority deal, and the rest follow."""
    game = tielu.new_game("1888", list(names))
    assert (game.snapshot()["priority"], game.snapshot()["order"]) == (0, [0, 1, 2, 3])
    asked = []
    for amount in (155, 160, 165, 170):
        asked.append(game.actor)
        game.apply(Bid("FC", amount))
    assert asked == list(names)
    assert game.actor == names[0]


@rule("1888.setup.barriers")
@pytest.mark.parametrize(
    ("lay", "clear"),
    [
        (LayTile("C15", "9", 1), LayTile("C15", "7", 2)),
        (LayTile("C17", "4", 1), LayTile("C17", "4", 0)),
        (LayTile("C15", "9", 2), LayTile("C15", "8", 1)),
        (LayTile("D16", "9", 2), LayTile("D16", "8", 3)),
        (LayTile("F12", "4", 1), LayTile("F12", "3", 0)),
        (LayTile("F14", "9", 1), LayTile("F14", "7", 4)),
    ],
)
def test_no_track_leads_to_a_barrier(lay: LayTile, clear: LayTile) -> None:
    """C15-C17, C15-D16 and F12-F14 are barred from both sides; the other sides of these hexes are open."""
    table = Table1888()
    table.company("CDL", cash=100)
    table.turn("CDL")
    table.refused(lay, "1888.track.no-barrier")
    table.refused(clear, "1888.track.reachable")


@rule("1888.setup.barriers")
def test_there_are_three_barriers() -> None:
    """Only the five hexes along the three sticks know of a barrier."""
    table = Table1888()
    table.company("LYR", cash=100)
    table.turn("LYR")
    barred = {name for name in LIGHT_GREEN if "1888.track.no-barrier" in refusals(table, name).values()}
    assert barred == {"C15", "C17", "D16", "F12", "F14"}


# -- IV.1. The map board --


@rule("1888.map.light-green-buildable")
def test_every_light_green_hex_and_no_other_takes_tiles() -> None:
    """For want of a connection only: so it is on every light green hex, and on those with printed yellow track."""
    table = Table1888(phase="3")
    table.company("CDL", cash=100)
    table.turn("CDL")
    fits = {"", "1888.track.reachable", "1888.upgrade.connected"}
    buildable = [
        printed.name for printed in table.state.board.hexes if fits.intersection(refusals(table, printed.name).values())
    ]
    assert sorted(buildable) == sorted(LIGHT_GREEN + PREPRINTED)


@rule("1888.map.light-green-buildable")
def test_a_company_is_offered_light_green_hexes_only() -> None:
    """Yantai lies in the sea; its track leads to three light green hexes, and these alone are offered."""
    table = Table1888()
    table.company("LYR", cash=100)
    table.turn("LYR")
    assert {each.hex for each in table.legal() if isinstance(each, LayTile)} == {"F14", "G15", "G17"}


@rule("1888.map.dark-green-no-tiles")
@pytest.mark.parametrize("name", DARK_GREEN)
def test_nothing_is_laid_on_the_edge_of_the_map(name: str) -> None:
    """The dark green around the map takes no tile of any kind, not even next to one's station."""
    table = Table1888(phase="3")
    table.company("CDL", cash=100)
    table.turn("CDL")
    table.refused(LayTile(name, "9", 0), "1888.map.dark-green-no-tiles")
    assert set(refusals(table, name).values()) == {"1888.map.dark-green-no-tiles"}


@rule("1888.map.red-no-tiles")
@pytest.mark.parametrize("name", RED)
def test_nothing_is_laid_on_a_red_area(name: str) -> None:
    """No tile goes on red, not even the red Xi'an tile in a normal lay or by a company at home there."""
    table = Table1888(phase="3")
    table.company("CDL", cash=100)
    table.turn("CDL")
    assert set(refusals(table, name).values()) == {"1888.map.red-no-tiles"}
    assert name not in {each.hex for each in table.legal() if isinstance(each, LayTile)}


@rule("1888.map.red-no-tiles")
@pytest.mark.parametrize(("phase", "value"), [("2", 30), ("3", 40), ("4", 40), ("5", 50), ("6", 50), ("7", 60)])
def test_a_red_area_is_worth_more_as_the_colours_change(phase: str, value: int) -> None:
    """Xuzhou counts 30 while tiles are yellow, then 40 (green), 50 (brown) and 60 (grey)."""
    table = Table1888(phase=phase)
    table.company("ZDR", trains=["2"], home=False)
    build(table, "G11-H10-I11")
    table.station("ZDR", "G11")
    table.turn("ZDR", "run")
    assert table.earn(run("2", "G11-H10-I11")) == 20 + value


@rule("1888.map.grey-no-tiles")
@pytest.mark.parametrize("name", GREY)
def test_nothing_is_laid_on_a_grey_hex(name: str) -> None:
    """No tile goes on grey, whether there is a town, a city or mere track."""
    table = Table1888(phase="3")
    table.company("CDL", cash=100)
    table.turn("CDL")
    assert set(refusals(table, name).values()) == {"1888.map.grey-no-tiles"}
    assert name not in {each.hex for each in table.legal() if isinstance(each, LayTile)}


@rule("1888.map.grey-no-tiles")
@pytest.mark.parametrize(("phase", "changchun"), [("2", 20), ("7", 50)])
def test_the_track_on_grey_hexes_is_there_from_the_start(phase: str, changchun: int) -> None:
    """From Changchun a train runs to the grey town of A17, whose 20 is the same in every phase."""
    table = Table1888(phase=phase)
    table.company("CDL", trains=["2"])
    table.turn("CDL", "run")
    assert table.earn(run("2", "A19-A17")) == changchun + 20


@rule("1888.map.grey-no-tiles")
@pytest.mark.parametrize(("phase", "value"), [("2", 30), ("3", 40), ("5", 50), ("7", 60)])
def test_a_grey_city_with_coloured_boxes_is_worth_more_as_the_colours_change(phase: str, value: int) -> None:
    """Zhengzhou counts 30, 40, 50 and 60."""
    table = Table1888(phase=phase)
    table.company("HJR", trains=["2"], home=False)
    table.station("HJR", "I5")
    build(table, "I5-H6-H8")
    table.turn("HJR", "run")
    assert table.earn(run("2", "I5-H6-H8")) == value + 10


@rule("1888.map.sea-no-tiles")
@pytest.mark.parametrize("name", SEA)
def test_nothing_is_laid_on_the_sea(name: str) -> None:
    """No tile goes on the sea, nor on the harbour."""
    table = Table1888(phase="3")
    table.company("LYR", cash=100)
    table.turn("LYR")
    table.refused(LayTile(name, "9", 0), "1888.map.sea-no-tiles")
    assert set(refusals(table, name).values()) == {"1888.map.sea-no-tiles"}


@rule("1888.map.dark-blue-ferry-only")
@pytest.mark.parametrize("name", FERRY_ENDS)
def test_the_ferry_hex_takes_the_ferry_only(name: str) -> None:
    """Between Dalian and Yantai no tile is laid; the owner of the Yanda Railway Ferry lays its ferry."""
    table = Table1888(phase="3")
    table.company("LYR", cash=100)
    table.private("YRF", "LYR")
    table.turn("LYR")
    assert set(refusals(table, name).values()) == {"1888.map.dark-blue-ferry-only"}
    table.do(LayFerry())
    assert table.of("hex.E17")
    assert table.of("hex.F16")
    assert set(refusals(table, name).values()) == {"1888.map.dark-blue-ferry-only"}


def test_money_is_neither_made_nor_lost() -> None:
    """Through a sale, a run and a withheld income the table's money stays 9000."""
    table = Table1888()
    table.company("CDL", trains=["2"], holdings={"Bo": 30})
    table.share_round("Bo")
    table.do(SellShares("CDL", 20))
    table.turn("CDL", "run")
    table.do(run("2", "A19-A17"), Withhold())
    assert all_money(table.state) == 9000
