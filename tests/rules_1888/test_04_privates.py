"""IV.3.1. The private companies: owners, sale, income, closing, and what each of the six can do."""

from __future__ import annotations

import pytest

import tielu
from tests.routes import route, run
from tests.table import rule
from tests.table_1888 import NAMES, Table1888
from tests.track_1888 import build
from tielu.core.actions import (
    Accept,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    LayFerry,
    LayTile,
    Pass,
    PayDividend,
    RunTrains,
    SellShares,
    TakeShare,
)
from tielu.core.events import Event, PrivateClosed, PrivatePaid, TrainsRun
from tielu.titles.t1888n.events import HengShanPaid, PrivatePaidCompany

# Private, price, income, and the bracket for a sale to a company.
CARDS = [
    ("KT", 25, 5, 13, 37),
    ("TA", 50, 10, 25, 75),
    ("HS", 75, 15, 38, 112),
    ("GW", 100, 20, 50, 150),
    ("YRF", 125, 25, 63, 187),
    ("FC", 150, 30, 75, 225),
]
KEYS = {"GW": "CW"}

XIAN = LayTile("H2", "L39", 5, "TA")
MOUNTAIN = LayTile("C5", "L41", 0, "HS")
WALL = LayTile("C7", "9", 0, "GW")
FERRY = LayFerry()
POWERS: list[tuple[str, Action]] = [("TA", XIAN), ("HS", MOUNTAIN), ("GW", WALL), ("YRF", FERRY)]


def owner(table: Table1888, private: str) -> str | None:
    found: str | None = table.of(f"priv.{KEYS.get(private, private)}")
    return found


def income(events: list[Event]) -> int:
    """What the trains have earned."""
    return next(event.income for event in events if isinstance(event, TrainsRun))


def supply(table: Table1888, tile: str) -> int:
    return table.state.supply[table.state.board.tile_index[tile]]


def sale(private: str, phase: str = "3", seller: str = "Ann") -> Table1888:
    """LYR, directed by Ann, with enough money in its turn; somebody has the private."""
    table = Table1888(phase=phase)
    table.company("LYR", "Ann", cash=500, trains=["3"])
    table.private(private, seller)
    table.turn("LYR")
    return table


# -- what holds for all of them --


@rule(
    "1888.kaiping.data",
    "1888.terracotta.data",
    "1888.heng-shan.data",
    "1888.great-wall.data",
    "1888.yanda.data",
    "1888.forbidden-city.data",
)
@pytest.mark.parametrize(("private", "price", "paid", "lowest", "highest"), CARDS)
def test_the_figures_of_the_card(private: str, price: int, paid: int, lowest: int, highest: int) -> None:
    """Price in the auction, income in an operating round, and what a company may pay."""
    game = tielu.new_game("1888", list(NAMES[:3]))
    for earlier, face, *_ in CARDS:
        if earlier == private:
            break
        game.apply(Bid(earlier, face))
    assert Bid(private, price) in list(game.legal_actions())
    game.verify(Bid(private, price))

    table = sale(private)
    (offer,) = table.legal("buy_private")
    assert isinstance(offer, BuyPrivate)
    assert offer.amounts is not None
    assert (offer.private, offer.amounts.low, offer.amounts.high) == (private, lowest, highest)

    table.share_round("Ann")
    table.do(Pass(), Pass(), Pass())
    assert table.of("p.0.cash") == 1000 + paid


@rule("1888.kaiping.data")
def test_kaiping_has_no_ability() -> None:
    """A company that owns the Kaiping Tramway may do nothing that it could not do without."""
    table = Table1888(phase="3")
    table.company("LYR", cash=100)
    table.turn("LYR")
    without = table.legal()
    table.private("KT", "LYR")
    assert table.legal() == without
    table.refused(LayTile("G15", "9", 0, "KT"), "1888.privates.company-ability-in-turn")


@rule("1888.privates.owner-types")
def test_a_private_belongs_to_a_player_and_then_to_a_company() -> None:
    """Ann sells hers to her company, which owns it from then on, as one that nobody may buy again."""
    table = sale("KT")
    table.company("JHR", "Ann", cash=500, trains=["3"])
    table.refused(BuyPrivate("P9", 25), "1888.privates.owner-types")
    assert owner(table, "KT") == "p0"
    table.do(BuyPrivate("KT", 25))
    assert (owner(table, "KT"), table.of("p.0.cash"), table.of("c.LYR.cash")) == ("LYR", 1025, 475)
    assert table.of("p.0.certs") == 2
    table.turn("JHR")
    table.refused(BuyPrivate("KT", 25), "1888.turn.buy-privates-any-time")


@rule("1888.privates.no-player-to-player")
def test_players_do_not_sell_privates_to_each_other() -> None:
    """In a stock round nobody buys a private, at whatever price, though its owner sits at the table."""
    table = Table1888(phase="3")
    table.private("KT", "Bo")
    table.company("LYR", "Ann", cash=500)
    table.share_round("Ann")
    table.refused(BuyPrivate("KT", 25), "1888.privates.no-player-to-player")
    assert table.legal("buy_private") == []


@rule("1888.privates.no-player-to-player")
def test_in_the_auction_a_sold_private_is_out_of_reach() -> None:
    """Ann has Kaiping; Bo can neither bid on it nor buy it from her."""
    game = tielu.new_game("1888", list(NAMES[:3]))
    game.apply(Bid("KT", 25))
    for action in (Bid("KT", 30), BuyPrivate("KT", 30)):
        with pytest.raises(tielu.IllegalAction):
            game.verify(action)
    assert "KT" not in {offer.private for offer in game.legal_actions() if isinstance(offer, Bid)}


@rule("1888.privates.sale-to-company-from-phase-3")
@pytest.mark.parametrize("phase", ["1", "2"])
def test_before_phase_3_no_company_buys_a_private(phase: str) -> None:
    """A company may not even buy from its own director."""
    table = sale("KT", phase)
    table.refused(BuyPrivate("KT", 25), "1888.privates.sale-to-company-from-phase-3")
    assert table.legal("buy_private") == []


@rule("1888.privates.sale-to-company-from-phase-3")
@pytest.mark.parametrize("phase", ["3", "4"])
def test_from_phase_3_a_company_buys_from_any_player_who_agrees(phase: str) -> None:
    """Bo is asked for his private and agrees; Cy declines, and keeps his."""
    table = sale("KT", phase, seller="Bo")
    table.private("FC", "Cy")
    table.do(BuyPrivate("KT", 30))
    assert (table.game.actor, owner(table, "KT"), table.of("c.LYR.cash")) == ("Bo", "p1", 500)
    table.refused(Pass(), "1888.privates.sale-to-company-from-phase-3")
    table.do(Accept())
    assert (owner(table, "KT"), table.of("p.1.cash"), table.of("c.LYR.cash")) == ("LYR", 1030, 470)
    table.do(BuyPrivate("FC", 200), Decline())
    assert (owner(table, "FC"), table.of("p.2.cash"), table.of("c.LYR.cash")) == ("p2", 1000, 470)
    assert table.game.deciding == "LYR"


@rule("1888.privates.sale-price-range")
@pytest.mark.parametrize(("private", "price", "paid", "lowest", "highest"), CARDS)
def test_the_price_is_within_the_bracket_of_the_card(
    private: str, price: int, paid: int, lowest: int, highest: int
) -> None:
    """One yuan below or above the bracket is refused; its ends are allowed."""
    for asked in (lowest, price, highest):
        table = sale(private)
        table.refused(BuyPrivate(private, lowest - 1), "1888.privates.sale-price-range")
        table.refused(BuyPrivate(private, highest + 1), "1888.privates.sale-price-range")
        table.do(BuyPrivate(private, asked))
        assert (owner(table, private), table.of("c.LYR.cash")) == ("LYR", 500 - asked)
        assert table.of("p.0.cash") == 1000 + asked


@rule("1888.privates.income-start-of-or")
def test_privates_pay_player_or_company_at_the_start_of_each_operating_round() -> None:
    """Before LYR does anything Ann has 5 and LYR 25; in the second round of the set both are paid again."""
    table = Table1888(phase="3")
    table.company("LYR", "Bo", price=95, cash=100, trains=["3"])
    table.private("KT", "Ann")
    table.private("YRF", "LYR")
    table.private("FC", None)
    table.share_round("Ann")
    events = table.do(Pass(), Pass(), Pass())
    paid = [PrivatePaid("Ann", "KT", 5), PrivatePaidCompany("LYR", "YRF", 25)]
    assert [event for event in events if isinstance(event, (PrivatePaid, PrivatePaidCompany))] == paid
    assert (table.of("p.0.cash"), table.of("c.LYR.cash"), table.game.deciding) == (1005, 125, "LYR")
    assert table.of("bank") == 9000 - 3000 - 100 - 30
    again: list[Event] = []
    while PrivatePaid("Ann", "KT", 5) not in again:
        assert table.game.deciding == "LYR"
        again = table.do(Pass())
    assert (table.of("p.0.cash"), table.of("c.LYR.cash")) == (1010, 150)
    assert table.of("round.type") == "Operating"


@rule("1888.privates.company-ability-in-turn")
@pytest.mark.parametrize(("private", "power"), POWERS)
def test_a_power_belongs_to_a_company_that_owns_the_private_in_its_turn(private: str, power: Action) -> None:
    """It is no use to the company of a player who owns it, nor to another company of its owner's director."""
    table = Table1888(phase="3")
    table.company("LYR", "Ann", cash=200)
    table.company("JHR", "Ann", cash=200)
    for holder in ("Ann", "JHR", None):
        table.private(private, holder)
        table.turn("LYR")
        table.refused(power, "1888.privates.company-ability-in-turn")
    table.private(private, "LYR")
    assert power in table.legal()
    table.share_round("Ann")
    table.refused(power, "1888.privates.company-ability-in-turn")


@rule("1888.privates.close-at-phase-5")
def test_all_privates_close_when_the_first_5_train_is_sold() -> None:
    """Those of players, of companies and of nobody close alike, and pay no more."""
    table = Table1888(phase="4")
    table.company("LYR", "Ann", cash=1000, trains=["4"])
    for private, holder in (("KT", "Ann"), ("TA", "Bo"), ("HS", "LYR"), ("GW", "LYR"), ("FC", None)):
        table.private(private, holder)
    table.depot("5", 3)
    table.turn("LYR", "trains", rounds_left=1)
    events = table.do(BuyTrain("5", "bank", 500))
    assert {event.private for event in events if isinstance(event, PrivateClosed)} == {"KT", "TA", "HS", "GW", "FC"}
    assert [owner(table, private) for private, *_ in CARDS] == ["closed"] * 6
    assert (table.of("p.0.certs"), table.of("phase")) == (1, "5")
    assert not {"private_paid", "private_paid_company"}.intersection(table.names(events))
    table.refused(LayTile("B8", "7", 5, "GW"), "1888.privates.close-at-phase-5")
    assert table.legal("buy_private") == []


@rule("1888.privates.close-at-phase-5")
def test_privates_stay_open_through_phase_4() -> None:
    """The first 4-train closes nothing."""
    table = Table1888(phase="3")
    table.company("LYR", "Ann", cash=1000, trains=["3"])
    table.private("KT", "Ann")
    table.depot("4", 5)
    table.turn("LYR", "trains")
    table.do(BuyTrain("4", "bank", 300))
    assert (table.of("phase"), owner(table, "KT")) == ("4", "p0")


@rule(
    "1888.terracotta.tile-lost-on-close",
    "1888.heng-shan.tile-lost-on-close",
    "1888.yanda.tile-lost-on-close",
)
@pytest.mark.parametrize(
    ("private", "power", "tiles", "rule_id"),
    [
        ("TA", XIAN, ["L39"], "1888.terracotta.tile-lost-on-close"),
        ("HS", MOUNTAIN, ["L41"], "1888.heng-shan.tile-lost-on-close"),
        ("YRF", FERRY, ["L40a", "L40b"], "1888.yanda.tile-lost-on-close"),
    ],
)
def test_a_tile_that_was_not_laid_leaves_the_game(private: str, power: Action, tiles: list[str], rule_id: str) -> None:
    """When the private closes its tile goes with it; a tile that lies on the map stays there."""
    for laid in (False, True):
        table = Table1888(phase="4")
        table.company("LYR", cash=1100)
        table.private(private, "LYR")
        table.depot("5", 3)
        table.turn("LYR", "trains")
        assert power in table.legal()
        if laid:
            table.do(power)
        table.do(BuyTrain("5", "bank", 500))
        assert table.legal("buy_train")
        table.refused(power, rule_id)
        assert [supply(table, tile) for tile in tiles] == [0] * len(tiles)
        on_map = [value[0] for key, value in table.game.snapshot().items() if key.startswith("hex.")]
        assert sorted(on_map) == (tiles if laid else [])


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
        assert income(table.do(run("2", "E3-F4-G3-H2"))) == 20 + value


@rule("1888.terracotta.stays-open")
def test_laying_the_red_tile_does_not_close_the_terracotta_army() -> None:
    """LYR owns it still, and is paid by it in the next operating round."""
    table = Table1888(phase="3")
    table.company("LYR", cash=0, trains=["3"])
    table.private("TA", "LYR")
    table.turn("LYR", "privates", rounds_left=1)
    events = table.do(XIAN)
    assert PrivatePaidCompany("LYR", "TA", 10) in events
    assert (owner(table, "TA"), table.of("c.LYR.cash")) == ("LYR", 10)


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
    assert income(table.do(run("2", "E3-F4-G3-H2"))) == 20 + 50


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
    assert (owner(table, "HS"), table.of("hex.C5"), table.of("c.JZR.cash")) == ("JZR", ["9", 1], 0)


@rule("1888.heng-shan.mountain-tile")
def test_the_owner_of_heng_shan_lays_the_mountain_tile() -> None:
    """LYR, far away and without money, lays it for nothing, and its normal tile besides; nobody else may."""
    table = at_heng_shan("LYR")
    table.refused(MOUNTAIN, "1888.privates.company-ability-in-turn")
    table.refused(LayTile("C5", "L41", 0), "1888.track.plain-tile")
    table.turn("LYR")
    table.refused(LayTile("D4", "L41", 0, "HS"), "1888.heng-shan.mountain-tile")
    table.refused(LayTile("C5", "9", 1, "HS"), "1888.heng-shan.mountain-tile")
    table.do(MOUNTAIN)
    assert (table.of("hex.C5"), table.of("c.LYR.cash")) == (["L41", 0], 0)
    assert owner(table, "HS") == "LYR"
    table.do(LayTile("F14", "7", 4))
    assert table.of("hex.F14") == ["7", 4]


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
    assert income(table.do(run("2", "C9-C7-C5"))) == 30
    events = table.do(PayDividend())
    assert HengShanPaid("JZR", 40) in events
    assert (table.of("c.JZR.cash"), table.of("p.0.cash"), table.of("p.1.cash")) == (40, 1006, 1006)
    assert table.of("bank") == bank - 40 - 12


@rule("1888.heng-shan.subsidy-40")
def test_a_train_through_the_mountain_earns_the_same_forty() -> None:
    """From Beijing over the mountain to Taiyuan: 50 of income, and 40."""
    table = with_mountain("3")
    table.turn("JZR", "run")
    assert income(table.do(run("3", "C9-C7-C5 C5-D4-E3"))) == 50
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
    assert owner(table, "GW") == "LYR"


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
    assert income(table.do(run("3", "E17-F16 F16-G15-H14"))) == 30 + 40 + 20 + 20


@rule("1888.yanda.stays-open")
def test_laying_the_ferry_does_not_close_the_private() -> None:
    """LYR owns it still, and is paid by it in the next operating round."""
    table = Table1888(phase="3")
    table.company("LYR", cash=0, trains=["3"])
    table.private("YRF", "LYR")
    table.turn("LYR", "privates", rounds_left=1)
    events = table.do(FERRY)
    assert PrivatePaidCompany("LYR", "YRF", 25) in events
    assert owner(table, "YRF") == "LYR"


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
    assert income(table.do(run("2", "F16-E17"))) == 40 + 30
    assert (table.of("c.LYR.cash"), table.of("c.HJR.cash")) == (0, 0)


# -- Forbidden City --


def with_city() -> Table1888:
    """Ann has the Forbidden City in a stock round; Bo directs JHR, which is at home in Beijing."""
    table = Table1888(phase="3")
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
    assert (table.of("sh.JHR.p0"), table.of("p.0.cash"), owner(table, "FC")) == (10, 1000, "closed")
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
    assert owner(table, "FC") == "LYR"
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.exchange")
    table.share_round("Ann")
    table.refused(TakeShare("JHR", "ipo"), "1888.forbidden-city.lost-if-sold")
    assert table.legal("take_share") == []
