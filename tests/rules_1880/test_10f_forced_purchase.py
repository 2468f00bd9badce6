"""X. Purchase of trains: the forced purchase, the debt that may follow, and its repayment."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyPrivate, BuyShare, BuyTrain, FoundCompany, GoBankrupt, Pass, SellShares
from tielu.core.bank import all_money
from tielu.core.events import DirectorPaid, TrainBought
from tielu.titles.t1880.rules.actions import AssignPermit, ExchangeRocket, RepayDebt
from tielu.titles.t1880.rules.components import COMPANY_INDEX
from tielu.titles.t1880.rules.events import DebtGrew, DebtIncurred
from tielu.titles.t1880.rules.train_purchase import TrainStep

EDITIONS = pytest.mark.parametrize("edition", ["2022", "2010"])
SIX = BuyTrain("6", "bank", 600)
RESTORED = BuyTrain("2R", "bank", 250)


def must_buy(
    treasury: int,
    cash: int,
    phase: str = "C2",
    edition: str = "2022",
    bo: int = 0,
    revision: int | None = None,
) -> Table:
    """Ann's HKR has no train and little money; in Phase C2 a 6-train for 600 is on offer."""
    table = Table(phase=phase, edition=edition, revision=revision)
    table.cash("Ann", cash)
    table.company("HKR", percent=20, cash=treasury, holdings={"Bo": bo})
    return table


def at_train_step(table: Table, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    table.state.stack = (*table.state.stack[:1], TrainStep(COMPANY_INDEX[company]))


def pass_share_round(table: Table) -> None:
    while table.of("round.type") == "Stock":
        table.do(Pass())


@rule("1880.emergency.trigger")
@EDITIONS
def test_company_that_must_buy_and_cannot_pay_buys_all_the_same(edition: str) -> None:
    """Without a train HKR is offered the 6-train that its treasury cannot pay; with one it is not."""
    table = must_buy(treasury=200, cash=1000, edition=edition)
    table.turn("HKR", "trains")
    assert table.legal() == [SIX]
    money = all_money(table.state)
    table.do(SIX)
    assert table.of("c.HKR.trains") == ["6"]
    assert all_money(table.state) == money
    table.treasury("HKR", 200)
    at_train_step(table, "HKR")
    assert SIX not in table.legal()


@rule("1880.emergency.trigger")
def test_company_with_only_a_restored_train_makes_a_forced_purchase() -> None:
    """A 2R does not meet the duty, so the director has to help."""
    table = Table(phase="C2")
    table.company("HKR", cash=200, trains=["2R"])
    table.turn("HKR", "trains")
    table.do(SIX)
    assert table.of("c.HKR.trains") == ["2R", "6"]
    assert table.of("p.0.cash") == 600


@rule("1880.trains.must-own", "1880.train.2r-not-obligation")
def test_company_with_only_a_restored_train_is_told_that_it_does_not_count() -> None:
    """The refusal of a pass says so; a company without any train is told that it needs one."""
    for trains, code in ((["2R"], "restored_not_enough"), ([], "must_own_train")):
        table = Table(phase="C2")
        table.company("HKR", cash=200, trains=trains)
        table.turn("HKR", "trains")
        assert table.refused(Pass(), "1880.trains.must-own").code == code


@rule("1880.emergency.bank-only")
def test_director_pays_nothing_for_a_train_of_a_sister() -> None:
    """A sister's train is paid from the treasury alone; the director's cash is for the bank's train."""
    table = must_buy(treasury=200, cash=1000)
    table.company("NJR", trains=["6", "4"])
    table.turn("HKR", "trains")
    table.refused(BuyTrain("4", "NJR", 201), "1880.emergency.bank-only")
    table.do(BuyTrain("4", "NJR", 200))
    assert (table.of("p.0.cash"), table.of("c.NJR.cash")) == (1000, 200)


@rule("1880.emergency.bank-only")
def test_train_comes_from_the_bank_once_shares_were_sold_for_it() -> None:
    """After the director's sale the forced purchase has begun: no sister's train at any price."""
    table = must_buy(treasury=200, cash=0)
    table.company("NJR", trains=["6"])
    table.company("WNR", director="Bo", percent=20, holdings={"Ann": 20})
    table.turn("HKR", "trains")
    table.allowed(BuyTrain("6", "NJR", 1))
    table.do(SellShares("WNR", 10))
    table.refused(BuyTrain("6", "NJR", 1), "1880.emergency.bank-only")
    assert table.legal("buy_train") == [SIX]
    table.refused(Pass(), "1880.trains.must-own")


@rule("1880.emergency.director-pays-difference")
@EDITIONS
def test_director_covers_the_shortfall_in_cash(edition: str) -> None:
    """The treasury is emptied first, then the director pays what is missing and no more."""
    table = must_buy(treasury=230, cash=1000, edition=edition)
    table.turn("HKR", "trains")
    events = table.do(SIX)
    assert events[:2] == [DirectorPaid("Ann", "HKR", 370), TrainBought("HKR", "6", "bank", 600)]
    assert (table.of("c.HKR.cash"), table.of("p.0.cash"), table.of("p.0.debt")) == (0, 630, None)


@rule("1880.emergency.director-pays-difference")
def test_director_uses_all_cash_before_a_debt_arises() -> None:
    """Cash cannot be kept back: only what it does not cover is borrowed (ruling 4.18)."""
    table = must_buy(treasury=200, cash=300)
    table.turn("HKR", "trains")
    table.do(SIX)
    assert (table.of("p.0.cash"), table.of("p.0.debt")) == (0, 150)


@rule("1880.emergency.may-sell-shares")
@EDITIONS
def test_director_may_but_need_not_sell_shares(edition: str) -> None:
    """Ann may sell NJR to raise money, or buy at once and run into debt."""
    table = must_buy(treasury=200, cash=300, edition=edition)
    table.company("NJR", director="Bo", percent=30, holdings={"Ann": 20})
    table.turn("HKR", "trains")
    assert SIX in table.legal()
    table.do(SellShares("NJR", 10))
    assert table.of("p.0.cash") == 395
    table.do(SIX)
    assert (table.of("p.0.cash"), table.of("p.0.debt"), table.of("sh.NJR.p0")) == (0, 8, 10)


@rule("1880.emergency.may-sell-shares")
def test_director_sells_only_when_cash_is_short_and_no_more_than_needed() -> None:
    """With enough cash nothing may be sold; with 100 short at 95 a share two may go, not three (ruling 4.16)."""
    table = must_buy(treasury=200, cash=400)
    table.company("NJR", director="Bo", percent=40, holdings={"Ann": 30})
    table.turn("HKR", "trains")
    table.refused(SellShares("NJR", 10), "1880.emergency.may-sell-shares")
    table.cash("Ann", 300)
    assert table.legal("sell_shares") == [SellShares("NJR", 10), SellShares("NJR", 20)]
    table.refused(SellShares("NJR", 30), "1880.emergency.may-sell-shares")
    table.do(SellShares("NJR", 20))
    table.refused(SellShares("NJR", 10), "1880.emergency.may-sell-shares")
    table.do(SIX)
    assert table.of("p.0.cash") == 90


@rule("1880.emergency.may-sell-shares")
def test_director_of_a_company_with_a_train_sells_nothing() -> None:
    """Where no train must be bought, shares are sold in share rounds only."""
    table = Table(phase="C2")
    table.company("HKR", trains=["4"], cash=700)
    table.company("NJR", director="Bo", percent=30, holdings={"Ann": 20})
    table.turn("HKR", "trains")
    table.refused(SellShares("NJR", 10), "1880.majors.trade-only-in-sr")


def sold_for_a_train(edition: str, revision: int | None = None) -> Table:
    """Ann, who owns P5 and the Rocket, has sold a share of NJR for the 3-train that HKR must buy."""
    table = must_buy(treasury=0, cash=0, phase="B1", edition=edition, revision=revision)
    table.company("NJR", director="Bo", percent=30, holdings={"Ann": 20})
    table.private("P5", "Ann")
    table.private("P7", "Ann")
    table.turn("HKR", "trains")
    assert ExchangeRocket("HKR") in table.legal()
    table.do(SellShares("NJR", 10))
    return table


@rule("1880.emergency.may-sell-shares")
@EDITIONS
def test_after_the_sale_the_train_is_bought_and_nothing_else_is_done(edition: str) -> None:
    """The money is for the bank's train: no Rocket instead of it, no permit before it; another share may be sold."""
    table, three = sold_for_a_train(edition), BuyTrain("3", "bank", 180)
    table.refused(ExchangeRocket("HKR"), "1880.emergency.may-sell-shares")
    table.refused(AssignPermit("HKR"), "1880.emergency.may-sell-shares")
    table.refused(Pass(), "1880.trains.must-own")
    assert table.legal() == [three, SellShares("NJR", 10)]
    table.do(three)
    assert (table.of("c.HKR.trains"), table.of("p.0.cash"), table.of("p.0.debt")) == (["3"], 0, 128)
    table.allowed(ExchangeRocket("HKR"))


@rule("1880.emergency.may-sell-shares")
@pytest.mark.parametrize(("edition", "revision"), [("2022", 1), ("2010", 1), ("18xx.games", None)])
def test_the_rocket_after_the_sale_in_earlier_games_and_on_the_platform(edition: str, revision: int | None) -> None:
    """A game of the first revision, and the platform, still let the Rocket take the place of the purchase."""
    table = sold_for_a_train(edition, revision)
    table.do(ExchangeRocket("HKR"))
    assert (table.of("c.HKR.trains"), table.of("p.0.cash")) == (["3"], 95)


def must_buy_in_the_takeover(edition: str, phase: str = "B3", revision: int | None = None) -> Table:
    """Ann, without money, has 40% of NJR, which she directs, and 10% of Bo's WNR."""
    table = must_buy(treasury=0, cash=0, phase=phase, edition=edition, revision=revision)
    table.company("NJR", percent=20, holdings={"Ann": 20})
    table.company("WNR", director="Bo", percent=20, holdings={"Ann": 10})
    table.turn("HKR", "trains")
    return table


@rule("1880.emergency.may-sell-shares")
@pytest.mark.parametrize(("edition", "revision"), [("2022", None), ("18xx.games", None), ("2010", 1)])
def test_director_may_sell_own_companies_during_the_takeover(edition: str, revision: int | None) -> None:
    """The ban on directors' sales is for share rounds; the price does not move (ruling 4.17)."""
    table = must_buy_in_the_takeover(edition, revision=revision)
    table.do(SellShares("NJR", 20))
    assert (table.of("p.0.cash"), table.of("c.NJR.price"), table.of("sh.NJR.p0")) == (190, 100, 20)


@rule("1880.communist.director-cannot-sell")
def test_director_sells_no_own_company_for_a_train_during_the_takeover_in_2010() -> None:
    """In the first edition the ban has no exception; shares of others' companies still pay, and Phase C2 ends it."""
    table = must_buy_in_the_takeover("2010")
    table.refused(SellShares("NJR", 10), "1880.communist.director-cannot-sell")
    assert table.legal("sell_shares") == [SellShares("WNR", 10)]
    table.do(SellShares("WNR", 10), BuyTrain("4", "bank", 300))
    assert (table.of("p.0.debt"), table.of("sh.NJR.p0")) == (205 + 103, 40)
    table = must_buy_in_the_takeover("2010", phase="C2")
    table.allowed(SellShares("NJR", 10))


@rule("1880.emergency.no-director-change")
@EDITIONS
def test_sales_change_no_directorship(edition: str) -> None:
    """Ann's 40% of NJR against Bo's 30%: one share may be sold, two may not; of HKR and WNR, 20% each, none."""
    table = must_buy(treasury=0, cash=0, edition=edition, bo=20)
    table.company("NJR", percent=20, holdings={"Ann": 20, "Bo": 30})
    table.company("WNR", percent=20, holdings={"Bo": 20})
    table.turn("HKR", "trains")
    table.refused(SellShares("NJR", 20), "1880.emergency.no-director-change")
    table.refused(SellShares("WNR", 10), "1880.emergency.no-director-change")
    table.refused(SellShares("HKR", 10), "1880.emergency.no-director-change")
    assert table.legal("sell_shares") == [SellShares("NJR", 10)]
    table.do(SellShares("NJR", 10))
    assert [table.of(f"c.{name}.pres") for name in ("HKR", "NJR", "WNR")] == ["p0", "p0", "p0"]


@rule("1880.emergency.no-private-sale")
@EDITIONS
def test_privates_do_not_pay_for_a_train(edition: str) -> None:
    """Ann owns P1 and P5 and no money: nobody buys them, everything missing becomes a debt."""
    table = must_buy(treasury=0, cash=0, edition=edition)
    table.private("P1", "Ann")
    table.private("P5", "Ann")
    table.turn("HKR", "trains")
    table.refused(BuyPrivate("P5", 100), "1880.emergency.no-private-sale")
    assert {action.type for action in table.legal()} == {"buy_train", "assign_permit"}
    table.do(SIX)
    assert (table.of("priv.P1"), table.of("priv.P5")) == ("p0", "p0")
    assert table.of("p.0.debt") == 900


@rule("1880.emergency.debt-50-percent")
@EDITIONS
def test_what_is_not_raised_becomes_a_debt_with_half_as_much_again(edition: str) -> None:
    """The bank lends 300, Ann owes 450; an older debt stays as it is beside the new one."""
    table = must_buy(treasury=200, cash=100, edition=edition)
    table.debt("Ann", 40)
    table.turn("HKR", "trains")
    money = all_money(table.state)
    events = table.do(SIX)
    assert DebtIncurred("Ann", 300, 490) in events
    assert (table.of("p.0.debt"), table.of("p.0.cash"), table.of("c.HKR.cash")) == (490, 0, 0)
    assert all_money(table.state) == money


@rule("1880.emergency.interest-round-up")
def test_interest_is_rounded_up() -> None:
    """On 301 borrowed the interest is 151; on 5 at the end of a share round it is 3."""
    table = must_buy(treasury=199, cash=100)
    table.turn("HKR", "trains")
    table.do(SIX)
    assert table.of("p.0.debt") == 301 + 151
    table.debt("Ann", 5)
    table.share_round("Ann")
    pass_share_round(table)
    assert table.of("p.0.debt") == 8


@rule("1880.emergency.no-buying-while-in-debt")
@EDITIONS
def test_player_in_debt_buys_no_shares(edition: str) -> None:
    """Neither a share nor a director certificate, until the last of the debt is repaid; then in the same turn."""
    table = Table(phase="C2", edition=edition)
    table.company("HKR")
    table.debt("Ann", 30)
    table.share_round("Ann")
    found = FoundCompany("NJR", 100, 20, "ABC", None if edition == "2022" else 1)
    table.refused(BuyShare("HKR", "bank"), "1880.emergency.no-buying-while-in-debt")
    table.refused(found, "1880.emergency.no-buying-while-in-debt")
    table.do(RepayDebt(29))
    table.refused(BuyShare("HKR", "bank"), "1880.emergency.no-buying-while-in-debt")
    table.do(RepayDebt(1))
    table.allowed(found)
    table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.p0") == 30


@rule("1880.emergency.no-buying-while-in-debt")
def test_debt_lasts_into_later_share_rounds() -> None:
    """In the next share round, too, the debtor may not buy."""
    table = Table(phase="C2")
    table.company("HKR")
    table.debt("Ann", 30)
    table.share_round("Ann")
    pass_share_round(table)
    table.share_round("Ann")
    table.refused(BuyShare("HKR", "bank"), "1880.emergency.no-buying-while-in-debt")


@rule("1880.emergency.repay-in-sr")
@EDITIONS
def test_debt_is_repaid_wholly_or_partly_in_a_share_round(edition: str) -> None:
    """Any amount up to the debt and the cash, more than once, also after a sale; or nothing at all."""
    table = Table(phase="C2", edition=edition, cash=60)
    table.company("HKR", director="Bo", percent=20, holdings={"Ann": 20})
    table.debt("Ann", 200)
    table.share_round("Ann")
    table.allowed(Pass())
    for amount in (0, 61):
        table.refused(RepayDebt(amount), "1880.emergency.repay-in-sr")
    table.do(RepayDebt(25), SellShares("HKR", 10))
    assert (table.of("p.0.debt"), table.of("p.0.cash")) == (175, 60 - 25 + 95)
    table.do(RepayDebt(130))
    assert (table.of("p.0.debt"), table.of("p.0.cash")) == (45, 0)
    assert table.game.actor == "Ann"
    table.cash("Ann", 500)
    table.refused(RepayDebt(46), "1880.emergency.repay-in-sr")


@rule("1880.emergency.repay-in-sr")
def test_debt_is_not_repaid_in_an_operating_round() -> None:
    """In a company's turn its director cannot pay off a debt."""
    table = Table(phase="C2")
    table.company("HKR", trains=["4"], cash=700)
    table.debt("Ann", 200)
    table.turn("HKR", "trains")
    table.refused(RepayDebt(100), "1880.emergency.repay-in-sr")


@rule("1880.emergency.interest-each-sr-end")
@EDITIONS
def test_debt_grows_by_half_at_the_end_of_each_share_round(edition: str) -> None:
    """100 become 150 and then 225; who owes nothing is charged nothing."""
    table = Table(phase="C2", edition=edition)
    table.company("HKR")
    table.debt("Ann", 100)
    for debt in (150, 225):
        table.share_round("Ann")
        events = table.do(Pass(), Pass(), Pass())
        assert DebtGrew("Ann", debt) in events
        assert [table.of(f"p.{seat}.debt") for seat in range(3)] == [debt, None, None]
    assert table.of("p.0.cash") == 1000


@rule("1880.emergency.no-bankruptcy")
@EDITIONS
def test_nobody_goes_bankrupt(edition: str) -> None:
    """With nothing in either purse and nothing to sell Ann owes the whole train, and play goes on."""
    table = must_buy(treasury=0, cash=0, edition=edition)
    table.turn("HKR", "trains")
    table.refused(GoBankrupt(), "1880.emergency.no-bankruptcy")
    table.do(SIX)
    assert table.of("p.0.debt") == 900
    assert table.of("c.HKR.trains") == ["6"]
    assert not table.game.finished
    assert table.game.actor == "Ann"


@rule("1880.emergency.one-train-only")
@EDITIONS
def test_second_train_is_not_bought_by_force(edition: str) -> None:
    """After a forced purchase, or with any train of its own, HKR pays from its treasury or not at all."""
    table = must_buy(treasury=200, cash=5000, edition=edition)
    table.turn("HKR", "trains")
    table.do(SIX)
    at_train_step(table, "HKR")
    table.refused(SIX, "1880.emergency.one-train-only")
    table.treasury("HKR", 599)
    table.refused(SIX, "1880.emergency.one-train-only")
    table.treasury("HKR", 600)
    table.allowed(SIX)


@rule("1880.emergency.not-2r")
@EDITIONS
def test_restored_train_is_not_bought_by_force(edition: str) -> None:
    """With 249 in the treasury the director may not add the rest for a 2R."""
    table = must_buy(treasury=249, cash=5000, edition=edition)
    table.turn("HKR", "trains")
    table.refused(RESTORED, "1880.emergency.not-2r")
    assert table.legal() == [SIX]


@rule("1880.emergency.2r-before-with-own-cash")
def test_restored_train_may_be_bought_before_the_forced_purchase() -> None:
    """HKR spends its own 250 on a 2R, and the director then pays all of the 6-train but what is left."""
    table = must_buy(treasury=260, cash=1000)
    table.turn("HKR", "trains")
    table.do(RESTORED)
    assert (table.of("c.HKR.cash"), table.of("p.0.cash")) == (10, 1000)
    table.refused(Pass(), "1880.trains.must-own")
    table.do(SIX)
    assert table.of("c.HKR.trains") == ["2R", "6"]
    assert table.of("p.0.cash") == 410


@rule("1880.emergency.2r-before-with-own-cash", "1880.emergency.not-2r")
@EDITIONS
def test_no_restored_train_once_the_forced_purchase_has_begun(edition: str) -> None:
    """When the director has sold shares for the 6-train, the treasury is for that train."""
    table = must_buy(treasury=260, cash=0, edition=edition)
    table.company("NJR", director="Bo", percent=20, holdings={"Ann": 10})
    table.turn("HKR", "trains")
    table.allowed(RESTORED)
    table.do(SellShares("NJR", 10))
    rule_id = {"2010": "1880.emergency.not-2r", "2022": "1880.emergency.2r-before-with-own-cash"}[edition]
    table.refused(RESTORED, rule_id)
    table.do(SIX)
    assert (table.of("c.HKR.trains"), table.of("p.0.debt")) == (["6"], (340 - 95) + 123)
