"""VII.5 to VII.7. The purchase of shares, the inauguration of a company and the change of director."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import BuyShare, BuyTrain, FoundCompany, Pass, SellShares
from tielu.core.bank import all_money
from tielu.core.events import CompanyFloated, DirectorChanged, ShareBought

PAR_SPACES = {95: [1, 3], 90: [2, 3], 85: [3, 3], 80: [4, 3], 75: [5, 3], 70: [6, 3]}


def lyr(cash: int = 1000, floated: bool = True) -> Table1888:
    """Bo directs LYR, founded at 95, which stands at 120; two shares are in the pool and Ann may buy."""
    table = Table1888(cash=cash)
    table.company("LYR", "Bo", floated=floated, in_pool=20)
    table.price_at("LYR", 1, 6)
    table.share_round("Ann")
    return table


# -- VII.5 --


@rule("1888.buy.what")
def test_one_buys_a_share_of_a_company_on_the_board_or_a_new_director_certificate() -> None:
    """No second director certificate of LYR, no share that is not there, and no ordinary share of JHR before it."""
    table = lyr()
    table.refused(FoundCompany("LYR", 95, 20), "1888.buy.what")
    table.refused(BuyShare("XYZ", "ipo"), "1888.buy.what")
    offers = {(offer.to_json()["company"], offer.to_json()["source"]) for offer in table.legal("buy_share")}
    assert offers == {("LYR", "ipo"), ("LYR", "pool")}
    founding = {offer.to_json()["company"] for offer in table.legal("found_company")}
    assert founding == {"JHR", "SSL", "CDL", "HJR", "TJL", "JZR", "ZDR"}
    table.do(BuyShare("LYR", "pool"), BuyShare("LYR", "pool"))
    table.refused(BuyShare("LYR", "pool"), "1888.buy.what")
    assert BuyShare("LYR", "ipo") in table.legal()


@rule("1888.buy.what")
def test_share_bought_is_ten_percent() -> None:
    """One purchase is one ordinary share."""
    table = lyr()
    table.do(BuyShare("LYR", "ipo"))
    assert (table.of("sh.LYR.p0"), table.of("sh.LYR.ipo"), table.of("sh.LYR.pool")) == (10, 50, 20)


@rule("1888.buy.ipo-par", "1888.buy.pool-current")
@pytest.mark.parametrize(("source", "price"), [("ipo", 95), ("pool", 120)])
def test_ipo_sells_at_par_and_pool_at_the_current_price(source: str, price: int) -> None:
    """LYR was founded at 95 and stands at 120."""
    table = lyr()
    assert ShareBought("Ann", "LYR", price) in table.do(BuyShare("LYR", source))
    assert table.of("p.0.cash") == 1000 - price


@rule("1888.buy.paid-to-bank")
@pytest.mark.parametrize(
    ("purchase", "price"),
    [(BuyShare("LYR", "ipo"), 95), (BuyShare("LYR", "pool"), 120), (FoundCompany("TJL", 80, 20), 160)],
)
def test_price_goes_to_the_bank(purchase: BuyShare | FoundCompany, price: int) -> None:
    """Neither the company nor another player has any of it."""
    table = lyr()
    bank, money = table.of("bank"), all_money(table.state)
    table.do(purchase)
    assert (table.of("bank"), table.of("p.0.cash")) == (bank + price, 1000 - price)
    assert (table.of(f"c.{purchase.company}.cash"), table.of("p.1.cash")) == (0, 1000)
    assert all_money(table.state) == money


@rule("1888.buy.sufficient-cash")
def test_buyer_needs_the_cash() -> None:
    """With 119 Ann may pay 95, not 120; with 94 nothing; money of her sales counts."""
    table = lyr(cash=119)
    table.refused(BuyShare("LYR", "pool"), "1888.buy.sufficient-cash")
    assert BuyShare("LYR", "ipo") in table.legal()
    table.refused(FoundCompany("TJL", 70, 20), "1888.buy.sufficient-cash")
    table.company("CDL", "Cy", price=70, holdings={"Ann": 10})
    table.cash("Ann", 94)
    table.refused(BuyShare("LYR", "ipo"), "1888.buy.sufficient-cash")
    table.do(SellShares("CDL", 10), BuyShare("LYR", "ipo"))
    assert table.of("p.0.cash") == 94 + 70 - 95


@rule("1888.buy.max-60-percent")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_nobody_has_more_than_60_percent(source: str) -> None:
    """Ann may buy her sixth share of LYR, not a seventh."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 30}, in_pool=20)
    table.share_round("Ann")
    table.do(BuyShare("LYR", source), Pass(), Pass())
    assert (table.of("sh.LYR.p0"), table.game.actor) == (60, "Ann")
    table.refused(BuyShare("LYR", source), "1888.buy.max-60-percent")


@rule("1888.buy.not-after-selling-same")
def test_who_has_sold_buys_no_more_of_it_in_this_round() -> None:
    """Neither in the same turn nor later; other companies and other players are free, and so is the next round."""
    table = lyr(floated=False)
    table.company("CDL", "Cy", floated=False, holdings={"Ann": 20})
    table.do(SellShares("CDL", 10))
    for source in ("ipo", "pool"):
        table.refused(BuyShare("CDL", source), "1888.buy.not-after-selling-same")
    table.do(BuyShare("LYR", "pool"), BuyShare("CDL", "pool"), Pass())
    assert table.game.actor == "Ann"
    table.refused(BuyShare("CDL", "ipo"), "1888.buy.not-after-selling-same")
    table.do(Pass(), Pass())
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Cy")
    table.do(Pass(), BuyShare("CDL", "ipo"))
    assert table.of("sh.CDL.p0") == 20


# -- VII.6 --


@rule("1888.float.director-first")
def test_company_starts_with_its_director_certificate() -> None:
    """Before it no share of TJL can be had; it costs twice the chosen price and makes Ann director."""
    table = Table1888()
    table.share_round("Ann")
    table.refused(BuyShare("TJL", "ipo"), "1888.float.director-first")
    table.do(FoundCompany("TJL", 85, 20))
    assert (table.of("p.0.cash"), table.of("sh.TJL.p0"), table.of("c.TJL.pres")) == (830, 20, "p0")
    table.do(BuyShare("TJL", "ipo"))
    assert (table.of("p.1.cash"), table.of("sh.TJL.p1")) == (915, 10)


@rule("1888.float.par-values")
def test_initial_price_is_one_of_the_orange_spaces() -> None:
    """70, 75, 80, 85, 90 and 95 are offered for each company and nothing else is accepted."""
    table = Table1888()
    table.share_round("Ann")
    prices = [offer.to_json()["price"] for offer in table.legal("found_company") if "LYR" in offer.to_json().values()]
    assert sorted(prices) == [70, 75, 80, 85, 90, 95]
    for price in (65, 72, 100):
        table.refused(FoundCompany("LYR", price, 20), "1888.float.par-values")


@rule("1888.float.markers")
@pytest.mark.parametrize("price", sorted(PAR_SPACES))
def test_markers_show_price_and_par(price: int) -> None:
    """The marker lies on the orange space of that price, and the par value is kept."""
    table = Table1888()
    table.share_round("Ann")
    table.do(FoundCompany("TJL", price, 20))
    assert (table.of("c.TJL.rc"), table.of("c.TJL.price")) == (PAR_SPACES[price], price)
    assert table.of("c.TJL.par") == price


@rule("1888.float.markers")
def test_several_companies_may_have_the_same_par() -> None:
    """The second goes under the first (ruling 8.1); permits and slots are of another game."""
    table = Table1888()
    table.share_round("Ann")
    table.refused(FoundCompany("TJL", 90, 20, slot=1), "1888.float.markers")
    table.do(FoundCompany("TJL", 90, 20), FoundCompany("HJR", 90, 20))
    assert (table.of("c.TJL.cellpos"), table.of("c.HJR.cellpos")) == (0, 1)


@rule("1888.float.sixty-percent")
def test_company_floats_with_the_sixth_share() -> None:
    """At 50% LYR has not floated; at 60% it has."""
    table = Table1888()
    table.company("LYR", floated=False, holdings={"Ann": 20})
    table.share_round("Bo")
    assert "company_floated" not in table.names(table.do(BuyShare("LYR", "ipo")))
    assert table.of("c.LYR.floated") is False
    events = table.do(BuyShare("LYR", "ipo"))
    assert "company_floated" in table.names(events)
    assert table.of("c.LYR.floated") is True


@rule("1888.float.sixty-percent")
def test_shares_in_the_pool_have_been_sold() -> None:
    """A share sold back before and after floating changes nothing; buying it from the pool is no new sale."""
    table = Table1888()
    table.company("LYR", floated=False, holdings={"Ann": 30})
    table.share_round("Ann")
    table.do(SellShares("LYR", 20), Pass(), BuyShare("LYR", "pool"))
    assert table.of("c.LYR.floated") is False
    table.do(BuyShare("LYR", "ipo"))
    assert (table.of("c.LYR.floated"), table.of("sh.LYR.pool"), table.of("sh.LYR.ipo")) == (True, 10, 40)
    table.do(SellShares("LYR", 10))
    assert (table.of("c.LYR.floated"), table.of("sh.LYR.pool")) == (True, 20)


@rule("1888.float.operates-next-or")
def test_floated_company_operates_in_the_next_operating_round() -> None:
    """LYR, floated in this stock round, operates; JHR, dearer but not floated, does not."""
    table = Table1888()
    table.company("LYR", price=70, floated=False, holdings={"Ann": 30})
    table.company("JHR", "Bo", price=95, floated=False, holdings={"Bo": 30})
    table.share_round("Cy")
    table.do(BuyShare("LYR", "ipo"), Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.deciding, table.game.actor) == ("Operating", "LYR", "Ann")
    assert (table.of("c.LYR.tokens"), table.of("c.JHR.tokens")) == ([["F16", 0]], [])
    table.do(Pass(), BuyTrain("2", "bank", 80), Pass())
    assert (table.of("round.type"), table.of("c.JHR.tokens")) == ("Stock", [])


@rule("1888.float.full-capital")
@pytest.mark.parametrize("par", [70, 85, 95])
def test_floating_brings_ten_times_the_initial_price(par: int) -> None:
    """The bank pays it at once, by par and not by the price on the board, and only once."""
    table = Table1888()
    table.company("LYR", price=par, floated=False, holdings={"Ann": 30})
    table.price_at("LYR", 1, 6)
    table.share_round("Bo")
    bank = table.of("bank")
    assert CompanyFloated("LYR", 10 * par) in table.do(BuyShare("LYR", "ipo"))
    assert (table.of("c.LYR.cash"), table.of("bank")) == (10 * par, bank + par - 10 * par)
    table.do(BuyShare("LYR", "ipo"))
    assert table.of("c.LYR.cash") == 10 * par


# -- VII.7 --


@rule("1888.director.change-more")
def test_more_shares_than_the_director_by_purchase() -> None:
    """Bo's third share makes him equal to Ann; with the fourth he is director."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 10, "Bo": 20})
    table.share_round("Bo")
    table.do(BuyShare("LYR", "ipo"))
    assert (table.of("sh.LYR.p1"), table.of("c.LYR.pres")) == (30, "p0")
    table.do(Pass(), Pass())
    assert DirectorChanged("LYR", "Bo") in table.do(BuyShare("LYR", "ipo"))
    assert table.of("c.LYR.pres") == "p1"


@rule("1888.director.change-more")
def test_more_shares_than_the_director_by_sale() -> None:
    """Ann sells down to Bo's 20% and stays; one more and he is director."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 10, "Bo": 20})
    table.share_round("Ann")
    table.do(SellShares("LYR", 10))
    assert (table.of("sh.LYR.p0"), table.of("c.LYR.pres")) == (20, "p0")
    table.do(SellShares("LYR", 10))
    assert (table.of("sh.LYR.p0"), table.of("c.LYR.pres")) == (10, "p1")


@rule("1888.director.swap")
def test_new_director_gives_two_shares_and_takes_the_company_as_it_is() -> None:
    """The book's example: Ann sells 40% of her 50%; Bo's two shares become the certificate, the charter is his."""
    table = Table1888(phase="3")
    table.company("LYR", cash=333, trains=["2", "3"], holdings={"Ann": 30, "Bo": 20})
    table.private("KT", "LYR")
    table.share_round("Ann")
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (4, 2)
    table.do(SellShares("LYR", 40))
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (1, 1)
    assert (table.of("sh.LYR.p0"), table.of("sh.LYR.p1"), table.of("sh.LYR.pool")) == (10, 20, 40)
    assert (table.of("c.LYR.cash"), table.of("c.LYR.trains")) == (333, ["2", "3"])
    assert (table.of("c.LYR.tokens"), table.of("priv.KT")) == ([["F16", 0]], "LYR")
    table.turn("LYR", "track")
    assert (table.game.actor, table.game.deciding) == ("Bo", "LYR")


@rule("1888.director.resign-by-sale", "1888.sell.director-cert-never")
@pytest.mark.parametrize(("bo", "cy", "possible"), [(10, 10, False), (0, 0, False), (20, 10, True), (20, 0, True)])
def test_director_steps_down_only_if_another_has_20_percent(bo: int, cy: int, possible: bool) -> None:
    """Ann may sell below the certificate if Bo has as much as it is worth; otherwise she remains director."""
    table = Table1888()
    table.company("LYR", holdings={"Bo": bo, "Cy": cy})
    table.share_round("Ann")
    if possible:
        table.do(SellShares("LYR", 10))
        assert table.of("c.LYR.pres") == "p1"
    else:
        table.refused(SellShares("LYR", 10), "1888.sell.director-cert-never")
        assert table.of("c.LYR.pres") == "p0"


@rule("1888.director.resign-by-sale")
def test_player_with_the_most_shares_succeeds() -> None:
    """Cy with 30% comes before Bo with 20%, though Bo sits nearer to Ann."""
    table = Table1888()
    table.company("LYR", holdings={"Ann": 10, "Bo": 20, "Cy": 30})
    table.share_round("Ann")
    table.do(SellShares("LYR", 30))
    assert table.of("c.LYR.pres") == "p2"


@rule("1888.director.tie-playing-order")
@pytest.mark.parametrize(
    ("director", "tied", "successor"),
    [
        ("Ann", ("Bo", "Cy"), "p1"),
        ("Bo", ("Ann", "Cy"), "p2"),
        ("Cy", ("Ann", "Bo"), "p0"),
        ("Bo", ("Ann", "Dee"), "p3"),
    ],
)
def test_next_in_playing_order_succeeds_among_equals(director: str, tied: tuple[str, str], successor: str) -> None:
    """Of two with 20% each, the first to the left of the old director takes over."""
    table = Table1888(players=4)
    table.company("LYR", director, holdings={director: 10, **dict.fromkeys(tied, 20)})
    table.share_round(director)
    table.do(SellShares("LYR", 20))
    assert table.of("c.LYR.pres") == successor
