"""V. The first share buying round: auction, new seating, investors, and the opening share round."""

from __future__ import annotations

import pytest

import tielu
from tests.table import NAMES, Table, rule
from tielu.core.actions import Bid, BuyShare, FoundCompany, Pass, SellShares
from tielu.core.events import PrivateBought, PrivatePaid, RoundBegan
from tielu.titles.t1880.rules.actions import ChooseInvestor
from tielu.titles.t1880.rules.events import PrivateReduced


def fresh(players: int = 3, edition: str = "2022") -> Table:
    """The table as it is when the first auction opens."""
    table = Table(players=players, edition=edition)
    table.game = tielu.new_game("1880", list(NAMES[:players]), edition=edition)
    return table


def investors_ready(players: int = 3, bcr: str = "Ann") -> Table:
    """All privates are sold, BCR came with P6, and the investors lie on the table."""
    table = Table(players=players)
    table.company("BCR", director=bcr, floated=False)
    table.investor_choice()
    return table


def opening_share_round() -> Table:
    """Ann directs BCR; she, Bo and Cy have chosen A1, A2 and A3; Ann begins."""
    table = investors_ready()
    table.do(ChooseInvestor("A1"), ChooseInvestor("A2"), ChooseInvestor("A3"))
    return table


# -- bidding --


@rule("1880.auction.order-ascending")
def test_privates_come_up_in_ascending_order() -> None:
    """P0 is auctioned first, then P1, then P2; a bid for another one is refused."""
    table = fresh()
    table.refused(Bid("P1", 10), "1880.auction.order-ascending")
    table.refused(Bid("P7", 50), "1880.auction.order-ascending")
    table.do(Bid("P0", 5), Pass(), Pass())
    table.refused(Bid("P2", 25), "1880.auction.order-ascending")
    table.do(Bid("P1", 10), Pass(), Pass())
    table.allowed(Bid("P2", 25))


@rule("1880.auction.bid-or-pass")
def test_each_in_turn_raises_or_passes_until_nobody_raises() -> None:
    """Bidding goes round clockwise from the opener, every bid above the last, until all others have passed."""
    table = fresh()
    assert table.game.actor == "Ann"
    table.do(Bid("P0", 10))
    assert table.game.actor == "Bo"
    table.refused(Bid("P0", 10), "1880.auction.bid-or-pass")
    table.refused(Bid("P0", 5), "1880.auction.bid-or-pass")
    table.do(Bid("P0", 15))
    assert table.game.actor == "Cy"
    table.do(Pass())
    assert table.game.actor == "Ann"
    table.do(Bid("P0", 40))
    assert table.game.actor == "Bo"
    assert table.of("priv.P0") is None
    events = table.do(Pass())
    assert PrivateBought("Ann", "P0", 40) in events
    assert table.of("priv.P0") == "p0"


@rule("1880.auction.bid-or-pass")
def test_the_last_player_may_still_bid_when_all_before_have_passed() -> None:
    """A private nobody has bid for is offered to every player before anything else happens."""
    table = fresh()
    table.do(Pass(), Pass())
    assert table.game.actor == "Cy"
    table.do(Bid("P0", 5))
    assert table.of("priv.P0") == "p2"


@rule("1880.auction.min-bid-face-value")
def test_the_opening_bid_is_at_least_the_face_value() -> None:
    """P3 opens at 45 or more, whoever makes the first bid."""
    table = Table()
    table.auction("P3", opener="Ann")
    table.refused(Bid("P3", 40), "1880.auction.min-bid-face-value")
    table.do(Pass())
    table.refused(Bid("P3", 40), "1880.auction.min-bid-face-value")
    table.do(Bid("P3", 45))
    assert table.game.actor == "Cy"


@rule("1880.auction.min-bid-face-value")
def test_a_reduced_private_opens_at_its_reduced_value() -> None:
    """P1 at 5 may be had for 5, and not for less."""
    table = Table()
    table.auction("P1", price=5, opener="Bo")
    table.refused(Bid("P1", 0), "1880.auction.min-bid-face-value")
    table.do(Bid("P1", 5), Pass(), Pass())
    assert table.of("p.1.cash") == 995


@rule("1880.auction.bid-multiple-of-five")
@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_bids_are_multiples_of_five(edition: str) -> None:
    """Opening bids and raises end in 0 or 5, and only such amounts are offered."""
    table = fresh(edition=edition)
    table.refused(Bid("P0", 7), "1880.auction.bid-multiple-of-five")
    table.do(Bid("P0", 10))
    table.refused(Bid("P0", 16), "1880.auction.bid-multiple-of-five")
    (offer,) = table.legal("bid")
    assert isinstance(offer, Bid)
    assert offer.amounts is not None
    assert list(offer.amounts) == list(range(15, 605, 5))


@rule("1880.auction.high-bidder-pays-bank")
def test_the_highest_bidder_pays_the_bank_and_takes_the_private() -> None:
    """The winner's bid goes to the bank at once, the card to the winner, and the next auction begins."""
    table = fresh()
    bank = table.state.bank
    table.do(Bid("P0", 5), Bid("P0", 30), Pass(), Pass())
    assert (table.of("p.0.cash"), table.of("p.1.cash"), table.of("p.2.cash")) == (600, 570, 600)
    assert table.state.bank == bank + 30
    assert table.of("priv.P0") == "p1"
    table.allowed(Bid("P1", 10))


@rule("1880.auction.high-bidder-pays-bank")
def test_nobody_bids_more_than_he_has() -> None:
    """A bid must be payable at once, and who cannot raise is passed over."""
    table = Table()
    table.cash("Bo", 60)
    table.auction("P3", opener="Bo")
    table.refused(Bid("P3", 65), "1880.auction.high-bidder-pays-bank")
    table.do(Bid("P3", 60), Bid("P3", 65))
    table.do(Bid("P3", 70))
    assert table.game.actor == "Cy"


@rule("1880.auction.starter-rotates-left")
def test_each_auction_is_opened_by_the_next_player_left() -> None:
    """The opener moves one seat left with every private, whoever won the one before, and comes round again."""
    table = fresh()
    openers = [table.game.actor]
    for actions in (
        [Pass(), Pass(), Bid("P0", 5)],
        [Pass(), Bid("P1", 10), Pass()],
        [Bid("P2", 25), Pass(), Pass()],
    ):
        table.do(*actions)
        openers.append(table.game.actor)
    assert [table.of(f"priv.P{number}") for number in range(3)] == ["p2", "p2", "p2"]
    assert openers == ["Ann", "Bo", "Cy", "Ann"]


@rule("1880.auction.starter-rotates-left")
def test_the_opener_also_rotates_after_a_private_for_nothing() -> None:
    """When player 0 had to take P0 for nothing, player 1 opens P1 and player 2 opens P2."""
    table = fresh(4)
    table.do(*[Pass()] * 4)
    assert (table.of("priv.P0"), table.game.actor) == ("p0", "Bo")
    table.do(*[Pass()] * 8)
    assert (table.of("priv.P1"), table.game.actor) == ("p1", "Cy")


@rule("1880.auction.pass-is-final-for-private")
def test_who_has_passed_is_out_until_the_next_private() -> None:
    """After a pass the others raise each other without being interrupted; the next private is open to all."""
    table = fresh()
    table.do(Pass(), Bid("P0", 5))
    asked = []
    for amount in (10, 15, 20):
        asked.append(table.game.actor)
        table.do(Bid("P0", amount))
    assert asked == ["Cy", "Bo", "Cy"]
    table.do(Pass())
    assert table.of("priv.P0") == "p2"
    table.do(Bid("P1", 10), Pass())
    assert table.game.actor == "Ann"


@rule("1880.auction.reenter-after-reduction")
def test_everybody_may_bid_again_after_a_reduction() -> None:
    """Who passed on P1 at 10 is asked again at 5, beginning with the same opener."""
    table = Table()
    table.auction("P1", opener="Bo")
    table.do(Pass(), Pass(), Pass())
    assert table.game.actor == "Bo"
    table.do(Bid("P1", 5), Bid("P1", 10))
    assert table.game.actor == "Ann"
    table.do(Bid("P1", 15), Pass(), Pass())
    assert table.of("priv.P1") == "p0"


@rule("1880.auction.p0-p1-reduction", "1880.auction.repeated-reduction")
def test_p0_and_p1_become_cheaper_by_five_as_often_as_nobody_bids() -> None:
    """P1 falls from 10 to 5 and then to 0; P0 falls from 5 to 0."""
    table = Table()
    table.auction("P1", opener="Bo")
    assert PrivateReduced("P1", 5) in table.do(Pass(), Pass(), Pass())
    table.allowed(Bid("P1", 5))
    assert PrivateReduced("P1", 0) in table.do(Pass(), Pass(), Pass())
    assert PrivateReduced("P0", 0) in fresh().do(Pass(), Pass(), Pass())


@rule("1880.auction.only-p0-p1-reduce")
@pytest.mark.parametrize(
    ("private", "price"), [("P2", 25), ("P3", 45), ("P4", 70), ("P5", 100), ("P6", 160), ("P7", 50)]
)
def test_no_other_private_becomes_cheaper(private: str, price: int) -> None:
    """However often everybody passes, P2 to P7 keep their face value as the lowest bid."""
    table = Table()
    table.auction(private)
    for _ in range(3):
        events = table.do(Pass(), Pass(), Pass())
        assert "private_reduced" not in table.names(events)
        table.refused(Bid(private, price - 5), "1880.auction.min-bid-face-value")
        table.allowed(Bid(private, price))


@rule("1880.auction.free-private-forced")
def test_the_opener_must_take_a_private_for_nothing() -> None:
    """P0 at 0 goes to player 0 and P1 at 0 to player 1, without payment and without being asked."""
    table = fresh(4)
    events = table.do(*[Pass()] * 4)
    assert PrivateBought("Ann", "P0", 0) in events
    assert (table.of("priv.P0"), table.of("p.0.cash")) == ("p0", 480)
    assert PrivateBought("Bo", "P1", 0) in table.do(*[Pass()] * 8)
    assert (table.of("priv.P1"), table.of("p.1.cash")) == ("p1", 480)


# -- nobody wants a private --


@rule("1880.auction.all-pass-private-or", "1880.auction.resume-after-private-or")
def test_when_all_pass_the_privates_pay_and_bidding_goes_on() -> None:
    """An operating round that only pays owned privates follows, and at once the next round of bidding begins."""
    table = fresh()
    table.do(Bid("P0", 5), Pass(), Pass(), Bid("P1", 10), Pass(), Pass())
    events = table.do(Pass(), Pass(), Pass())
    rounds = [event for event in events if isinstance(event, (RoundBegan, PrivatePaid))]
    assert rounds == [RoundBegan("operating"), PrivatePaid("Bo", "P1", 5), RoundBegan("auction")]
    assert (table.of("p.0.cash"), table.of("p.1.cash"), table.of("p.2.cash")) == (595, 595, 600)
    assert table.of("round.type") == "Auction"
    assert table.game.actor == "Cy"
    table.do(Bid("P2", 25), Pass(), Pass())
    assert table.of("priv.P2") == "p2"


@rule("1880.auction.all-pass-private-or")
def test_all_passing_on_p0_or_p1_pays_nothing() -> None:
    """Before P1 has been bought there is no such operating round."""
    table = fresh()
    assert RoundBegan("operating") not in table.do(*[Pass()] * 3)
    assert RoundBegan("operating") not in table.do(*[Pass()] * 3)


@rule("1880.auction.privates-before-shares")
def test_no_other_certificate_before_all_privates_are_sold() -> None:
    """While a private is unsold, also after an operating round of the privates, nothing but bids is possible."""
    table = Table()
    table.private("P5", "Ann")
    table.auction("P7")
    for _ in range(2):
        table.refused(FoundCompany("HKR", 100, 20, "ABC"), "1880.auction.privates-before-shares")
        table.refused(BuyShare("BCR", "bank"), "1880.auction.privates-before-shares")
        table.refused(SellShares("BCR", 20), "1880.auction.privates-before-shares")
        table.refused(ChooseInvestor("A1"), "1880.auction.privates-before-shares")
        assert {action.type for action in table.legal()} == {"bid", "pass"}
        table.do(Pass(), Pass(), Pass())


# -- the new seating and the investors --


def sell_the_last_private(cash: dict[str, int], winner: str, amount: int) -> Table:
    """P7 goes to `winner` for `amount`; everybody has the cash given before that."""
    table = Table(players=len(cash))
    table.investor_choice()
    for name, each in cash.items():
        table.cash(name, each)
    table.auction("P7", opener=winner)
    table.do(Bid("P7", amount), *[Pass()] * (len(cash) - 1))
    return table


@rule("1880.auction.reseat-by-cash")
def test_players_are_seated_anew_by_cash() -> None:
    """After the last private, paid for, the poorest takes the priority marker and the first seat."""
    table = sell_the_last_private({"Ann": 300, "Bo": 400, "Cy": 260, "Dee": 310}, "Bo", 250)
    assert table.of("order") == [1, 2, 0, 3]
    assert table.of("priority") == 1


@rule("1880.auction.reseat-by-cash")
def test_the_new_seating_is_kept() -> None:
    """The later share rounds go round in the new order."""
    table = sell_the_last_private({"Ann": 700, "Bo": 600, "Cy": 500}, "Ann", 50)
    table.do(ChooseInvestor("A1"), ChooseInvestor("A2"), ChooseInvestor("A3"))
    asked = []
    for _ in range(3):
        asked.append(table.game.actor)
        table.do(table.legal("found_company")[0])
    assert asked == ["Cy", "Bo", "Ann"]
    table.do(Pass())
    assert table.game.actor == "Bo"


@rule("1880.auction.reseat-tie-old-order")
def test_equal_cash_keeps_the_old_order() -> None:
    """Among players with the same cash the one who sat earlier sits earlier, wherever the marker was."""
    table = sell_the_last_private({"Ann": 400, "Bo": 300, "Cy": 350, "Dee": 300}, "Ann", 100)
    assert table.of("order") == [0, 1, 3, 2]
    table = sell_the_last_private({"Ann": 300, "Bo": 300, "Cy": 350}, "Cy", 50)
    assert table.of("order") == [0, 1, 2]


@rule("1880.auction.fi-pick-order")
def test_investors_are_chosen_in_the_new_seating() -> None:
    """The priority holder chooses first, then the others clockwise, one each of what is left."""
    table = sell_the_last_private({"Ann": 300, "Bo": 400, "Cy": 260, "Dee": 310}, "Bo", 250)
    asked = []
    for investor in ("A7", "A3", "A4", "A1"):
        asked.append(table.game.actor)
        table.do(ChooseInvestor(investor))
    assert asked == ["Bo", "Cy", "Ann", "Dee"]
    owners = [table.of(f"m.{number}.owner") for number in (1, 3, 4, 7)]
    assert owners == ["p3", "p2", "p0", "p1"]
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Bo")


@rule("1880.auction.fi-pick-order")
def test_every_player_takes_one_investor() -> None:
    """Choosing cannot be declined, and nobody takes an investor that another has."""
    table = investors_ready()
    table.refused(Pass(), "1880.majors.available-after-privates-and-fi")
    table.do(ChooseInvestor("A2"))
    table.refused(ChooseInvestor("A2"), "1880.fi.free-choice")
    assert [action for action in table.legal() if action.type != "choose_investor"] == []
    assert len(table.legal("choose_investor")) == 6


@rule("1880.auction.fi-unchosen-removed")
def test_investors_nobody_chose_leave_the_game() -> None:
    """Four of seven go with their markers when three players have chosen, and never take a turn."""
    table = investors_ready()
    assert table.of("m.4.tokens") == [["H14", 0]]
    table.do(ChooseInvestor("A2"), ChooseInvestor("A5"))
    assert table.of("m.4.tokens") == [["H14", 0]]
    table.do(ChooseInvestor("A7"))
    for number in (1, 3, 4, 6):
        assert table.of(f"m.{number}.owner") == "closed"
        assert table.of(f"m.{number}.tokens") is None
    assert [table.of(f"m.{number}.tokens") for number in (2, 5, 7)] == [[["E13", 0]], [["Q15", 0]], [["Q7", 0]]]
    table.do(Pass(), Pass(), Pass())
    turns = set()
    for _ in range(8):
        turns.add(table.game.deciding)
        table.do(table.legal()[-1])
    assert turns == {"A2", "A5", "A7", "BCR"}


# -- the opening share round --


@rule("1880.sr1.options")
def test_in_the_opening_round_a_player_founds_or_buys_or_passes() -> None:
    """The priority holder may found any company but BCR, buy a share of BCR, the only founded one, or pass."""
    table = opening_share_round()
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Ann")
    assert {action.type for action in table.legal()} == {"found_company", "buy_share", "pass"}
    assert table.legal("buy_share") == [BuyShare("BCR", "bank")]
    founded = {action.company for action in table.legal() if isinstance(action, FoundCompany)}
    assert len(founded) == 13
    assert "BCR" not in founded
    table.refused(BuyShare("HKR", "bank"), "1880.majors.director-cert-first")
    table.do(FoundCompany("HKR", 90, 20, "ABC"))
    table.do(BuyShare("HKR", "bank"))
    table.do(BuyShare("BCR", "bank"))
    table.do(Pass())
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.p1"), table.of("sh.BCR.p2")) == (20, 10, 10)


@rule("1880.sr1.no-sales")
def test_no_share_is_sold_in_the_first_share_round() -> None:
    """A share bought in the opening round cannot be sold in it, not even an ordinary one; in the next it can."""
    table = opening_share_round()
    table.do(BuyShare("BCR", "bank"), BuyShare("BCR", "bank"), Pass())
    table.refused(SellShares("BCR", 10), "1880.sr1.no-sales")
    assert table.legal("sell_shares") == []
    table.share_round("Ann")
    table.allowed(SellShares("BCR", 10))


@rule("1880.sr1.no-sales")
def test_no_sales_in_the_first_share_round_after_several_rounds_of_bidding() -> None:
    """When the privates took several rounds, the share round after them is still the opening one."""
    table = Table()
    table.company("BCR", holdings={"Ann": 10}, floated=False)
    table.investor_choice()
    table.auction("P7")
    table.do(Pass(), Pass(), Pass(), Bid("P7", 50), Pass(), Pass())
    table.do(ChooseInvestor("A1"), ChooseInvestor("A2"), ChooseInvestor("A3"))
    assert table.game.actor == "Ann"
    table.refused(SellShares("BCR", 10), "1880.sr1.no-sales")


@rule("1880.sr1.all-founded-operate")
@pytest.mark.parametrize(("percent", "permits"), [(20, "ABC"), (30, "AB"), (40, "A")])
def test_every_company_founded_in_the_opening_operates(percent: int, permits: str) -> None:
    """The director certificate alone, of whatever size, makes a company operational when the round closes."""
    table = opening_share_round()
    table.do(FoundCompany("HKR", 90, percent, permits), Pass(), Pass())
    assert table.of("c.HKR.floated") is False
    table.do(Pass())
    assert table.of("c.HKR.floated") is True
    assert table.of("c.HKR.cash") == 450
    assert table.stations_of("HKR") == [("K15", 0)]


@rule("1880.sr1.bcr-active-via-p6")
def test_bcr_operates_without_anybody_buying_a_share() -> None:
    """When the opening round closes BCR, whose certificate came with P6, is operational at par 100."""
    table = opening_share_round()
    table.do(Pass(), Pass(), Pass())
    assert table.of("c.BCR.floated") is True
    assert (table.of("c.BCR.cash"), table.stations_of("BCR")) == (500, [("M3", 0)])


@rule("1880.sr1.bcr-active-via-p6")
@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_bcr_takes_its_turn_in_a_game_from_the_start(edition: str) -> None:
    """In a game played from the first bid BCR acts in the first operating round, in both editions."""
    table = fresh(edition=edition)
    for number, price in enumerate((5, 10, 25, 45, 70, 100, 160)):
        table.do(Bid(f"P{number}", price), Pass(), Pass())
    table.do(FoundCompany("BCR", 100, 20, "ABC", 0 if edition == "2010" else None))
    table.do(Bid("P7", 50), Pass(), Pass())
    table.do(ChooseInvestor("A1"), ChooseInvestor("A2"), ChooseInvestor("A3"))
    table.do(Pass(), Pass(), Pass())
    turns = []
    for _ in range(4):
        turns.append(table.game.deciding)
        table.do(Pass())
    assert turns == ["A1", "A2", "A3", "BCR"]
    assert table.of("c.BCR.floated") is True


@rule("1880.sr1.followed-by-or-phase-a1")
def test_the_opening_round_is_followed_by_an_operating_round_in_phase_a1() -> None:
    """The privates pay and the investors begin; the phase is A1 and 2-trains are on offer."""
    table = opening_share_round()
    table.private("P5", "Cy")
    table.allowed(Pass())
    events = table.do(Pass(), Pass(), Pass())
    assert events.index(RoundBegan("operating")) < events.index(PrivatePaid("Cy", "P5", 25))
    assert (table.of("round.type"), table.of("phase")) == ("Operating", "A1")
    assert (table.of("entity"), table.game.actor) == ("m1", "Ann")
    assert table.of("depot.2") == 10
