"""VIII.3.8. Purchasing trains: the bank's order, diesels, the train limit, and trade between companies."""

from __future__ import annotations

import pytest

import tielu
from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Accept, Action, BuyTrain, Decline, DiscardTrain, Pass, RouteRun, RunTrains
from tielu.core.bank import all_money
from tielu.core.errors import InvalidAction
from tielu.core.events import PhaseBegan, TrainBought, TrainDiscarded, TrainScrapped
from tielu.titles.t1888n.rules.components import COMPANY_INDEX
from tielu.titles.t1888n.rules.events import OfferDeclined, PurchaseOffered, TrainTradedIn
from tielu.titles.t1888n.rules.operating_round import Cycle, OperatingRound
from tielu.titles.t1888n.rules.train_purchase import TrainStep

TWO = BuyTrain("2", "bank", 80)
THREE = BuyTrain("3", "bank", 180)
FOUR = BuyTrain("4", "bank", 300)
FIVE = BuyTrain("5", "bank", 500)
SIX = BuyTrain("6", "bank", 630)
DIESEL = BuyTrain("D", "bank", 900)


def buying(
    phase: str, cash: int = 2000, trains: tuple[str, ...] = (), depot: tuple[str, int] | None = None
) -> Table1888:
    """LYR, directed by Ann, is about to buy trains."""
    table = Table1888(phase=phase)
    if depot is not None:
        table.depot(*depot)
    table.company("LYR", cash=cash, trains=trains)
    table.turn("LYR", "trains")
    return table


def at_train_step(table: Table1888, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    index = COMPANY_INDEX[company]
    table.state.stack = (Cycle(), OperatingRound(frozenset({index})), TrainStep(index))


@rule("1888.trains.buy-last")
def test_train_never_runs_in_the_turn_of_its_purchase() -> None:
    """CDL has a route from the start, but it buys its train when running is over; it runs next time."""
    table = Table1888(phase="2")
    table.company("CDL", cash=200)
    table.company("LYR", cash=200, trains=["2"], price=70)
    table.turn("CDL", "track")
    table.refused(TWO, "1888.turn.sequence")
    table.do(Pass())
    assert table.game.deciding == "CDL"
    assert table.of("c.CDL.price") == 90
    table.do(TWO)
    route = RouteRun("2", (("A19", 0), ("A17", 0)), (("A19", "A17"),))
    table.refused(RunTrains((route,)), "1888.turn.sequence")
    events = table.do(Pass())
    assert "trains_run" not in table.names(events)
    assert table.game.deciding == "LYR"
    table.turn("CDL", "run")
    assert table.legal("run_trains") != []


@rule("1888.trains.several-per-turn", "1888.trains.no-purchase-at-limit")
def test_company_buys_several_trains_one_after_the_other() -> None:
    """Four 2-trains in one turn, and no fifth."""
    table = buying("2", cash=500)
    for owned in range(4):
        assert (table.game.deciding, len(table.of("c.LYR.trains"))) == ("LYR", owned)
        table.do(TWO)
    assert table.of("round.type") == "Stock"
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash")) == (["2"] * 4, 180)


@rule("1888.trains.must-own")
@pytest.mark.parametrize("company", ["HJR", "CDL"])
def test_company_without_a_train_must_buy_one(company: str) -> None:
    """With a route like CDL's or without any like HJR's, the turn does not end before it owns a train."""
    table = Table1888(phase="2")
    table.company(company, cash=200)
    table.turn(company, "trains")
    table.refused(Pass(), "1888.trains.must-own")
    assert table.legal() == [TWO]
    table.do(TWO)
    assert table.of(f"c.{company}.trains") == ["2"]
    table.do(Pass())
    assert table.game.deciding != company


@rule("1888.trains.ascending")
@pytest.mark.parametrize(
    ("phase", "last", "dearer"),
    [("2", TWO, THREE), ("3", THREE, FOUR), ("4", FOUR, FIVE), ("5", FIVE, SIX)],
)
def test_each_type_is_sold_when_the_one_before_is_gone(phase: str, last: BuyTrain, dearer: BuyTrain) -> None:
    """While one train of a type is left the next type is not for sale; after it, it is."""
    table = buying(phase, depot=(last.train, 1))
    table.refused(dearer, "1888.trains.ascending")
    assert table.legal("buy_train") == [last]
    table.do(last)
    table.refused(last, "1888.trains.ascending")
    table.do(dearer)
    assert table.of("c.LYR.trains") == [last.train, dearer.train]


@rule("1888.trains.diesel-after-6")
def test_diesels_are_sold_when_the_6_trains_are_gone() -> None:
    """Neither for money nor for a train while a 6 is left in the bank; then without end."""
    table = buying("6", cash=5000, trains=("5",), depot=("6", 1))
    table.refused(DIESEL, "1888.trains.diesel-after-6")
    table.refused(BuyTrain("D", "bank", 700, "5"), "1888.trains.diesel-after-6")
    table.do(SIX, BuyTrain("D", "bank", 700, "5"), BuyTrain("D", "bank", 700, "6"))
    assert table.of("c.LYR.trains") == ["D", "D"]
    assert table.of("depot.D") == "inf"


@rule("1888.trains.diesel-trade-in")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_diesel_costs_700_with_a_4_5_or_6(old: str) -> None:
    """The train goes and 700 are paid; also at the train limit (ruling 8.29)."""
    table = buying("6", cash=1000, trains=("5", old), depot=("6", 0))
    table.refused(DIESEL, "1888.trains.no-purchase-at-limit")
    table.refused(BuyTrain("D", "bank", 600, old), "1888.trains.diesel-trade-in")
    events = table.do(BuyTrain("D", "bank", 700, old))
    assert TrainTradedIn("LYR", old) in events
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash")) == (["5", "D"], 300)


@rule("1888.trains.diesel-trade-in")
def test_nothing_else_is_traded_in() -> None:
    """Not a 3 or a diesel, not a train of others, not for another type, and without a train it is 900."""
    table = buying("6", cash=900, trains=("3",), depot=("6", 0))
    table.company("CDL", trains=["5"])
    table.refused(BuyTrain("D", "bank", 700, "3"), "1888.trains.diesel-trade-in")
    table.refused(BuyTrain("D", "bank", 700, "5"), "1888.trains.diesel-trade-in")
    table.refused(BuyTrain("5", "bank", 300, "3"), "1888.trains.diesel-trade-in")
    table.do(DIESEL)
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash")) == (["3", "D"], 0)
    table = buying("7", trains=("D",))
    table.refused(BuyTrain("D", "bank", 700, "D"), "1888.trains.diesel-trade-in")


@rule("1888.trains.diesel-trade-in")
def test_4_train_traded_for_the_first_diesel_is_scrapped_with_the_others() -> None:
    """All 4-trains leave the game, the traded one too (ruling 8.30)."""
    table = buying("6", cash=700, trains=("4",), depot=("6", 0))
    table.company("CDL", trains=["4", "5"])
    table.pool("4")
    events = table.do(BuyTrain("D", "bank", 700, "4"))
    assert TrainScrapped("CDL", "4") in events
    assert (table.of("c.LYR.trains"), table.of("c.CDL.trains"), table.of("depot.pool")) == (["D"], ["5"], [])


@rule("1888.trains.trade-in-resold")
@pytest.mark.parametrize(("old", "price"), [("5", 500), ("6", 630)])
def test_traded_in_train_is_for_sale_at_face_value(old: str, price: int) -> None:
    """It lies in the pool until CDL buys it, for no less than its price."""
    table = buying("7", cash=700, trains=(old,))
    table.company("CDL", "Bo", price=70, cash=1000)
    resold = BuyTrain(old, "pool", price)
    table.refused(resold, "1888.trains.trade-in-resold")
    table.do(BuyTrain("D", "bank", 700, old))
    assert table.of("depot.pool") == [old]
    table.turn("CDL", "trains")
    table.refused(BuyTrain(old, "pool", price - 200), f"1888.trains.data-{old}")
    table.do(resold)
    assert (table.of("c.CDL.trains"), table.of("c.CDL.cash"), table.of("depot.pool")) == ([old], 1000 - price, [])


@rule("1888.trains.no-purchase-at-limit")
@pytest.mark.parametrize(
    ("phase", "trains", "purchase"),
    [
        ("3", ("2", "2", "2", "2"), FOUR),
        ("3", ("2", "2", "3", "3"), THREE),
        ("4", ("3", "3", "4"), FIVE),
        ("5", ("3", "3"), SIX),
        ("6", ("4", "4"), DIESEL),
    ],
)
def test_company_at_its_limit_may_not_buy(phase: str, trains: tuple[str, ...], purchase: BuyTrain) -> None:
    """Even if the purchase would scrap trains of its own; with one train less it may, by the limit before."""
    table = Table1888(phase=phase)
    table.depot(purchase.train, 1)
    table.company("LYR", cash=1000, trains=trains)
    at_train_step(table, "LYR")
    table.refused(purchase, "1888.trains.no-purchase-at-limit")
    table.state.trains[COMPANY_INDEX["LYR"]] = table.state.trains[COMPANY_INDEX["LYR"]][1:]
    assert TrainBought("LYR", purchase.train, "bank", purchase.price) in table.do(purchase)


@rule("1888.trains.no-purchase-at-limit")
@pytest.mark.parametrize("seller", ["CDL", "pool"])
def test_limit_holds_for_every_seller(seller: str) -> None:
    """No train of a sister company and none from the pool fits in either."""
    table = Table1888(phase="5")
    table.pool("4")
    table.company("CDL", trains=["4"])
    table.company("LYR", cash=1000, trains=["4", "4"])
    at_train_step(table, "LYR")
    table.refused(BuyTrain("4", seller, 300), "1888.trains.no-purchase-at-limit")
    assert table.legal("buy_train") == []


@rule("1888.trains.over-new-limit-return")
@pytest.mark.parametrize("returned", ["3", "4", "5"])
def test_company_over_the_limit_by_its_own_purchase_returns_a_train(returned: str) -> None:
    """The book's example: with a 3 and a 4 LYR may buy the first 5, and at once gives back one of the three."""
    table = buying("4", cash=900, trains=("3", "4"), depot=("5", 3))
    table.do(FIVE)
    assert table.game.deciding == "LYR"
    assert table.legal() == [DiscardTrain("LYR", train) for train in ("3", "4", "5")]
    table.refused(Pass(), "1888.trains.surplus-to-pool")
    table.refused(FIVE, "1888.trains.surplus-to-pool")
    table.do(DiscardTrain("LYR", returned))
    assert sorted(table.of("c.LYR.trains")) == sorted({"3", "4", "5"} - {returned})
    assert table.of("depot.pool") == [returned]


# -- other companies --


def two_directors(phase: str = "3", cash: int = 100, revision: int | None = None) -> Table1888:
    """LYR of Ann wants a train; CDL of Bo and HJR of Ann have one."""
    table = Table1888(phase=phase, revision=revision)
    table.company("LYR", cash=cash, trains=["2"])
    table.company("CDL", "Bo", trains=["2"], price=70)
    table.company("HJR", "Ann", trains=["2"], price=70)
    table.turn("LYR", "trains")
    return table


@rule("1888.trains.intercompany")
def test_no_trade_between_companies_before_the_first_3_train() -> None:
    """In Phase 2 nobody sells a train to another company; the first 3 changes that at once."""
    table = two_directors("2", cash=300)
    for seller in ("CDL", "HJR"):
        table.refused(BuyTrain("2", seller, 1), "1888.trains.intercompany")
    table.depot("3", 6)
    table.do(THREE, BuyTrain("2", "HJR", 1))
    assert (table.of("c.LYR.trains"), table.of("c.HJR.trains")) == (["2", "3", "2"], [])


@rule("1888.trains.intercompany")
def test_other_director_has_to_agree() -> None:
    """The price is named before Bo; if he accepts, CDL has the money and LYR the train."""
    table = two_directors()
    money = all_money(table.state)
    assert PurchaseOffered("LYR", "CDL 2", 77, "Bo") in table.do(BuyTrain("2", "CDL", 77))
    assert (table.game.actor, table.of("c.LYR.trains")) == ("Bo", ["2"])
    assert table.legal() == [Accept(), Decline()]
    table.refused(Pass(), "1888.trains.intercompany")
    assert TrainBought("LYR", "2", "CDL", 77) in table.do(Accept())
    assert (table.of("c.LYR.trains"), table.of("c.CDL.trains")) == (["2", "2"], [])
    assert (table.of("c.LYR.cash"), table.of("c.CDL.cash"), all_money(table.state)) == (23, 77, money)


@rule("1888.trains.intercompany")
def test_other_director_may_decline() -> None:
    """Then nothing has changed hands, and in this turn the same train is not asked for again for less."""
    table = two_directors()
    table.do(BuyTrain("2", "CDL", 100))
    assert OfferDeclined("LYR", "CDL 2", "Bo") in table.do(Decline())
    assert (table.game.actor, table.of("c.LYR.cash"), table.of("c.CDL.trains")) == ("Ann", 100, ["2"])
    table.refused(BuyTrain("2", "CDL", 99), "1888.trains.intercompany")


@rule("1888.trains.intercompany")
def test_declined_offer_may_be_repeated_higher() -> None:
    """Bo declines 40 and 60: each time LYR may offer more, up to all it has, but neither the same nor less."""
    table = two_directors()
    table.do(BuyTrain("2", "CDL", 40), Decline())
    (offer,) = [each for each in table.legal("buy_train") if isinstance(each, BuyTrain) and each.seller == "CDL"]
    assert offer.amounts is not None
    assert (offer.price, offer.amounts.low, offer.amounts.high) == (41, 41, 100)
    refusal = table.refused(BuyTrain("2", "CDL", 40), "1888.trains.intercompany")
    assert (refusal.code, refusal.params) == ("offer_more", {"item": "CDL 2", "price": 40})
    table.do(BuyTrain("2", "CDL", 60), Decline())
    table.refused(BuyTrain("2", "CDL", 50), "1888.trains.intercompany")
    table.do(BuyTrain("2", "CDL", 100), Accept())
    assert (table.of("c.LYR.trains"), table.of("c.CDL.cash")) == (["2", "2"], 100)


@rule("1888.trains.intercompany")
def test_in_revision_1_one_refusal_ends_the_negotiation() -> None:
    """A game begun before is played on like that: after 40 not even all that LYR has can be offered."""
    table = two_directors(revision=1)
    table.do(BuyTrain("2", "CDL", 40), Decline())
    table.refused(BuyTrain("2", "CDL", 100), "1888.trains.intercompany")


@rule("1888.trains.intercompany")
def test_price_is_free_but_at_least_1() -> None:
    """Anything from 1 to what the treasury holds, whatever the train once cost."""
    table = two_directors(cash=500)
    table.refused(BuyTrain("2", "HJR", 0), "1888.trains.intercompany")
    table.refused(BuyTrain("3", "HJR", 10), "1888.trains.intercompany")
    table.refused(BuyTrain("2", "Bo", 10), "1888.trains.intercompany")
    offer = next(each for each in table.legal("buy_train") if each == BuyTrain("2", "HJR", 1))
    assert offer.amounts is not None
    assert (offer.amounts.low, offer.amounts.high, offer.amounts.step) == (1, 500, 1)
    table.do(BuyTrain("2", "HJR", 500))
    assert (table.of("c.LYR.cash"), table.of("c.HJR.cash")) == (0, 500)


@rule("1888.trains.intercompany-buyers-turn")
def test_company_sells_no_train_in_its_own_turn() -> None:
    """In LYR's turn every purchase on offer is one for LYR, and its own trains are not for sale."""
    table = two_directors(cash=500)
    table.treasury("CDL", 500)
    table.refused(BuyTrain("2", "LYR", 50), "1888.trains.intercompany-buyers-turn")
    for offer in table.legal("buy_train"):
        trial = table.game.clone()
        trial.apply(offer)
        if trial.actor == "Bo":
            trial.apply(Accept())
        assert len(trial.snapshot()["c.LYR.trains"]) == 2
    table.turn("LYR", "track")
    table.refused(BuyTrain("2", "HJR", 50), "1888.turn.sequence")


# -- what a company does not do with its trains --


def consequences(table: Table1888) -> list[tuple[Action, tielu.Game]]:
    """Each offer with the game after it."""
    found = []
    for offer in table.legal():
        trial = table.game.clone()
        trial.apply(offer)
        found.append((offer, trial))
    return found


@rule("1888.trains.no-sale-to-bank")
@pytest.mark.parametrize("step", ["track", "run", "trains"])
def test_no_train_goes_back_to_the_bank(step: str) -> None:
    """Whatever CDL may do, it keeps its trains, and nobody can even ask to sell one."""
    table = Table1888(phase="3")
    table.company("CDL", cash=400, trains=["2", "3"])
    table.company("LYR", price=70)
    table.turn("CDL", step)
    found = consequences(table)
    assert len(found) > 1 or step == "run"
    for _, trial in found:
        assert trial.snapshot()["c.CDL.trains"][:2] == ["2", "3"]
        assert trial.snapshot()["depot.pool"] == []
    for backward in (BuyTrain("3", "bank", -180), BuyTrain("3", "bank", 100, "2"), BuyTrain("2", "pool", -80)):
        assert table.game.why_not(backward) is not None
    with pytest.raises(InvalidAction):
        tielu.Action.from_json({"type": "sell_train", "train": "2", "price": 80})


@rule("1888.trains.no-voluntary-scrap")
@pytest.mark.parametrize("step", ["track", "run", "trains"])
def test_no_train_is_scrapped_voluntarily(step: str) -> None:
    """A company may not discard a train that it has room for, at any point of its turn."""
    table = Table1888(phase="3")
    table.company("CDL", cash=400, trains=["2", "3"])
    table.turn("CDL", step)
    for train in ("2", "3"):
        table.refused(DiscardTrain("CDL", train), "1888.trains.no-voluntary-scrap")


@rule("1888.trains.surplus-to-pool")
def test_surplus_trains_go_to_the_pool_without_compensation() -> None:
    """The first 5 leaves CDL and HJR with one train too many; CDL, dearer, gives back first, each director chooses.

    The order is ruling 9.15.
    """
    table = buying("4", cash=500, depot=("5", 3))
    table.company("CDL", "Bo", price=90, cash=50, trains=["3", "4", "4"])
    table.company("HJR", "Cy", price=70, cash=60, trains=["3", "3", "4"])
    table.do(FIVE)
    assert (table.game.actor, table.game.deciding) == ("Bo", "CDL")
    table.refused(DiscardTrain("HJR", "3"), "1888.trains.surplus-to-pool")
    table.refused(DiscardTrain("CDL", "5"), "1888.trains.surplus-to-pool")
    assert TrainDiscarded("CDL", "4") in table.do(DiscardTrain("CDL", "4"))
    assert (table.game.actor, table.game.deciding) == ("Cy", "HJR")
    table.do(DiscardTrain("HJR", "3"))
    assert (table.of("c.CDL.trains"), table.of("c.HJR.trains")) == (["3", "4"], ["3", "4"])
    assert (table.of("depot.pool"), table.of("c.CDL.cash"), table.of("c.HJR.cash")) == (["4", "3"], 50, 60)


@rule("1888.trains.surplus-to-pool")
def test_surplus_train_may_be_bought_at_face_value() -> None:
    """LYR buys the 3 that lies in the pool for 180 (ruling 8.31)."""
    table = buying("5", cash=400)
    table.pool("3")
    table.refused(BuyTrain("3", "pool", 100), "1888.trains.data-3")
    table.do(BuyTrain("3", "pool", 180))
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash"), table.of("depot.pool")) == (["3"], 220, [])


# -- the train overview --


@rule(
    "1888.trains.data-2",
    "1888.trains.data-3",
    "1888.trains.data-4",
    "1888.trains.data-5",
    "1888.trains.data-6",
    "1888.trains.data-d",
)
@pytest.mark.parametrize(
    ("train", "price", "count", "phase"),
    [
        ("2", 80, 7, "1"),
        ("3", 180, 6, "2"),
        ("4", 300, 5, "3"),
        ("5", 500, 3, "4"),
        ("6", 630, 2, "5"),
        ("D", 900, "inf", "6"),
    ],
)
def test_price_and_number_of_each_type(train: str, price: int, count: int | str, phase: str) -> None:
    """The table of the book: what a train costs in the bank and how many there are."""
    assert tielu.new_game("1888", ["Ann", "Bo"]).snapshot()[f"depot.{train}"] == count
    table = buying(phase, cash=1000, depot=(train, 1))
    for wrong in (price - 10, price + 10):
        table.refused(BuyTrain(train, "bank", wrong), f"1888.trains.data-{train.lower()}")
    table.do(BuyTrain(train, "bank", price))
    assert (table.of("c.LYR.trains"), table.of("c.LYR.cash")) == ([train], 1000 - price)


@rule(
    "1888.trains.data-2",
    "1888.trains.data-3",
    "1888.trains.data-4",
    "1888.trains.data-5",
    "1888.trains.data-6",
    "1888.trains.data-d",
)
@pytest.mark.parametrize(
    ("phase", "first", "gone"),
    [
        ("1", TWO, None),
        ("2", THREE, None),
        ("3", FOUR, "2"),
        ("4", FIVE, None),
        ("5", SIX, "3"),
        ("6", DIESEL, "4"),
    ],
)
def test_first_train_of_a_type_scraps_another(phase: str, first: BuyTrain, gone: str | None) -> None:
    """The first 4 scraps the 2s, the first 6 the 3s, the first diesel the 4s; no other train ever goes."""
    table = buying(phase, depot=(first.train, 2))
    owners = dict(zip(("CDL", "HJR", "TJL", "JZR", "ZDR", "SSL"), ("2", "3", "4", "5", "6", "D"), strict=True))
    for company, train in owners.items():
        table.company(company, "Bo", price=70, trains=[train])
    assert PhaseBegan(str(int(phase) + 1)) in table.do(first)
    for company, train in owners.items():
        assert table.of(f"c.{company}.trains") == ([] if train == gone else [train])
