"""XII. Purchase of shares, and the certificate limit."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, FoundCompany, Pass, SellShares
from tielu.titles.t1880.rules.actions import MergeMoney

PERMITS = {20: "ABC", 30: "BC", 40: "B"}
# Companies that Bo directs, for shares in Ann's hand; WNR, HKR and NXR are left for the case in question.
OTHERS = ("JHA", "JHU", "JGG", "JLR", "BZU", "LHR", "SCR", "CKR")


def give_certificates(table: Table, count: int) -> None:
    """Ann gets so many ordinary shares, at most four of a company, so that Bo directs them all with 40%."""
    for company, name in enumerate(OTHERS):
        shares = min(4, count - 4 * company)
        if shares > 0:
            price = (100, 90)[company // 4]
            table.company(name, director="Bo", percent=40, price=price, trains=["3"], holdings={"Ann": 10 * shares})


def founding(edition: str = "2022", phase: str = "A1", cash: int = 1000) -> Table:
    """A share round with BCR alone in operation; Ann begins."""
    table = Table(edition=edition, phase=phase, cash=cash)
    table.company("BCR", director="Cy", percent=20, price=100, trains=["3"])
    table.share_round()
    return table


# -- the director certificate --


@rule("1880.buy.choose-director-size")
@pytest.mark.parametrize(("percent", "shares_left"), [(20, 8), (30, 7), (40, 6)])
def test_the_buyer_chooses_the_size_of_the_director_certificate(percent: int, shares_left: int) -> None:
    """The certificate is one of 20, 30 or 40%, and ordinary shares make up 100% in play with it."""
    table = founding(phase="B1", cash=2000)
    table.do(FoundCompany("HKR", 100, percent, PERMITS[percent]))
    assert (table.of("sh.HKR.p0"), table.of("c.HKR.prespct"), table.of("p.0.certs")) == (percent, percent, 1)
    for _ in range(shares_left):
        table.do(Pass(), Pass(), BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo")) == (100, None)
    assert table.of("p.0.certs") == 1 + shares_left


@rule("1880.buy.choose-director-size")
@pytest.mark.parametrize(("percent", "above_the_card"), [(20, 3), (30, 2), (40, 1)])
def test_surplus_shares_come_from_above_the_capitalisation_card(percent: int, above_the_card: int) -> None:
    """Before the first 3-train half of the company can be bought, the certificate included."""
    table = founding(cash=2000)
    table.do(FoundCompany("HKR", 100, percent, PERMITS[percent]))
    for _ in range(above_the_card):
        table.do(Pass(), Pass(), BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo")) == (50, 50)
    table.refused(BuyShare("HKR", "bank"), "1880.phase.a1-five-shares")


@rule("1880.buy.choose-director-size")
@pytest.mark.parametrize("percent", [0, 10, 25, 50, 60])
def test_no_other_size_of_director_certificate_exists(percent: int) -> None:
    """Only 20, 30 and 40% can be chosen."""
    table = founding()
    table.refused(FoundCompany("HKR", 70, percent, "ABC"), "1880.buy.choose-director-size")
    assert {offer.to_json()["director_percent"] for offer in table.legal("found_company")} == {20, 30, 40}


@rule("1880.buy.director-cost")
@pytest.mark.parametrize("price", [70, 80, 90, 100])
@pytest.mark.parametrize(("percent", "shares"), [(20, 2), (30, 3), (40, 4)])
def test_the_director_certificate_costs_par_for_each_of_its_shares(price: int, percent: int, shares: int) -> None:
    """Two, three or four times the par price is paid, to the bank."""
    table = founding()
    bank = table.state.bank
    table.do(FoundCompany("HKR", price, percent, PERMITS[percent]))
    assert table.of("p.0.cash") == 1000 - shares * price
    assert table.state.bank == bank + shares * price
    assert table.of("c.HKR.par") == price


@rule("1880.buy.par-values")
def test_par_is_70_80_90_or_100() -> None:
    """These four values are on offer, and nothing else on the chart or off it."""
    table = founding()
    assert {offer.to_json()["price"] for offer in table.legal("found_company")} == {70, 80, 90, 100}
    for price in (0, 60, 65, 75, 85, 95, 105, 110):
        table.refused(FoundCompany("HKR", price, 20, "ABC"), "1880.buy.par-values")


@rule("1880.buy.par-four-each")
@pytest.mark.parametrize("edition", ["2022", "2010"])
@pytest.mark.parametrize("price", [70, 80, 90, 100])
def test_a_par_value_serves_four_companies(edition: str, price: int) -> None:
    """The fourth company may still have it, a fifth may not; another value is open to it."""
    table = founding(edition=edition)
    for name in ("JHA", "JHU", "JGG")[: 2 if price == 100 else 3]:
        table.company(name, director="Bo", price=price, trains=["2"])
    slot = 3 if edition == "2010" else None
    table.do(FoundCompany("HKR", price, 20, "ABC", slot))
    for each in (slot, 0):
        table.refused(FoundCompany("WNR", price, 20, "ABC", each), "1880.buy.par-four-each")
    assert price not in {offer.to_json()["price"] for offer in table.legal("found_company")}
    table.allowed(FoundCompany("WNR", 170 - price, 20, "ABC", slot))


# -- shares --


@rule("1880.buy.current-price")
@pytest.mark.parametrize(("row", "column", "price"), [(1, 8, 125), (8, 0, 40), (0, 13, 200)])
def test_a_share_costs_the_current_price_not_par(row: int, column: int, price: int) -> None:
    """Where the marker stands is what a share costs."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=30, price=90, trains=["3"])
    table.price_at("HKR", row, column)
    table.share_round()
    table.do(BuyShare("HKR", "bank"))
    assert table.of("p.0.cash") == 1000 - price


@rule("1880.buy.current-price")
def test_a_returned_share_costs_the_current_price_like_a_new_one() -> None:
    """Cy sells at 100 and the price falls to 95: returned shares and those never sold cost 95 alike."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Cy": 10, "Ann": 40})
    table.share_round("Cy")
    table.do(SellShares("HKR", 10), Pass())
    table.do(BuyShare("HKR", "bank"), BuyShare("HKR", "bank"))
    assert (table.of("p.0.cash"), table.of("p.1.cash")) == (905, 905)
    assert table.of("sh.HKR.ipo") is None


@rule("1880.buy.sufficient-cash")
def test_a_share_needs_the_cash_for_it() -> None:
    """With 99 a share at 100 cannot be bought, with 100 it can, and nothing is left."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=30, price=100, trains=["3"], holdings={"Ann": 10, "Cy": 10})
    table.cash("Ann", 99)
    table.cash("Cy", 100)
    table.share_round()
    refusal = table.refused(BuyShare("HKR", "bank"), "1880.buy.sufficient-cash")
    assert refusal.params == {"amount": 100, "cash": 99}
    table.do(Pass(), Pass(), BuyShare("HKR", "bank"))
    assert table.of("p.2.cash") == 0


@rule("1880.buy.sufficient-cash", "1880.buy.director-cost")
def test_a_director_certificate_needs_the_cash_for_it() -> None:
    """With 299 three times 100 or four times 80 is too much; three times 90 can be paid."""
    table = founding(phase="B1", cash=299)
    refusal = table.refused(FoundCompany("HKR", 100, 30, "BC"), "1880.buy.sufficient-cash")
    assert refusal.params == {"amount": 300, "cash": 299}
    table.refused(FoundCompany("HKR", 80, 40, "B"), "1880.buy.sufficient-cash")
    table.do(FoundCompany("HKR", 90, 30, "BC"))
    assert table.of("p.0.cash") == 29


@rule("1880.buy.not-after-selling-same")
def test_what_a_player_has_sold_they_may_not_buy_in_the_same_round() -> None:
    """Not in the same turn nor in a later one; other companies and other players are not concerned."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 20})
    table.company("NJR", director="Cy", percent=40, price=90, trains=["3"])
    table.share_round()
    table.do(SellShares("HKR", 10))
    table.refused(BuyShare("HKR", "bank"), "1880.buy.not-after-selling-same")
    table.do(BuyShare("NJR", "bank"), BuyShare("HKR", "bank"), Pass())
    assert table.game.actor == "Ann"
    table.refused(BuyShare("HKR", "bank"), "1880.buy.not-after-selling-same")
    table.allowed(BuyShare("NJR", "bank"))


@rule("1880.buy.not-after-selling-same")
def test_the_right_to_buy_is_back_in_the_next_share_round() -> None:
    """After a share round has closed and the next has begun the seller may buy again."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 20})
    table.share_round()
    table.do(SellShares("HKR", 10), Pass(), Pass(), Pass(), Pass())
    assert table.of("round.type") == "Operating"
    table.share_round()
    table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.p0") == 20


@rule("1880.buy.action-guarantees-turn")
@pytest.mark.parametrize("acts", [[BuyShare("HKR", "bank")], [SellShares("HKR", 10), Pass()]])
def test_acting_guarantees_another_turn(acts: list[BuyShare | SellShares | Pass]) -> None:
    """Cy acts after two passes; when Ann and Bo pass again Cy still has a turn, and can use it."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Cy": 20})
    table.company("NJR", director="Bo", percent=40, price=90, trains=["3"])
    table.share_round()
    table.do(Pass(), Pass(), *acts)
    table.do(Pass(), Pass())
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Cy")
    table.do(BuyShare("NJR", "bank"))
    assert table.of("sh.NJR.p2") == 10
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Ann")


# -- the certificate limit --


@rule(
    "1880.cert.limit-3p",
    "1880.cert.limit-4p",
    "1880.cert.limit-5p",
    "1880.cert.limit-6p",
    "1880.cert.limit-7p",
    "1880.cert.no-more-than-limit",
)
@pytest.mark.parametrize(("players", "limit"), [(3, 20), (4, 16), (5, 14), (6, 12), (7, 11)])
def test_nobody_buys_beyond_the_certificate_limit(players: int, limit: int) -> None:
    """One below the limit a player may buy a share; at the limit neither a share nor a director certificate."""
    table = Table(players=players, phase="B1")
    give_certificates(table, limit - 1)
    table.company("WNR", director="Cy", percent=40, price=70, trains=["3"])
    table.share_round()
    assert (table.of("p.0.certs"), table.of("certlimit")) == (limit - 1, limit)
    table.allowed(FoundCompany("HKR", 70, 20, "BCD"))
    table.do(BuyShare("WNR", "bank"), *[Pass()] * (players - 1))
    assert (table.game.actor, table.of("p.0.certs")) == ("Ann", limit)
    refusal = table.refused(BuyShare("WNR", "bank"), "1880.cert.no-more-than-limit")
    assert refusal.params == {"limit": limit}
    table.refused(FoundCompany("HKR", 70, 20, "BCD"), "1880.cert.no-more-than-limit")
    assert {offer.type for offer in table.legal()} == {"sell_shares", "pass"}


@rule("1880.cert.no-more-than-limit")
def test_who_sells_below_the_limit_may_buy_again() -> None:
    """At the limit a sale makes room for one certificate, in the same turn."""
    table = Table(phase="B1")
    give_certificates(table, 20)
    table.company("WNR", director="Cy", percent=40, price=70, trains=["3"])
    table.share_round()
    table.do(SellShares("JHA", 10), BuyShare("WNR", "bank"))
    assert table.of("p.0.certs") == 20


@rule("1880.cert.privates-exempt")
def test_privates_do_not_count_as_certificates() -> None:
    """All eight privates beside 19 certificates leave room for one more."""
    table = Table(phase="B1")
    give_certificates(table, 19)
    table.company("WNR", director="Cy", percent=40, price=70, trains=["3"])
    for private in ("P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7"):
        table.private(private, "Ann")
    table.share_round()
    assert table.of("p.0.certs") == 19
    table.do(BuyShare("WNR", "bank"))
    assert table.of("p.0.certs") == 20


@rule("1880.cert.fi-exempt")
def test_foreign_investors_do_not_count_as_certificates() -> None:
    """Neither an investor nor the share reserved on its charter counts for its owner."""
    table = Table(phase="B1")
    give_certificates(table, 18)
    table.company("WNR", director="Ann", percent=40, price=70, trains=["3"])
    table.investor("A5", owner="Ann", company="WNR")
    table.share_round()
    assert (table.of("m.5.owner"), table.of("sh.WNR.m5"), table.of("p.0.certs")) == ("p0", 10, 19)
    table.do(BuyShare("WNR", "bank"))
    assert table.of("p.0.certs") == 20


@rule("1880.cert.director-counts-one")
@pytest.mark.parametrize("percent", [20, 30, 40])
def test_a_director_certificate_counts_as_one(percent: int) -> None:
    """Of whatever size it is, it is one certificate, and each share beside it another."""
    table = Table(phase="B1")
    give_certificates(table, 17)
    table.company("WNR", director="Ann", percent=percent, price=70, trains=["3"], holdings={"Ann": 10})
    table.share_round()
    assert table.of("p.0.certs") == 17 + 1 + 1
    table.do(FoundCompany("HKR", 70, percent, PERMITS[percent].replace("ABC", "BCD")))
    assert table.of("p.0.certs") == 20


@rule("1880.cert.director-counts-one")
def test_only_the_director_counts_several_shares_as_one() -> None:
    """Bo holds as much as Ann, the director: his shares count one by one, hers as one and the rest."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=40, trains=["3"], holdings={"Ann": 10, "Bo": 50})
    table.share_round()
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (2, 5)


@rule("1880.cert.hundred-percent-allowed")
def test_one_player_may_hold_a_whole_company() -> None:
    """Ann buys share after share of HKR until she has 100%; no holding is too large on the way."""
    table = Table(phase="B1", cash=2000)
    table.company("HKR", director="Ann", percent=40, price=100, trains=["3"])
    table.share_round()
    for percent in (50, 60, 70, 80, 90, 100):
        table.do(BuyShare("HKR", "bank"), Pass(), Pass())
        assert table.of("sh.HKR.p0") == percent
    assert table.of("sh.HKR.ipo") is None


@rule("1880.cert.over-limit-must-sell")
def test_who_loses_a_directorship_sells_down_to_the_limit() -> None:
    """Ann's 40% certificate becomes four shares, three too many: she must sell three before she may pass or buy."""
    table = Table(phase="B1")
    give_certificates(table, 19)
    table.company("WNR", director="Ann", percent=40, price=70, trains=["3"], holdings={"Bo": 40})
    table.share_round("Bo")
    assert table.of("p.0.certs") == 20
    table.do(BuyShare("WNR", "bank"), Pass())
    assert (table.of("c.WNR.pres"), table.of("p.0.certs"), table.game.actor) == ("p1", 23, "Ann")
    for certificates, sale in ((23, SellShares("WNR", 20)), (21, SellShares("JHA", 10))):
        assert table.of("p.0.certs") == certificates
        refusal = table.refused(Pass(), "1880.cert.over-limit-must-sell")
        assert refusal.params == {"limit": 20}
        table.refused(BuyShare("BZU", "bank"), "1880.cert.no-more-than-limit")
        table.do(sale)
    assert (table.of("p.0.certs"), table.game.actor) == (20, "Ann")
    table.do(Pass())
    assert table.game.actor == "Bo"


@rule("1880.cert.over-limit-must-sell")
def test_the_duty_to_sell_waits_for_the_players_own_turn() -> None:
    """Bo takes the directorship when Ann's turn is over: Cy acts freely before her, and she is over the limit."""
    table = Table(phase="B1")
    give_certificates(table, 19)
    table.company("WNR", director="Ann", percent=40, price=70, trains=["3"], holdings={"Bo": 40})
    table.share_round("Bo")
    table.do(BuyShare("WNR", "bank"))
    assert (table.game.actor, table.of("p.0.certs")) == ("Cy", 23)
    table.allowed(Pass())
    table.allowed(FoundCompany("HKR", 80, 20, "BCD"))


@rule("1880.cert.over-limit-must-sell")
def test_a_share_from_a_merger_is_kept_until_the_next_own_turn() -> None:
    """The reserved share comes in at the limit; in the next share round one certificate must go (ruling 4.25)."""
    table = Table(phase="B1")
    give_certificates(table, 19)
    table.company("NXR", director="Ann", percent=40, price=70, trains=["3"])
    table.investor("A3", owner="Ann", company="NXR")
    for hex_name, tile, rotation in (("H6", "57", 2), ("I7", "8", 0), ("J6", "57", 0)):
        table.tile(hex_name, tile, rotation)
    table.turn("A3", "merger")
    table.do(MergeMoney("owner"))
    assert (table.of("sh.NXR.p0"), table.of("p.0.certs")) == (50, 21)
    table.share_round()
    table.refused(Pass(), "1880.cert.over-limit-must-sell")
    table.do(SellShares("NXR", 10))
    table.allowed(Pass())


def over_the_limit_with_directed_companies(phase: str) -> Table:
    """Ann has 24 certificates, all of companies that she directs."""
    table = Table(phase=phase)
    for name, price in (("HKR", 100), ("NJR", 90), ("WNR", 80)):
        table.company(name, director="Ann", percent=30, price=price, trains=["4"], holdings={"Ann": 70})
    table.share_round()
    assert table.of("p.0.certs") == 24
    return table


@rule("1880.cert.over-limit-must-sell")
def test_a_director_over_the_limit_sells_shares_of_directed_companies() -> None:
    """Before the takeover nothing stands in the way of the sale."""
    table = over_the_limit_with_directed_companies("B2")
    table.refused(Pass(), "1880.cert.over-limit-must-sell")
    table.do(SellShares("HKR", 40))
    table.allowed(Pass())


@rule("1880.cert.over-limit-must-sell")
def test_who_may_not_sell_need_not() -> None:
    """During the takeover directors sell nothing: Ann is passed over, or may pass, over the limit (ruling 4.26)."""
    table = over_the_limit_with_directed_companies("B3")
    assert table.game.actor == "Bo"
    table.debt("Ann", 100)
    table.share_round()
    assert {offer.type for offer in table.legal()} == {"repay_debt", "pass"}
    table.do(Pass())
    assert (table.game.actor, table.of("p.0.certs")) == ("Bo", 24)


@rule("1880.cert.over-limit-must-sell")
def test_what_may_be_sold_is_sold_during_the_takeover() -> None:
    """Ann must sell the one share of a company that she does not direct, and may then pass over the limit."""
    table = Table(phase="B3")
    for name, price in (("HKR", 100), ("NJR", 90), ("WNR", 80)):
        table.company(name, director="Ann", percent=30, price=price, trains=["4"], holdings={"Ann": 70})
    table.company("NXR", director="Bo", percent=40, price=70, trains=["4"], holdings={"Ann": 10})
    table.share_round()
    table.refused(Pass(), "1880.cert.over-limit-must-sell")
    table.refused(SellShares("HKR", 10), "1880.communist.director-cannot-sell")
    table.do(SellShares("NXR", 10))
    assert (table.game.actor, table.of("p.0.certs")) == ("Bo", 24)
