"""IX. Operating rounds: who acts, and in which order; X. the steps of a company's turn."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import (
    Action,
    Bid,
    BuyTrain,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    Withhold,
)
from tielu.core.events import PrivatePaid
from tielu.titles.t1880.rules.actions import ChooseInvestor, ClaimPayment

HARBIN_CHANGCHUN = RunTrains((RouteRun("2", (("B8", 0), ("C9", 0)), (("B8", "C9"),)),))


def three_companies(prices: tuple[int, int, int] = (100, 90, 80)) -> Table:
    """WNR, BZU and HKR with a train each and a home to build on, so that each turn begins with a decision."""
    table = Table()
    for name, price in zip(("WNR", "BZU", "HKR"), prices, strict=True):
        table.company(name, price=price, permits="ABC", cash=50, trains=["2"])
    return table


def turns(table: Table, count: int) -> list[str]:
    """The railways that decide, turn by turn, while everybody passes."""
    seen: list[str] = []
    for _ in range(3 * count):
        deciding = table.game.deciding
        assert deciding is not None
        if not seen or seen[-1] != deciding:
            seen.append(deciding)
        if len(seen) == count:
            break
        table.do(Pass())
    return seen


# -- IX. Operating rounds --


@rule("1880.or.who-operates")
def test_investors_and_floated_companies_act_as_their_owners_decide() -> None:
    """A company that has not floated is passed over, and each of the others asks its own director."""
    table = Table()
    table.investor("A1", owner="Cy")
    table.company("WNR", director="Bo", price=100, cash=50, trains=["2"])
    table.company("BZU", director="Ann", price=90, cash=500, trains=["2"], floated=False)
    table.company("HKR", director="Cy", price=80, cash=50, trains=["2"], holdings={"Ann": 10})
    table.settle()
    asked = []
    for _ in range(3):
        asked.append((table.game.deciding, table.game.actor))
        table.do(Pass())
    assert asked == [("A1", "Cy"), ("WNR", "Bo"), ("HKR", "Cy")]


@rule("1880.or.privates-first")
def test_privates_pay_before_anybody_acts() -> None:
    """When the first railway of a round decides, the owners of P1 to P5 have been paid, and those of P0, P6, P7 not."""
    table = three_companies()
    for private in ("P0", "P1", "P2", "P3"):
        table.private(private, "Ann")
    for private in ("P4", "P5", "P6", "P7"):
        table.private(private, "Bo")
    table.settle()
    assert table.game.deciding == "WNR"
    assert [table.of(f"p.{seat}.cash") for seat in range(3)] == [1000 + 5 + 10 + 15, 1000 + 20 + 25, 1000]


@rule("1880.or.fi-second", "1880.or.follow-turn-order-list")
def test_investors_act_before_the_companies() -> None:
    """The whole list in order: investors by their numbers, then the companies."""
    table = three_companies()
    for investor in ("A4", "A1", "A3"):
        table.investor(investor)
    table.settle()
    assert turns(table, 6) == ["A1", "A3", "A4", "WNR", "BZU", "HKR"]


@pytest.mark.parametrize("edition", ["2010", "2022"])
@rule("1880.or.majors-by-par")
def test_companies_act_by_par_value(edition: str) -> None:
    """Par 100 acts before 90, 90 before 80, 80 before 70."""
    table = Table(edition=edition)
    for name, price in (("WNR", 70), ("BZU", 90), ("HKR", 100), ("BCR", 80)):
        table.company(name, price=price, cash=50, trains=["2"])
    table.settle()
    assert turns(table, 4) == ["HKR", "BZU", "BCR", "WNR"]


@rule("1880.or.market-price-irrelevant")
def test_share_price_does_not_change_the_turn_order() -> None:
    """The company with the lowest share price still acts first if its par value was the highest."""
    table = three_companies()
    table.price_at("WNR", 8, 0)
    table.price_at("HKR", 0, 13)
    table.settle()
    assert (table.of("c.WNR.price"), table.of("c.HKR.price")) == (40, 200)
    assert turns(table, 3) == ["WNR", "BZU", "HKR"]


@rule("1880.or.same-par-upper-row-first")
def test_upper_row_acts_first_at_equal_par() -> None:
    """At the same par value the row on the turn order list decides, not the order of founding or the price."""
    table = Table()
    for name, slot in (("WNR", 3), ("BZU", 0), ("HKR", 2)):
        table.company(name, price=90, slot=slot, cash=50, trains=["2"])
    table.price_at("WNR", 0, 13)
    table.settle()
    assert turns(table, 3) == ["BZU", "HKR", "WNR"]


@rule("1880.or.circular")
def test_round_begins_again_after_the_last_company() -> None:
    """After the last company the privates pay again, then the investors and the companies follow without a pause."""
    table = three_companies()
    table.private("P1", "Bo")
    table.investor("A1", owner="Cy")
    table.turn("HKR")
    before = table.of("p.1.cash")
    events = table.do(Pass())
    assert PrivatePaid("Bo", "P1", 5) in events
    assert table.of("p.1.cash") == before + 5
    assert table.of("round.type") == "Operating"
    assert turns(table, 5) == ["A1", "WNR", "BZU", "HKR", "A1"]
    assert table.of("p.1.cash") == before + 10


@pytest.mark.parametrize("edition", ["2010", "2022"])
@rule("1880.or.resume-where-interrupted")
def test_operating_round_resumes_in_the_turn_that_was_interrupted(edition: str) -> None:
    """After the share round the buyer goes on with its trains, then the next company acts; no private pays again."""
    table = Table(edition=edition)
    for name, price, cash in (("WNR", 100, 50), ("BZU", 90, 500), ("HKR", 80, 50)):
        table.company(name, price=price, cash=cash, trains=["2"])
    table.private("P1", "Cy")
    table.depot("2", 1)
    table.turn("BZU", "trains")
    table.do(BuyTrain("2", "bank", 100))
    assert table.of("round.type") == "Stock"
    cash = table.of("p.2.cash")
    table.do(Pass(), Pass(), Pass())
    assert table.of("round.type") == "Operating"
    assert table.game.deciding == "BZU"
    assert BuyTrain("2+2", "bank", 180) in table.legal("buy_train")
    table.do(Pass())
    assert table.game.deciding == "HKR"
    assert table.of("p.2.cash") == cash


@rule("1880.or.majors-by-par", "1880.or.resume-where-interrupted")
def test_company_floated_in_mid_circle_acts_if_its_row_is_still_to_come() -> None:
    """Below the interrupted company in the list it acts in this circle, above it only in the next one."""
    table = Table()
    table.company("BZU", price=90, cash=500, trains=["2"])
    table.company("WNR", director="Bo", price=100, floated=False)
    table.company("HKR", director="Cy", price=80, floated=False)
    table.depot("2", 1)
    table.turn("BZU", "trains")
    table.do(BuyTrain("2", "bank", 100), Pass(), Pass(), Pass())
    assert (table.of("c.WNR.floated"), table.of("c.HKR.floated")) == (True, True)
    table.do(Pass())
    assert table.game.deciding == "HKR"
    table.do(Pass(), BuyTrain("2+2", "bank", 180), Pass())
    assert table.game.deciding == "WNR"


# -- X. Turn structure --


def harbin_line(edition: str = "2022") -> Table:
    """BZU at Harbin, joined to Changchun, with a 2-train: every step of its turn offers something."""
    table = Table(edition=edition)
    table.company("BZU", price=90, cash=500, trains=["2"])
    table.tile("B8", "57", 2)
    table.tile("C9", "57", 2)
    return table


@rule("1880.turn.sequence")
def test_steps_come_in_the_order_of_the_book() -> None:
    """Track, marker, run, price, trains: what belongs to another step is refused, and the price moves before step 5."""
    table = harbin_line()
    track, marker, train = LayTile("D10", "9", 2), PlaceStation("C9", 0), BuyTrain("2", "bank", 100)
    steps = (track, marker, HARBIN_CHANGCHUN, PayDividend())
    table.turn("BZU")
    for number, action in enumerate(steps):
        for other in steps[:number] + steps[number + 1 :]:
            table.refused(other, "1880.turn.sequence")
        table.refused(train, "1880.trains.buy-last-step")
        assert table.of("c.BZU.price") == 90
        table.do(action)
    assert table.of("c.BZU.price") == 95
    for earlier in steps:
        table.refused(earlier, "1880.turn.sequence")
    table.do(train)
    assert table.of("c.BZU.trains") == ["2", "2"]


@pytest.mark.parametrize(
    ("action", "rule_id"),
    [
        (Bid("P2", 30), "1880.auction.privates-before-shares"),
        (ChooseInvestor("A1"), "1880.fi.free-choice"),
        (ClaimPayment(), "1880.p0.one-off-payment"),
    ],
)
@rule("1880.turn.sequence")
def test_what_belongs_to_no_turn_is_not_put_off_to_another_step(action: Action, rule_id: str) -> None:
    """Nobody waits for a step in which bids, investors or P0's payment would come: the refusal names their own rule."""
    table = harbin_line()
    table.private("P0", "Ann")
    for step in ("track", "station", "run", "trains"):
        table.turn("BZU", step)
        assert table.refused(action, rule_id).code == "not_in_turn"


@pytest.mark.parametrize("edition", ["2010", "2022"])
@rule("1880.turn.compulsory-steps")
def test_only_running_and_the_price_are_compulsory(edition: str) -> None:
    """Track, marker and trains can be passed; a company with a route must run, and its price moves."""
    table = harbin_line(edition)
    table.turn("BZU")
    table.do(Pass())
    assert table.legal("place_station")
    table.do(Pass())
    compulsory = "1880.turn.compulsory-steps"
    table.refused(Pass(), compulsory)
    table.refused(RunTrains(()), compulsory)
    table.do(HARBIN_CHANGCHUN)
    table.refused(Pass(), "1880.income.pay-or-withhold")
    table.do(Withhold())
    assert table.of("c.BZU.price") == 85
    assert table.legal("buy_train")
    table.allowed(Pass())


@rule("1880.turn.compulsory-steps")
def test_price_moves_without_a_run() -> None:
    """A company without a route is not asked to run; its price falls all the same."""
    table = Table()
    table.company("BZU", price=90, cash=500, trains=["2"])
    table.turn("BZU")
    table.do(Pass())
    assert table.of("c.BZU.price") == 85
    assert table.legal("buy_train")


@rule("1880.turn.compulsory-steps")
def test_way_that_turns_round_in_a_loop_is_no_route() -> None:
    """A company whose only way to another station crosses a hexside twice cannot run, and is not asked to."""
    table = Table(phase="B1")
    table.company("NXR", price=90, cash=500, trains=["2"])
    table.tile("J6", "57", 2)
    table.tile("H6", "57", 0)
    # The stem of the junction I5 leads into a loop that ends where it began.
    for hex_name, tile, rotation in (("I5", "25", 1), ("I3", "28", 4), ("H2", "7", 4), ("H4", "7", 0)):
        table.tile(hex_name, tile, rotation)
    table.turn("NXR", "run")
    assert table.legal("run_trains") == []
    assert table.legal("buy_train")
