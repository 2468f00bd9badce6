"""XI. Effects of the purchase of new trains, and XII. The timing of a share round."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, BuyTrain, FoundCompany, Pass, RouteRun, RunTrains
from tielu.core.events import PhaseBegan, RoundBegan, TrainScrapped, TrainsRun
from tielu.titles.t1880.rules.actions import ExchangeRocket
from tielu.titles.t1880.rules.components import COMPANY_INDEX
from tielu.titles.t1880.rules.train_purchase import TrainStep

EDITIONS = pytest.mark.parametrize("edition", ["2022", "2010"])

# Of the phase table: type, price, number, the phase that its first sale begins, what that sale scraps.
PRINTED = [
    ("2", 100, 10, "A1", None),
    ("2+2", 180, 5, "A2", None),
    ("3", 180, 5, "B1", None),
    ("3+3", 300, 5, "B2", None),
    ("4", 300, 5, "B3", "2"),
    ("4+4", 450, 5, "C1", "2+2"),
    ("6", 600, 5, "C2", "3"),
    ("6E", 700, 5, "C3", "3+3"),
    ("8", 800, 2, "D1", "4"),
    ("8E", 900, 2, "D2", "4+4"),
    ("10", 1000, "inf", "D3", None),
]
TYPES = [row[0] for row in PRINTED]
PHASES = [row[3] for row in PRINTED]
PRICES = {row[0]: row[1] for row in PRINTED}
HOLDERS = ("JHA", "JHU", "JGG", "JLR", "BZU", "LHR", "CKR", "BCR", "NXR", "NJR", "WNR")


def buy(train: str) -> BuyTrain:
    """A purchase from the bank at the printed price."""
    return BuyTrain(train, "bank", PRICES[train])


def phase_before(train: str) -> str:
    """The phase in which the type is on offer and none of it sold."""
    return PHASES[max(0, TYPES.index(train) - 1)]


def about_to_buy(train: str, left: int, phase: str | None = None, edition: str = "2022") -> Table:
    """HKR, with a train that stays and money for more, may buy; so many of the type are left in the bank."""
    table = Table(phase=phase or phase_before(train), edition=edition)
    table.company("HKR", price=70, cash=2000, trains=["10"])
    table.depot(train, left)
    table.turn("HKR", "trains")
    return table


def at_train_step(table: Table, company: str) -> None:
    """The company's train step, even if it has nothing to choose there and would be passed over."""
    table.state.stack = (*table.state.stack[:1], TrainStep(COMPANY_INDEX[company]))


def close_share_round(table: Table) -> None:
    table.share_round("Ann")
    while table.of("round.type") == "Stock":
        table.do(Pass())


# -- the types of trains --


@rule("1880.phase.train-2", "1880.phase.train-2plus2", "1880.phase.train-3", "1880.phase.train-3plus3")
@rule("1880.phase.train-4", "1880.phase.train-4plus4", "1880.phase.train-6", "1880.phase.train-6e")
@rule("1880.phase.train-8", "1880.phase.train-8e", "1880.phase.train-10")
@EDITIONS
@pytest.mark.parametrize(("train", "price", "number", "phase", "scraps"), PRINTED, ids=TYPES)
def test_first_sale_of_each_type(
    train: str, price: int, number: int | str, phase: str, scraps: str | None, edition: str
) -> None:
    """Price, number, the phase that begins, and the one type that its first sale scraps everywhere, are as printed."""
    table = Table(phase=phase_before(train), edition=edition, cash=0)
    for position, (holder, held) in enumerate(zip(HOLDERS, TYPES, strict=True)):
        table.company(holder, director="Bo", price=(100, 90, 80)[position // 4], trains=[held])
    table.company("HKR", price=70, cash=5000)
    table.depot(train, 999 if number == "inf" else int(number))
    table.turn("HKR", "trains")
    events = table.do(BuyTrain(train, "bank", price))
    assert table.of("c.HKR.cash") == 5000 - price
    assert table.of("phase") == phase
    assert (PhaseBegan(phase) in events) == (train != "2")
    for holder, held in zip(HOLDERS, TYPES, strict=True):
        assert table.of(f"c.{holder}.trains") == ([] if held == scraps else [held])
        assert (TrainScrapped(holder, held) in events) == (held == scraps)


@rule("1880.phase.train-2", "1880.phase.train-2plus2", "1880.phase.train-3", "1880.phase.train-3plus3")
@rule("1880.phase.train-4", "1880.phase.train-4plus4", "1880.phase.train-6", "1880.phase.train-6e")
@rule("1880.phase.train-8", "1880.phase.train-8e", "1880.phase.train-10")
@EDITIONS
def test_bank_begins_with_the_printed_number_of_each_type(edition: str) -> None:
    """A new game in Phase A1 has ten 2-trains, five of most, two 8 and two 8E, and no end of 10-trains."""
    table = Table(edition=edition)
    table.company("HKR", cash=100)
    table.turn("HKR", "trains")
    assert table.of("phase") == "A1"
    assert {row[0]: table.of(f"depot.{row[0]}") for row in PRINTED} == {row[0]: row[2] for row in PRINTED}


@rule("1880.phase.train-10")
def test_10_trains_never_run_out() -> None:
    """However many are bought, the next one is on offer."""
    table = Table(phase="D2")
    table.depot("10", 999)
    table.company("HKR", price=70, cash=2000)
    for position, buyer in enumerate(HOLDERS):
        table.company(buyer, price=(100, 90, 80)[position // 4], cash=2000)
        table.turn(buyer, "trains")
        table.do(buy("10"), buy("10"))
        assert table.of("depot.10") == "inf"
    assert table.of("phase") == "D3"


# -- train limits --


def _limit_holds(phase: str, limit: int) -> None:
    table = Table(phase=phase)
    table.company("HKR", cash=5000, trains=["10"] * limit)
    table.company("NJR", cash=5000, trains=["10"] * (limit - 1))
    table.company("WNR", cash=5000)
    table.turn("NJR", "trains")
    offer = next(iter(table.legal("buy_train")))
    at_train_step(table, "HKR")
    refusal = table.refused(offer, "1880.trains.limit-no-purchase-at-limit")
    assert refusal.params["limit"] == limit
    at_train_step(table, "NJR")
    table.do(offer)
    assert len(table.of("c.NJR.trains")) == limit


@rule("1880.phase.limit-4")
@pytest.mark.parametrize("phase", ["A1", "A2", "B1"])
def test_limit_is_four_up_to_b1(phase: str) -> None:
    """A company with three trains may buy one more, a company with four may not."""
    _limit_holds(phase, 4)


@rule("1880.phase.limit-3")
@pytest.mark.parametrize("phase", ["B2", "B3", "C1", "C2"])
def test_limit_is_three_from_b2_to_c2(phase: str) -> None:
    """A company with two trains may buy one more, a company with three may not."""
    _limit_holds(phase, 3)


@rule("1880.phase.limit-2")
@pytest.mark.parametrize("phase", ["C3", "D1", "D2", "D3"])
def test_limit_is_two_from_c3_on(phase: str) -> None:
    """A company with one train may buy one more, a company with two may not."""
    _limit_holds(phase, 2)


@rule("1880.phase.limit-3", "1880.phase.limit-2")
@pytest.mark.parametrize(("train", "limit"), [("3+3", 3), ("6E", 2)])
def test_first_train_of_a_phase_lowers_the_limit_at_once(train: str, limit: int) -> None:
    """The first 3+3 and the first 6E take effect on every company as soon as they are bought."""
    table = about_to_buy(train, 5)
    table.company("NJR", director="Bo", trains=["10"] * (limit + 1))
    table.do(buy(train))
    assert table.of("c.NJR.trains") == ["10"] * limit


# -- floating and shares --


def _floats(phase: str, percent: int, edition: str = "2022", bo: int = 0) -> bool:
    """Whether a company floats at the end of a share round in this phase if its director holds so much."""
    table = Table(phase=phase, edition=edition)
    certificate = min(percent, 40)
    table.company(
        "NJR",
        percent=certificate,
        floated=False,
        holdings={"Ann": percent - certificate, "Bo": bo},
    )
    table.company("HKR", director="Cy", trains=["10"], cash=5000)
    close_share_round(table)
    assert table.of("c.NJR.cash") == (500 if table.of("c.NJR.floated") else 0)
    return bool(table.of("c.NJR.floated"))


@rule("1880.phase.a1-float-20")
@EDITIONS
@pytest.mark.parametrize("phase", ["A1", "A2"])
def test_companies_float_with_20_percent_from_the_start(phase: str, edition: str) -> None:
    """The smallest director certificate is enough."""
    assert _floats(phase, 20, edition)


@rule("1880.phase.b1-float-30")
@EDITIONS
@pytest.mark.parametrize("phase", ["B1", "B2"])
def test_companies_float_with_30_percent_from_b1(phase: str, edition: str) -> None:
    """20% are no longer enough, whatever others hold."""
    assert not _floats(phase, 20, edition, bo=20)
    assert _floats(phase, 30, edition)


@rule("1880.phase.b3-float-40")
@EDITIONS
@pytest.mark.parametrize("phase", ["B3", "C1"])
def test_companies_float_with_40_percent_from_b3(phase: str, edition: str) -> None:
    """30% are no longer enough, whatever others hold."""
    assert not _floats(phase, 30, edition, bo=30)
    assert _floats(phase, 40, edition)


@rule("1880.phase.c2-float-60")
@EDITIONS
@pytest.mark.parametrize("phase", ["C2", "C3", "D1", "D2", "D3"])
def test_companies_float_with_60_percent_from_c2(phase: str, edition: str) -> None:
    """50% are not enough, whatever others hold."""
    assert not _floats(phase, 50, edition, bo=40)
    assert _floats(phase, 60, edition)


@rule("1880.phase.a1-five-shares")
@EDITIONS
@pytest.mark.parametrize("phase", ["A1", "A2"])
@pytest.mark.parametrize("percent", [20, 30, 40])
def test_only_five_shares_are_available_until_b1(phase: str, percent: int, edition: str) -> None:
    """With the director certificate counted in, players may hold half of a company and no more."""
    table = Table(phase=phase, edition=edition)
    table.company("HKR", percent=percent, holdings={"Bo": 40 - percent})
    table.share_round("Ann")
    table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.ipo") == 50
    table.refused(BuyShare("HKR", "bank"), "1880.phase.a1-five-shares")


@rule("1880.phase.b1-all-shares")
@EDITIONS
def test_all_ten_shares_are_available_from_b1(edition: str) -> None:
    """Half of HKR is sold; the first 3-train makes the other half available, down to the last share."""
    table = Table(phase="A2", edition=edition)
    table.company("HKR", percent=40, holdings={"Bo": 10}, cash=1000)
    table.depot("3", 1)
    table.share_round("Ann")
    table.refused(BuyShare("HKR", "bank"), "1880.phase.a1-five-shares")
    table.turn("HKR", "trains")
    table.do(buy("3"))
    assert (table.of("phase"), table.of("round.type")) == ("B1", "Stock")
    table.do(*[BuyShare("HKR", "bank")] * 5)
    assert table.of("sh.HKR.ipo") is None


@rule("1880.phase.b1-all-shares")
def test_all_ten_shares_of_a_company_founded_later_are_available() -> None:
    """In Phase B1 a new company has nothing under a capitalisation card."""
    table = Table(phase="B1")
    table.share_round("Ann")
    table.do(FoundCompany("HKR", 70, 20, "ABC"))
    table.do(*[BuyShare("HKR", "bank")] * 8)
    assert table.of("sh.HKR.ipo") is None


# -- the timing of share rounds --


@rule("1880.srtime.last-of-type")
@EDITIONS
@pytest.mark.parametrize("train", TYPES[: TYPES.index("8") + 1])
def test_last_train_of_a_type_interrupts_for_a_share_round(train: str, edition: str) -> None:
    """Up to the 8-train the last one bought begins a share round at once, the last but one does not."""
    table = about_to_buy(train, 2, phase=PHASES[TYPES.index(train)], edition=edition)
    table.company("NJR", price=70, cash=2000)
    table.do(buy(train))
    assert (table.of("round.type"), table.of(f"depot.{train}")) == ("Operating", 1)
    table.turn("NJR", "trains")
    events = table.do(buy(train))
    assert (table.of("round.type"), table.of(f"depot.{train}")) == ("Stock", None)
    assert RoundBegan("share") in events
    assert table.game.actor == "Ann"


@rule("1880.srtime.last-of-type")
@EDITIONS
@pytest.mark.parametrize("train", ["2", "3+3", "6", "8"])
def test_removal_of_a_type_interrupts_for_a_share_round(train: str, edition: str) -> None:
    """What counts is that the type is exhausted, not that anyone bought it."""
    table = about_to_buy(train, 2, phase=PHASES[TYPES.index(train)], edition=edition)
    table.marker("HKR")
    table.do(Pass())
    assert (table.of("round.type"), table.of(f"depot.{train}")) == ("Stock", None)


@rule("1880.srtime.last-of-type")
def test_rocket_for_the_last_train_interrupts_for_a_share_round() -> None:
    """The train that P7 takes may be the last of its type."""
    table = about_to_buy("3", 1, phase="B1")
    table.private("P7", "Ann")
    table.do(ExchangeRocket("HKR"))
    assert table.of("round.type") == "Stock"


@rule("1880.srtime.not-2r")
@EDITIONS
def test_last_restored_train_causes_no_share_round(edition: str) -> None:
    """The operating round goes on with the same train step."""
    table = about_to_buy("6", 3, phase="C2", edition=edition)
    table.depot("2R", 1)
    table.do(BuyTrain("2R", "bank", 250))
    assert table.of("depot.2R") is None
    assert table.of("round.type") == "Operating"
    assert table.game.deciding == "HKR"


@rule("1880.srtime.last-sr-at-second-8")
@EDITIONS
def test_no_share_round_follows_that_of_the_second_8_train(edition: str) -> None:
    """The second 8-train begins the last share round; the last 8E and 10-trains begin none."""
    table = Table(phase="D1", edition=edition)
    for buyer in ("HKR", "NJR", "WNR"):
        table.company(buyer, cash=2000)
    table.turn("HKR", "trains")
    table.do(buy("8"))
    assert table.of("round.type") == "Stock"
    for buyer, train in (("NJR", "8E"), ("NJR", "8E"), ("WNR", "10")):
        table.treasury(buyer, 2000)
        table.turn(buyer, "trains")
        events = table.do(buy(train))
        assert RoundBegan("share") not in events
        assert table.of("round.type") == "Operating"
    assert table.of("depot.8E") is None


@rule("1880.srtime.last-sr-at-second-8")
@EDITIONS
def test_removal_of_both_8e_trains_causes_no_share_round(edition: str) -> None:
    """Also when they leave unsold, the operating round goes on."""
    table = about_to_buy("8E", 2, edition=edition)
    table.marker("HKR")
    table.state.circles_left = 3
    events = table.do(Pass())
    assert "trains_removed" in table.names(events)
    assert RoundBegan("share") not in events
    assert table.of("round.type") == "Operating"


@rule("1880.srtime.fi-lease-none")
@EDITIONS
@pytest.mark.parametrize(
    ("phase", "train", "left"), [("A1", "2", 1), ("A1", "2+2", 5), ("A2", "3", 5), ("B2", "3+3", 1)]
)
def test_lease_by_an_investor_leaves_the_train_in_the_bank(phase: str, train: str, left: int, edition: str) -> None:
    """Running the last train of a type causes no share round, running the first one no phase."""
    table = Table(phase=phase, edition=edition)
    table.tile("P12", "57", 1)
    table.tile("P14", "57", 1)
    table.investor("A6")
    table.company("HKR", trains=["2"], cash=500)
    table.depot(train, left)
    table.turn("A6", "run")
    events = table.do(RunTrains((RouteRun(train, (("P12", 0), ("P14", 0)), (("P12", "P14"),)),)))
    assert events[0] == TrainsRun("A6", 40)
    assert table.of("m.6.cash") == 40
    assert table.of(f"depot.{train}") == left
    assert (table.of("phase"), table.of("round.type")) == (phase, "Operating")
    assert table.game.deciding == "HKR"
