"""XII. Share rounds: general information, and the turn order in a share round."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, BuyTrain, FoundCompany, LayTile, Pass, PayDividend, SellShares
from tielu.core.bank import all_money
from tielu.core.events import PlayerPassed, PriorityPassed
from tielu.titles.t1880.rules.actions import ExchangeRocket, RepayDebt


def share_round(player: str = "Ann", phase: str = "B1") -> Table:
    """Two companies of Bo, of which Ann has some shares; Ann begins unless told otherwise."""
    table = Table(phase=phase)
    table.company("HKR", director="Bo", percent=30, price=100, trains=["3"], holdings={"Ann": 30}, second_capital=True)
    table.company("NJR", director="Bo", percent=20, price=90, trains=["3"], holdings={"Ann": 10})
    table.share_round(player)
    return table


# -- general information --


@rule("1880.sr.trade-with-bank")
def test_shares_are_bought_from_the_bank_only() -> None:
    """Neither another player nor a pool nor the company sells shares."""
    table = share_round()
    for source in ("Bo", "pool", "ipo", "HKR", "A1"):
        table.refused(BuyShare("HKR", source), "1880.sr.trade-with-bank")
    assert [offer.to_json()["source"] for offer in table.legal("buy_share")] == ["bank", "bank"]


@rule("1880.sr.trade-with-bank")
def test_a_trade_concerns_the_player_and_the_bank_alone() -> None:
    """What a buyer pays and a seller receives goes to and comes from the bank, and so do the shares."""
    table = share_round()
    money, bank = all_money(table.state), table.state.bank
    table.do(BuyShare("HKR", "bank"))
    assert table.state.bank == bank + 100
    assert (table.of("p.0.cash"), table.of("p.1.cash"), table.of("c.HKR.cash")) == (900, 1000, 0)
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.p1"), table.of("sh.HKR.ipo")) == (40, 30, 30)
    table.do(Pass(), Pass(), SellShares("NJR", 10))
    assert table.of("p.0.cash") == 900 + 90 - 5
    assert (table.of("sh.NJR.p0"), table.of("sh.NJR.p1"), table.of("sh.NJR.ipo")) == (None, 20, 80)
    assert all_money(table.state) == money


@rule("1880.sr.trade-with-bank")
def test_nobody_sells_what_they_do_not_hold() -> None:
    """A sale hands the bank shares that the seller has."""
    table = share_round()
    table.refused(SellShares("NJR", 20), "1880.sr.trade-with-bank")
    table.allowed(SellShares("NJR", 10))


@rule("1880.sr.turn-options")
def test_a_turn_is_any_number_of_sales_and_then_one_purchase() -> None:
    """Several sales, of one company and of another, leave the turn open; one certificate bought ends it."""
    table = share_round()
    for sale in (SellShares("HKR", 10), SellShares("HKR", 20), SellShares("NJR", 10)):
        table.do(sale)
        assert table.game.actor == "Ann"
    table.do(FoundCompany("WNR", 70, 20, "BCD"))
    assert table.of("sh.WNR.p0") == 20
    assert table.game.actor == "Bo"


@rule("1880.sr.turn-options")
def test_only_one_certificate_is_bought_in_a_turn() -> None:
    """After one share it is the next player's turn, however much cash is left."""
    table = share_round()
    table.do(BuyShare("NJR", "bank"))
    assert table.of("p.0.cash") == 910
    assert table.game.actor == "Bo"
    assert table.of("sh.NJR.p0") == 20


@rule("1880.sr.turn-options")
def test_a_share_round_is_for_shares_alone() -> None:
    """What a company does in an operating round is refused."""
    table = share_round()
    actions = (LayTile("K15", "8877", 0), BuyTrain("3", "bank", 180), PayDividend())
    for action in actions:
        table.refused(action, "1880.sr.turn-options")


@rule("1880.sr.sell-before-buy")
def test_selling_comes_before_buying_never_after() -> None:
    """Ann sells and then buys; once she has bought she can sell nothing before the others have had their turn."""
    table = share_round()
    table.do(SellShares("HKR", 10), BuyShare("NJR", "bank"))
    for others in ("Bo", "Cy"):
        assert table.game.actor == others
        table.do(Pass())
    assert table.game.actor == "Ann"
    table.allowed(SellShares("HKR", 20))


@rule("1880.sr.pass")
def test_who_neither_sells_nor_buys_passes() -> None:
    """A pass changes nothing but whose turn it is."""
    table = share_round()
    before = table.game.snapshot()
    events = table.do(Pass())
    after = table.game.snapshot()
    assert PlayerPassed("Ann") in events
    assert {key for key in after if after[key] != before[key]} == {"entity"}
    assert after["entity"] == "p1"


@rule("1880.sr.pass")
def test_ending_a_turn_after_a_sale_is_no_pass() -> None:
    """Who has sold and buys nothing has acted: the passes are counted anew."""
    table = share_round("Bo")
    table.do(Pass(), Pass(), SellShares("NJR", 10))
    events = table.do(Pass())
    assert PlayerPassed("Ann") not in events
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Bo")


@rule("1880.sr.pass-not-final")
def test_a_player_who_passed_may_act_in_a_later_turn() -> None:
    """Ann passes, Bo buys, and when Ann's turn comes again she may buy and sell."""
    table = share_round()
    table.do(Pass(), BuyShare("HKR", "bank"), Pass())
    assert table.game.actor == "Ann"
    table.allowed(SellShares("HKR", 10))
    table.do(BuyShare("NJR", "bank"))
    assert table.of("sh.NJR.p0") == 20


# -- turn order --


@rule("1880.sr.priority-starts")
@pytest.mark.parametrize("holder", ["Ann", "Bo", "Cy"])
def test_the_priority_holder_begins(holder: str) -> None:
    """Whoever has the marker when the last 2-train goes is first in the share round, not the buyer's director."""
    table = Table()
    table.company("HKR", director="Ann", cash=500)
    table.depot("2", 1)
    table.state.priority = table.player(holder)
    table.turn("HKR", "trains")
    table.do(BuyTrain("2", "bank", 100))
    assert (table.of("round.type"), table.game.actor) == ("Stock", holder)


@rule("1880.sr.clockwise")
@pytest.mark.parametrize(("seating", "turns"), [([0, 1, 2, 3], "Bo Cy Dee Ann Bo"), ([0, 2, 1, 3], "Bo Dee Ann Cy Bo")])
def test_turns_go_clockwise(seating: list[int], turns: str) -> None:
    """After buying as after passing it is the left neighbour's turn, by the seats at the table."""
    table = Table(players=4, phase="B1")
    table.state.seating = seating
    table.company("HKR", director="Ann", percent=30, trains=["3"])
    table.share_round("Bo")
    actors = [table.game.actor]
    for action in (BuyShare("HKR", "bank"), Pass(), BuyShare("HKR", "bank"), Pass()):
        table.do(action)
        actors.append(table.game.actor)
    assert actors == turns.split()


@rule("1880.sr.ends-all-pass")
def test_the_round_ends_when_all_have_passed_in_succession() -> None:
    """Three passes in a row end a round of three players; passes before the last action do not count."""
    table = share_round()
    table.do(Pass(), Pass(), BuyShare("HKR", "bank"), Pass(), Pass())
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Cy")
    table.do(Pass())
    assert table.of("round.type") == "Operating"


@rule("1880.sr.ends-all-pass")
def test_passes_alone_end_the_round_after_one_turn_each() -> None:
    """If nobody acts at all the round is over after one pass of each player, and not before."""
    table = share_round("Bo")
    for player in ("Bo", "Cy", "Ann"):
        assert (table.of("round.type"), table.game.actor) == ("Stock", player)
        table.do(Pass())
    assert table.of("round.type") == "Operating"


@rule("1880.sr.priority-next")
def test_the_left_neighbour_of_the_last_buyer_has_the_priority() -> None:
    """Bo is the last to buy, so Cy gets the marker although Ann began and Cy passed last before the end."""
    table = share_round()
    table.do(BuyShare("NJR", "bank"), BuyShare("HKR", "bank"), Pass(), Pass())
    assert table.of("priority") == 0
    events = table.do(Pass())
    assert PriorityPassed("Cy") in events
    assert (table.of("priority"), table.of("order")) == (2, [2, 0, 1])


@rule("1880.sr.priority-next")
def test_a_sale_counts_for_the_priority_too() -> None:
    """Ann sells last and buys nothing, so Bo gets the marker."""
    table = share_round("Cy")
    table.do(BuyShare("NJR", "bank"), SellShares("HKR", 10), Pass())
    table.do(Pass(), Pass(), Pass())
    assert table.of("round.type") == "Operating"
    assert table.of("priority") == 1


@rule("1880.sr.priority-next")
def test_the_priority_stays_if_nobody_acted() -> None:
    """A round of passes leaves the marker where it was."""
    table = share_round("Cy")
    events = table.do(Pass(), Pass(), Pass())
    assert "priority_passed" not in table.names(events)
    assert table.of("priority") == 2


@rule("1880.sr.priority-next")
@pytest.mark.parametrize(("edition", "acted"), [("2022", False), ("2010", False), ("18xx.games", True)])
def test_repaying_debt_is_no_act_in_the_printed_rules(edition: str, acted: bool) -> None:
    """A repayment is neither buying nor selling, so the priority stays; the platform counts it."""
    table = Table(edition=edition, phase="B1", cash=50)
    table.company("HKR", director="Bo", percent=30, trains=["3"])
    table.debt("Cy", 60)
    table.share_round("Cy")
    table.do(RepayDebt(50))
    while table.of("round.type") == "Stock":
        table.do(Pass())
    assert table.of("p.2.debt") == 15
    assert table.of("priority") == (0 if acted else 2)


@rule("1880.sr.resume-after-p7")
@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_a_company_goes_on_where_the_rocket_interrupted_it(edition: str) -> None:
    """The Rocket takes the last 3-train between two tiles; after the share round the second tile may be laid."""
    table = Table(edition=edition, phase="B1")
    table.company("HKR", director="Ann", percent=30, permits="BC", cash=500)
    table.private("P7", "Ann")
    table.depot("3", 1)
    table.turn("HKR", "track")
    table.do(LayTile("K15", "8877", 0), ExchangeRocket("HKR"))
    assert (table.of("round.type"), table.of("c.HKR.trains")) == ("Stock", ["3"])
    table.do(Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.deciding) == ("Operating", "HKR")
    table.do(table.legal("lay_tile")[0])
    assert len([key for key in table.game.snapshot() if key.startswith("hex.")]) == 2
    assert table.legal("lay_tile") == []
