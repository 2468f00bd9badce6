"""XIV. Communist Takeover: from the first 4-train to the first 6-train, and what stays as it was then."""

from __future__ import annotations

import pytest

from tests.routes import run
from tests.table import Table, rule
from tielu.core.actions import Action, BuyTrain, Pass, PayDividend, SellShares, Withhold

TAKEOVER = ("B3", "C1")
BEFORE = ("A1", "A2", "B1", "B2")
AFTERWARDS = ("C2", "C3", "D1", "D2", "D3")


def buyer(train: str, left: int, phase: str) -> Table:
    """HKR is about to buy a train of which so many are left; NJR, next in turn, has one and no route."""
    table = Table(phase=phase)
    table.depot(train, left)
    table.company("HKR", cash=1000, trains=["4+4"], permits="A")
    table.company("NJR", cash=1000, trains=["4+4"], permits="A", holdings={"Bo": 30})
    table.turn("HKR", "trains")
    return table


def earner(phase: str) -> Table:
    """HKR of Ann and Bo on a space in the middle of the chart, with a route for its train."""
    table = Table(phase=phase)
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.company("HKR", trains=["4"], holdings={"Bo": 30})
    table.price_at("HKR", 3, 5)
    table.turn("HKR", "run")
    return table


def close(table: Table) -> None:
    while table.of("round.type") == "Stock":
        table.do(Pass())


def paid_for_privates(phase: str) -> int:
    """What the owner of P1, P2 and P5 gets as a circle of turns begins."""
    table = Table(phase=phase)
    for private in ("P1", "P2", "P5"):
        table.private(private, "Bo")
    table.company("HKR", cash=1000)
    table.settle()
    paid = table.of("p.1.cash") - 1000
    assert isinstance(paid, int)
    return paid


# -- beginning and end --


@rule("1880.communist.start-first-4")
def test_takeover_begins_with_the_first_4_train() -> None:
    """Not with the last 3+3-train, nor with another 4-train."""
    table = buyer("3+3", 1, "B2")
    assert "takeover_began" not in table.names(table.do(BuyTrain("3+3", "bank", 300)))
    close(table)
    assert table.of("x.communism") is False
    assert "takeover_began" in table.names(table.do(BuyTrain("4", "bank", 300)))
    assert (table.of("x.communism"), table.of("phase")) == (True, "B3")
    assert table.game.deciding == "NJR"
    assert "takeover_began" not in table.names(table.do(BuyTrain("4", "bank", 300)))


@rule("1880.communist.start-first-4")
def test_takeover_begins_with_the_removal_of_unsold_4_trains() -> None:
    """If nobody buys a 4-train for a whole circle the phase begins all the same."""
    table = Table(phase="B2")
    table.depot("4", 5)
    table.company("HKR", cash=1000, trains=["3+3"])
    table.marker("HKR")
    table.turn("HKR", "trains")
    assert "takeover_began" in table.names(table.do(Pass()))
    assert table.of("x.communism") is True


@rule("1880.communist.end-first-6")
def test_takeover_ends_with_the_first_6_train() -> None:
    """Not with the last 4+4-train."""
    table = buyer("4+4", 1, "C1")
    assert "takeover_ended" not in table.names(table.do(BuyTrain("4+4", "bank", 450)))
    close(table)
    assert table.of("x.communism") is True
    table.treasury("HKR", 1000)
    assert "takeover_ended" in table.names(table.do(BuyTrain("6", "bank", 600)))
    assert (table.of("x.communism"), table.of("phase")) == (False, "C2")


# -- private companies --


@rule("1880.communist.privates-stop-forever", "1880.communist.end-privates-fi-stay-off")
def test_privates_pay_until_the_takeover_and_never_again() -> None:
    """5 + 10 + 25 in Phases A1 to B2, and nothing from B3 on, also after the takeover."""
    assert {phase: paid_for_privates(phase) for phase in BEFORE} == dict.fromkeys(BEFORE, 40)
    later = TAKEOVER + AFTERWARDS
    assert {phase: paid_for_privates(phase) for phase in later} == dict.fromkeys(later, 0)


@pytest.mark.parametrize(("bought", "paid"), [(False, 15), (True, 0)])
@rule("1880.communist.privates-stop-forever")
def test_private_revenue_stops_at_once(bought: bool, paid: int) -> None:
    """The circle after the first 4-train already begins without payment."""
    table = buyer("4", 5, "B2")
    table.private("P3", "Bo")
    if bought:
        table.do(BuyTrain("4", "bank", 300))
    events = table.do(Pass(), Pass())
    assert "round_began" in table.names(events)
    assert table.of("p.1.cash") == 1000 + paid


# -- prices --


@pytest.mark.parametrize("decision", [PayDividend(), Withhold()])
@pytest.mark.parametrize("phase", TAKEOVER)
@rule("1880.communist.prices-frozen")
def test_prices_are_frozen_in_operating_rounds(phase: str, decision: Action) -> None:
    """Neither a dividend nor withholding moves the marker, while money flows as ever."""
    table = earner(phase)
    table.do(run("4", "K15-L14"), decision)
    assert table.of("c.HKR.rc") == [3, 5]
    assert (table.of("c.HKR.cash"), table.of("p.0.cash")) in {(100, 1000), (0, 1020)}


@pytest.mark.parametrize("phase", TAKEOVER)
@rule("1880.communist.prices-frozen")
def test_prices_are_frozen_without_a_train(phase: str) -> None:
    """A company without a train does not fall either."""
    table = Table(phase=phase)
    table.company("HKR", cash=1000)
    table.turn("HKR", "run")
    assert table.legal("buy_train")
    assert table.of("c.HKR.rc") == [1, 3]


@pytest.mark.parametrize("phase", TAKEOVER)
@rule("1880.communist.prices-frozen")
def test_prices_are_frozen_in_share_rounds(phase: str) -> None:
    """A sale brings the price less the fee and moves nothing; a sold-out company does not rise."""
    table = Table(phase=phase)
    table.company("HKR", holdings={"Bo": 30})
    table.company("NJR", director="Cy", percent=40, holdings={"Bo": 60})
    table.price_at("NJR", 4, 4)
    table.share_round("Bo")
    table.do(SellShares("HKR", 20))
    assert table.of("p.1.cash") == 1000 + 2 * 95
    close(table)
    assert (table.of("c.HKR.rc"), table.of("c.NJR.rc")) == ([1, 3], [4, 4])


@rule("1880.communist.prices-frozen")
def test_prices_are_frozen_when_shares_are_sold_for_a_train() -> None:
    """A director in a forced purchase sells even shares of the company, and its price stays (ruling 4.17)."""
    table = Table(phase="B3", cash=0)
    table.company("HKR", holdings={"Ann": 20})
    table.turn("HKR", "trains")
    table.do(SellShares("HKR", 20))
    assert (table.of("p.0.cash"), table.of("c.HKR.rc")) == (190, [1, 3])


@rule("1880.communist.end-prices-resume")
def test_prices_move_again_from_the_first_6_train_on() -> None:
    """The company after the buyer already falls for want of a dividend; without the purchase it would not."""
    table = buyer("6", 5, "C1")
    table.do(BuyTrain("6", "bank", 600), Pass())
    assert table.game.deciding == "NJR"
    assert table.of("c.NJR.price") == 95
    table = buyer("6", 5, "C1")
    table.do(Pass())
    assert table.game.deciding == "NJR"
    assert table.of("c.NJR.price") == 100


@pytest.mark.parametrize("phase", BEFORE + AFTERWARDS)
@rule("1880.communist.end-prices-resume")
def test_prices_move_before_and_after_the_takeover(phase: str) -> None:
    """Dividend right, sale down: as always."""
    table = earner(phase)
    table.do(run("4", "K15-L14"), PayDividend())
    assert table.of("c.HKR.rc") == [3, 6]
    table.share_round("Bo")
    table.do(SellShares("HKR", 10))
    assert table.of("c.HKR.rc") == [4, 6]


# -- directors --


@pytest.mark.parametrize("phase", TAKEOVER)
@rule("1880.communist.director-cannot-sell")
def test_director_may_not_sell_shares_of_the_company(phase: str) -> None:
    """The ban is on the director's own company in a share round, not on others' companies and not on others."""
    table = Table(phase=phase)
    table.company("HKR", holdings={"Ann": 20, "Bo": 20})
    table.company("NJR", director="Bo", holdings={"Ann": 10})
    table.share_round("Ann")
    table.refused(SellShares("HKR", 10), "1880.communist.director-cannot-sell")
    assert table.legal("sell_shares") == [SellShares("NJR", 10)]
    table.do(Pass())
    assert table.legal("sell_shares") == [SellShares("HKR", 10), SellShares("HKR", 20)]


@pytest.mark.parametrize("phase", BEFORE + AFTERWARDS)
@rule("1880.communist.end-director-may-sell")
def test_director_may_sell_before_and_after_the_takeover(phase: str) -> None:
    """Shares beyond the director's certificate are for sale, and the price falls."""
    table = Table(phase=phase)
    table.company("HKR", holdings={"Ann": 20, "Bo": 20})
    table.share_round("Ann")
    table.do(SellShares("HKR", 20))
    assert (table.of("sh.HKR.p0"), table.of("c.HKR.price")) == (20, 90)


# -- foreign investors --


@pytest.mark.parametrize("phase", BEFORE + TAKEOVER + AFTERWARDS)
@rule("1880.communist.end-privates-fi-stay-off")
def test_investors_stay_inactive_after_the_takeover(phase: str) -> None:
    """An investor with a line and room to build acts until B2; from then on the turn is the first company's."""
    table = Table(phase=phase)
    table.tile("P12", "5", 4)
    table.tile("P14", "5", 0)
    table.investor("A6", owner="Bo")
    table.company("HKR", cash=1000)
    table.settle()
    assert table.game.deciding == ("A6" if phase in BEFORE else "HKR")
    assert table.of("m.6.cash") == 0
    assert table.of("x.fi_operate") is (phase in BEFORE)
