"""XII. Sale of shares."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, Pass, SellShares
from tielu.core.events import DirectorChanged, SharesSold


@rule("1880.sell.to-bank-no-pool")
def test_sold_shares_return_to_the_bank() -> None:
    """They lie with those never sold; there is no pool."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 30})
    table.share_round()
    table.do(SellShares("HKR", 20))
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo"), table.of("sh.HKR.pool")) == (10, 50, None)


@rule("1880.sell.to-bank-no-pool")
def test_the_bank_takes_back_any_number_of_shares() -> None:
    """Sixty percent are sold at once and the bank holds 80% then: it has no limit."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=20, price=100, trains=["3"], holdings={"Ann": 60})
    table.share_round()
    table.do(SellShares("HKR", 60))
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo")) == (20, 80)


@rule("1880.sell.to-bank-no-pool")
def test_a_share_returned_before_the_first_3_train_can_be_bought() -> None:
    """It lies above the capitalisation card, so another player may buy it at once (ruling 4.15)."""
    table = Table()
    table.company("HKR", director="Bo", percent=40, price=100, trains=["2"], holdings={"Ann": 10})
    table.share_round()
    table.do(SellShares("HKR", 10), Pass())
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.p1"), table.of("sh.HKR.ipo")) == (50, 50)


@rule("1880.sell.price-current", "1880.sell.fee-5")
@pytest.mark.parametrize("percent", [10, 20, 30])
def test_all_shares_of_a_sale_bring_the_price_before_it_falls(percent: int) -> None:
    """At a price of 125 each share brings 125 less 5, however many are sold together."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 40})
    table.price_at("HKR", 1, 8)
    table.share_round()
    events = table.do(SellShares("HKR", percent))
    assert SharesSold("Ann", "HKR", percent, 120 * percent // 10) in events
    assert table.of("p.0.cash") == 1000 + 120 * percent // 10


@rule("1880.sell.price-current")
def test_a_second_sale_brings_the_price_after_the_first() -> None:
    """Sold one after the other, the second share brings the fallen price."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 40})
    table.share_round()
    table.do(SellShares("HKR", 10), SellShares("HKR", 10))
    assert table.of("p.0.cash") == 1000 + 100 - 5 + 95 - 5


@rule("1880.sell.price-current")
@pytest.mark.parametrize("percent", [-10, 0, 5, 15])
def test_only_whole_shares_are_sold(percent: int) -> None:
    """A price is for a share of 10%, so only multiples of it can be sold."""
    table = Table(phase="B1")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["3"], holdings={"Ann": 40})
    table.share_round()
    table.refused(SellShares("HKR", percent), "1880.sell.price-current")


@rule("1880.sell.fee-5")
@pytest.mark.parametrize("edition", ["2022", "2010"])
@pytest.mark.parametrize("phase", ["A2", "B3", "C1", "D1"])
def test_each_share_sold_costs_a_fee_of_5_also_during_the_takeover(edition: str, phase: str) -> None:
    """The bank keeps 5 for each 10%, in every phase of the game."""
    table = Table(edition=edition, phase=phase)
    table.company("HKR", director="Bo", percent=30, price=80, trains=["8"], holdings={"Ann": 20})
    table.share_round()
    bank = table.state.bank
    table.do(SellShares("HKR", 20))
    assert table.of("p.0.cash") == 1000 + 2 * 80 - 2 * 5
    assert table.state.bank == bank - 150


@rule("1880.sell.director-cert-never")
def test_the_bank_takes_no_director_certificate() -> None:
    """Ann alone holds shares: what lies beside her certificate may be sold, the certificate may not."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=30, price=100, trains=["3"], holdings={"Ann": 20})
    table.share_round()
    table.refused(SellShares("HKR", 50), "1880.sell.director-cert-never")
    table.refused(SellShares("HKR", 30), "1880.sell.director-cert-never")
    assert [sale.to_json()["percent"] for sale in table.legal("sell_shares")] == [10, 20]
    table.do(SellShares("HKR", 20))
    table.refused(SellShares("HKR", 30), "1880.sell.director-cert-never")
    assert table.of("sh.HKR.p0") == 30


@rule("1880.sell.director-cert-never")
def test_the_certificate_stays_if_nobody_can_take_it() -> None:
    """Bo has one share less than the certificate is worth, so Ann cannot sell into hers."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=30, price=100, trains=["3"], holdings={"Bo": 20})
    table.share_round()
    table.refused(SellShares("HKR", 30), "1880.director.successor-needs-certificate-size")
    table.refused(SellShares("HKR", 10), "1880.director.successor-needs-certificate-size")
    assert table.legal("sell_shares") == []


@rule("1880.sell.director-swap.2010", "1880.sell.director-swap.2022")
@pytest.mark.parametrize("edition", ["2022", "2010"])
@pytest.mark.parametrize("size", [20, 30, 40])
def test_a_director_who_sells_first_swaps_the_certificate(edition: str, size: int) -> None:
    """Bo gets the certificate for the matching number of shares, one of which Ann then sells to the bank."""
    table = Table(edition=edition, phase="B1")
    table.company("HKR", director="Ann", percent=size, price=100, trains=["3"], holdings={"Bo": size})
    table.share_round()
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (1, size // 10)
    events = table.do(SellShares("HKR", 10))
    assert DirectorChanged("HKR", "Bo") in events
    assert (table.of("c.HKR.pres"), table.of("c.HKR.prespct")) == ("p1", size)
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.p1"), table.of("sh.HKR.ipo")) == (size - 10, size, 110 - 2 * size)
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (size // 10 - 1, 1)
    assert table.of("p.0.cash") == 1095


@rule("1880.sell.director-swap.2010", "1880.sell.director-swap.2022")
@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_a_director_may_sell_everything_to_a_successor(edition: str) -> None:
    """Ann sells all four shares of her certificate; Bo directs, and the bank has ordinary shares to sell."""
    table = Table(edition=edition, phase="B1")
    table.company("HKR", director="Ann", percent=40, price=100, trains=["3"], holdings={"Bo": 40})
    table.share_round()
    table.do(SellShares("HKR", 40), Pass())
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo"), table.of("c.HKR.pres")) == (None, 60, "p1")
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.p1"), table.of("p.1.certs")) == (50, 2)
