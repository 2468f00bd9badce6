"""X. Purchase of trains: from the bank and from sister companies, the marker, removal, limits."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, BuyTrain, DiscardTrain, Pass, RouteRun, RunTrains
from tielu.core.events import PhaseBegan, TrainBought, TrainDiscarded
from tielu.titles.t1880.rules.actions import ExchangeRocket
from tielu.titles.t1880.rules.components import COMPANY_INDEX, TRAINS
from tielu.titles.t1880.rules.events import MarkerMoved, TrainsRemoved
from tielu.titles.t1880.rules.train_purchase import TrainStep

EDITIONS = pytest.mark.parametrize("edition", ["2022", "2010"])
TRAIN_PRICE = {train.name: train.price for train in TRAINS}


def two_companies(phase: str, *trains: str, edition: str = "2022", cash: int = 2000) -> Table:
    """HKR and then NJR, both Ann's, both with these trains; only they operate."""
    table = Table(phase=phase, edition=edition)
    table.company("HKR", trains=trains, cash=cash)
    table.company("NJR", trains=trains, cash=cash)
    return table


def buy(train: str) -> BuyTrain:
    """A purchase from the bank at the printed price."""
    return BuyTrain(train, "bank", TRAIN_PRICE[train])


def at_train_step(table: Table, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    table.state.stack = (*table.state.stack[:1], TrainStep(COMPANY_INDEX[company]))


def in_train_step(table: Table, company: str) -> bool:
    return isinstance(table.state.stack[-1], TrainStep) and table.game.deciding == company


def pass_to_train_step(table: Table, company: str) -> None:
    """Everybody passes until the company may buy trains."""
    for _ in range(40):
        if in_train_step(table, company):
            return
        table.do(Pass())
    raise AssertionError(f"{company} never came to its train step")


def pass_share_round(table: Table) -> None:
    assert table.of("round.type") == "Stock"
    while table.of("round.type") == "Stock":
        table.do(Pass())


# -- the duty and the step --


@rule("1880.trains.must-own")
def test_company_without_a_train_must_buy_one_route_or_no_route() -> None:
    """HKR has no track at all and still may not end its turn without a train."""
    table = Table()
    table.company("HKR", cash=500)
    table.turn("HKR", "trains")
    table.refused(Pass(), "1880.trains.must-own")
    table.do(buy("2"))
    table.allowed(Pass())


@rule("1880.trains.must-own")
def test_company_beside_the_marker_buys_before_it_can_let_trains_be_removed() -> None:
    """Without a train it cannot decline, have the type removed and buy the next one (ruling 4.8)."""
    table = Table(phase="A2")
    table.company("HKR", cash=500)
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.refused(Pass(), "1880.trains.must-own")
    assert table.of("depot.2+2") == 4


@rule("1880.trains.must-own", "1880.trains.removal-may-change-phase")
def test_company_that_loses_its_trains_by_a_removal_must_buy_in_the_same_turn() -> None:
    """HKR lets the unsold 4-trains go, which scraps its own 2-trains; after the share round it needs a new one."""
    table = two_companies("B2", "2")
    table.depot("4", 5)
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.of("c.HKR.trains") == []
    pass_share_round(table)
    assert in_train_step(table, "HKR")
    table.refused(Pass(), "1880.trains.must-own")
    table.do(buy("4+4"))
    table.allowed(Pass())


@rule("1880.trains.buy-last-step")
def test_trains_are_bought_after_running() -> None:
    """No purchase in the track step, when running or before the dividend; what is bought runs in the next turn."""
    table = Table()
    table.tile("K13", "57", 1)
    table.tile("K15", "8877", 1)
    table.company("HKR", cash=500, trains=["2"])
    table.turn("HKR", "track")
    table.refused(buy("2"), "1880.trains.buy-last-step")
    table.turn("HKR", "run")
    table.refused(buy("2"), "1880.trains.buy-last-step")
    along = RunTrains((RouteRun("2", (("K13", 0), ("K15", 0)), (("K13", "K15"),)),))
    table.do(along)
    table.refused(buy("2"), "1880.trains.buy-last-step")
    table.turn("HKR", "trains")
    table.do(buy("2"))
    table.refused(along, "1880.turn.sequence")


# -- from the bank --


@rule("1880.trains.bank-price")
@pytest.mark.parametrize(("phase", "train", "price"), [("A1", "2", 100), ("B2", "3+3", 300), ("D1", "8", 800)])
def test_bank_train_costs_what_is_printed(phase: str, train: str, price: int) -> None:
    """The bank takes the printed price, neither less nor more."""
    table = Table(phase=phase)
    table.company("HKR", cash=1000)
    table.company("NJR")
    if train == "8":
        table.depot("8", 2)
    table.turn("HKR", "trains")
    for wrong in (1, price - 1, price + 1):
        table.refused(BuyTrain(train, "bank", wrong), "1880.trains.bank-price")
    table.do(BuyTrain(train, "bank", price))
    assert table.of("c.HKR.cash") == 1000 - price
    assert table.of("c.HKR.trains") == [train]


@rule("1880.trains.ascending-order")
def test_type_is_on_offer_only_when_all_smaller_ones_are_gone() -> None:
    """With one 2-train left only that can be bought; when it has gone the 2+2-trains follow, not the 3-trains."""
    table = Table()
    table.company("HKR", cash=1000)
    table.depot("2", 1)
    table.turn("HKR", "trains")
    for train in ("2+2", "3", "10"):
        table.refused(buy(train), "1880.trains.ascending-order")
    table.do(buy("2"))
    pass_share_round(table)
    assert table.legal("buy_train") == [buy("2+2")]
    for train in ("2", "3"):
        table.refused(buy(train), "1880.trains.ascending-order")


@rule("1880.trains.multiple")
def test_company_may_buy_several_trains_in_one_turn() -> None:
    """After each purchase the train step goes on as long as there are room and money."""
    table = Table()
    table.company("HKR", cash=350)
    table.turn("HKR", "trains")
    table.do(buy("2"), buy("2"))
    assert in_train_step(table, "HKR")
    table.do(buy("2"))
    assert table.of("c.HKR.trains") == ["2", "2", "2"]
    assert table.of("c.HKR.cash") == 50
    assert table.of("depot.2") == 7


# -- from sister companies --


@rule("1880.trains.intercompany-same-director")
def test_sister_company_sells_at_any_price_from_1() -> None:
    """Everything from 1 to the whole treasury is a price; nothing and more than the treasury are none."""
    table = Table(phase="B1")
    table.company("HKR", cash=77, trains=["2"])
    table.company("NJR", cash=10, trains=["2", "3"])
    table.turn("HKR", "trains")
    offers = [(each.train, each.seller, each.amounts) for each in table.legal() if isinstance(each, BuyTrain)]
    assert [(train, seller) for train, seller, _ in offers] == [("2", "NJR"), ("3", "NJR")]
    assert all(amounts is not None and (amounts.low, amounts.high) == (1, 77) for _, _, amounts in offers)
    table.refused(BuyTrain("3", "NJR", 0), "1880.trains.intercompany-same-director")
    table.refused(BuyTrain("3", "NJR", 78), "1880.emergency.bank-only")
    table.refused(BuyTrain("2+2", "NJR", 5), "1880.trains.intercompany-same-director")
    table.do(BuyTrain("3", "NJR", 77))
    assert (table.of("c.HKR.trains"), table.of("c.HKR.cash")) == (["2", "3"], 0)
    assert (table.of("c.NJR.trains"), table.of("c.NJR.cash")) == (["2"], 87)


@rule("1880.trains.intercompany-price-public")
def test_price_between_sisters_is_public() -> None:
    """The purchase is an event that names buyer, seller, train and price, and the treasuries show it."""
    table = two_companies("B1", "2", cash=100)
    table.turn("HKR", "trains")
    events = table.do(BuyTrain("2", "NJR", 37))
    assert events[0] == TrainBought("HKR", "2", "NJR", 37)
    assert (table.of("c.HKR.cash"), table.of("c.NJR.cash")) == (63, 137)


@rule("1880.trains.intercompany-other-director-forbidden")
def test_no_train_from_a_company_with_another_director() -> None:
    """Bo's NJR sells nothing to Ann's HKR, until Ann directs it."""
    table = Table(phase="B1")
    table.company("HKR", cash=100, trains=["2"])
    table.company("NJR", director="Bo", trains=["2"])
    table.turn("HKR", "trains")
    table.do(Pass())
    at_train_step(table, "HKR")
    table.refused(BuyTrain("2", "NJR", 50), "1880.trains.intercompany-other-director-forbidden")
    table.state.director[COMPANY_INDEX["NJR"]] = table.player("Ann")
    table.allowed(BuyTrain("2", "NJR", 50))


@rule("1880.trains.intercompany-from-first-3")
def test_sisters_trade_trains_once_the_first_3_train_is_sold() -> None:
    """Refused in Phase A2; after the first 3-train it is possible in the same step."""
    table = two_companies("A2", "2")
    table.depot("3", 5)
    table.turn("HKR", "trains")
    table.refused(BuyTrain("2", "NJR", 50), "1880.trains.intercompany-from-first-3")
    table.do(buy("3"))
    table.do(BuyTrain("2", "NJR", 50))
    assert table.of("c.HKR.trains") == ["2", "3", "2"]


@rule("1880.trains.intercompany-buyers-turn")
def test_trains_change_hands_in_the_buyers_train_step_only() -> None:
    """HKR buys from NJR in HKR's train step, not while it builds, and NJR's train step gives HKR nothing."""
    table = two_companies("B1", "2")
    table.turn("HKR", "track")
    table.refused(BuyTrain("2", "NJR", 50), "1880.trains.intercompany-buyers-turn")
    table.turn("NJR", "trains")
    table.refused(BuyTrain("2", "NJR", 50), "1880.trains.intercompany-same-director")
    table.turn("HKR", "trains")
    table.do(BuyTrain("2", "NJR", 50))
    assert (table.of("c.HKR.trains"), table.of("c.NJR.trains")) == (["2", "2"], [])


# -- the purchase marker --


@rule("1880.trains.marker-moves")
def test_purchase_from_the_bank_brings_the_marker() -> None:
    """Each bank train puts the marker beside its buyer; trains of sisters and the Rocket leave it where it is."""
    table = two_companies("B1", "2")
    table.private("P7", "Ann")
    table.marker("NJR")
    table.turn("HKR", "trains")
    table.do(BuyTrain("2", "NJR", 1))
    table.do(ExchangeRocket("HKR"))
    assert table.of("c.HKR.trains") == ["2", "2", "3"]
    assert table.of("x.marker") == "NJR"
    events = table.do(buy("3"))
    assert MarkerMoved("HKR") in events
    assert table.of("x.marker") == "HKR"


@rule("1880.trains.marker-frozen-after-last-8")
def test_marker_rests_once_the_last_8_train_is_bought() -> None:
    """Whoever takes the second 8-train keeps the marker, whatever anyone buys later."""
    table = two_companies("D1", "6")
    table.turn("HKR", "trains")
    assert table.of("depot.8") == 1
    table.do(buy("8"))
    assert table.of("x.marker") == "HKR"
    pass_share_round(table)
    table.turn("NJR", "trains")
    table.do(buy("8E"))
    assert table.of("x.marker") == "HKR"


@rule("1880.trains.marker-frozen-after-last-8")
def test_marker_rests_once_the_last_8_train_is_removed() -> None:
    """After the removal of the 8-trains the marker stays beside the company that let them go."""
    table = two_companies("D1", "6")
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.of("depot.8") is None
    pass_share_round(table)
    table.turn("NJR", "trains")
    table.do(buy("8E"))
    assert table.of("x.marker") == "HKR"


# -- removal --


@rule("1880.trains.full-circle-removal")
@EDITIONS
def test_circle_without_a_purchase_removes_the_type_on_offer(edition: str) -> None:
    """HKR buys, NJR does not, and when HKR does not buy either all 2-trains left leave the game."""
    table = two_companies("A1", edition=edition)
    table.turn("NJR", "trains")
    table.do(buy("2"), Pass())
    pass_to_train_step(table, "HKR")
    table.do(buy("2"), Pass())
    pass_to_train_step(table, "NJR")
    assert table.of("x.marker") == "HKR"
    table.do(Pass())
    assert table.of("depot.2") == 8
    pass_to_train_step(table, "HKR")
    events = table.do(Pass())
    assert events[0] == TrainsRemoved("2", 8)
    assert table.of("depot.2") is None
    assert (table.of("c.HKR.trains"), table.of("c.NJR.trains")) == (["2"], ["2"])
    assert table.of("x.marker") == "HKR"


@rule("1880.trains.full-circle-removal")
def test_purchase_within_the_circle_keeps_the_trains() -> None:
    """If the company beside the marker buys when the turn is back at it, a new circle begins."""
    table = two_companies("A1", "2")
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(buy("2"), Pass())
    assert table.of("depot.2") == 9
    assert table.of("round.type") == "Operating"
    assert table.game.deciding == "NJR"


@rule("1880.trains.full-circle-removal")
def test_only_purchases_from_the_bank_keep_the_trains() -> None:
    """A 2R and a train of a sister company are no purchases that count (ruling 4.9)."""
    table = two_companies("C2", "6")
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(BuyTrain("2R", "bank", 250), BuyTrain("6", "NJR", 1))
    assert table.of("depot.6") is None
    assert table.of("depot.2R") == 9
    assert table.of("round.type") == "Stock"


@rule("1880.trains.full-circle-removal")
@pytest.mark.parametrize(("trains", "cash"), [(["2", "2"], 99), (["2", "2", "2", "2"], 1000)])
def test_company_that_cannot_buy_counts_as_not_buying(trains: list[str], cash: int) -> None:
    """Without money or room the company beside the marker is passed over and the trains go (ruling 4.7)."""
    table = Table()
    table.company("HKR", trains=trains, cash=cash)
    table.company("NJR")
    table.marker("HKR")
    table.turn("HKR", "trains")
    assert table.of("depot.2") is None
    assert table.of("round.type") == "Stock"


@rule("1880.trains.removal-may-change-phase")
@EDITIONS
def test_removal_of_an_unsold_type_begins_its_phase(edition: str) -> None:
    """Five unsold 4-trains are removed: Phase B3 begins, 2-trains are scrapped, and the 4+4 waits for its turn."""
    table = two_companies("B2", "2", "3", edition=edition)
    table.depot("4", 5)
    table.marker("HKR")
    table.turn("HKR", "trains")
    events = table.do(Pass())
    assert events[:2] == [TrainsRemoved("4", 5), PhaseBegan("B3")]
    assert table.of("phase") == "B3"
    assert table.of("x.communism") is True
    assert table.of("c.NJR.trains") == ["3"]
    pass_share_round(table)
    assert table.of("phase") == "B3"
    assert buy("4+4") in table.legal("buy_train")


@rule("1880.trains.removal-may-change-phase")
def test_removal_of_a_sold_type_begins_no_phase() -> None:
    """Where the first 4-train was sold before, the removal of the others changes no phase."""
    table = two_companies("B3", "3")
    table.marker("HKR")
    table.turn("HKR", "trains")
    events = table.do(Pass())
    assert events[0] == TrainsRemoved("4", 4)
    assert "phase_began" not in table.names(events)
    assert table.of("phase") == "B3"


@rule("1880.trains.removal-then-sr")
@EDITIONS
def test_removal_is_followed_by_a_share_round(edition: str) -> None:
    """As soon as the trains are gone the players trade, before anything else in the operating round."""
    table = two_companies("A2", "2", edition=edition)
    table.marker("HKR")
    table.turn("HKR", "trains")
    events = table.do(Pass())
    assert table.names(events) == ["trains_removed", "round_began"]
    assert table.of("round.type") == "Stock"
    assert BuyShare("HKR", "bank") in table.legal("buy_share")


def _refuses_then_buys(edition: str) -> Table:
    table = two_companies("B1", "2", edition=edition)
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(Pass())
    pass_share_round(table)
    return table


@rule("1880.trains.resume-buying-after-sr.2022")
def test_company_that_refused_may_buy_after_the_share_round() -> None:
    """HKR let the 3-trains go; after the share round it may buy a 3+3, from its sister, or end its turn."""
    table = _refuses_then_buys("2022")
    assert in_train_step(table, "HKR")
    table.allowed(BuyTrain("2", "NJR", 5))
    table.allowed(Pass())
    table.do(buy("3+3"), BuyTrain("2", "NJR", 5))
    assert table.of("c.HKR.trains") == ["2", "3+3", "2"]
    assert table.of("x.marker") == "HKR"


@rule("1880.trains.resume-buying-after-sr.2010")
def test_company_continues_its_train_step_after_the_share_round_in_2010() -> None:
    """As in the worked example: the interrupted company goes on with its train step."""
    table = _refuses_then_buys("2010")
    assert in_train_step(table, "HKR")
    table.do(buy("3+3"))
    assert table.of("c.HKR.trains") == ["2", "3+3"]


@rule("1880.trains.resume-buying-after-sr.2022", "1880.trains.resume-buying-after-sr.2010")
@EDITIONS
def test_buyer_of_the_last_train_goes_on_buying_after_the_share_round(edition: str) -> None:
    """The share round interrupts the step only; a second refusal in the same turn removes nothing more."""
    table = two_companies("B1", "2", edition=edition)
    table.depot("3", 1)
    table.turn("HKR", "trains")
    table.do(buy("3"))
    pass_share_round(table)
    assert in_train_step(table, "HKR")
    assert buy("3+3") in table.legal("buy_train")
    table.do(Pass())
    assert table.of("depot.3+3") == 5
    assert table.game.deciding == "NJR"


@rule("1880.trains.resume-buying-after-sr.2022")
def test_new_director_goes_on_buying_after_the_share_round() -> None:
    """If the directorship changes in the share round, the new director decides about further trains."""
    table = Table(phase="B1")
    table.company("HKR", percent=20, trains=["2"], cash=2000, holdings={"Bo": 20})
    table.depot("3", 1)
    table.state.priority = table.player("Bo")
    table.turn("HKR", "trains")
    table.do(buy("3"), BuyShare("HKR", "bank"))
    pass_share_round(table)
    assert in_train_step(table, "HKR")
    assert table.game.actor == "Bo"


@rule("1880.trains.8e-removal")
def test_both_8e_trains_go_when_none_is_bought_for_a_circle() -> None:
    """From the frozen marker on: no 8E in the circle, so both go, Phase D2 begins and no share round follows."""
    table = Table(phase="D1")
    table.company("HKR", cash=2000)
    table.company("NJR", cash=2000, trains=["6"])
    table.turn("HKR", "trains")
    table.do(buy("8"))
    pass_share_round(table)
    assert in_train_step(table, "HKR")
    table.do(Pass())
    pass_to_train_step(table, "NJR")
    table.do(Pass())
    assert table.of("depot.8E") == 2
    pass_to_train_step(table, "HKR")
    events = table.do(Pass())
    assert events[:2] == [TrainsRemoved("8E", 2), PhaseBegan("D2")]
    assert table.of("depot.8E") is None
    assert table.of("round.type") == "Operating"
    assert in_train_step(table, "HKR")
    assert buy("10") in table.legal("buy_train")


@rule("1880.trains.no-removal-after-first-8e")
def test_second_8e_stays_once_the_first_is_bought() -> None:
    """When the marker company is passed again without a purchase, the 8E left is still on offer."""
    table = two_companies("D2", "6")
    table.marker("HKR")
    table.state.circles_left = 3
    table.turn("HKR", "trains")
    assert table.of("depot.8E") == 1
    table.do(Pass())
    assert table.of("depot.8E") == 1
    assert table.of("round.type") == "Operating"
    assert table.game.deciding == "NJR"


@rule("1880.trains.10-and-2r-never-removed")
def test_10_trains_and_restored_trains_stay_on_offer() -> None:
    """A circle without a purchase in Phase D3 takes neither 10-trains nor 2R from the bank."""
    table = two_companies("D3", "6")
    table.marker("HKR")
    table.state.circles_left = 3
    table.turn("HKR", "trains")
    events = table.do(Pass())
    assert "trains_removed" not in table.names(events)
    assert (table.of("depot.10"), table.of("depot.2R")) == ("inf", 10)
    table.turn("NJR", "trains")
    assert table.legal("buy_train")[:2] == [buy("10"), buy("2R")]


@rule("1880.trains.10-and-2r-never-removed")
def test_removal_of_another_type_leaves_the_restored_trains() -> None:
    """When the 6-trains go, all ten 2R are still there."""
    table = two_companies("C2", "4")
    table.marker("HKR")
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.of("depot.6") is None
    assert table.of("depot.2R") == 10


# -- the limit --


@rule("1880.trains.limit-no-purchase-at-limit")
def test_company_at_its_limit_may_not_buy() -> None:
    """Three 2-trains fill HKR in Phase B2; the first 4-train would scrap them all, but HKR may not buy it."""
    table = Table(phase="B2")
    table.company("HKR", trains=["2", "2", "2"], cash=1000)
    table.company("NJR", trains=["2", "2"], cash=1000)
    table.depot("4", 5)
    at_train_step(table, "HKR")
    table.refused(buy("4"), "1880.trains.limit-no-purchase-at-limit")
    table.refused(BuyTrain("2", "NJR", 1), "1880.trains.limit-no-purchase-at-limit")
    table.turn("HKR", "trains")
    assert table.game.deciding == "NJR"
    table.turn("NJR", "trains")
    table.allowed(buy("4"))


@rule("1880.trains.surplus-removed")
def test_trains_over_a_lowered_limit_leave_the_game_without_compensation() -> None:
    """The first 3+3 lowers the limit to three: each director chooses one train to go, from the buyer's company on."""
    table = Table(phase="B1")
    table.company("JHA", director="Bo", trains=["2", "2+2", "3", "3"], cash=10)
    table.company("HKR", trains=["2", "2+2", "3"], cash=500)
    table.company("NJR", director="Cy", trains=["2", "2", "2"], cash=20)
    table.depot("3+3", 5)
    table.turn("HKR", "trains")
    table.do(buy("3+3"))
    assert (table.game.deciding, table.game.actor) == ("HKR", "Ann")
    table.refused(Pass(), "1880.trains.surplus-removed")
    table.refused(DiscardTrain("JHA", "2"), "1880.trains.surplus-removed")
    assert DiscardTrain("HKR", "3+3") in table.legal("discard_train")
    assert table.do(DiscardTrain("HKR", "2"))[0] == TrainDiscarded("HKR", "2")
    assert (table.game.deciding, table.game.actor) == ("JHA", "Bo")
    table.do(DiscardTrain("JHA", "3"))
    assert table.of("c.HKR.trains") == ["2+2", "3", "3+3"]
    assert table.of("c.JHA.trains") == ["2", "2+2", "3"]
    assert table.of("c.NJR.trains") == ["2", "2", "2"]
    assert [table.of(f"c.{name}.cash") for name in ("JHA", "HKR", "NJR")] == [10, 200, 20]
    assert (table.of("depot.2"), table.of("depot.3"), table.of("depot.pool")) == (None, None, [])
    assert table.game.deciding == "NJR"


@rule("1880.trains.surplus-removed")
def test_scrapping_comes_before_surplus_trains() -> None:
    """The first 6E scraps a 3+3, so that the company with a 6, a 4 and a 3+3 is within the limit of two."""
    table = Table(phase="C2")
    table.company("HKR", trains=["6"], cash=1000)
    table.company("NJR", director="Bo", trains=["6", "4", "3+3"])
    table.company("WNR", director="Cy", trains=["6", "4", "4+4"])
    table.depot("6E", 5)
    table.turn("HKR", "trains")
    table.do(buy("6E"))
    assert table.of("c.NJR.trains") == ["6", "4"]
    assert (table.game.deciding, table.game.actor) == ("WNR", "Cy")
    table.do(DiscardTrain("WNR", "4"))
    assert table.of("c.WNR.trains") == ["6", "4+4"]


@rule("1880.trains.surplus-removed")
def test_surplus_trains_go_before_the_share_round_of_a_removal() -> None:
    """When unsold 3+3-trains are removed the limit falls at once, and only then the players trade (ruling 4.2)."""
    table = Table(phase="B1")
    table.company("HKR", trains=["2", "2+2", "3", "3"], cash=500)
    table.depot("3+3", 5)
    table.marker("HKR")
    table.turn("HKR", "trains")
    assert table.of("phase") == "B2"
    assert table.game.deciding == "HKR"
    table.do(DiscardTrain("HKR", "2"))
    assert table.of("c.HKR.trains") == ["2+2", "3", "3"]
    assert table.of("round.type") == "Stock"


@rule("1880.trains.no-sale-to-bank")
def test_bank_takes_no_train_back() -> None:
    """A train cannot be given in part payment, and none of the offers lets the bank have one."""
    table = two_companies("B1", "2", cash=300)
    table.turn("HKR", "trains")
    table.refused(BuyTrain("3", "bank", 180, trade_in="2"), "1880.trains.no-sale-to-bank")
    assert {action.type for action in table.legal()} == {"buy_train", "pass"}
    table.do(buy("3"))
    assert (table.of("c.HKR.trains"), table.of("c.HKR.cash")) == (["2", "3"], 120)


@rule("1880.trains.no-voluntary-scrap")
def test_trains_are_not_given_up_voluntarily() -> None:
    """No step of a turn takes a train away, and the Rocket makes no room for itself before Phase B3."""
    table = Table(phase="B1")
    table.private("P7", "Ann")
    table.company("HKR", trains=["2", "2", "2", "2"], cash=500)
    table.turn("HKR", "track")
    table.refused(DiscardTrain("HKR", "2"), "1880.trains.no-voluntary-scrap")
    table.refused(ExchangeRocket("HKR", "2"), "1880.trains.no-voluntary-scrap")
    at_train_step(table, "HKR")
    table.refused(DiscardTrain("HKR", "2"), "1880.trains.no-voluntary-scrap")
    assert table.of("c.HKR.trains") == ["2", "2", "2", "2"]
