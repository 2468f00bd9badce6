"""XII. Inauguration of a major company, and its capitalisation."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, BuyTrain, FoundCompany, Pass, SellShares
from tielu.core.events import CompanyFloated, StationPlaced
from tielu.i18n import say_error
from tielu.titles.t1880.rules.events import SecondCapitalPaid


def founding(edition: str = "2022", phase: str = "A1") -> Table:
    """A share round with BCR alone in operation, as at the start of every game; Ann begins."""
    table = Table(edition=edition, phase=phase)
    table.company("BCR", director="Cy", percent=20, price=100, trains=["3"])
    table.share_round()
    return table


def rows(table: Table, price: int) -> list[str | None]:
    """The companies at a par value of the turn order list, from the top."""
    found: dict[int, list[str | None]] = dict(table.of("x.parchart"))
    return found.get(price, [None] * 4)


def close(table: Table) -> None:
    """Everybody passes until the share round is over."""
    while table.of("round.type") == "Stock":
        table.do(Pass())


def pass_for(table: Table, company: str) -> None:
    """The company passes until its turn is over."""
    while table.game.deciding == company:
        table.do(Pass())


def floats(table: Table, company: str) -> bool:
    """Whether the company is in operation once the share round has closed."""
    assert not table.of(f"c.{company}.floated")
    close(table)
    return bool(table.of(f"c.{company}.floated"))


# -- the turn order list --


@rule("1880.float.par-marker-on-list")
@pytest.mark.parametrize("price", [70, 80, 90, 100])
def test_the_marker_goes_on_the_list_with_the_director_certificate(price: int) -> None:
    """The company stands at its par value as soon as the certificate is bought, before it floats."""
    table = founding(phase="B1")
    assert table.of("x.parchart") == [[100, ["BCR", None, None, None]]]
    table.do(FoundCompany("HKR", price, 20, "BCD"))
    assert "HKR" in rows(table, price)
    assert [company for each in (70, 80, 90, 100) for company in rows(table, each)].count("HKR") == 1
    assert not table.of("c.HKR.floated")


@rule("1880.float.slot.2022")
def test_a_company_takes_the_topmost_free_row() -> None:
    """In 2022 the rows of a par value fill from the top in order of purchase, and the buyer has no choice."""
    table = founding()
    table.refused(FoundCompany("HKR", 90, 20, "ABC", slot=1), "1880.float.slot.2022")
    table.do(FoundCompany("HKR", 90, 20, "ABC"), FoundCompany("WNR", 90, 20, "ABC"), FoundCompany("BZU", 90, 20, "ABC"))
    assert rows(table, 90) == ["HKR", "WNR", "BZU", None]
    assert {offer.to_json().get("slot") for offer in table.legal("found_company")} == {None}


@rule("1880.float.slot.2022")
def test_a_free_row_above_is_filled_first() -> None:
    """With the second row taken the next company goes into the first, the one after it into the third."""
    table = founding()
    table.company("BZU", director="Ann", price=90, slot=1, trains=["2"])
    table.do(FoundCompany("HKR", 90, 20, "ABC"), FoundCompany("WNR", 90, 20, "ABC"))
    assert rows(table, 90) == ["HKR", "BZU", "WNR", None]


@rule("1880.float.slot.2010")
def test_in_2010_the_buyer_chooses_the_row() -> None:
    """Any free one of the four spaces may be taken; a taken one may not, and one must be named."""
    table = founding(edition="2010")
    table.do(FoundCompany("HKR", 90, 20, "ABC", slot=2))
    assert rows(table, 90) == [None, None, "HKR", None]
    for slot in (2, 4, -1, None):
        table.refused(FoundCompany("WNR", 90, 20, "ABC", slot=slot), "1880.float.slot.2010")
    at_90 = {offer.to_json()["slot"] for offer in table.legal("found_company") if offer.to_json()["price"] == 90}
    assert at_90 == {0, 1, 3}
    table.do(FoundCompany("WNR", 90, 20, "ABC", slot=0))
    assert rows(table, 90) == ["WNR", None, "HKR", None]


@rule("1880.float.slot.2010")
def test_founder_who_names_no_row_is_told_which_are_free() -> None:
    """The refusal speaks of the places to choose from, counted from one."""
    table = Table(edition="2010")
    table.share_round("Ann")
    table.do(FoundCompany("HKR", 90, 20, "ABC", slot=2))
    refusal = table.refused(FoundCompany("WNR", 90, 20, "ABC"), "1880.float.slot.2010")
    assert say_error(refusal, "en") == "Choose a place at ¥90; free: 1, 2, 4."


@rule("1880.float.slot.2010", "1880.float.slot.2022")
@pytest.mark.parametrize(("edition", "slots", "first"), [("2010", (3, 1), "WNR"), ("2022", (None, None), "HKR")])
def test_the_row_decides_who_operates_first(edition: str, slots: tuple[int | None, int | None], first: str) -> None:
    """HKR is founded before WNR: in 2022 it operates first, in 2010 WNR may be put above it."""
    table = founding(edition=edition)
    table.do(FoundCompany("HKR", 90, 20, "ABC", slots[0]), FoundCompany("WNR", 90, 20, "ABC", slots[1]))
    close(table)
    pass_for(table, "BCR")
    assert table.game.deciding == first


# -- floating --


PHASE_THRESHOLDS = [
    ("A1", 20),
    ("A2", 20),
    ("B1", 30),
    ("B2", 30),
    ("B3", 40),
    ("C1", 40),
    ("C2", 60),
    ("C3", 60),
    ("D1", 60),
]


@rule("1880.float.threshold-by-director")
@pytest.mark.parametrize(("phase", "threshold"), PHASE_THRESHOLDS)
def test_the_directors_own_holding_floats_a_company(phase: str, threshold: int) -> None:
    """From the threshold of the phase on it floats, with less it does not, although others hold shares too."""
    for holding in range(20, threshold + 10, 10):
        certificate = min(40, holding)
        holdings = {"Ann": holding - certificate, "Cy": min(holding, 80 - holding)}
        table = Table(phase=phase)
        table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
        table.company("HKR", director="Ann", percent=certificate, price=100, floated=False, holdings=holdings)
        table.share_round()
        assert table.of("sh.HKR.ipo") > 0
        assert floats(table, "HKR") == (holding >= threshold)


@rule("1880.float.threshold-by-director")
def test_the_reserved_share_does_not_help_a_company_to_float() -> None:
    """30% of the director and the investor's 10% are not the 40% of Phase B3."""
    table = Table(phase="B3")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=30, floated=False)
    table.investor("A5", owner="Ann", company="HKR")
    table.share_round()
    assert not floats(table, "HKR")


@rule("1880.float.checked-at-sr-end")
def test_a_company_does_not_float_during_the_round() -> None:
    """Director and threshold are there from the first turn, capital and marker only when the round closes."""
    table = founding()
    table.do(FoundCompany("HKR", 100, 40, "B"))
    assert (table.of("c.HKR.floated"), table.of("c.HKR.cash"), table.of("c.HKR.tokens")) == (False, 0, [])
    table.do(Pass(), Pass())
    assert (table.of("round.type"), table.of("c.HKR.floated")) == ("Stock", False)
    events = table.do(Pass())
    assert CompanyFloated("HKR", 500) in events
    assert table.of("c.HKR.floated")


@rule("1880.float.checked-at-sr-end")
def test_only_the_holding_at_the_end_counts() -> None:
    """Ann reaches 30% and sells down to 20% before the round ends, so the company does not float."""
    table = Table(phase="B1")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=20, price=100, floated=False)
    table.share_round()
    table.do(BuyShare("HKR", "bank"), Pass(), Pass())
    assert table.of("sh.HKR.p0") == 30
    table.do(SellShares("HKR", 10))
    assert not floats(table, "HKR")


@rule("1880.float.sold-out-floats")
@pytest.mark.parametrize(("bos_shares", "expected"), [(20, True), (10, False)])
def test_a_company_without_available_shares_floats(bos_shares: int, expected: bool) -> None:
    """20% of the director are too few in Phase C2, unless the bank has not one share left."""
    table = Table(players=6, phase="C2")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    holdings = {"Bo": bos_shares, "Cy": 20, "Dee": 20, "Eli": 20}
    table.company("HKR", director="Ann", percent=20, floated=False, holdings=holdings)
    table.share_round()
    assert floats(table, "HKR") == expected


@rule("1880.float.sold-out-floats")
def test_the_reserved_share_is_not_available() -> None:
    """All but the share on the investor's charter is in players' hands, so the company floats."""
    table = Table(players=5, phase="C2")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=30, floated=False, holdings={"Bo": 20, "Cy": 20, "Dee": 20})
    table.investor("A5", owner="Ann", company="HKR")
    table.share_round()
    assert floats(table, "HKR")


@rule("1880.float.operates-next-or")
def test_a_new_company_operates_from_the_following_operating_round_on() -> None:
    """HKR floats after BCR and is next below it; it is asked for a decision of its own in the operating round."""
    table = founding()
    table.do(FoundCompany("HKR", 100, 20, "ABC"))
    close(table)
    pass_for(table, "BCR")
    assert (table.of("round.type"), table.game.deciding, table.game.actor) == ("Operating", "HKR", "Ann")
    table.do(*table.legal("lay_tile")[:1])
    table.refused(Pass(), "1880.trains.must-own")


@rule("1880.float.operates-next-or")
def test_a_company_not_yet_floated_does_not_operate() -> None:
    """HKR is founded with 20% in Phase B1 and stays out of the circle although its row is above NJR's."""
    table = Table(phase="B1")
    table.company("NJR", director="Bo", percent=30, price=70, permits="BC", cash=500)
    table.share_round()
    table.do(FoundCompany("HKR", 100, 20, "BCD"))
    close(table)
    assert table.game.deciding == "NJR"


@rule("1880.float.operates-next-or")
def test_in_mid_circle_rows_below_act_now_and_rows_above_in_the_next_circle() -> None:
    """NJR's purchase interrupts its turn; WNR, below it, acts after it, HKR, above it, begins the next circle."""
    table = Table(cash=500)
    table.company("NJR", director="Cy", price=90, permits="ABC", cash=500)
    table.depot("2", 1)
    table.turn("NJR", "trains")
    table.do(BuyTrain("2", "bank", 100))
    assert table.of("round.type") == "Stock"
    table.do(FoundCompany("HKR", 100, 20, "ABC"), FoundCompany("WNR", 80, 20, "ABC"))
    close(table)
    assert table.game.deciding == "NJR"
    table.do(Pass())
    assert table.game.deciding == "WNR"
    while table.game.deciding == "WNR":
        table.do(BuyTrain("2+2", "bank", 180) if table.legal("buy_train") and not table.legal("pass") else Pass())
    assert table.game.deciding == "HKR"


@rule("1880.float.home-marker")
@pytest.mark.parametrize(("company", "home"), [("HKR", ["K15", 0]), ("WNR", ["L10", 0]), ("BZU", ["B8", 0])])
def test_the_home_marker_is_set_free_of_charge(company: str, home: list[str | int]) -> None:
    """As the round closes the marker lies on the home, and the whole capital is in the treasury."""
    table = founding()
    table.do(FoundCompany(company, 100, 20, "ABC"), Pass(), Pass())
    assert table.of(f"c.{company}.tokens") == []
    events = table.do(Pass())
    assert StationPlaced(company, str(home[0]), 0, 0) in events
    assert (table.of(f"c.{company}.tokens"), table.of(f"c.{company}.unplaced")) == ([home], 2)
    assert table.of(f"c.{company}.cash") == 500


@rule("1880.float.price-marker")
@pytest.mark.parametrize(("price", "space"), [(100, [1, 3]), (90, [3, 3]), (80, [5, 3]), (70, [7, 3])])
def test_the_price_marker_stands_on_the_starting_space(price: int, space: list[int]) -> None:
    """Each par value has its own starting space in the fourth column of the chart."""
    table = founding()
    table.do(FoundCompany("HKR", price, 20, "ABC"))
    close(table)
    assert (table.of("c.HKR.floated"), table.of("c.HKR.rc"), table.of("c.HKR.price")) == (True, space, price)


@rule("1880.float.price-marker")
def test_before_floating_the_price_is_par_and_sales_move_it() -> None:
    """A share of a company that has not floated costs par; a sale moves the marker, floating does not reset it."""
    table = Table(phase="B1")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.share_round()
    table.do(FoundCompany("HKR", 100, 20, "BCD"), BuyShare("HKR", "bank"))
    assert table.of("p.1.cash") == 900
    table.do(Pass(), BuyShare("HKR", "bank"), SellShares("HKR", 10), Pass())
    assert (table.of("c.HKR.price"), table.of("p.1.cash")) == (95, 995)
    assert floats(table, "HKR")
    assert (table.of("c.HKR.rc"), table.of("c.HKR.par"), table.of("c.HKR.cash")) == ([2, 3], 100, 500)


# -- capital --


@rule("1880.capital.five-times-par")
@pytest.mark.parametrize("percent", [20, 30, 40])
@pytest.mark.parametrize(("price", "capital"), [(70, 350), (80, 400), (90, 450), (100, 500)])
def test_a_floating_company_receives_five_times_par(percent: int, price: int, capital: int) -> None:
    """The bank pays it, whatever the size of the certificate and whatever else has been sold."""
    table = founding()
    table.do(FoundCompany("HKR", price, percent, {20: "ABC", 30: "AB", 40: "A"}[percent]))
    table.do(BuyShare("HKR", "bank"), Pass(), Pass())
    bank = table.state.bank
    events = table.do(Pass())
    assert CompanyFloated("HKR", capital) in events
    assert (table.of("c.HKR.cash"), table.state.bank) == (capital, bank - capital)
    assert not table.of("c.HKR.funded")


@rule("1880.capital.five-times-par")
def test_the_capital_goes_by_par_not_by_the_current_price() -> None:
    """The price has fallen to 85 before the company floats: it receives five times 90."""
    table = Table(phase="B1")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=30, price=90, floated=False, holdings={"Bo": 10})
    table.share_round("Bo")
    table.do(SellShares("HKR", 10), Pass())
    assert table.of("c.HKR.price") == 85
    close(table)
    assert table.of("c.HKR.cash") == 450


def first_three() -> Table:
    """NJR is about to buy the first 3-train; of the other companies 50%, 60% and 50% are in the bank."""
    table = Table(phase="A2")
    table.company("NJR", director="Ann", percent=20, price=70, cash=180, permits="ABC")
    table.company("HKR", director="Ann", percent=20, price=100, trains=["2"], holdings={"Bo": 20, "Cy": 10})
    table.company("WNR", director="Bo", percent=40, price=90, trains=["2"])
    table.company("BZU", director="Cy", percent=40, price=80, trains=["2"])
    table.investor("A5", owner="Cy", company="BZU")
    table.depot("3", 5)
    table.turn("NJR", "trains")
    return table


@rule("1880.capital.check-first-3")
def test_the_first_3_train_brings_the_second_half() -> None:
    """Companies of which the bank has five shares get it at once, the one with six does not."""
    table = first_three()
    events = table.do(BuyTrain("3", "bank", 180))
    assert (table.of("phase"), table.of("round.type")) == ("B1", "Operating")
    assert [event for event in events if isinstance(event, SecondCapitalPaid)] == [
        SecondCapitalPaid("HKR", 500),
        SecondCapitalPaid("BZU", 400),
    ]
    cash = [table.of(f"c.{company}.cash") for company in ("NJR", "HKR", "WNR", "BZU")]
    assert cash == [0, 500, 0, 400]
    assert [table.of(f"c.{company}.funded") for company in ("HKR", "WNR", "BZU")] == [True, False, True]


@rule("1880.capital.check-first-3")
def test_the_removal_of_all_3_trains_brings_the_second_half_too() -> None:
    """A circle without a purchase removes the 3-trains unsold and begins Phase B1, with its capital."""
    table = first_three()
    table.company("CKR", director="Ann", price=70, permits="ABC", trains=["2"])
    table.marker("CKR")
    table.turn("CKR", "trains")
    while table.of("phase") == "A2":
        table.do(Pass())
    assert (table.of("c.HKR.cash"), table.of("c.WNR.cash"), table.of("c.BZU.cash")) == (500, 0, 400)


@rule("1880.capital.check-in-sr")
def test_the_fifth_share_sold_in_a_share_round_brings_the_second_half_at_once() -> None:
    """With six shares in the bank nothing is paid; the purchase that leaves five pays during the round."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=30, price=80, trains=["3"])
    table.share_round()
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (60, 0)
    events = table.do(BuyShare("HKR", "bank"))
    assert SecondCapitalPaid("HKR", 400) in events
    assert (table.of("round.type"), table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == ("Stock", 50, 400)


@rule("1880.capital.check-in-sr")
@pytest.mark.parametrize(("edition", "at_once"), [("2022", False), ("2010", False), ("18xx.games", True)])
def test_a_company_that_has_not_floated_gets_its_second_half_when_it_does(edition: str, at_once: bool) -> None:
    """What it has earned in the round it receives with the first half; the platform pays it at once (ruling 4.14)."""
    table = Table(edition=edition, phase="B1")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=30, price=100, floated=False, holdings={"Bo": 10})
    table.share_round()
    table.do(BuyShare("HKR", "bank"))
    assert table.of("c.HKR.cash") == (500 if at_once else 0)
    close(table)
    assert (table.of("c.HKR.cash"), table.of("c.HKR.funded")) == (1000, True)


@rule("1880.capital.check-in-sr")
@pytest.mark.parametrize(("edition", "capital"), [("2022", 1000), ("2010", 1000), ("18xx.games", 500)])
def test_founding_can_leave_five_shares_in_the_bank(edition: str, capital: int) -> None:
    """40% for the founder and 10% for the investor earn the second half; the platform waits for a purchase."""
    table = Table(edition=edition, phase="B1")
    table.investor("A5", owner="Ann")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.share_round()
    table.do(FoundCompany("HKR", 100, 40, "B", None if edition == "2022" else 0))
    assert (table.of("sh.HKR.ipo"), table.of("sh.HKR.m5")) == (50, 10)
    close(table)
    assert table.of("c.HKR.cash") == capital


@rule("1880.capital.stays-if-sold-back")
def test_the_second_half_stays_when_shares_return() -> None:
    """The bank is down to five shares for one turn only; the company keeps the money."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=40, price=100, trains=["3"], holdings={"Cy": 10})
    table.share_round("Bo")
    table.do(BuyShare("HKR", "bank"), SellShares("HKR", 10), Pass())
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (50, 500)
    table.do(Pass(), SellShares("HKR", 10), Pass())
    close(table)
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash"), table.of("c.HKR.funded")) == (60, 500, True)


@rule("1880.capital.stays-if-sold-back")
def test_an_earned_second_half_waits_for_floating_even_if_shares_return() -> None:
    """Cy's share takes the bank down to five and goes back; Ann's company floats with both halves."""
    table = Table(phase="B1")
    table.company("NJR", director="Bo", percent=20, price=70, permits="BCD")
    table.company("HKR", director="Ann", percent=30, price=100, floated=False, holdings={"Bo": 10})
    table.share_round("Cy")
    table.do(BuyShare("HKR", "bank"), Pass(), SellShares("HKR", 10), Pass())
    table.do(SellShares("HKR", 10), Pass())
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (70, 0)
    close(table)
    assert table.of("c.HKR.cash") == 1000


@rule("1880.capital.once")
def test_the_second_half_is_paid_once() -> None:
    """The bank is down to five shares, up to six and down again: nothing more is paid."""
    table = Table(phase="B1")
    table.company("HKR", director="Ann", percent=40, price=100, trains=["3"], holdings={"Cy": 10})
    table.share_round("Cy")
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (40, 500)
    table.do(Pass(), Pass(), SellShares("HKR", 20), Pass())
    assert table.of("sh.HKR.ipo") == 60
    table.do(BuyShare("HKR", "bank"), BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (40, 500)


@rule("1880.capital.once")
def test_a_company_paid_with_the_first_3_train_is_not_paid_again() -> None:
    """What the phase has paid no share round pays a second time."""
    table = first_three()
    table.do(BuyTrain("3", "bank", 180))
    table.share_round("Cy")
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == (40, 500)


@rule("1880.capital.not-before-first-3")
@pytest.mark.parametrize("phase", ["A1", "A2"])
def test_before_the_first_3_train_sold_shares_earn_nothing(phase: str) -> None:
    """The bank is down to the five shares under the card, and the company has its first half only."""
    table = Table(phase=phase)
    table.company("HKR", director="Ann", percent=40, price=100, trains=["2"])
    table.share_round()
    table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.ipo") == 50
    close(table)
    assert (table.of("c.HKR.cash"), table.of("c.HKR.funded")) == (0, False)


@rule("1880.capital.not-before-first-3", "1880.capital.check-first-3")
def test_shares_sold_and_returned_before_the_first_3_train_earn_nothing() -> None:
    """Five shares were in the bank once in Phase A2, six are there when the first 3-train is bought."""
    table = Table(phase="A2")
    table.company("NJR", director="Ann", percent=20, price=70, cash=180, permits="ABC")
    table.company("HKR", director="Bo", percent=40, price=100, trains=["2"])
    table.share_round()
    table.do(BuyShare("HKR", "bank"), Pass(), Pass(), SellShares("HKR", 10), Pass())
    close(table)
    table.depot("3", 5)
    table.turn("NJR", "trains")
    table.do(BuyTrain("3", "bank", 180))
    assert (table.of("phase"), table.of("sh.HKR.ipo"), table.of("c.HKR.cash")) == ("B1", 60, 0)
