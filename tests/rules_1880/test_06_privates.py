"""VI. Private companies: their values and revenue, and the special powers P0 to P7."""

from __future__ import annotations

import pytest

from tests.routes import run
from tests.table import Table, rule
from tielu.core.actions import Action, Bid, BuyPrivate, BuyShare, BuyTrain, FoundCompany, LayTile, Pass
from tielu.core.events import PrivateClosed, PrivatePaid, RoundBegan, TileLaid
from tielu.titles.t1880.rules import components as parts
from tielu.titles.t1880.rules.actions import AssignPermit, ClaimPayment
from tielu.titles.t1880.rules.events import PaymentClaimed

EDITIONS = pytest.mark.parametrize("edition", ["2022", "2010"])


def cost(table: Table, action: LayTile) -> int:
    """What laying this tile costs."""
    (laid,) = [event for event in table.do(action) if isinstance(event, TileLaid)]
    return laid.cost


# -- private companies --


@rule("1880.privates.p0-data", "1880.privates.p1-data", "1880.privates.p2-data", "1880.privates.p3-data")
@rule("1880.privates.p4-data", "1880.privates.p5-data", "1880.privates.p6-data", "1880.privates.p7-data")
@pytest.mark.parametrize(
    ("private", "name", "price", "revenue"),
    [
        ("P0", "Woosong Railway", 5, 0),
        ("P1", "Kaiping Railway", 10, 5),
        ("P2", "Yanda Ferry Company", 25, 10),
        ("P3", "Taiwan Western Line", 45, 15),
        ("P4", "River Ferry", 70, 20),
        ("P5", "Jeme Tien Yow engineer office", 100, 25),
        ("P6", "Imperial Qing government", 160, 0),
        ("P7", "Rocket of China", 50, 0),
    ],
)
def test_face_value_and_revenue(private: str, name: str, price: int, revenue: int) -> None:
    """Each private is called, opens at and pays what its card says."""
    assert parts.PRIVATES[int(private[1:])].name.lower() == name.lower()
    table = Table()
    table.auction(private)
    table.refused(Bid(private, price - 5), "1880.auction.min-bid-face-value")
    table.allowed(Bid(private, price))
    table = Table(cash=0)
    table.investor("A2", owner="Bo")
    table.private(private, "Cy")
    table.share_round()
    assert (table.of("p.2.cash"), table.of("p.1.cash"), table.of("p.0.cash")) == (revenue, 0, 0)


@rule("1880.privates.revenue-start-of-or")
def test_privates_pay_at_the_start_of_every_operating_round() -> None:
    """The bank pays the owners before the first railway acts, and again when the circle begins anew."""
    table = Table(cash=200)
    table.investor("A2", owner="Bo")
    table.private("P3", "Ann")
    table.private("P5", "Ann")
    table.private("P1", "Cy")
    table.share_round("Ann")
    bank = table.state.bank
    table.do(Pass(), Pass())
    events = table.do(Pass())
    paid = [event for event in events if isinstance(event, PrivatePaid)]
    assert paid == [PrivatePaid("Cy", "P1", 5), PrivatePaid("Ann", "P3", 15), PrivatePaid("Ann", "P5", 25)]
    assert (table.of("p.0.cash"), table.of("p.1.cash"), table.of("p.2.cash")) == (240, 200, 205)
    assert table.state.bank == bank - 45
    assert table.game.deciding == "A2"
    table.do(LayTile("E13", "57", 0))
    assert (table.of("p.0.cash"), table.of("p.2.cash")) == (280, 210)


@rule("1880.privates.revenue-start-of-or")
def test_a_share_round_in_between_brings_no_second_revenue() -> None:
    """An operating round that goes on after a share round is no new one."""
    table = Table(cash=0)
    table.company("BZU", cash=100)
    table.private("P5", "Ann")
    table.depot("2", 1)
    table.turn("BZU", "trains")
    events = table.do(BuyTrain("2", "bank", 100))
    assert RoundBegan("share") in events
    assert events.index(RoundBegan("operating")) > events.index(RoundBegan("share"))
    assert [event for event in events if isinstance(event, PrivatePaid)] == [PrivatePaid("Ann", "P5", 25)]


@rule("1880.privates.no-track-no-trains")
def test_privates_neither_build_nor_run() -> None:
    """In two operating rounds with all privates owned only the railways take turns, and no private lays a tile."""
    table = Table(cash=0)
    table.investor("A2", owner="Ann")
    table.investor("A5", owner="Ann")
    for private in parts.PRIVATES:
        table.private(private.id, "Ann")
    table.share_round()
    turns = []
    for _ in range(4):
        turns.append(table.game.deciding)
        table.refused(LayTile("E13", "57", 0, power="P4"), "1880.privates.no-track-no-trains")
        table.do(Pass())
    assert turns == ["A2", "A5", "A2", "A5"]


@rule("1880.privates.not-owned-by-companies")
@pytest.mark.parametrize("step", ["track", "station", "run", "trains"])
def test_a_company_cannot_own_a_private(step: str) -> None:
    """No company buys a private in any step, be it its director's own, and none is ever offered."""
    table = Table()
    table.company("BZU", cash=500, trains=["2"])
    table.tile("B8", "5", 5)
    table.tile("C9", "6", 2)
    table.private("P7", "Ann")
    table.private("P4", "Ann")
    table.turn("BZU", step)
    table.refused(BuyPrivate("P4", 70), "1880.privates.not-owned-by-companies")
    table.refused(BuyPrivate("P7", 1), "1880.privates.not-owned-by-companies")
    assert table.legal("buy_private") == []
    assert table.of("priv.P4") == "p0"


@rule("1880.privates.not-owned-by-companies")
def test_a_founded_company_takes_no_private_of_its_director() -> None:
    """Founding and floating a company leaves every private with the player."""
    table = Table(cash=300)
    table.private("P1", "Ann")
    table.private("P4", "Ann")
    table.share_round("Ann")
    table.do(FoundCompany("HKR", 100, 30, "AB"), Pass(), Pass())
    assert table.of("c.HKR.floated") is True
    assert (table.of("priv.P1"), table.of("priv.P4")) == ("p0", "p0")


def ferry_run(table: Table, owner: str = "Ann") -> None:
    """JHU of Ann in Beijing, with track over Tianjin and the ferry to Dalian; P2 belongs to `owner`."""
    table.company("JHU", director="Ann", trains=["3"])
    table.tile("F10", "57", 1)
    table.tile("E13", "57", 0)
    table.private("P2", owner)
    table.turn("JHU", "run")


def taiwan_run(table: Table, train: str, owner: str = "Ann") -> None:
    """HKR of Ann with a marker in Guangzhou, and track from Hong Kong over it to Taiwan; P3 belongs to `owner`."""
    table.company("HKR", director="Ann", trains=[train], stations=[("P14", 0)])
    table.tile("P14", "6", 3)
    table.tile("O15", "8852", 0)
    table.private("P3", owner)
    table.turn("HKR", "run")


@rule("1880.privates.powers-until-end")
@pytest.mark.parametrize(("phase", "train"), [("B3", "3"), ("C1", "3"), ("C2", "6"), ("D1", "8"), ("D3", "8E")])
def test_powers_last_to_the_end_of_the_game(phase: str, train: str) -> None:
    """During the takeover and after it ferries and rivers are free and Taiwan is worth more for the owners."""
    table = Table(phase=phase)
    table.company("JHU", trains=[train])
    table.tile("F10", "57", 1)
    table.tile("E13", "57", 0)
    table.private("P2", "Ann")
    table.turn("JHU", "run")
    assert table.earn(run(train, "F8-F10 F10-F12-E13", "F8.3 F10 E13")) == 60
    table = Table(phase=phase)
    taiwan_run(table, train)
    taiwan = 30 if phase < "C" else 0
    assert table.earn(run(train, "P14-O15 O15-N16")) == 20 + 20 + taiwan + 20
    table = Table(phase=phase)
    table.company("NJR", permits="BCD")
    table.private("P4", "Ann")
    table.turn("NJR")
    assert cost(table, LayTile("K13", "57", 1)) == 0


@rule("1880.privates.powers-until-end")
def test_the_p5_permit_can_be_kept_until_phase_d() -> None:
    """P5 is neither closed nor used up by the takeover: its permit is assigned in Phase D3."""
    table = Table(phase="D3")
    table.company("BZU", permits="AB", trains=["10"])
    table.private("P5", "Ann")
    table.turn("BZU")
    table.do(AssignPermit("BZU"))
    table.allowed(LayTile("B8", "57", 1))


@rule("1880.privates.powers-for-directed-companies")
def test_a_power_serves_the_companies_of_its_owner_only() -> None:
    """Ann's company uses P2 while she owns it; Bo's P2 is of no use to Ann's company."""
    table = Table()
    ferry_run(table, owner="Ann")
    assert table.earn(run("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13")) == 60
    table = Table()
    ferry_run(table, owner="Bo")
    assert table.earn(run("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13")) == 50


@rule("1880.privates.powers-for-directed-companies")
def test_a_power_follows_the_director() -> None:
    """When Bo becomes director, his P4 serves the company from then on."""
    table = Table(phase="B1")
    table.company("NJR", director="Ann", percent=20, cash=100, holdings={"Bo": 20})
    table.private("P4", "Bo")
    table.turn("NJR")
    table.do(LayTile("K13", "6", 1))
    assert table.of("c.NJR.cash") == 80
    table.share_round("Bo")
    table.do(BuyShare("NJR", "bank"))
    assert table.of("c.NJR.pres") == "p1"
    table.turn("NJR")
    assert cost(table, LayTile("J14", "8851", 2)) == 0


@rule("1880.privates.powers-for-directed-companies")
def test_investors_use_the_powers_of_their_owner() -> None:
    """Free ferries, Taiwan at +20 and free rivers serve an investor too."""
    for owner, ferry, taiwan, river in (("Ann", 40, 110, 0), ("Bo", 30, 90, 20)):
        table = Table()
        for private in ("P2", "P3", "P4"):
            table.private(private, owner)
        table.investor("A2", owner="Ann")
        table.tile("E13", "57", 0)
        table.tile("F10", "57", 1)
        table.turn("A2", "run")
        assert table.earn(run("2", "E13-F12-F10")) == ferry
        table.depot("2+2", 5)
        table.investor("A5", owner="Ann")
        table.tile("P14", "6", 3)
        table.tile("O15", "8852", 0)
        table.turn("A5", "run")
        assert table.earn(run("2+2", "Q15-P14 P14-O15 O15-N16")) == taiwan
        table.investor("A3", owner="Ann", cash=50)
        table.tile("H6", "57", 1)
        table.turn("A3")
        assert cost(table, LayTile("H4", "9", 1)) == river


# -- P0 --


def last_train(train: str, edition: str = "2022", phase: str = "A2", cash: int = 0) -> Table:
    """Ann owns P0; Bo's BZU may buy the last train of a type."""
    table = Table(edition=edition, phase=phase, cash=cash)
    table.private("P0", "Ann")
    table.company("BZU", director="Bo", cash=1000, trains=["2"], permits="ABCD")
    table.depot(train, 1)
    table.turn("BZU", "trains")
    return table


@rule("1880.p0.one-off-payment")
@EDITIONS
@pytest.mark.parametrize(("train", "phase", "price", "payment"), [("2+2", "A2", 180, 40), ("3", "B1", 180, 70)])
def test_p0_may_take_a_payment_when_the_last_train_of_a_type_goes(
    edition: str, train: str, phase: str, price: int, payment: int
) -> None:
    """The owner, whoever bought the train, takes 40 for the last 2+2 or 70 for the last 3, or waits."""
    for claim in (True, False):
        table = last_train(train, edition, phase)
        bank = table.state.bank
        table.do(BuyTrain(train, "bank", price))
        assert table.game.actor == "Ann"
        assert table.legal() == [ClaimPayment(), Pass()]
        table.refused(BuyTrain("3", "bank", 180), "1880.p0.one-off-payment")
        events = table.do(ClaimPayment() if claim else Pass())
        assert (PaymentClaimed("Ann", payment) in events) is claim
        assert table.of("p.0.cash") == (payment if claim else 0)
        assert table.state.bank == bank + price - (payment if claim else 0)
        assert table.of("priv.P0") == ("closed" if claim else "p0")


@rule("1880.p0.one-off-payment")
def test_p0_pays_100_for_the_last_3_plus_3() -> None:
    """The third payment is 100."""
    table = last_train("3+3", phase="B2")
    events = table.do(BuyTrain("3+3", "bank", 300))
    assert PaymentClaimed("Ann", 100) in events
    assert table.of("p.0.cash") == 100


@rule("1880.p0.one-off-payment")
@pytest.mark.parametrize(
    ("train", "phase", "price"), [("2", "A1", 100), ("4", "B3", 300), ("4+4", "C1", 450), ("6", "C2", 600)]
)
def test_p0_pays_for_no_other_type(train: str, phase: str, price: int) -> None:
    """The last train of any other type brings P0's owner nothing."""
    table = last_train(train, phase=phase)
    events = table.do(BuyTrain(train, "bank", price))
    assert RoundBegan("share") in events
    assert (table.of("p.0.cash"), table.of("priv.P0")) == (0, "p0")


@rule("1880.p0.one-off-payment")
def test_p0_waits_for_the_last_of_the_type() -> None:
    """The last 2+2 but one brings no payment."""
    table = last_train("2+2")
    table.depot("2+2", 2)
    table.do(BuyTrain("2+2", "bank", 180))
    assert table.game.actor == "Bo"
    assert table.legal("claim_payment") == []


@rule("1880.p0.one-off-payment")
def test_p0_is_paid_before_the_share_round() -> None:
    """The payment can be spent in the share round that the last train brings."""
    table = last_train("2+2", cash=60)
    assert RoundBegan("share") not in table.do(BuyTrain("2+2", "bank", 180))
    assert RoundBegan("share") in table.do(ClaimPayment())
    assert table.game.actor == "Ann"
    table.do(BuyShare("BZU", "bank"))
    assert table.of("p.0.cash") == 0


@rule("1880.p0.only-one-claim")
@pytest.mark.parametrize(("train", "price"), [("3", 180), ("3+3", 300)])
def test_only_one_of_the_payments_is_ever_taken(train: str, price: int) -> None:
    """Who took 40 for the last 2+2 is not asked again and gets nothing for the last 3 or 3+3."""
    table = last_train("2+2")
    table.do(BuyTrain("2+2", "bank", 180), ClaimPayment())
    table.depot(train, 1)
    table.turn("BZU", "trains")
    events = table.do(BuyTrain(train, "bank", price))
    assert RoundBegan("share") in events
    assert table.legal("claim_payment") == []
    assert table.of("p.0.cash") == 40


@rule("1880.p0.only-one-claim")
def test_who_leaves_a_payment_may_take_a_later_one() -> None:
    """Passing on 40 keeps P0 for the 70 of the last 3, and that ends it."""
    table = last_train("2+2")
    table.do(BuyTrain("2+2", "bank", 180), Pass())
    for train, price in (("3", 180), ("3+3", 300)):
        table.depot(train, 1)
        table.turn("BZU", "trains")
        table.do(BuyTrain(train, "bank", price))
        if train == "3":
            table.do(ClaimPayment())
        assert table.of("p.0.cash") == 70


@rule("1880.p0.third-automatic")
@EDITIONS
def test_the_third_payment_comes_by_itself(edition: str) -> None:
    """When neither 40 nor 70 was taken, the last 3+3 pays 100 without a question, and P0 is used up."""
    table = last_train("3+3", edition, "B2")
    events = table.do(BuyTrain("3+3", "bank", 300))
    assert PaymentClaimed("Ann", 100) in events
    assert events.index(PaymentClaimed("Ann", 100)) < events.index(RoundBegan("share"))
    assert table.legal("claim_payment") == []
    assert (table.of("p.0.cash"), table.of("priv.P0")) == (100, "closed")


def removal(train: str, phase: str, edition: str) -> Table:
    """Ann owns P0; the marker is back at Bo's BZU, which buys nothing."""
    table = Table(edition=edition, phase=phase, cash=0)
    table.private("P0", "Ann")
    table.company("BZU", director="Bo", cash=500, trains=["3"], permits="ABCD")
    table.marker("BZU")
    table.depot(train, 3)
    table.turn("BZU", "trains")
    table.do(Pass())
    assert table.of(f"depot.{train}") is None
    return table


@rule("1880.p0.removal-counts")
@pytest.mark.parametrize(("train", "phase", "payment"), [("2+2", "A2", 40), ("3", "B1", 70)])
def test_in_2022_p0_is_paid_when_the_trains_are_removed(train: str, phase: str, payment: int) -> None:
    """The payment is also due when nobody bought and the rest of the type left the game."""
    table = removal(train, phase, "2022")
    assert table.game.actor == "Ann"
    table.do(ClaimPayment())
    assert table.of("p.0.cash") == payment
    assert removal("3+3", "B2", "2022").of("p.0.cash") == 100


@rule("1880.p0.removal-counts")
@pytest.mark.parametrize(("train", "phase"), [("2+2", "A2"), ("3", "B1"), ("3+3", "B2")])
def test_in_2010_p0_is_paid_for_purchases_only(train: str, phase: str) -> None:
    """In the first edition a removal brings P0's owner nothing, and P0 stays."""
    table = removal(train, phase, "2010")
    assert table.game.actor == "Bo"
    assert (table.of("p.0.cash"), table.of("priv.P0")) == (0, "p0")


# -- P1 to P4 --


@rule("1880.p1.no-power")
def test_p1_brings_nothing_but_its_revenue() -> None:
    """With and without P1 the same can be done, and it costs and earns the same."""
    seen = []
    for owned in (True, False):
        table = Table()
        table.company("JHU", trains=["3"], cash=200)
        table.company("NJR", trains=["2"], cash=200)
        table.tile("F10", "57", 1)
        table.tile("E13", "57", 0)
        if owned:
            table.private("P1", "Ann")
        offers: list[Action] = []
        for company in ("JHU", "NJR"):
            for step in ("track", "station", "trains"):
                table.turn(company, step)
                offers += table.legal()
        table.share_round("Ann")
        offers += table.legal()
        table.turn("NJR")
        spent = cost(table, LayTile("K13", "57", 1))
        table.turn("JHU", "run")
        earned = table.earn(run("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13"))
        seen.append((offers, spent, earned))
    assert seen[0] == seen[1]
    assert seen[0][1:] == (20, 50)


@rule("1880.p2.free-ferries")
def test_p2_frees_its_owner_from_the_ferry_charge() -> None:
    """A run over a ferry earns 10 less, but not for the companies of P2's owner."""
    table = Table()
    ferry_run(table, owner="Cy")
    assert table.earn(run("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13")) == 20 + 20 + 20 - 10
    table = Table()
    ferry_run(table, owner="Ann")
    assert table.earn(run("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13")) == 20 + 20 + 20


@rule("1880.p2.free-ferries")
def test_p2_frees_from_every_ferry() -> None:
    """Two ferries on one route are both free for all companies of P2's owner."""
    for owner, earned in (("Ann", 80), ("Bo", 60)):
        table = Table()
        table.company("JHU", trains=["4"])
        for hex_name, tile, rotation in (("F10", "57", 1), ("E13", "5", 5), ("G13", "9", 0), ("H12", "8855", 0)):
            table.tile(hex_name, tile, rotation)
        table.private("P2", owner)
        table.turn("JHU", "run")
        assert table.earn(run("4", "F8-F10 F10-F12-E13 E13-F14-G13-H12", "F8.3 F10 E13 H12")) == earned


@rule("1880.p3.taiwan-bonus")
@pytest.mark.parametrize(
    ("phase", "train", "taiwan"), [("A1", "3", 30), ("B2", "3", 30), ("C1", "4", 0), ("D1", "8", 0)]
)
def test_taiwan_is_worth_20_more_for_p3(phase: str, train: str, taiwan: int) -> None:
    """In every phase, also where the printed value is 0, the stop counts 20 more for the owner's companies."""
    for owner, extra in (("Ann", 20), ("Bo", 0)):
        table = Table(phase=phase)
        taiwan_run(table, train, owner)
        assert table.earn(run(train, "P14-O15 O15-N16")) == 20 + 20 + taiwan + extra


@rule("1880.p3.taiwan-bonus")
def test_a_taiwan_that_is_not_counted_brings_no_bonus() -> None:
    """A 6E that passes over Taiwan, and a run elsewhere, earn nothing from P3."""
    table = Table(phase="C3")
    taiwan_run(table, "6E")
    assert table.earn(run("6E", "P14-O15 O15-N16", "P14 O15")) == 40
    table = Table()
    taiwan_run(table, "2")
    assert table.earn(run("2", "P14-O15")) == 40


@rule("1880.p4.river-discount")
@pytest.mark.parametrize(
    ("company", "lay", "printed", "with_p4"),
    [
        ("NJR", LayTile("K13", "57", 1), 20, 0),
        ("LHR", LayTile("J2", "57", 0), 50, 30),
        ("NXR", LayTile("J6", "57", 0), 30, 30),
        ("BZU", LayTile("B8", "57", 1), 0, 0),
    ],
)
def test_p4_builds_over_rivers_for_20_less(company: str, lay: LayTile, printed: int, with_p4: int) -> None:
    """A pure river hex is free, river and mountain cost 20 less, a mountain alone its full price."""
    for owner, price in (("Ann", with_p4), ("Bo", printed)):
        table = Table()
        table.company(company, cash=100)
        table.private("P4", owner)
        table.turn(company)
        assert cost(table, lay) == price
        assert table.of(f"c.{company}.cash") == 100 - price


@rule("1880.p4.river-discount")
def test_a_company_of_p4_without_money_builds_over_a_river() -> None:
    """What costs nothing is also open to an empty treasury, and offered."""
    for owner, offered in (("Ann", True), ("Bo", False)):
        table = Table()
        table.private("P7", "Ann")
        table.private("P4", owner)
        table.company("NJR", cash=0)
        table.turn("NJR")
        assert (LayTile("K13", "57", 1) in table.legal()) is offered


# -- P5 --


@rule("1880.p5.extra-d-permit")
@EDITIONS
def test_p5_lets_a_company_build_in_phase_d(edition: str) -> None:
    """A company without a permit for Phase D may build once its director has given it P5's."""
    table = Table(edition=edition, phase="D1")
    table.company("BZU", permits="A", trains=["8"])
    table.private("P5", "Ann")
    table.turn("BZU")
    table.refused(LayTile("B8", "57", 1), "1880.permit.required-to-build")
    table.do(AssignPermit("BZU"))
    assert table.of("c.BZU.permits") == "AD"
    table.do(LayTile("B8", "57", 1))
    assert table.of("hex.B8") == ["57", 1]


@rule("1880.p5.extra-d-permit")
@pytest.mark.parametrize(
    "moment", ["share round", "opening", "track", "station", "run", "trains", "sister", "investor"]
)
def test_p5_is_assigned_at_any_time(moment: str) -> None:
    """Whenever its owner decides, in share rounds and in every step of a turn, the permit can be given away."""
    table = Table()
    table.private("P5", "Ann")
    table.company("BZU", trains=["2"], cash=500)
    table.company("HKR", trains=["2"], cash=500)
    table.investor("A2")
    table.tile("B8", "5", 5)
    table.tile("C9", "6", 2)
    if moment in ("share round", "opening"):
        table.share_round("Ann", first=moment == "opening")
    elif moment == "investor":
        table.turn("A2")
    else:
        table.turn("HKR" if moment == "sister" else "BZU", "track" if moment == "sister" else moment)
    before = table.game.deciding
    table.do(AssignPermit("BZU"))
    assert table.of("c.BZU.permits") == "ABCD"
    assert table.game.deciding == before


@rule("1880.p5.extra-d-permit")
def test_p5_is_assigned_once_and_for_good() -> None:
    """After one assignment there is no second, and the permit stays with the company under another director."""
    table = Table(phase="B1")
    table.private("P5", "Ann")
    table.company("BZU", holdings={"Bo": 20})
    table.company("HKR")
    table.share_round("Ann")
    table.do(AssignPermit("BZU"))
    table.refused(AssignPermit("HKR"), "1880.p5.extra-d-permit")
    table.do(Pass(), BuyShare("BZU", "bank"))
    assert (table.of("c.BZU.pres"), table.of("c.BZU.permits")) == ("p1", "ABCD")
    table.do(Pass())
    table.refused(AssignPermit("HKR"), "1880.p5.extra-d-permit")


@rule("1880.p5.extra-d-permit")
def test_p5_is_for_a_company_its_owner_directs() -> None:
    """Another player's company gets nothing from it, and another player cannot assign it."""
    table = Table()
    table.private("P5", "Ann")
    table.company("BZU", director="Ann")
    table.company("HKR", director="Bo")
    table.share_round("Ann")
    assert table.legal("assign_permit") == [AssignPermit("BZU")]
    table.refused(AssignPermit("HKR"), "1880.p5.extra-d-permit")
    table.refused(AssignPermit("NJR"), "1880.p5.extra-d-permit")
    table.refused(AssignPermit("PRR"), "1880.components.major-count")
    table.do(Pass())
    table.refused(AssignPermit("HKR"), "1880.p5.extra-d-permit")


@rule("1880.p5.not-for-fi")
@EDITIONS
def test_p5_is_not_for_an_investor(edition: str) -> None:
    """The permit cannot be given to the owner's investor, in its own turn or elsewhere."""
    table = Table(edition=edition)
    table.private("P5", "Ann")
    table.investor("A2", owner="Ann")
    rule_id = {"2010": "1880.p5.extra-d-permit", "2022": "1880.p5.not-for-fi"}[edition]
    table.turn("A2")
    table.refused(AssignPermit("A2"), rule_id)
    table.share_round("Ann")
    table.refused(AssignPermit("A2"), rule_id)


# -- P6 --


def buy_p6(edition: str = "2022") -> Table:
    """Cy, who opens the auction of P6 at a table of four, has bought it for 180."""
    table = Table(players=4, edition=edition)
    table.auction("P6", opener="Cy")
    table.do(Bid("P6", 180), Pass(), Pass(), Pass())
    return table


@rule("1880.p6.bcr-director", "1880.p6.bcr-par-100")
@EDITIONS
def test_the_buyer_of_p6_directs_bcr_at_100(edition: str) -> None:
    """The 20% certificate comes with P6, without payment beyond the bid, at a fixed price of 100."""
    table = buy_p6(edition)
    assert table.game.actor == "Cy"
    slot = 0 if edition == "2010" else None
    table.refused(FoundCompany("BCR", 90, 20, "ABC", slot), "1880.p6.bcr-par-100")
    table.refused(FoundCompany("BCR", 70, 20, "ABC", slot), "1880.p6.bcr-par-100")
    table.refused(FoundCompany("BCR", 100, 30, "AB", slot), "1880.p6.bcr-director")
    table.do(FoundCompany("BCR", 100, 20, "ABC", slot))
    assert table.of("p.2.cash") == 820
    assert (table.of("sh.BCR.p2"), table.of("c.BCR.prespct"), table.of("c.BCR.pres")) == (20, 20, "p2")
    assert (table.of("c.BCR.par"), table.of("c.BCR.price")) == (100, 100)


@rule("1880.p6.removed-after-exchange")
@EDITIONS
def test_p6_leaves_play_with_the_exchange(edition: str) -> None:
    """P6 stays with its buyer until the certificate is handed over, and then closes."""
    table = buy_p6(edition)
    assert table.of("priv.P6") == "p2"
    events = table.do(table.legal("found_company")[0])
    assert PrivateClosed("P6") in events
    assert table.of("priv.P6") == "closed"


@rule("1880.p6.bcr-permit-choice")
def test_bcr_permits_are_chosen_on_buying_p6() -> None:
    """Before anything else happens the buyer takes ABC or BCD, three consecutive permits."""
    table = buy_p6()
    assert table.legal() == [FoundCompany("BCR", 100, 20, "ABC"), FoundCompany("BCR", 100, 20, "BCD")]
    table.refused(Bid("P7", 50), "1880.p6.bcr-permit-choice")
    table.refused(Pass(), "1880.p6.bcr-permit-choice")
    table.refused(FoundCompany("HKR", 100, 20, "ABC"), "1880.p6.bcr-permit-choice")
    table.refused(FoundCompany("BCR", 100, 20, "ABD"), "1880.permit.consecutive")
    table.refused(FoundCompany("BCR", 100, 20, "AB"), "1880.permit.count-20")
    table.do(FoundCompany("BCR", 100, 20, "BCD"))
    assert table.of("c.BCR.permits") == "BCD"
    assert table.game.actor == "Dee"
    table.allowed(Bid("P7", 50))


@rule("1880.p6.bcr-two-yellow")
def test_bcr_lays_two_yellow_tiles_in_phase_a() -> None:
    """BCR lays a second yellow tile in Phase A, but no third; another company lays one."""
    table = Table(cash=100)
    table.private("P7", "Ann")
    table.company("BCR", cash=100, director="Ann")
    table.company("BZU", cash=100, director="Ann")
    table.turn("BCR")
    table.do(LayTile("M3", "57", 1), LayTile("M5", "8852", 1))
    assert (table.of("hex.M3"), table.of("hex.M5")) == (["57", 1], ["8852", 1])
    assert table.legal("lay_tile") == []
    table.refused(LayTile("M1", "9", 1), "1880.p6.bcr-two-yellow")
    table.turn("BZU")
    table.do(LayTile("B8", "57", 1))
    table.refused(LayTile("B6", "9", 1), "1880.track.phase-a-one-tile")


@rule("1880.p6.bcr-two-yellow")
def test_two_tiles_are_a_privilege_of_bcr_and_need_a_permit() -> None:
    """Whoever directs BCR lays two tiles, in A2 too; without a permit for Phase A it lays none."""
    table = Table(phase="A2")
    table.company("BCR", director="Bo", permits="ABC", cash=100)
    table.turn("BCR")
    table.do(LayTile("M3", "57", 1), LayTile("M5", "8852", 1))
    assert table.of("hex.M5") == ["8852", 1]
    table = Table(phase="A2")
    table.private("P7", "Bo")
    table.company("BCR", director="Bo", permits="BCD", cash=100)
    table.turn("BCR")
    table.refused(LayTile("M3", "57", 1), "1880.permit.required-to-build")
