"""VIII.3.9. Emergency financing: the director's cash, the director's shares, bankruptcy."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Accept, BuyPrivate, BuyTrain, Decline, GoBankrupt, Pass, SellShares
from tielu.core.bank import all_money
from tielu.core.events import DirectorPaid, GameEnded, TrainBought
from tielu.titles.t1888n.rules.components import COMPANY_INDEX
from tielu.titles.t1888n.rules.events import BankBroke, PlayerBankrupt
from tielu.titles.t1888n.rules.operating_round import Cycle, OperatingRound
from tielu.titles.t1888n.rules.train_purchase import TrainStep

FIVE = BuyTrain("5", "bank", 500)


def must_buy(treasury: int = 200, cash: int = 0, lyr: int = 20, cdl: int = 0, in_pool: int = 0) -> Table1888:
    """Ann's LYR (at 95) has no train and little money; the bank sells a 5 for 500. Bo directs CDL (at 95)."""
    table = Table1888(phase="5")
    table.cash("Ann", cash)
    table.company("LYR", cash=treasury, holdings={"Ann": lyr - 20}, in_pool=in_pool)
    table.company("CDL", "Bo", holdings={"Ann": cdl, "Bo": 40 if cdl else 0})
    return table


def at_train_step(table: Table1888, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    index = COMPANY_INDEX[company]
    table.state.stack = (Cycle(), OperatingRound(frozenset({index})), TrainStep(index))


@rule("1888.emergency.trigger")
def test_company_that_must_buy_and_lacks_money_buys_all_the_same() -> None:
    """Without a train LYR is offered the 5 that its treasury cannot pay, and nothing else."""
    table = must_buy(cash=1000)
    table.turn("LYR", "trains")
    assert table.legal() == [FIVE]
    table.refused(Pass(), "1888.trains.must-own")
    table.do(FIVE)
    assert table.of("c.LYR.trains") == ["5"]


@rule("1888.emergency.trigger")
@pytest.mark.parametrize(("treasury", "trains"), [(200, ("4",)), (500, ())])
def test_no_emergency_with_a_train_or_with_enough_money(treasury: int, trains: tuple[str, ...]) -> None:
    """Then the director neither sells shares nor pays."""
    table = must_buy(treasury, cash=0, lyr=50)
    table.state.trains[COMPANY_INDEX["LYR"]] = (2,) * len(trains)
    at_train_step(table, "LYR")
    table.refused(SellShares("LYR", 10), "1888.emergency.trigger")
    table.refused(GoBankrupt(), "1888.emergency.bankruptcy")
    if trains:
        table.refused(FIVE, "1888.emergency.no-extra")
    else:
        table.do(FIVE)
        assert (table.of("c.LYR.cash"), table.of("p.0.cash")) == (0, 0)


@rule("1888.emergency.director-pays")
def test_director_covers_the_deficit_from_cash() -> None:
    """LYR pays its 200, Ann the missing 300, and no share is sold."""
    table = must_buy(cash=301, lyr=50)
    table.turn("LYR", "trains")
    money, bank = all_money(table.state), table.of("bank")
    table.refused(SellShares("LYR", 10), "1888.emergency.no-extra")
    assert DirectorPaid("Ann", "LYR", 300) in table.do(FIVE)
    assert (table.of("p.0.cash"), table.of("c.LYR.cash"), table.of("bank")) == (1, 0, bank + 500)
    assert (all_money(table.state), table.of("sh.LYR.p0")) == (money, 50)


@rule("1888.emergency.director-pays")
def test_director_sells_shares_if_cash_is_not_enough() -> None:
    """With 20 in hand Ann lacks 280: three shares at 95 bring 285, of which 5 are left."""
    table = must_buy(cash=20, lyr=50)
    table.turn("LYR", "trains")
    table.do(FIVE)
    assert table.of("c.LYR.trains") == []
    events = table.do(SellShares("LYR", 30))
    assert DirectorPaid("Ann", "LYR", 300) in events
    assert TrainBought("LYR", "5", "bank", 500) in events
    assert (table.of("p.0.cash"), table.of("c.LYR.cash"), table.of("c.LYR.trains")) == (5, 0, ["5"])
    assert (table.of("sh.LYR.pool"), table.of("c.LYR.price")) == (30, 80)


@rule("1888.emergency.bank-or-pool-only")
def test_director_pays_for_no_train_of_another_company() -> None:
    """A sister's train costs at most what is in the treasury, and none is bought once shares are sold."""
    table = must_buy(cash=210, lyr=50)
    table.company("HJR", trains=["4", "3"], price=70)
    table.turn("LYR", "trains")
    table.refused(BuyTrain("4", "HJR", 201), "1888.emergency.bank-or-pool-only")
    table.do(SellShares("LYR", 10))
    table.refused(BuyTrain("4", "HJR", 1), "1888.emergency.bank-or-pool-only")
    assert table.legal("buy_train") == [FIVE]


@rule("1888.emergency.bank-or-pool-only", "1888.emergency.cheapest")
def test_train_may_come_from_the_pool() -> None:
    """A 4 in the pool is cheaper than the bank's 5, so it is the one that Ann helps to buy (ruling 8.32)."""
    table = must_buy(cash=1000)
    table.pool("4")
    table.turn("LYR", "trains")
    table.refused(FIVE, "1888.emergency.cheapest")
    assert table.legal() == [BuyTrain("4", "pool", 300)]
    table.do(BuyTrain("4", "pool", 300))
    assert (table.of("p.0.cash"), table.of("c.LYR.trains"), table.of("depot.pool")) == (900, ["4"], [])


@rule("1888.emergency.cheapest")
@pytest.mark.parametrize(("treasury", "helped"), [(250, True), (320, False)])
def test_director_never_helps_to_buy_a_dearer_train(treasury: int, helped: bool) -> None:
    """With 250 LYR lacks 50 for the 4; with 320 it can pay the 4 itself; for the 5 Ann gives nothing in either case."""
    table = must_buy(treasury, cash=1000)
    table.pool("6", "4")
    table.turn("LYR", "trains")
    table.refused(FIVE, "1888.emergency.cheapest")
    table.refused(BuyTrain("6", "pool", 630), "1888.emergency.cheapest")
    table.do(BuyTrain("4", "pool", 300))
    assert (table.of("p.0.cash"), table.of("c.LYR.cash")) == ((950, 0) if helped else (1000, 20))


@rule("1888.emergency.no-extra")
def test_company_ends_without_cash_and_gets_no_second_train() -> None:
    """After the purchase LYR has nothing left, and Ann's money buys no further train."""
    table = must_buy(cash=1000)
    table.turn("LYR", "trains")
    table.do(FIVE)
    assert table.of("c.LYR.cash") == 0
    at_train_step(table, "LYR")
    table.refused(FIVE, "1888.emergency.no-extra")
    assert table.legal() == [Pass()]


@rule("1888.emergency.no-extra")
def test_director_adds_nothing_to_a_trade_in_or_a_train_of_a_sister() -> None:
    """A company with a train pays everything itself."""
    table = must_buy(treasury=600, cash=1000)
    table.depot("D", 999)
    table.company("HJR", trains=["6"], price=70)
    table.state.trains[COMPANY_INDEX["LYR"]] = (3,)
    table.turn("LYR", "trains")
    table.refused(BuyTrain("D", "bank", 700, "5"), "1888.emergency.no-extra")
    table.refused(BuyTrain("D", "bank", 900), "1888.emergency.no-extra")
    table.refused(BuyTrain("6", "HJR", 601), "1888.emergency.no-extra")


@rule("1888.emergency.no-extra")
def test_director_sells_no_more_than_needed() -> None:
    """For a missing 100 two shares at 95 are enough; a third would be too many."""
    table = must_buy(cash=200, lyr=60)
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 30), "1888.emergency.no-extra")
    table.do(SellShares("LYR", 20))
    table.refused(SellShares("LYR", 10), "1888.emergency.no-extra")
    assert table.legal() == [FIVE]
    table.do(FIVE)
    assert table.of("p.0.cash") == 200 + 190 - 300


@rule("1888.emergency.must-sell")
def test_director_must_sell_at_once() -> None:
    """Once the train is ordered only sales are open until the money is there."""
    table = must_buy(cash=0, lyr=50, cdl=20)
    table.turn("LYR", "trains")
    table.do(FIVE)
    assert table.game.actor == "Ann"
    assert {offer.type for offer in table.legal()} == {"sell_shares"}
    table.refused(Pass(), "1888.trains.must-own")
    table.refused(FIVE, "1888.emergency.must-sell")
    table.refused(GoBankrupt(), "1888.emergency.bankruptcy")
    table.do(SellShares("CDL", 20))
    assert (table.of("c.LYR.trains"), table.of("c.CDL.price")) == ([], 85)
    table.do(SellShares("LYR", 20))
    assert (table.of("c.LYR.trains"), table.of("p.0.cash")) == (["5"], 80)


def with_a_private_for_sale(edition: str = "2022", revision: int | None = None) -> Table1888:
    """Ann's LYR has 200 and needs a 4 for 300; two shares at 95 bring what is missing. Bo owns the ferry."""
    table = Table1888(phase="4", edition=edition, revision=revision)
    table.cash("Ann", 0)
    table.company("LYR", cash=200, holdings={"Ann": 20})
    table.private("YRF", "Bo")
    table.turn("LYR", "trains")
    return table


FOUR = BuyTrain("4", "bank", 300)
FERRY = BuyPrivate("YRF", 187)


@rule("1888.emergency.must-sell")
@pytest.mark.parametrize("edition", ["2022", "18xx.games"])
def test_nothing_comes_between_the_order_and_the_sale(edition: str) -> None:
    """A private may be bought before the train is ordered, not after it: then the sale follows at once."""
    table = with_a_private_for_sale(edition)
    table.allowed(FERRY)
    table.do(FOUR)
    table.refused(FERRY, "1888.emergency.must-sell")
    assert {offer.type for offer in table.legal()} == {"sell_shares"}
    table.do(SellShares("LYR", 20))
    assert (table.of("c.LYR.trains"), table.of("p.0.cash")) == (["4"], 90)


@rule("1888.emergency.must-sell")
def test_nothing_comes_between_a_sale_and_its_train() -> None:
    """Ann has sold first: now the train is bought and nothing else, until LYR has it."""
    table = with_a_private_for_sale()
    table.do(SellShares("LYR", 20))
    assert table.refused(FERRY, "1888.emergency.must-sell").code == "buy_train_first"
    assert table.legal() == [FOUR]
    platform = with_a_private_for_sale("18xx.games")
    platform.do(SellShares("LYR", 20))
    platform.allowed(FERRY)


@rule("1888.emergency.must-sell")
def test_revision_1_let_a_private_come_between_and_ruin_the_director() -> None:
    """With the ferry bought after the order LYR lacks 287, and Ann's two shares are worth 190."""
    table = with_a_private_for_sale(revision=1)
    table.do(FOUR, FERRY, Accept())
    table.do(GoBankrupt())
    assert table.game.finished


@rule("1888.emergency.must-sell")
def test_sales_follow_the_rules_of_sales() -> None:
    """The pool takes five of a company, the director certificate stays, and only what Ann holds can be sold."""
    table = must_buy(cash=100, lyr=30, cdl=30, in_pool=50)
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 10), "1888.sell.pool-max-five")
    table.refused(SellShares("CDL", 40), "1888.sr.only-with-bank")
    table.do(SellShares("CDL", 30), FIVE)
    assert (table.of("p.0.cash"), table.of("sh.CDL.pool"), table.of("c.CDL.price")) == (100 + 285 - 300, 30, 80)
    table = must_buy(cash=200, lyr=20, cdl=20)
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 10), "1888.sell.director-cert-never")


@rule("1888.emergency.must-sell")
def test_director_who_can_pay_may_not_sell_so_as_to_fail() -> None:
    """Three shares at once bring the missing 285; the first alone would make the others too cheap."""
    table = must_buy(cash=15, lyr=50)
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 10), "1888.emergency.must-sell")
    assert table.legal("sell_shares") == [SellShares("LYR", 30)]
    table.do(SellShares("LYR", 30), FIVE)
    assert (table.of("p.0.cash"), table.of("c.LYR.trains")) == (0, ["5"])


@rule("1888.emergency.no-director-change")
def test_sales_change_no_director() -> None:
    """Ann may fall to Bo's share of LYR and of HJR, not below: neither company may go to him."""
    table = Table1888(phase="5")
    table.cash("Ann", 100)
    table.company("LYR", cash=200, holdings={"Ann": 30, "Bo": 30})
    table.company("HJR", holdings={"Ann": 20, "Bo": 30})
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 30), "1888.emergency.no-director-change")
    table.refused(SellShares("HJR", 20), "1888.emergency.no-director-change")
    assert table.legal("sell_shares") == [SellShares("HJR", 10), SellShares("LYR", 10), SellShares("LYR", 20)]
    table.do(SellShares("LYR", 20), SellShares("HJR", 10), FIVE)
    assert (table.of("c.LYR.pres"), table.of("c.HJR.pres"), table.of("c.LYR.trains")) == ("p0", "p0", ["5"])


@rule("1888.emergency.no-director-change")
def test_platform_lets_other_companies_change() -> None:
    """The profile of the online platform guards only the company that buys."""
    table = Table1888(phase="5", edition="18xx.games")
    table.cash("Ann", 100)
    table.company("LYR", cash=200, holdings={"Ann": 30, "Bo": 30})
    table.company("HJR", holdings={"Ann": 20, "Bo": 30})
    table.turn("LYR", "trains")
    table.refused(SellShares("LYR", 30), "1888.emergency.no-director-change")
    table.do(SellShares("HJR", 20))
    assert table.of("c.HJR.pres") == "p1"


@rule("1888.emergency.bankruptcy")
def test_director_who_cannot_raise_the_sum_is_bankrupt() -> None:
    """270 of 300 is all that Ann could raise: the game ends, no share is sold, no train bought (ruling 8.33)."""
    table = must_buy(cash=80, lyr=40)
    table.turn("LYR", "trains")
    assert table.legal() == [GoBankrupt()]
    table.refused(FIVE, "1888.emergency.bankruptcy")
    table.refused(SellShares("LYR", 20), "1888.emergency.bankruptcy")
    events = table.do(GoBankrupt())
    assert events == [PlayerBankrupt("Ann"), GameEnded()]
    assert table.game.finished
    assert (table.of("p.0.bankrupt"), table.of("p.0.cash"), table.of("sh.LYR.p0")) == (True, 80, 40)
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash")) == ([], 200)


@rule("1888.emergency.bankruptcy")
@pytest.mark.parametrize(("cash", "bankrupt"), [(14, True), (15, False)])
def test_bankruptcy_is_a_matter_of_one_yuan(cash: int, bankrupt: bool) -> None:
    """With three shares to sell at 95, 15 in cash make the missing 300; one less does not."""
    table = must_buy(cash=cash, lyr=50)
    table.turn("LYR", "trains")
    assert (GoBankrupt() in table.legal()) is bankrupt
    if not bankrupt:
        table.refused(GoBankrupt(), "1888.emergency.bankruptcy")


@rule("1888.emergency.bankruptcy", "1888.emergency.director-pays")
@pytest.mark.parametrize("other", ["JHR", "ZDR"])
def test_shares_of_every_company_count(other: str) -> None:
    """Three shares at 95 of the first or the last company on the list make the missing 300 out of 15 in cash."""
    table = must_buy(cash=15)
    table.company(other, "Bo", holdings={"Ann": 30, "Bo": 20})
    table.turn("LYR", "trains")
    table.refused(GoBankrupt(), "1888.emergency.bankruptcy")
    table.do(FIVE, SellShares(other, 30))
    assert (table.of("c.LYR.trains"), table.of("p.0.cash")) == (["5"], 0)


@rule("1888.emergency.bankruptcy")
def test_only_sales_that_are_allowed_count() -> None:
    """Shares worth enough do not help when the pool is full or Bo would become director."""
    full = must_buy(cash=100, lyr=50, in_pool=50)
    full.turn("LYR", "trains")
    assert full.legal() == [GoBankrupt()]
    table = Table1888(phase="5")
    table.cash("Ann", 100)
    table.company("LYR", cash=200, holdings={"Ann": 30, "Bo": 40})
    table.turn("LYR", "trains")
    assert table.legal() == [GoBankrupt()]


@rule("1888.emergency.bankruptcy")
def test_train_of_another_company_saves_from_bankruptcy() -> None:
    """As long as CDL might sell its train for what LYR has, Ann is not bankrupt; when Bo declines, she is."""
    table = must_buy(treasury=200, cash=0)
    table.state.trains[COMPANY_INDEX["CDL"]] = (3,)
    table.turn("LYR", "trains")
    table.refused(GoBankrupt(), "1888.emergency.bankruptcy")
    assert table.legal() == [BuyTrain("5", "CDL", 1)]
    table.do(BuyTrain("5", "CDL", 200), Decline())
    assert table.legal() == [GoBankrupt()]


@rule("1888.emergency.bankruptcy", "1888.trains.intercompany")
def test_director_may_offer_more_before_going_bankrupt() -> None:
    """Bo has declined 1 for CDL's train: Ann may admit bankruptcy or offer more, and 150 are accepted."""
    table = must_buy(treasury=200, cash=0)
    table.state.trains[COMPANY_INDEX["CDL"]] = (3,)
    table.turn("LYR", "trains")
    table.do(BuyTrain("5", "CDL", 1), Decline())
    assert table.legal() == [BuyTrain("5", "CDL", 2), GoBankrupt()]
    table.do(BuyTrain("5", "CDL", 150), Accept())
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash"), table.game.finished) == (["5"], 50, False)


@rule("1888.emergency.bankruptcy")
def test_bankruptcy_waits_for_the_train_that_nobody_has_declined() -> None:
    """CDL will not sell its 5; as long as HJR has not been asked for its 6, Ann is not bankrupt."""
    table = must_buy(treasury=200, cash=0)
    table.state.trains[COMPANY_INDEX["CDL"]] = (3,)
    table.company("HJR", "Cy", trains=["6"])
    table.turn("LYR", "trains")
    table.do(BuyTrain("5", "CDL", 1), Decline())
    table.refused(GoBankrupt(), "1888.emergency.bankruptcy")
    table.do(BuyTrain("6", "HJR", 1), Decline(), GoBankrupt())
    assert table.game.finished


@rule("1888.emergency.must-sell", "1888.end.bank-break-full-set")
@pytest.mark.parametrize("order_first", [True, False])
def test_sale_may_break_the_bank_before_the_train_is_paid(order_first: bool) -> None:
    """A bank with 50 cannot pay 190 for two shares, whether they are sold before or after the train is ordered."""
    table = must_buy(cash=150, lyr=50)
    table.cash("Cy", table.state.bank + 1000 - 50)
    table.turn("LYR", "trains")
    actions = (FIVE, SellShares("LYR", 20)) if order_first else (SellShares("LYR", 20), FIVE)
    broke = [event for action in actions for event in table.do(action) if event == BankBroke()]
    assert broke == [BankBroke()]
    assert table.of("c.LYR.trains") == ["5"]
