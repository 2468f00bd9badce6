"""VIII.3.7. Calculating income: the sum of a run, the duty to claim the best one, and who is paid."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import route, run
from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Pass, PayDividend, RunTrains, Withhold
from tielu.core.events import DividendReceived
from tielu.titles.t1888n.rules.events import HengShanPaid, PoolDividend


def coast(trains: Sequence[str], edition: str = "2022") -> Table1888:
    """LYR in Yantai (F16, 40): Qingdao (H14, 20) with the harbour (10) one way, Weifang (G13, 10) the other."""
    table = Table1888(edition=edition)
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 3)
    table.tile("F14", "8", 4)
    table.tile("G13", "4", 0)
    table.company("LYR", director="Ann", price=90, trains=trains, holdings={"Bo": 30, "Cy": 10}, in_pool=30)
    table.turn("LYR", "run")
    return table


# -- the sum --


@rule("1888.income.sum")
def test_income_is_the_sum_over_locations_and_trains() -> None:
    """The 3-train brings Yantai, Qingdao, the harbour and the bonus, the 2-train Yantai and Weifang."""
    table = coast(["2", "3"])
    both = RunTrains((route("3", "F16-G15-H14 H14-H16"), route("2", "F16-F14-G13")))
    assert table.earn(both) == (40 + 20 + 10 + 20) + (40 + 10)


@pytest.mark.parametrize(("phase", "value"), [("2", 20), ("3", 30), ("4", 30), ("5", 40), ("6", 40), ("7", 50)])
@rule("1888.income.sum")
def test_values_in_colours_follow_the_phase(phase: str, value: int) -> None:
    """Changchun is worth its figure in the colour of the phase, the town beside it 20 at any time."""
    table = Table1888(phase=phase)
    table.company("CDL", trains=["5"])
    table.turn("CDL", "run")
    assert table.earn(run("5", "A19-A17")) == value + 20


@rule("1888.income.sum")
def test_upgraded_city_is_worth_what_its_tile_says() -> None:
    """Green Zibo brings 30, brown 40, grey 50."""
    for tile, value in (("14", 30), ("611", 40), ("51", 50)):
        table = Table1888(phase="7")
        table.tile("G11", tile, 0)
        table.tile("G13", "4", 1)
        table.company("ZDR", trains=["5"])
        table.turn("ZDR", "run")
        assert table.earn(run("5", "G11-G13")) == value + 10


# -- the best run --


@rule("1888.income.maximum")
def test_lesser_run_is_refused_and_the_better_one_shown() -> None:
    """Who claims Yantai and Weifang is shown the run to Qingdao."""
    table = coast(["2"])
    refusal = table.refused(run("2", "F16-F14-G13"), "1888.income.maximum")
    assert (refusal.params["income"], refusal.params["best"]) == (50, 90)
    table.refused(run("2", "F16-G15-H14"), "1888.income.maximum")
    assert table.legal("run_trains") == [run("2", "F16-G15-H14 H14-H16")]


@rule("1888.income.maximum")
def test_every_train_that_adds_income_runs() -> None:
    """A run that leaves one of two trains at home is not the best that can be shown."""
    table = coast(["2", "3"])
    table.refused(run("2", "F16-G15-H14 H14-H16"), "1888.income.maximum")
    table.refused(run("3", "F16-F14-G13"), "1888.income.maximum")
    (best,) = table.legal("run_trains")
    assert isinstance(best, RunTrains)
    assert {each.train for each in best.routes} == {"2", "3"}


@rule("1888.income.maximum")
def test_any_run_of_the_best_income_will_do() -> None:
    """Which of the trains runs where is free as long as the total is the highest."""
    best = (
        RunTrains((route("3", "F16-G15-H14 H14-H16"), route("2", "F16-F14-G13"))),
        RunTrains((route("2", "H16-H14 H14-G15-F16"), route("3", "G13-F14-F16"))),
    )
    for action in best:
        table = coast(["2", "3"])
        assert table.earn(action) == 140


@rule("1888.income.maximum")
def test_trains_together_count_not_each_alone() -> None:
    """The longest route of the 3-train would leave the 2-train without one, and the company with less."""
    table = coast(["2", "3"])
    alone = run("3", "G13-F14-F16 F16-G15-H14 H14-H16")
    refusal = table.refused(alone, "1888.income.maximum")
    assert (refusal.params["income"], refusal.params["best"]) == (100, 140)


@rule("1888.income.maximum")
def test_platform_takes_any_legal_run() -> None:
    """In the profile of the platform a director may claim less, or nothing."""
    table = coast(["2"], edition="18xx.games")
    assert table.earn(run("2", "F16-F14-G13")) == 50
    table = coast(["2"], edition="18xx.games")
    assert RunTrains(()) in table.legal("run_trains")


def mountain(trains: Sequence[str]) -> Table1888:
    """JZR in Beijing (30): C7 leads to Heng Shan, with Datong (20) behind it, or over D8 to Baoding (E7, 10)."""
    table = Table1888()
    table.tile("C7", "27", 4)
    table.tile("C5", "L41", 0)
    table.tile("B4", "7", 5)
    table.tile("C3", "5", 3)
    table.tile("D8", "8", 0)
    table.tile("E7", "4", 0)
    table.company("JZR", director="Ann", price=90, trains=trains, holdings={"Bo": 30, "Cy": 10}, in_pool=20)
    table.turn("JZR", "run")
    return table


TO_BAODING = run("3", "C9-C7-D8-E7")
TO_DATONG = run("3", "C9-C7-C5 C5-B4-C3")


@rule("1888.income.maximum-heng-shan-exception")
def test_heng_shan_may_be_chosen_instead_of_a_better_location() -> None:
    """A 2-train runs to Baoding for 40, or to the mountain for 30 and the 40 of the treasury."""
    table = mountain(["2"])
    assert table.legal("run_trains") == [run("2", "C9-C7-D8-E7"), run("2", "C9-C7-C5")]
    assert table.earn(run("2", "C9-C7-C5")) == 30
    table = mountain(["2"])
    assert table.earn(run("2", "C9-C7-D8-E7")) == 40


@rule("1888.income.maximum-heng-shan-exception")
def test_lesser_location_may_be_chosen_instead_of_heng_shan() -> None:
    """A 3-train brings 50 by the mountain and Datong; its director may run to Baoding for 40."""
    table = mountain(["3"])
    assert table.earn(TO_DATONG) == 50
    table = mountain(["3"])
    assert table.earn(TO_BAODING) == 40


@rule("1888.income.maximum-heng-shan-exception")
def test_run_is_the_best_with_as_many_calls_at_heng_shan() -> None:
    """Who runs to the mountain goes on to Datong; who does not runs to the best other place."""
    table = mountain(["3"])
    refusal = table.refused(run("3", "C9-C7-C5"), "1888.income.maximum")
    assert (refusal.params["income"], refusal.params["best"]) == (30, 50)
    table.tile("F6", "57", 0)
    table.turn("JZR", "run")
    refusal = table.refused(TO_BAODING, "1888.income.maximum")
    assert (refusal.params["income"], refusal.params["best"]) == (40, 60)
    table.game.verify(TO_DATONG)


@rule("1888.income.maximum-heng-shan-exception")
def test_two_trains_choose_how_many_of_them_call() -> None:
    """With lines from Beijing and Datong to the mountain two trains call, or one of them, or none if it can do else."""
    table = Table1888()
    table.tile("C5", "L41", 1)
    table.tile("C3", "15", 2)
    table.tile("B2", "4", 2)
    table.tile("C7", "8", 4)
    table.tile("D6", "7", 2)
    table.company("JZR", trains=["2", "2"])
    table.station("JZR", "C3")
    table.turn("JZR", "run")
    to_hohhot, to_mountain = route("2", "B2-C3"), route("2", "C9-C7-D6-C5")
    from_datong = route("2", "C3-C5")
    offers = table.legal("run_trains")
    assert [len(offer.routes) for offer in offers if isinstance(offer, RunTrains)] == [1, 2, 2]
    table.game.verify(RunTrains((to_hohhot,)))
    table.game.verify(RunTrains((to_hohhot, to_mountain)))
    table.game.verify(RunTrains((from_datong, to_mountain)))
    table.refused(RunTrains((from_datong,)), "1888.income.maximum")


# -- what becomes of it --


@pytest.mark.parametrize("decision", [PayDividend(), Withhold()])
@rule("1888.income.heng-shan-to-treasury")
def test_heng_shan_money_goes_to_the_treasury(decision: PayDividend | Withhold) -> None:
    """40 come from the bank to the treasury whatever becomes of the income, and no shareholder gets a part of them."""
    table = mountain(["2"])
    bank = table.of("bank")
    table.do(run("2", "C9-C7-C5"))
    events = table.do(decision)
    assert HengShanPaid("JZR", 40) in events
    if decision == Withhold():
        assert table.of("c.JZR.cash") == 30 + 40
        assert [table.of(f"p.{player}.cash") for player in range(3)] == [1000, 1000, 1000]
        assert table.of("bank") == bank - 70
    else:
        assert table.of("c.JZR.cash") == 6 + 40
        assert [table.of(f"p.{player}.cash") for player in range(3)] == [1006, 1009, 1003]
        assert table.of("bank") == bank - 24 - 40


@rule("1888.income.heng-shan-to-treasury")
def test_heng_shan_money_is_no_dividend() -> None:
    """The price falls when the income is retained, though the treasury was paid for the mountain."""
    table = mountain(["2"])
    table.do(run("2", "C9-C7-C5"), Withhold())
    assert table.of("c.JZR.price") == 85


@rule("1888.income.pay-or-retain")
def test_director_pays_out_or_retains_everything() -> None:
    """After the run there are these two choices, and no way round them."""
    table = coast(["2"])
    table.do(run("2", "F16-G15-H14 H14-H16"))
    assert table.legal() == [PayDividend(), Withhold()]
    table.refused(Pass(), "1888.income.pay-or-retain")
    bank = table.of("bank")
    table.do(Withhold())
    assert table.of("c.LYR.cash") == 90
    assert table.of("bank") == bank - 90
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1000, 1000, 1000]
    assert table.of("c.LYR.price") == 85


@rule("1888.income.pay-or-retain")
def test_dividend_leaves_nothing_of_the_players_part_in_the_treasury() -> None:
    """What is paid out is paid out whole: the treasury keeps only the part of the pool."""
    table = coast(["2"])
    table.do(run("2", "F16-G15-H14 H14-H16"), PayDividend())
    assert table.of("c.LYR.cash") == 27
    assert table.of("c.LYR.price") == 95


@rule("1888.income.dividend-per-share")
def test_players_receive_their_percentage() -> None:
    """Of 90 Ann has 20%, Bo 30% and Cy 10%."""
    table = coast(["2"])
    table.do(run("2", "F16-G15-H14 H14-H16"))
    events = table.do(PayDividend())
    received = [event for event in events if isinstance(event, DividendReceived)]
    assert received == [
        DividendReceived("LYR", "Ann", 18),
        DividendReceived("LYR", "Bo", 27),
        DividendReceived("LYR", "Cy", 9),
    ]
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1018, 1027, 1009]


@rule("1888.income.pool-to-treasury")
def test_shares_in_the_pool_pay_the_treasury() -> None:
    """30% of 90 go to the company for its shares in the bank pool."""
    table = coast(["2"])
    table.do(run("2", "F16-G15-H14 H14-H16"))
    events = table.do(PayDividend())
    assert PoolDividend("LYR", 27) in events
    assert table.of("c.LYR.cash") == 27


@rule("1888.income.ipo-to-bank")
def test_shares_not_yet_sold_pay_the_bank() -> None:
    """The 10% of the IPO stay where they are: the bank pays 90% of the dividend, and the company gets none of them."""
    table = coast(["2"])
    assert table.of("sh.LYR.ipo") == 10
    bank = table.of("bank")
    table.do(run("2", "F16-G15-H14 H14-H16"), PayDividend())
    assert table.of("bank") == bank - 81
    table = Table1888()
    table.company("CDL", trains=["2"])
    table.turn("CDL", "run")
    bank = table.of("bank")
    table.do(run("2", "A19-A17"), PayDividend())
    assert table.of("bank") == bank - 8
    assert table.of("c.CDL.cash") == 0
