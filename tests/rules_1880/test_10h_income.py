"""X. Calculating Income, with the bonuses of the share price chart and of the Trans-Siberian line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import route, run
from tests.table import Table, rule
from tielu.core.actions import Action, BuyTrain, Pass, PayDividend, RunTrains, SellShares, Withhold
from tielu.titles.t1880.rules.actions import ExchangeRocket


def coast(trains: Sequence[str], phase: str = "B1", edition: str = "2022") -> Table:
    """HKR in Shanghai: a line K15 (30), L14 (20), over M13, N12 (30), and the ferry from K15 to H14 (20)."""
    table = Table(phase=phase, edition=edition)
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.tile("M13", "9", 0)
    table.tile("N12", "235", 3)
    table.tile("H14", "57", 2)
    table.company("HKR", trains=trains, percent=30, holdings={"Bo": 20})
    return table


def siberia(trains: Sequence[str]) -> Table:
    """BZU in A5 (20): a line from A3 over A5 and the town A7 (20) to A15; Phase B: 30 and 20 at the ends."""
    table = Table(phase="B1")
    table.tile("A5", "57", 1)
    table.tile("A7", "8852", 1)
    for plain in ("A9", "A11", "A13"):
        table.tile(plain, "9", 1)
    table.company("BZU", trains=trains, stations=[("A5", 0)])
    table.turn("BZU", "run")
    return table


def withheld(table: Table, company: str, action: Action) -> int:
    """What the company keeps if it runs like this and pays nothing out."""
    before = table.of(f"c.{company}.cash")
    table.do(action, Withhold())
    kept = table.of(f"c.{company}.cash") - before
    assert isinstance(kept, int)
    return kept


# -- what the trains earn --


@rule("1880.income.from-bank")
def test_income_comes_from_the_bank() -> None:
    """The bank has less by what players or the company get."""
    for decision, amount in ((PayDividend(), 40), (Withhold(), 80)):
        table = coast(["3"])
        table.turn("HKR", "run")
        before = table.state.bank
        table.do(run("3", "K15-L14 L14-M13-N12"), decision)
        assert table.state.bank == before - amount


@rule("1880.income.sum-plus-bonus")
def test_income_is_the_sum_of_all_routes_and_the_bonus() -> None:
    """Two trains with 50 each, and a bonus of 5 a share."""
    table = coast(["2", "2"])
    table.station("HKR", "L14")
    table.price_at("HKR", 1, 5)
    table.turn("HKR", "run")
    both = RunTrains((route("2", "K15-L14"), route("2", "L14-M13-N12")))
    assert withheld(table, "HKR", both) == (30 + 20) + (20 + 30) + 50


@rule("1880.income.route-value")
def test_route_is_worth_its_stations() -> None:
    """30 for Shanghai, 20 for the yellow city, 30 for the city of a yellow OO tile."""
    table = coast(["3"])
    table.turn("HKR", "run")
    assert table.earn(run("3", "K15-L14 L14-M13-N12")) == 30 + 20 + 30


@rule("1880.income.route-value")
def test_stations_paid_are_stations_passed() -> None:
    """No train is paid for a station that is not on its way, nor twice for one that is."""
    table = coast(["3", "6E"])
    table.turn("HKR", "run")
    table.refused(run("3", "K15-L14", "K15 L14 N12"), "1880.income.route-value")
    table.refused(run("6E", "K15-L14 L14-M13-N12", "K15 N12 N12"), "1880.income.route-value")
    table.refused(run("3", "K15-L14 L14-M13-N12", "K15 L14 N12.1"), "1880.income.route-value")


@rule("1880.income.e-skipped-not-counted")
def test_stations_that_an_e_train_skips_pay_nothing() -> None:
    """Without L14 the same way is worth 20 less."""
    table = coast(["6E"])
    table.turn("HKR", "run")
    assert table.earn(run("6E", "K15-L14 L14-M13-N12", "K15 N12")) == 30 + 30


@pytest.mark.parametrize(
    ("phase", "harbour", "red"),
    [
        ("A1", 20, 20),
        ("A2", 20, 20),
        ("B1", 30, 30),
        ("B3", 30, 30),
        ("C1", 40, 10),
        ("C3", 40, 10),
        ("D1", 50, 70),
        ("D3", 50, 70),
    ],
)
@rule("1880.income.offboard-by-phase")
def test_red_and_blue_places_change_value_with_the_phase(phase: str, harbour: int, red: int) -> None:
    """Haikou shows 20, 30, 40, 50 and Hong Kong 20, 30, 10, 70 for the Phases A, B, C and D."""
    for place, value in (("Q13", harbour), ("Q15", red)):
        table = Table(phase=phase)
        table.tile("P14", "15", 5)
        table.company("HKR", trains=["3"], stations=[("P14", 0)])
        table.turn("HKR", "run")
        assert table.earn(run("3", f"P14-{place}")) == 30 + value


# -- ferries --


def ferries(trains: Sequence[str]) -> Table:
    """HKR with markers at both ends of the sea: the ferries at F12, F14 and J16, stops of 20 and Shanghai with 30."""
    table = coast(trains, phase="C3")
    table.tile("F10", "57", 1)
    table.tile("E13", "5", 5)
    table.tile("G13", "8", 1)
    table.tile("G11", "8852", 1)
    table.station("HKR", "E13")
    table.turn("HKR", "run")
    return table


@pytest.mark.parametrize(
    ("way", "earned"),
    [
        ("F10-F12-E13", 20 + 20 - 10),
        ("E13-F14-G13-G11", 20 + 20 - 10),
        ("K15-J16-I15-H14", 30 + 20 - 10),
        ("K15-L14", 30 + 20),
        ("F10-F12-E13 E13-F14-G13-G11", 20 + 20 + 20 - 20),
    ],
)
@rule("1880.income.ferry-charge")
def test_each_ferry_used_costs_ten(way: str, earned: int) -> None:
    """Every dashed line on the way takes 10 off the income, and nothing else does."""
    assert ferries(["4"]).earn(run("4", way)) == earned


@rule("1880.income.ferry-charge")
def test_all_three_ferries_cost_thirty() -> None:
    """Two trains that use all there are pay for three."""
    table = ferries(["3", "3"])
    both = RunTrains((route("3", "F10-F12-E13 E13-F14-G13-G11"), route("3", "K15-J16-I15-H14")))
    assert table.earn(both) == 60 + 50 - 30


@rule("1880.income.ferry-charge")
def test_ferry_costs_ten_although_the_station_behind_it_is_skipped() -> None:
    """The charge is for track, so an E-train pays it on the way to a station it does not count."""
    table = ferries(["6E"])
    assert table.earn(run("6E", "F10-F12-E13 E13-F14-G13-G11", "F10 E13")) == 20 + 20 - 20


# -- who gets it --


@rule("1880.income.pay-or-withhold")
def test_director_pays_out_all_or_withholds_all() -> None:
    """There is nothing between the two, and no way round the decision."""
    table = coast(["3"])
    table.turn("HKR", "run")
    table.do(run("3", "K15-L14 L14-M13-N12"))
    assert table.game.actor == "Ann"
    assert table.legal() == [PayDividend(), Withhold()]
    table.refused(Pass(), "1880.income.pay-or-withhold")
    table.do(PayDividend())
    assert (table.of("c.HKR.cash"), table.of("p.0.cash"), table.of("p.1.cash")) == (0, 1000 + 24, 1000 + 16)
    table = coast(["3"])
    table.turn("HKR", "run")
    table.do(run("3", "K15-L14 L14-M13-N12"), Withhold())
    assert (table.of("c.HKR.cash"), table.of("p.0.cash"), table.of("p.1.cash")) == (80, 1000, 1000)


@rule("1880.income.dividend-pro-rata")
def test_dividend_is_divided_by_percentage() -> None:
    """Of 80 a holder of 30% gets 24, a holder of 20% 16 and who has none nothing."""
    table = coast(["3"])
    table.turn("HKR", "run")
    events = table.do(run("3", "K15-L14 L14-M13-N12"), PayDividend())
    paid = {event.params()["player"]: event.params()["amount"] for event in events if event.name == "dividend_received"}
    assert paid == {"Ann": 24, "Bo": 16}
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1024, 1016, 1000]


@rule("1880.income.no-dividend-bank-fi")
def test_shares_of_bank_and_investors_get_nothing() -> None:
    """The parts for the bank's and the investor's shares are paid to nobody, not even to the company."""
    table = coast(["3"])
    table.investor("A6", owner="Cy", company="HKR", cash=60)
    table.turn("HKR", "run")
    money = table.state.bank
    table.do(run("3", "K15-L14 L14-M13-N12"), PayDividend())
    assert table.of("sh.HKR.m6") == 10
    assert (table.of("m.6.cash"), table.of("p.2.cash"), table.of("c.HKR.cash")) == (60, 1000, 0)
    assert table.state.bank == money - 24 - 16


# -- the bonus of the chart --


@pytest.mark.parametrize(
    ("row", "column", "price", "figure"),
    [
        (1, 3, 100, 0),
        (1, 4, 105, 0),
        (3, 5, 100, 5),
        (1, 7, 120, 5),
        (7, 5, 80, 5),
        (1, 8, 125, 10),
        (4, 9, 120, 10),
        (3, 10, 135, 15),
        (0, 11, 160, 15),
        (0, 12, 180, 20),
        (1, 13, 190, 20),
        (2, 13, 180, 20),
        (0, 13, 200, 40),
    ],
)
@rule("1880.bonus.chart-times-ten")
def test_figure_on_the_chart_is_added_ten_times(row: int, column: int, price: int, figure: int) -> None:
    """The income of a company is its routes and ten times the small figure under its price."""
    table = coast(["2"])
    table.price_at("HKR", row, column)
    table.turn("HKR", "run")
    assert table.of("c.HKR.price") == price
    assert withheld(table, "HKR", run("2", "K15-L14")) == 50 + 10 * figure


@pytest.mark.parametrize(("edition", "bonus"), [("2022", 400), ("2010", 400), ("18xx.games", 200)])
@rule("1880.bonus.chart-times-ten")
def test_bonus_goes_by_the_price_at_the_start_of_the_turn(edition: str, bonus: int) -> None:
    """A share round in mid-turn, caused by the Rocket, does not change the bonus; on the platform it does."""
    table = coast(["2"], phase="A1", edition=edition)
    table.private("P7", "Ann")
    table.depot("2", 1)
    table.price_at("HKR", 0, 13)
    table.settle()
    assert table.game.deciding == "HKR"
    table.do(ExchangeRocket("HKR"), Pass(), SellShares("HKR", 10), Pass(), Pass(), Pass())
    while table.game.deciding != "HKR":
        table.do(Pass())
    assert table.of("c.HKR.price") == 190
    while not table.legal("run_trains"):
        table.do(Pass())
    assert withheld(table, "HKR", run("2", "K15-L14")) == 50 + bonus


@rule("1880.bonus.lost-without-train")
def test_bonus_is_lost_without_a_train() -> None:
    """Nothing is paid and the price falls as without a dividend; with a train but no route the bonus is paid."""
    table = Table()
    table.company("HKR", cash=100)
    table.price_at("HKR", 0, 13)
    table.turn("HKR", "run")
    assert table.legal("buy_train") == [BuyTrain("2", "bank", 100)]
    assert (table.of("c.HKR.cash"), table.of("c.HKR.price")) == (100, 180)
    table = Table()
    table.company("HKR", cash=100, trains=["2"])
    table.price_at("HKR", 0, 13)
    table.turn("HKR", "run")
    table.do(Withhold())
    assert table.of("c.HKR.cash") == 500


@rule("1880.bonus.also-when-withholding")
def test_bonus_is_earned_whether_paid_out_or_withheld() -> None:
    """150 of bonus and 50 from the train are withheld as they would be paid out."""
    for decision, treasury, dividend in ((Withhold(), 200, 0), (PayDividend(), 0, 60)):
        table = coast(["2"])
        table.price_at("HKR", 0, 10)
        table.turn("HKR", "run")
        table.do(run("2", "K15-L14"), decision)
        assert table.of("c.HKR.cash") == treasury
        assert table.of("p.0.cash") == 1000 + dividend


# -- the Trans-Siberian line --


@rule("1880.transsib.bonus-50")
def test_one_train_from_end_to_end_earns_the_trans_siberian_bonus() -> None:
    """50 more than the four stations for the train that calls at A3 and at A15."""
    assert siberia(["3+3"]).earn(run("3+3", "A3-A5 A5-A7 A7-A9-A11-A13-A15")) == 30 + 20 + 20 + 20 + 50
    assert siberia(["3"]).earn(run("3", "A3-A5 A5-A7")) == 30 + 20 + 20


@rule("1880.transsib.bonus-50")
def test_two_trains_do_not_share_the_trans_siberian_bonus() -> None:
    """A train to each end earns no bonus: a single train has to call at both."""
    table = siberia(["2", "3"])
    both = RunTrains((route("2", "A3-A5"), route("3", "A5-A7 A7-A9-A11-A13-A15")))
    assert table.earn(both) == (30 + 20) + (20 + 20 + 20)


@rule("1880.transsib.bonus-50")
def test_e_train_counts_both_ends_of_the_trans_siberian_line() -> None:
    """An E-train that skips one of the two ends has not called there."""
    way = "A3-A5 A5-A7 A7-A9-A11-A13-A15"
    assert siberia(["6E"]).earn(run("6E", way, "A3 A5 A15")) == 30 + 20 + 20 + 50
    assert siberia(["6E"]).earn(run("6E", way, "A3 A5 A7")) == 30 + 20 + 20
