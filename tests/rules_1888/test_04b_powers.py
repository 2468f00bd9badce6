"""IV.3.1. What the private companies can do: Terracotta Army, Heng Shan, Great Wall, ferry and Forbidden City."""

from __future__ import annotations

import pytest

from tests.routes import route, run
from tests.table import rule
from tests.table_1888 import Table1888
from tests.track_1888 import build
from tielu.core.actions import BuyPrivate, BuyShare, LayTile, Pass, PayDividend, RunTrains, SellShares
from tielu.core.events import PrivateClosed
from tielu.i18n import say_error
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.events import HengShanPaid, PrivatePaidCompany

XIAN = LayTile("H2", "L39", 5, "TA")
MOUNTAIN = LayTile("C5", "L41", 0, "HS")
WALL = LayTile("C7", "9", 0, "GW")
FERRY = LayFerry()


# -- Terracotta Army --


@rule("1888.terracotta.tile")
def test_the_terracotta_army_puts_a_better_xian_on_the_map() -> None:
    """LYR, far away and without money, lays the red tile in its only fitting turn, and its normal tile besides."""
    table = Table1888(phase="3")
    table.company("LYR", cash=0)
    table.private("TA", "LYR")
    table.turn("LYR")
    for rotation in range(5):
        table.refused(LayTile("H2", "L39", rotation, "TA"), "1888.terracotta.tile")
    table.refused(LayTile("I11", "L39", 5, "TA"), "1888.terracotta.tile")
    table.refused(LayTile("G17", "9", 1, "TA"), "1888.terracotta.tile")
    table.refused(LayTile("H2", "L39", 5), "1888.map.red-no-tiles")
    table.do(XIAN)
    assert (table.of("hex.H2"), table.of("c.LYR.cash")) == (["L39", 5], 0)
    table.refused(XIAN, "1888.terracotta.tile")
    table.do(LayTile("F14", "7", 4))
    assert table.of("hex.F14") == ["7", 4]


@rule("1888.terracotta.tile")
@pytest.mark.parametrize(("phase", "plain", "better"), [("3", 30, 50), ("5", 40, 60), ("7", 50, 70)])
def test_the_red_tile_is_worth_twenty_more(phase: str, plain: int, better: int) -> None:
    """Xi'an counts 30, 40, 50 as printed, and 50, 60, 70 with the tile."""
    for tile, value in ((False, plain), (True, better)):
        table = Table1888(phase=phase)
        build(table, "E3-F4-G3-H2")
        if tile:
            table.tile("H2", "L39", 5)
        table.company("TJL", trains=["2"])
        table.turn("TJL", "run")
        assert table.earn(run("2", "E3-F4-G3-H2")) == 20 + value


@rule("1888.terracotta.stays-open")
def test_laying_the_red_tile_does_not_close_the_terracotta_army() -> None:
    """LYR owns it still, and is paid by it in the next operating round."""
    table = Table1888(phase="3")
    table.company("LYR", cash=0, trains=["3"])
    table.private("TA", "LYR")
    table.turn("LYR", "privates", rounds_left=1)
    events = table.do(XIAN)
    assert PrivatePaidCompany("LYR", "TA", 10) in events
    assert (table.owner("TA"), table.of("c.LYR.cash")) == ("LYR", 10)


@rule("1888.terracotta.benefits-all")
def test_every_companys_train_uses_the_better_xian() -> None:
    """LYR has laid the tile; the train of TJL, which has no share in the private, counts 50."""
    table = Table1888(phase="3")
    table.company("LYR", "Ann", trains=["3"])
    table.company("TJL", "Bo", trains=["2"])
    table.private("TA", "LYR")
    build(table, "E3-F4-G3-H2")
    table.turn("LYR")
    table.do(XIAN)
    table.turn("TJL", "run")
    assert table.earn(run("2", "E3-F4-G3-H2")) == 20 + 50


# -- Heng Shan --


def at_heng_shan(private_owner: str | None, cash: int = 100) -> Table1888:
    """JZR of Ann has track up to C5; LYR of Bo is elsewhere."""
    table = Table1888(phase="3")
    table.company("JZR", "Ann", cash=cash, trains=["2"])
    table.company("LYR", "Bo", trains=["3"])
    table.tile("C7", "9", 1)
    if private_owner != "closed":
        table.private("HS", private_owner)
    table.turn("JZR")
    return table


NORMAL = LayTile("C5", "9", 1)


@rule("1888.heng-shan.c5-blocked")
@pytest.mark.parametrize("holder", [None, "Ann", "Bo"])
def test_c5_is_blocked_while_a_player_or_nobody_has_heng_shan(holder: str | None) -> None:
    """Nothing is laid on C5, by the company of the private's owner neither."""
    table = at_heng_shan(holder)
    table.refused(NORMAL, "1888.heng-shan.c5-blocked")
    assert "C5" not in {each.hex for each in table.legal() if isinstance(each, LayTile)}


@rule("1888.heng-shan.c5-blocked", "1888.heng-shan.normal-tile-cost-40")
@pytest.mark.parametrize("holder", ["JZR", "LYR", "closed"])
def test_c5_is_free_for_any_company_when_heng_shan_is_sold_or_closed(holder: str) -> None:
    """A normal tile costs 40 there, whoever has the private: 39 are not enough."""
    table = at_heng_shan(holder, cash=39)
    table.refused(NORMAL, "1888.track.cost-from-treasury")
    table.treasury("JZR", 40)
    table.do(NORMAL)
    assert (table.of("hex.C5"), table.of("c.JZR.cash")) == (["9", 1], 0)


@rule("1888.heng-shan.c5-blocked")
def test_selling_heng_shan_to_a_company_opens_c5_at_once() -> None:
    """In the same turn in which it has bought the private, JZR lays its normal tile on C5."""
    table = at_heng_shan("Ann", cash=78)
    table.do(BuyPrivate("HS", 38), NORMAL)
    assert (table.owner("HS"), table.of("hex.C5"), table.of("c.JZR.cash")) == ("JZR", ["9", 1], 0)


@rule("1888.heng-shan.mountain-tile")
def test_the_owner_of_heng_shan_lays_the_mountain_tile() -> None:
    """LYR, far away and without money, lays it for nothing, and its normal tile besides; nobody else may."""
    table = at_heng_shan("LYR")
    table.refused(MOUNTAIN, "1888.privates.company-ability-in-turn")
    table.refused(LayTile("C5", "L41", 0), "1888.heng-shan.mountain-tile")
    table.turn("LYR")
    table.refused(LayTile("D4", "L41", 0, "HS"), "1888.heng-shan.mountain-tile")
    table.refused(LayTile("C5", "9", 1, "HS"), "1888.heng-shan.mountain-tile")
    table.do(MOUNTAIN)
    assert (table.of("hex.C5"), table.of("c.LYR.cash")) == (["L41", 0], 0)
    assert table.owner("HS") == "LYR"
    table.do(LayTile("F14", "7", 4))
    assert table.of("hex.F14") == ["7", 4]


@rule("1888.heng-shan.mountain-tile")
@pytest.mark.parametrize("revision", [1, 2])
def test_the_mountain_tile_is_offered_once_for_each_way_it_can_lie(revision: int) -> None:
    """Turned by two edges it looks the same: two rotations are offered, and all six may be laid."""
    table = Table1888(phase="3", revision=revision)
    table.company("JZR", "Ann")
    table.private("HS", "JZR")
    table.turn("JZR")
    assert [each for each in table.legal() if isinstance(each, LayTile) and each.power == "HS"] == [
        LayTile("C5", "L41", 0, "HS"),
        LayTile("C5", "L41", 1, "HS"),
    ]
    for rotation in range(6):
        table.allowed(LayTile("C5", "L41", rotation, "HS"))


@rule("1888.heng-shan.mountain-tile")
def test_without_its_power_the_mountain_tile_is_refused_by_name() -> None:
    """In the track step the refusal says that it takes the power of Heng Shan."""
    table = at_heng_shan("JZR")
    refusal = table.refused(LayTile("C5", "L41", 0), "1888.heng-shan.mountain-tile")
    assert say_error(refusal, "en") == "Tile L41 is laid only with the power of Heng Shan."


@rule("1888.map.dark-blue-ferry-only", "1888.yanda.ferry-tile")
def test_the_ends_of_the_ferry_say_that_they_take_nothing_else() -> None:
    """Dalian and Yantai refuse a tile for the ferry's sake; the ferry's halves are not laid one by one."""
    table = at_heng_shan("JZR")
    for hex_name in ("E17", "F16"):
        refusal = table.refused(LayTile(hex_name, "9", 0), "1888.map.dark-blue-ferry-only")
        assert say_error(refusal, "en") == f"{hex_name} takes no tile but the ferry of the Yanda Railway Ferry."
    table.refused(LayTile("E17", "L40a", 0, "YRF"), "1888.yanda.ferry-tile")


@rule("1888.heng-shan.normal-tile-precludes-mountain")
def test_a_normal_tile_on_c5_rules_out_the_mountain() -> None:
    """JZR has built there; the mountain tile that LYR still has is of no use."""
    table = at_heng_shan("LYR")
    table.do(NORMAL)
    table.turn("LYR")
    for rotation in range(6):
        lay = LayTile("C5", "L41", rotation, "HS")
        table.refused(lay, "1888.heng-shan.normal-tile-precludes-mountain")


def with_mountain(*trains: str) -> Table1888:
    """The mountain tile joins Beijing by C7 and Taiyuan by D4; JZR is in Beijing and runs."""
    table = Table1888(phase="3")
    table.tile("C5", "L41", 0)
    build(table, "C9-C7-C5-D4-E3")
    table.company("JZR", "Ann", trains=list(trains), holdings={"Bo": 20})
    return table


@rule("1888.heng-shan.subsidy-40")
def test_a_train_to_the_mountain_earns_forty_for_the_treasury() -> None:
    """The run itself is worth Beijing's 30, which are paid out; the 40 go to the treasury all the same."""
    table = with_mountain("2")
    table.turn("JZR", "run")
    bank = table.of("bank")
    assert table.earn(run("2", "C9-C7-C5")) == 30
    events = table.do(PayDividend())
    assert HengShanPaid("JZR", 40) in events
    assert (table.of("c.JZR.cash"), table.of("p.0.cash"), table.of("p.1.cash")) == (40, 1006, 1006)
    assert table.of("bank") == bank - 40 - 12


@rule("1888.heng-shan.subsidy-40")
def test_a_train_through_the_mountain_earns_the_same_forty() -> None:
    """From Beijing over the mountain to Taiyuan: 50 of income, and 40."""
    table = with_mountain("3")
    table.turn("JZR", "run")
    assert table.earn(run("3", "C9-C7-C5 C5-D4-E3")) == 50
    assert HengShanPaid("JZR", 40) in table.do(PayDividend())


@rule("1888.heng-shan.subsidy-40")
def test_each_train_that_calls_at_the_mountain_earns_forty() -> None:
    """One from Beijing and one from Taiyuan bring 80."""
    table = with_mountain("2", "2")
    table.station("JZR", "E3")
    table.turn("JZR", "run")
    table.do(RunTrains((route("2", "C9-C7-C5"), route("2", "E3-D4-C5"))))
    assert HengShanPaid("JZR", 80) in table.do(PayDividend())
    assert table.of("c.JZR.cash") == 80


@rule("1888.heng-shan.counts-range")
def test_the_mountain_counts_against_the_range() -> None:
    """Beijing, the mountain and Taiyuan are too many for a 2-train, and just right for a 3-train."""
    table = with_mountain("2")
    table.turn("JZR", "run")
    table.refused(run("2", "C9-C7-C5 C5-D4-E3"), "1888.run.range")
    table = with_mountain("3")
    table.turn("JZR", "run")
    table.do(run("3", "C9-C7-C5 C5-D4-E3"))


@rule("1888.heng-shan.benefits-all")
def test_every_companys_train_uses_the_mountain() -> None:
    """LYR owns Heng Shan and has laid the tile; the 40 are JZR's, whose train has called there."""
    table = at_heng_shan("LYR", cash=0)
    table.turn("LYR")
    table.do(MOUNTAIN)
    table.turn("JZR", "run")
    table.do(run("2", "C9-C7-C5"), PayDividend())
    assert (table.of("c.JZR.cash"), table.of("c.LYR.cash")) == (40, 0)


# -- Great Wall --


def with_wall(step: str = "track", rounds_left: int = 0, phase: str = "3") -> Table1888:
    """LYR has the Great Wall, a train, no money and no track anywhere near."""
    table = Table1888(phase=phase)
    table.company("LYR", cash=0, trains=["3"])
    table.private("GW", "LYR")
    table.turn("LYR", step, rounds_left=rounds_left)
    return table


def wall_lays(table: Table1888) -> list[LayTile]:
    return [each for each in table.legal() if isinstance(each, LayTile) and each.power == "GW"]


@rule("1888.great-wall.free-yellow")
def test_the_great_wall_lays_a_yellow_tile_for_nothing() -> None:
    """LYR without a yuan builds on D2, in the mountains far away, and lays its normal tile besides."""
    table = with_wall()
    table.do(LayTile("D2", "8", 3, "GW"))
    assert (table.of("hex.D2"), table.of("c.LYR.cash")) == (["8", 3], 0)
    table.do(LayTile("F14", "7", 4))
    assert table.of("hex.F14") == ["7", 4]


@rule("1888.great-wall.free-yellow")
def test_the_great_wall_reaches_hexes_of_the_wall_only() -> None:
    """Every hex with the wall is offered, with towns and cities too, but Beijing; no other hex, and no green tile."""
    table = with_wall()
    assert {lay.hex for lay in wall_lays(table)} == {
        *("B4", "B6", "B8", "B10", "B16"),
        *("C3", "C7", "C11", "C13", "C15"),
        *("D2", "D4", "D6", "E3", "F4"),
    }
    table.refused(LayTile("D8", "9", 1, "GW"), "1888.great-wall.free-yellow")
    table.refused(LayTile("C9", "L42", 0, "GW"), "1888.great-wall.free-yellow")
    table.tile("C7", "9", 0)
    table.refused(LayTile("C7", "23", 0, "GW"), "1888.great-wall.free-yellow")
    table.refused(LayTile("C15", "9", 1, "GW"), "1888.track.no-barrier")
    table.refused(LayTile("B10", "4", 1, "GW"), "1888.track.plain-tile")


@rule("1888.great-wall.two-same-turn-connected")
def test_a_second_tile_on_the_wall_must_join_the_first() -> None:
    """C7 leads to B8 and D6: the second tile lies there and meets it; then the power is used up."""
    table = with_wall()
    table.do(WALL)
    assert {lay.hex for lay in wall_lays(table)} == {"B8", "D6"}
    table.refused(LayTile("B8", "7", 4, "GW"), "1888.great-wall.two-same-turn-connected")
    table.refused(LayTile("B6", "2", 3, "GW"), "1888.great-wall.two-same-turn-connected")
    table.refused(LayTile("F4", "9", 0, "GW"), "1888.great-wall.two-same-turn-connected")
    table.do(LayTile("B8", "8", 4, "GW"))
    assert (table.of("hex.B8"), table.of("c.LYR.cash")) == (["8", 4], 0)
    table.refused(LayTile("D6", "9", 0, "GW"), "1888.great-wall.two-same-turn-connected")
    assert wall_lays(table) == []


@rule("1888.great-wall.two-same-turn-connected")
def test_the_two_tiles_may_be_laid_at_different_points_of_the_turn() -> None:
    """One before the normal tile and one after: it is the same turn."""
    table = with_wall()
    table.do(WALL, LayTile("F14", "7", 4))
    table.do(LayTile("D6", "9", 0, "GW"))
    assert [table.of(f"hex.{name}") for name in ("C7", "F14", "D6")] == [["9", 0], ["7", 4], ["9", 0]]


@rule("1888.great-wall.two-same-turn-connected")
def test_a_second_tile_does_not_wait_for_the_next_turn() -> None:
    """LYR has laid one and ended its turn; in the next operating round it may lay no other."""
    table = with_wall("privates", rounds_left=1)
    table.do(WALL)
    table.do(Pass())
    assert (table.game.deciding, table.of("c.LYR.cash")) == ("LYR", 20)
    table.refused(LayTile("D6", "9", 0, "GW"), "1888.great-wall.two-same-turn-connected")
    table.refused(LayTile("F4", "9", 0, "GW"), "1888.great-wall.two-same-turn-connected")
    assert wall_lays(table) == []


@rule("1888.great-wall.stays-open")
def test_using_the_great_wall_does_not_close_it() -> None:
    """After both tiles LYR owns it still, and is paid by it in the next operating round."""
    table = with_wall("privates", rounds_left=1)
    events = table.do(WALL, LayTile("D6", "9", 0, "GW"))
    assert PrivatePaidCompany("LYR", "GW", 20) in events
    assert table.owner("GW") == "LYR"


# -- Yanda Railway Ferry --


@rule("1888.yanda.ferry-tile")
def test_the_ferry_links_dalian_and_yantai() -> None:
    """HJR, far away and without money, lays it, and its normal tile besides; there is but one ferry."""
    table = Table1888(phase="3")
    table.company("HJR", "Ann", cash=0, trains=["3"])
    table.company("LYR", "Bo", trains=["2"])
    build(table, "F16-G15-H14")
    table.private("YRF", "HJR")
    table.turn("LYR", "run")
    table.refused(run("2", "F16-E17"), "1888.route.two-locations")
    table.turn("HJR")
    table.do(FERRY)
    assert (table.of("hex.E17"), table.of("hex.F16"), table.of("c.HJR.cash")) == (["L40a", 0], ["L40b", 0], 0)
    table.refused(FERRY, "1888.yanda.ferry-tile")
    table.do(LayTile("F6", "57", 0))
    assert table.of("hex.F6") == ["57", 0]


@rule("1888.yanda.ferry-tile")
def test_the_ferry_leaves_stations_and_track_where_they_are() -> None:
    """Markers in Dalian and Yantai stay, and the printed track leads on as before."""
    table = Table1888(phase="3")
    table.company("LYR", trains=["3"])
    table.station("LYR", "E17")
    table.private("YRF", "LYR")
    build(table, "F16-G15-H14")
    table.turn("LYR")
    table.do(FERRY)
    assert table.of("c.LYR.tokens") == [["F16", 0], ["E17", 0]]
    table.turn("LYR", "run")
    assert table.earn(run("3", "E17-F16 F16-G15-H14")) == 30 + 40 + 20 + 20


@rule("1888.yanda.stays-open")
def test_laying_the_ferry_does_not_close_the_private() -> None:
    """LYR owns it still, and is paid by it in the next operating round."""
    table = Table1888(phase="3")
    table.company("LYR", cash=0, trains=["3"])
    table.private("YRF", "LYR")
    table.turn("LYR", "privates", rounds_left=1)
    events = table.do(FERRY)
    assert PrivatePaidCompany("LYR", "YRF", 25) in events
    assert table.owner("YRF") == "LYR"


@rule("1888.yanda.usable-by-all")
def test_every_companys_train_uses_the_ferry() -> None:
    """HJR has laid it; the train of LYR takes it from Yantai to Dalian, without charge."""
    table = Table1888(phase="3")
    table.company("HJR", "Ann", trains=["3"])
    table.company("LYR", "Bo", trains=["2"])
    table.private("YRF", "HJR")
    table.turn("HJR")
    table.do(FERRY)
    table.turn("LYR", "run")
    assert table.earn(run("2", "F16-E17")) == 40 + 30
    assert (table.of("c.LYR.cash"), table.of("c.HJR.cash")) == (0, 0)


# -- Forbidden City --


def with_city(edition: str = "2022", revision: int | None = None) -> Table1888:
    """Ann has the Forbidden City in a stock round; Bo directs JHR, which is at home in Beijing."""
    table = Table1888(phase="3", edition=edition, revision=revision)
    table.company("JHR", "Bo", holdings={"Bo": 20, "Cy": 20}, in_pool=10)
    table.company("LYR", "Ann", holdings={"Ann": 20})
    table.private("FC", "Ann")
    table.share_round("Ann")
    return table


@rule("1888.forbidden-city.exchange")
@pytest.mark.parametrize(("source", "ipo", "pool"), [("ipo", 20, 10), ("pool", 30, None)])
def test_the_forbidden_city_is_exchanged_for_a_share(source: str, ipo: int, pool: int | None) -> None:
    """Ann takes a share of JHR from the IPO or the pool and pays nothing; the private closes."""
    table = with_city()
    events = table.do(TakeShare("JHR", source))
    assert (table.of("sh.JHR.p0"), table.of("p.0.cash"), table.owner("FC")) == (10, 1000, "closed")
    assert (table.of("sh.JHR.ipo"), table.of("sh.JHR.pool")) == (ipo, pool)
    assert PrivateClosed("FC") in events


@rule("1888.forbidden-city.exchange")
def test_the_company_must_have_a_marker_in_beijing_at_that_time() -> None:
    """LYR has none; JZR, at home there, has not placed its own yet; HJR has a station there."""
    table = with_city()
    table.company("JZR", "Cy", home=False, floated=False)
    table.company("HJR", "Cy")
    table.refused(TakeShare("LYR", "ipo"), "1888.forbidden-city.exchange")
    table.refused(TakeShare("JZR", "ipo"), "1888.forbidden-city.exchange")
    table.refused(TakeShare("HJR", "ipo"), "1888.forbidden-city.exchange")
    table.refused(TakeShare("HJR", "pool"), "1888.forbidden-city.exchange")
    table.station("HJR", "C9", 0)
    assert {(each.company, each.source) for each in table.legal() if isinstance(each, TakeShare)} == {
        ("JHR", "ipo"),
        ("JHR", "pool"),
        ("HJR", "ipo"),
    }
    table.refused(TakeShare("HJR", "pool"), "1888.buy.what")
    table.do(TakeShare("HJR", "ipo"))
    assert table.of("sh.HJR.p0") == 10


@rule("1888.forbidden-city.exchange")
def test_the_exchange_is_its_owners_and_happens_in_a_stock_round() -> None:
    """Bo does not own it; and in the turn of a company Ann may not use it either."""
    table = with_city()
    table.do(Pass())
    assert table.game.actor == "Bo"
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.exchange")
    assert table.legal("take_share") == []
    table.turn("LYR")
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.exchange")


@rule("1888.forbidden-city.exchange")
def test_the_share_may_float_the_company_and_change_its_director() -> None:
    """The sixth share sold floats HJR, which has a marker in Beijing, and makes Ann its director."""
    table = with_city()
    table.company("HJR", "Cy", price=80, floated=False, holdings={"Ann": 20, "Bo": 10})
    table.station("HJR", "C9", 0)
    events = table.do(TakeShare("HJR", "ipo"))
    assert (table.of("c.HJR.floated"), table.of("c.HJR.cash"), table.of("c.HJR.pres")) == (True, 800, "p0")
    assert "director_changed" in table.names(events)


@rule("1888.forbidden-city.is-buy-action")
def test_the_exchange_is_the_purchase_of_the_turn() -> None:
    """Ann's turn is over with it; she has acted last, so Bo has the priority when the others pass."""
    table = with_city()
    certificates = table.of("p.0.certs")
    table.do(TakeShare("JHR", "ipo"))
    assert (table.game.actor, table.of("p.0.certs")) == ("Bo", certificates)
    table.do(Pass(), Pass())
    assert (table.game.actor, table.of("round.type")) == ("Ann", "Stock")
    table.do(Pass())
    assert (table.of("round.type"), table.of("priority")) == ("Operating", 1)


@rule("1888.forbidden-city.is-buy-action")
def test_what_holds_for_purchases_holds_for_the_exchange() -> None:
    """Not beyond 60%, and not of a company whose shares one has sold in this round."""
    table = with_city()
    table.company("JZR", "Ann", holdings={"Ann": 40})
    table.refused(TakeShare("JZR", "ipo"), "1888.buy.max-60-percent")
    table.do(SellShares("JZR", 10), Pass(), Pass(), Pass())
    assert table.game.actor == "Ann"
    table.refused(TakeShare("JZR", "pool"), "1888.buy.not-after-selling-same")
    table.do(TakeShare("JHR", "pool"))
    assert table.of("sh.JHR.p0") == 10


def with_city_after_a_sale(edition: str, revision: int | None = None) -> Table1888:
    """Ann has sold a share of her JZR in her first turn and is asked again; her first sale kept her from taking one."""
    table = with_city(edition, revision)
    table.company("JZR", "Ann", holdings={"Ann": 40})
    table.do(SellShares("JZR", 10))
    table.refused(TakeShare("JZR", "pool"), "1888.forbidden-city.no-sale-same-turn")
    table.do(Pass(), Pass(), Pass())
    assert table.game.actor == "Ann"
    return table


@rule("1888.forbidden-city.exchange")
def test_platform_gives_a_share_of_a_company_sold_in_an_earlier_turn() -> None:
    """There the exchange is no purchase in this respect: buying the share is refused, taking it is not."""
    table = with_city_after_a_sale("18xx.games")
    table.refused(BuyShare("JZR", "pool"), "1888.buy.not-after-selling-same")
    assert TakeShare("JZR", "pool") in table.legal()
    table.do(TakeShare("JZR", "pool"))
    assert (table.of("sh.JZR.p0"), table.owner("FC")) == (60, "closed")


@rule("1888.forbidden-city.is-buy-action")
@pytest.mark.parametrize(("edition", "revision"), [("2022", 1), ("2022", None), ("18xx.games", 1)])
def test_no_share_of_a_company_sold_before_in_print_or_in_revision_1(edition: str, revision: int | None) -> None:
    """In print a share sold in this round is not taken back, nor on the platform in games begun before."""
    table = with_city_after_a_sale(edition, revision)
    table.refused(TakeShare("JZR", "pool"), "1888.buy.not-after-selling-same")


@rule("1888.forbidden-city.no-sale-same-turn")
def test_who_has_sold_in_this_turn_may_not_exchange() -> None:
    """After selling a share of LYR Ann may buy a share but not take one; in her next turn she may."""
    table = with_city()
    table.do(SellShares("LYR", 10))
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.no-sale-same-turn")
    assert BuyShare("JHR", "ipo") in table.legal()
    table.do(Pass(), Pass(), Pass())
    table.do(TakeShare("JHR", "ipo"))
    # Nor is there a sale afterwards: it is Bo's turn.
    assert table.game.actor == "Bo"


@rule("1888.forbidden-city.lost-if-sold")
def test_a_company_has_no_use_for_the_power_of_the_forbidden_city() -> None:
    """Ann has sold it to her company: neither of them takes a share for it."""
    table = with_city()
    table.treasury("LYR", 100)
    table.turn("LYR")
    table.do(BuyPrivate("FC", 75))
    assert table.owner("FC") == "LYR"
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.exchange")
    table.share_round("Ann")
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.lost-if-sold")
    assert table.legal("take_share") == []
