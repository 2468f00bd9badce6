"""VII.1 to VII.4. The stock round: turns, priority, the certificate limit and the sale of shares."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Action, Bid, BuyShare, BuyTrain, FoundCompany, Pass, PayDividend, SellShares
from tielu.core.bank import all_money
from tielu.core.events import RoundBegan, SharesSold
from tielu.titles.t1888n.rules.actions import TakeShare
from tielu.titles.t1888n.rules.operating_round import Cycle, OperatingRound

LIMITS = pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
OTHERS = ("SSL", "CDL", "HJR", "TJL", "JZR", "ZDR")


def give_certificates(table: Table1888, count: int) -> None:
    """Ann directs companies, five certificates of each and the rest of the last, until she has so many."""
    for company in OTHERS:
        here = min(count, 5)
        if here:
            table.company(company, floated=False, holdings={"Ann": 10 * (here - 1)})
        count -= here
    assert count == 0


def two_companies(cash: int = 1000) -> Table1888:
    """Ann directs LYR with half of it, Bo directs CDL; it is Ann's turn in a stock round."""
    table = Table1888(cash=cash)
    table.company("LYR", holdings={"Ann": 30, "Cy": 10})
    table.company("CDL", "Bo", holdings={"Ann": 20})
    table.share_round("Ann")
    return table


def pass_round(table: Table1888) -> None:
    """All pass until the round ends."""
    for _ in table.game.players:
        table.do(Pass())


# -- VII.1 --


@rule("1888.sr.turn-options")
def test_turn_is_any_sales_and_then_one_purchase() -> None:
    """Ann sells twice and buys once; only the purchase ends her turn."""
    table = two_companies()
    table.do(SellShares("LYR", 10))
    assert table.game.actor == "Ann"
    table.do(SellShares("CDL", 20))
    assert table.game.actor == "Ann"
    table.do(FoundCompany("TJL", 70, 20))
    assert table.game.actor == "Bo"
    assert (table.of("sh.LYR.p0"), table.of("sh.CDL.p0"), table.of("sh.TJL.p0")) == (40, None, 20)


@rule("1888.sr.turn-options")
def test_either_part_of_a_turn_may_be_left_out() -> None:
    """A player may only sell, only buy, or pass at once."""
    table = two_companies()
    table.do(SellShares("LYR", 10), Pass())
    assert table.game.actor == "Bo"
    table.do(BuyShare("LYR", "ipo"))
    assert table.game.actor == "Cy"
    table.do(Pass())
    assert table.game.actor == "Ann"


@rule("1888.sr.turn-options")
def test_nothing_but_shares_is_traded_in_a_stock_round() -> None:
    """Trains are for the turns of companies."""
    table = two_companies()
    table.refused(BuyTrain("2", "bank", 80), "1888.sr.turn-options")
    assert {offer.type for offer in table.legal()} == {"buy_share", "found_company", "sell_shares", "pass"}


@rule("1888.sr.only-with-bank")
def test_shares_change_hands_only_with_the_bank() -> None:
    """No player sells to another: the sources are IPO and pool, and what is sold lies in the pool."""
    table = two_companies()
    table.refused(BuyShare("LYR", "Cy"), "1888.sr.only-with-bank")
    table.refused(BuyShare("LYR", "p2"), "1888.sr.only-with-bank")
    table.refused(SellShares("LYR", 60), "1888.sr.only-with-bank")
    assert {offer.to_json()["source"] for offer in table.legal("buy_share")} == {"ipo"}
    table.do(SellShares("LYR", 20))
    assert (table.of("sh.LYR.p1"), table.of("sh.LYR.p2"), table.of("sh.LYR.pool")) == (None, 10, 20)


@rule("1888.sr.pass-not-final")
def test_who_has_passed_may_act_later() -> None:
    """Ann and Bo pass, Cy buys, Ann passes again: Bo's next turn is a full one, and so is Ann's after it."""
    table = two_companies()
    table.do(Pass(), Pass(), BuyShare("LYR", "ipo"), Pass())
    assert table.game.actor == "Bo"
    table.do(BuyShare("CDL", "ipo"), Pass())
    assert table.game.actor == "Ann"
    table.do(SellShares("LYR", 10), BuyShare("CDL", "ipo"))
    assert (table.of("sh.LYR.p0"), table.of("sh.CDL.p0"), table.of("sh.CDL.p1")) == (40, 30, 30)


# -- VII.2 --


@rule("1888.sr.priority-starts")
def test_holder_of_the_priority_deal_starts_and_play_is_clockwise() -> None:
    """Bo has the priority deal when the operating rounds end; Cy and Ann follow him."""
    table = Table1888()
    table.state.priority = table.player("Bo")
    table.state.stack = (Cycle(0), OperatingRound(frozenset()))
    table.settle()
    actors = []
    for _ in range(3):
        actors.append(table.game.actor)
        table.do(FoundCompany(OTHERS[len(actors)], 70, 20))
    assert actors == ["Bo", "Cy", "Ann"]


@rule("1888.sr.ends-all-pass")
def test_round_ends_when_all_have_passed_in_sequence() -> None:
    """Two passes and a purchase begin the count anew: the purchaser has to pass too."""
    table = two_companies()
    table.do(Pass(), Pass(), BuyShare("LYR", "ipo"), Pass(), Pass())
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Cy")
    assert RoundBegan("operating") in table.do(Pass())
    assert table.of("round.type") == "Operating"


@rule("1888.sr.ends-all-pass")
def test_sale_without_a_purchase_is_no_pass() -> None:
    """After Ann's sale all three have to pass, not only the other two."""
    table = two_companies()
    table.do(SellShares("LYR", 10), Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Ann")
    table.do(Pass())
    assert table.of("round.type") == "Operating"


@rule("1888.sr.priority-next")
@pytest.mark.parametrize(
    ("turns", "priority"),
    [
        ((BuyShare("CDL", "ipo"),), 1),
        ((BuyShare("CDL", "ipo"), BuyShare("LYR", "ipo")), 2),
        ((Pass(), Pass(), SellShares("LYR", 10), Pass()), 0),
        ((SellShares("LYR", 10), Pass()), 1),
    ],
)
def test_priority_goes_left_of_the_last_to_sell_or_buy(turns: tuple[Action, ...], priority: int) -> None:
    """Whoever sits left of the last player with a sale or a purchase has the priority deal."""
    table = two_companies()
    table.do(*turns)
    pass_round(table)
    assert (table.of("round.type"), table.of("priority")) == ("Operating", priority)


@rule("1888.sr.priority-next")
def test_priority_stays_when_nobody_acts() -> None:
    """A round of passes leaves the priority deal with Cy."""
    table = two_companies()
    table.share_round("Cy")
    pass_round(table)
    assert table.of("priority") == 2


# -- VII.3 --


@rule(
    "1888.cert.limit-2p",
    "1888.cert.limit-3p",
    "1888.cert.limit-4p",
    "1888.cert.limit-5p",
    "1888.cert.limit-6p",
)
@LIMITS
def test_limit_by_number_of_players(players: int, limit: int) -> None:
    """One certificate below the limit Ann may buy the last; at the limit she may not."""
    table = Table1888(players)
    give_certificates(table, limit - 1)
    table.company("LYR", "Bo", floated=False)
    table.share_round("Ann")
    assert (table.of("p.0.certs"), table.of("certlimit")) == (limit - 1, limit)
    table.do(BuyShare("LYR", "ipo"))
    assert table.of("p.0.certs") == limit
    table.share_round("Ann")
    refusal = table.refused(BuyShare("LYR", "ipo"), "1888.cert.not-exceed")
    assert refusal.params["limit"] == limit


@rule("1888.cert.not-exceed")
def test_player_at_the_limit_buys_no_certificate_of_any_kind() -> None:
    """Neither a share from IPO or pool nor a director certificate; after a sale there is room for one."""
    table = Table1888()
    give_certificates(table, 20)
    table.company("LYR", "Bo", floated=False, in_pool=10)
    table.share_round("Ann")
    purchases = (BuyShare("LYR", "ipo"), BuyShare("LYR", "pool"), FoundCompany("JHR", 70, 20))
    for purchase in purchases:
        table.refused(purchase, "1888.cert.not-exceed")
    assert table.legal("buy_share") + table.legal("found_company") == []
    table.do(SellShares("SSL", 10))
    assert all(purchase in table.game.legal_actions() for purchase in purchases)


@rule("1888.cert.director-one")
def test_director_certificate_counts_one() -> None:
    """Its 20% are one certificate, two ordinary shares are two."""
    table = Table1888()
    table.company("LYR", holdings={"Bo": 20})
    table.share_round("Ann")
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (1, 2)
    table.company("CDL", holdings={"Ann": 30})
    assert table.of("p.0.certs") == 5


@rule("1888.cert.private-one")
def test_private_counts_one() -> None:
    """With 19 certificates and a private Ann is at her limit; a private of a company is nobody's certificate."""
    table = Table1888()
    give_certificates(table, 19)
    table.company("LYR", "Bo")
    table.private("KT", "LYR")
    table.share_round("Ann")
    assert table.of("p.0.certs") == 19
    assert BuyShare("LYR", "ipo") in table.game.legal_actions()
    table.private("KT", "Ann")
    assert table.of("p.0.certs") == 20
    table.refused(BuyShare("LYR", "ipo"), "1888.cert.not-exceed")


RED_SPACES = {(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2), (8, 0), (8, 1), (8, 2), (8, 3)}


@rule("1888.cert.red-zone-exempt")
def test_red_area_is_the_lower_left_corner() -> None:
    """Shares count on every space but those that are red on the board."""
    table = Table1888()
    table.company("LYR", holdings={"Bo": 20})
    table.share_round("Ann")
    exempt = set()
    ends = ((2, 18), (1, 18), (0, 15), (0, 12), (0, 10), (0, 8), (0, 7), (0, 6), (0, 5))
    for row, column in ((row, column) for row, (start, end) in enumerate(ends) for column in range(start, end)):
        table.price_at("LYR", row, column)
        if not table.of("p.1.certs"):
            exempt.add((row, column))
    assert exempt == RED_SPACES


@rule("1888.cert.red-zone-exempt")
def test_shares_in_the_red_area_may_be_bought_beyond_the_limit() -> None:
    """At the limit Ann buys LYR for 60 from the pool and more from the IPO; only the 60% limit stands against JHR."""
    table = Table1888()
    give_certificates(table, 20)
    table.company("LYR", "Bo", floated=False, in_pool=30)
    table.price_at("LYR", 5, 0)
    table.share_round("Ann")
    table.do(BuyShare("LYR", "pool"), Pass(), Pass())
    assert (table.of("p.0.certs"), table.of("sh.LYR.p0"), table.of("p.0.cash")) == (20, 10, 940)
    for _ in range(2):
        table.do(BuyShare("LYR", "ipo"), Pass(), Pass())
    table.company("JHR", "Ann", holdings={"Ann": 40})
    table.price_at("JHR", 8, 0)
    assert table.of("p.0.certs") == 20
    table.refused(BuyShare("JHR", "ipo"), "1888.buy.max-60-percent")


@rule("1888.cert.red-zone-exempt", "1888.cert.over-limit-sell")
def test_shares_count_again_when_the_price_leaves_the_red_area() -> None:
    """CDL pays a dividend and leaves the red area: in her next stock round turn Ann has to sell."""
    table = Table1888()
    for company in ("LYR", "TJL", "JZR", "HJR"):
        table.company(company, floated=False, holdings={"Ann": 40})
    table.company("CDL", trains=["2"], holdings={"Ann": 20})
    table.price_at("CDL", 5, 0)
    table.turn("CDL", "run")
    assert table.of("p.0.certs") == 20
    table.do(table.legal("run_trains")[0], PayDividend())
    assert (table.of("c.CDL.rc"), table.of("p.0.certs")) == ([5, 1], 23)
    table.share_round("Ann")
    table.refused(Pass(), "1888.cert.over-limit-sell")


@rule("1888.cert.over-limit-sell")
def test_player_over_the_limit_sells_until_within_it() -> None:
    """With 22 of 20 certificates Ann may neither pass nor buy before she has sold two; then she is free again."""
    table = Table1888()
    give_certificates(table, 20)
    table.private("KT", "Ann")
    table.private("TA", "Ann")
    table.share_round("Ann")
    assert {offer.type for offer in table.legal()} == {"sell_shares"}
    table.refused(FoundCompany("LYR", 70, 20), "1888.cert.over-limit-sell")
    table.do(SellShares("SSL", 10))
    table.refused(Pass(), "1888.cert.over-limit-sell")
    table.do(SellShares("SSL", 10))
    assert table.of("p.0.certs") == 20
    table.refused(FoundCompany("LYR", 70, 20), "1888.cert.not-exceed")
    table.do(Pass())
    assert table.game.actor == "Bo"


def all_pools_full() -> Table1888:
    """Ann has half of five companies and a private, 21 certificates; the other halves lie in the pool."""
    table = Table1888()
    for company in OTHERS[:5]:
        table.company(company, holdings={"Ann": 30}, in_pool=50)
    table.private("KT", "Ann")
    return table


@rule("1888.cert.over-limit-sell")
def test_player_over_the_limit_with_nothing_to_sell_is_passed_over() -> None:
    """The pool is full of each of Ann's companies (ruling 8.28)."""
    table = all_pools_full()
    table.share_round("Ann")
    assert table.game.actor == "Bo"
    assert table.of("p.0.certs") == 21


@rule("1888.cert.over-limit-sell")
def test_shares_in_the_red_area_need_not_be_sold() -> None:
    """Ann could sell ZDR, but shares in the red area do not count, so that would not help."""
    table = all_pools_full()
    table.company("ZDR", "Bo", holdings={"Ann": 10})
    table.price_at("ZDR", 7, 0)
    table.share_round("Ann")
    assert (table.game.actor, table.of("p.0.certs")) == ("Ann", 21)
    assert SellShares("ZDR", 10) in table.legal()
    table.do(Pass())
    assert (table.game.actor, table.of("sh.ZDR.p0")) == ("Bo", 10)


# -- VII.4 --


@rule("1888.sell.not-first-sr")
def test_no_sales_in_the_first_stock_round() -> None:
    """Before the first ordinary operating round nothing is sold, even if the privates have paid (ruling 8.36)."""
    table = Table1888()
    table.auction("Ann")
    table.do(Bid("KT", 25))
    assert RoundBegan("operating") in table.do(Pass(), Pass(), Pass())
    prices = {"TA": 50, "HS": 75, "GW": 100, "YRF": 125, "FC": 150}
    table.do(*(Bid(private, price) for private, price in prices.items()))
    assert table.of("round.type") == "Stock"
    founder = table.game.actor
    table.do(FoundCompany("LYR", 70, 20), Pass(), Pass(), BuyShare("LYR", "ipo"), Pass(), Pass())
    assert table.game.actor == founder
    table.refused(SellShares("LYR", 10), "1888.sell.not-first-sr")
    assert table.legal("sell_shares") == []
    pass_round(table)
    assert table.of("round.type") == "Stock"
    table.share_round(str(founder))
    assert SellShares("LYR", 10) in table.legal()


@rule("1888.sell.director-cert-never")
def test_director_certificate_does_not_go_to_the_bank() -> None:
    """Ann keeps 20% of LYR while nobody else has as much; when Bo has, he takes the certificate for his shares."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 10, "Bo": 10})
    table.share_round("Ann")
    table.refused(SellShares("LYR", 20), "1888.sell.director-cert-never")
    table.refused(SellShares("LYR", 30), "1888.sell.director-cert-never")
    table.do(Pass(), BuyShare("LYR", "ipo"), Pass(), SellShares("LYR", 30))
    assert (table.of("c.LYR.pres"), table.of("sh.LYR.p1"), table.of("sh.LYR.pool")) == ("p1", 20, 30)
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (0, 1)


@rule("1888.sell.pool-max-five")
def test_pool_takes_five_certificates_of_a_company() -> None:
    """With three of LYR in the pool Ann may sell two, not three; CDL is counted apart."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 30}, in_pool=30)
    table.company("CDL", "Bo", holdings={"Ann": 20})
    table.share_round("Ann")
    table.refused(SellShares("LYR", 30), "1888.sell.pool-max-five")
    table.do(SellShares("LYR", 20))
    table.refused(SellShares("LYR", 10), "1888.sell.pool-max-five")
    table.do(SellShares("CDL", 20))
    assert (table.of("sh.LYR.pool"), table.of("sh.CDL.pool")) == (50, 20)


@rule("1888.sell.to-pool")
def test_sold_shares_lie_in_the_pool() -> None:
    """They go to the pool, not back to the IPO."""
    table = two_companies()
    table.do(SellShares("LYR", 30))
    assert (table.of("sh.LYR.pool"), table.of("sh.LYR.ipo"), table.of("sh.LYR.p0")) == (30, 40, 20)


@rule("1888.sell.price-current", "1888.sell.price-drop-each")
def test_three_shares_at_95_bring_285_and_the_price_falls_to_80() -> None:
    """The example of the book: all shares of one sale at the price before it, and one space down for each."""
    table = two_companies(cash=0)
    money, bank = all_money(table.state), table.of("bank")
    events = table.do(SellShares("LYR", 30))
    assert SharesSold("Ann", "LYR", 30, 285) in events
    assert (table.of("p.0.cash"), table.of("bank")) == (285, bank - 285)
    assert all_money(table.state) == money
    assert (table.of("c.LYR.price"), table.of("c.LYR.rc")) == (80, [4, 3])


@rule("1888.sell.price-current")
def test_price_on_the_board_counts_not_par() -> None:
    """LYR was founded at 95 and stands at 160."""
    table = two_companies(cash=0)
    table.price_at("LYR", 1, 9)
    table.do(SellShares("LYR", 10))
    assert table.of("p.0.cash") == 160


@rule("1888.sell.order-chosen", "1888.sell.price-drop-each")
@pytest.mark.parametrize("order", [("LYR", "CDL", "LYR"), ("CDL", "LYR", "LYR"), ("LYR", "LYR", "CDL")])
def test_seller_chooses_the_order_of_sales(order: tuple[str, ...]) -> None:
    """Sales of two companies may alternate; each sale is at the price that the one before has left."""
    table = two_companies(cash=0)
    table.do(*(SellShares(company, 10) for company in order))
    assert table.of("p.0.cash") == 95 + 90 + 95
    assert (table.of("c.LYR.price"), table.of("c.CDL.price")) == (85, 90)


@rule("1888.sell.price-drop-each")
def test_price_falls_after_a_change_of_director_too() -> None:
    """Ann sells 40% of LYR; Bo takes over a company that is four spaces lower."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 30, "Bo": 20})
    table.share_round("Ann")
    table.do(SellShares("LYR", 40))
    assert (table.of("c.LYR.rc"), table.of("c.LYR.pres")) == ([5, 3], "p1")


@rule("1888.sr.turn-options")
def test_forbidden_city_share_is_the_purchase_of_the_turn() -> None:
    """Taking a share with the Forbidden City ends the turn like any purchase."""
    table = Table1888()
    table.company("JHR", "Bo")
    table.private("FC", "Ann")
    table.share_round("Ann")
    table.do(TakeShare("JHR", "ipo"))
    assert (table.game.actor, table.of("sh.JHR.p0")) == ("Bo", 10)
