"""IV.3.1. The private companies: owners, sale, income and closing; test_04b has what each of them can do."""

from __future__ import annotations

import pytest

import tielu
from tests.table import rule
from tests.table_1888 import NAMES, Table1888
from tielu.core.actions import Accept, Action, Bid, BuyPrivate, BuyTrain, Decline, LayTile, Pass
from tielu.core.events import Event, PrivateClosed, PrivatePaid
from tielu.titles.t1888n.rules.actions import LayFerry
from tielu.titles.t1888n.rules.events import PrivatePaidCompany

# Private, price, income, and the bracket for a sale to a company.
CARDS = [
    ("KT", 25, 5, 13, 37),
    ("TA", 50, 10, 25, 75),
    ("HS", 75, 15, 38, 112),
    ("GW", 100, 20, 50, 150),
    ("YRF", 125, 25, 63, 187),
    ("FC", 150, 30, 75, 225),
]

XIAN = LayTile("H2", "L39", 5, "TA")
MOUNTAIN = LayTile("C5", "L41", 0, "HS")
WALL = LayTile("C7", "9", 0, "GW")
FERRY = LayFerry()
POWERS: list[tuple[str, Action]] = [("TA", XIAN), ("HS", MOUNTAIN), ("GW", WALL), ("YRF", FERRY)]


def supply(table: Table1888, tile: str) -> int:
    return table.state.supply[table.state.board.tile_index[tile]]


def sale(private: str, phase: str = "3", seller: str = "Ann") -> Table1888:
    """LYR, directed by Ann, with enough money in its turn; somebody has the private."""
    table = Table1888(phase=phase)
    table.company("LYR", "Ann", cash=500, trains=["3"])
    table.private(private, seller)
    table.turn("LYR")
    return table


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
    assert table.owner("KT") == "p0"
    table.do(BuyPrivate("KT", 25))
    assert (table.owner("KT"), table.of("p.0.cash"), table.of("c.LYR.cash")) == ("LYR", 1025, 475)
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
    assert (table.game.actor, table.owner("KT"), table.of("c.LYR.cash")) == ("Bo", "p1", 500)
    table.refused(Pass(), "1888.privates.sale-to-company-from-phase-3")
    table.do(Accept())
    assert (table.owner("KT"), table.of("p.1.cash"), table.of("c.LYR.cash")) == ("LYR", 1030, 470)
    table.do(BuyPrivate("FC", 200), Decline())
    assert (table.owner("FC"), table.of("p.2.cash"), table.of("c.LYR.cash")) == ("p2", 1000, 470)
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
        assert (table.owner(private), table.of("c.LYR.cash")) == ("LYR", 500 - asked)
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
    assert [table.owner(private) for private, *_ in CARDS] == ["closed"] * 6
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
    assert (table.of("phase"), table.owner("KT")) == ("4", "p0")


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
