"""V and VI. The course of the game, and the auction of the private companies."""

from __future__ import annotations

import pytest

import tielu
from tests.table import rule
from tests.table_1888 import NAMES, Table1888
from tielu.core.actions import Action, Bid, BuyShare, BuyTrain, FoundCompany, Pass, SellShares
from tielu.core.events import GameEnded, PrivateBought, RoundBegan
from tielu.core.position import BidView
from tielu.i18n import say_error
from tielu.titles.t1888n.rules.events import BankBroke, KaipingReduced, TrainExported

CARDS = [("KT", 25), ("TA", 50), ("HS", 75), ("GW", 100), ("YRF", 125), ("FC", 150)]


def fresh(players: int = 4, revision: int | None = None, edition: str = "2022") -> Table1888:
    """The table as it is when the auction opens; with four players everybody has 600."""
    table = Table1888(players=players)
    table.game = tielu.new_game("1888", list(NAMES[:players]), edition=edition, revision=revision)
    return table


def bids(table: Table1888) -> dict[str, tuple[int, int]]:
    """What may be bid now, on which private: the least and the most."""
    offers = {}
    for each in table.legal():
        if isinstance(each, Bid) and each.amounts is not None:
            offers[each.private] = (each.amounts.low, each.amounts.high)
    return offers


def do(table: Table1888, *moves: tuple[str, Action]) -> None:
    """Each action by the player who is said to be on turn."""
    for player, action in moves:
        assert table.game.actor == player, action
        table.do(action)


# -- V. Game play --


@rule("1888.play.starts-with-auction")
def test_the_game_starts_with_the_auction_and_shares_come_after_it() -> None:
    """No company is founded before the last private is sold; then shares are bought in the same stock round."""
    table = fresh()
    assert table.of("round.type") == "Auction"
    table.refused(FoundCompany("LYR", 70, 20), "1888.auction.turn-options")
    for private, price in CARDS[:-1]:
        table.do(Bid(private, price))
    table.refused(FoundCompany("LYR", 70, 20), "1888.auction.turn-options")
    table.do(Bid("FC", 150))
    assert table.of("round.type") == "Stock"
    table.do(FoundCompany("LYR", 70, 20))
    assert table.of("sh.LYR.p2") == 20


@rule("1888.play.alternate-sr-or")
def test_stock_rounds_and_operating_rounds_alternate() -> None:
    """After the stock round the companies operate; after the operating round comes the next stock round."""
    table = Table1888()
    table.company("LYR", "Ann", cash=500, trains=["2"])
    table.share_round("Ann")
    table.do(Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.deciding) == ("Operating", "LYR")
    while table.of("round.type") == "Operating":
        table.do(Pass())
    assert table.of("round.type") == "Stock"
    table.do(Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.deciding) == ("Operating", "LYR")


@rule("1888.play.alternate-sr-or")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_a_set_may_have_more_operating_rounds(phase: str, rounds: int) -> None:
    """Later in the game there are two and three operating rounds between two stock rounds."""
    table = Table1888(phase=phase)
    table.share_round("Ann")
    events = table.do(Pass(), Pass(), Pass())
    assert [event for event in events if isinstance(event, RoundBegan)] == [
        *[RoundBegan("operating")] * rounds,
        RoundBegan("share"),
    ]
    assert table.of("round.type") == "Stock"


# -- VI. The layout, and a player's turn --


@rule("1888.auction.ascending-layout")
def test_the_privates_come_up_by_price() -> None:
    """The cheapest private is on sale: Kaiping at 25, then 50, 75, 100, 125 and the Forbidden City at 150."""
    table = fresh()
    sold = []
    for private, price in CARDS:
        low, high = bids(table)[private]
        assert low == high == price
        sold += [event for event in table.do(Bid(private, price)) if isinstance(event, PrivateBought)]
    assert [(event.private, event.amount) for event in sold] == CARDS


@rule("1888.auction.turn-options")
def test_a_player_buys_the_cheapest_bids_on_a_dearer_one_or_passes() -> None:
    """Kaiping is offered at 25 and nothing else, the others for 5 above their price or more; passing is free."""
    table = fresh()
    assert bids(table) == {
        "KT": (25, 25),
        "TA": (55, 600),
        "HS": (80, 600),
        "GW": (105, 600),
        "YRF": (130, 600),
        "FC": (155, 600),
    }
    assert table.legal("pass") == [Pass()]
    table.refused(Bid("KT", 24), "1888.auction.turn-options")
    table.refused(Bid("KT", 30), "1888.auction.turn-options")
    table.refused(BuyTrain("2", "bank", 80), "1888.auction.turn-options")
    table.do(Bid("KT", 25))
    assert (table.of("priv.KT"), table.of("p.0.cash"), table.game.actor) == ("p0", 575, "Bo")
    table.refused(Bid("KT", 30), "1888.auction.turn-options")
    table.do(Bid("FC", 155))
    assert (table.of("priv.FC"), table.of("p.1.cash"), table.game.actor) == (None, 600, "Cy")


@rule("1888.auction.pass-not-final")
def test_a_player_who_has_passed_may_buy_in_the_next_turn() -> None:
    """Ann passes, the others act, and Ann buys and bids like everybody else."""
    table = fresh(3)
    do(table, ("Ann", Pass()), ("Bo", Bid("FC", 155)), ("Cy", Pass()), ("Ann", Bid("KT", 25)), ("Bo", Pass()))
    do(table, ("Cy", Bid("FC", 160)))
    assert table.of("priv.KT") == "p0"


@rule("1888.auction.min-first-bid")
def test_a_first_bid_is_at_least_five_above_face_value() -> None:
    """On the Great Wall 100 and 104 are too little; 105 will do, and so would 107."""
    table = fresh()
    table.refused(Bid("GW", 100), "1888.auction.min-first-bid")
    table.refused(Bid("GW", 104), "1888.auction.min-first-bid")
    assert Bid("GW", 107) in table.game.legal_actions()
    table.do(Bid("GW", 105))
    assert bids(table)["GW"] == (110, 600)


@rule("1888.auction.min-raise")
def test_each_bid_exceeds_the_previous_one_by_five() -> None:
    """Three players bid on Heng Shan: 82, then not 86 but 87, then not 91 but 92."""
    table = fresh()
    table.do(Bid("HS", 82))
    table.refused(Bid("HS", 86), "1888.auction.min-raise")
    table.do(Bid("HS", 87))
    table.refused(Bid("HS", 91), "1888.auction.min-raise")
    table.do(Bid("HS", 92))
    assert bids(table)["HS"] == (97, 600)


# -- money set aside --


@rule("1888.auction.bid-money-locked")
def test_money_that_is_bid_cannot_be_used_for_anything_else() -> None:
    """With 560 of her 600 bid on the Forbidden City Ann has 40: enough for Kaiping, not for another bid."""
    table = fresh()
    table.do(Bid("FC", 560), Pass(), Pass(), Pass())
    assert bids(table) == {"KT": (25, 25), "FC": (565, 600)}
    table.refused(Bid("TA", 55), "1888.auction.bid-money-locked")
    table.do(Bid("KT", 25), Pass(), Pass(), Pass())
    assert table.of("p.0.cash") == 575
    # 15 are free: not even the Terracotta Army at its price.
    table.refused(Bid("TA", 50), "1888.auction.bid-money-locked")


@rule("1888.auction.bid-money-locked")
def test_the_money_is_free_when_the_private_is_bought() -> None:
    """Bo outbids Ann on the Terracotta Army; once it is sold, Ann may bid all she has elsewhere."""
    table = fresh()
    do(table, ("Ann", Bid("TA", 400)), ("Bo", Bid("TA", 405)), ("Cy", Pass()), ("Dee", Pass()))
    assert bids(table)["FC"] == (155, 200)
    do(table, ("Ann", Bid("KT", 25)), ("Ann", Pass()))
    assert table.of("priv.TA") == "p1"
    do(table, ("Bo", Pass()), ("Cy", Pass()), ("Dee", Pass()))
    assert bids(table)["FC"] == (155, 575)


@rule("1888.auction.bid-money-locked")
def test_money_stays_locked_when_the_auction_is_interrupted() -> None:
    """All pass, privates pay, the auction goes on: Bo's bid still stands and his money is still set aside."""
    table = fresh(3)
    do(table, ("Ann", Bid("KT", 25)), ("Bo", Bid("FC", 700)), ("Cy", Pass()), ("Ann", Pass()), ("Bo", Pass()))
    assert (table.of("p.0.cash"), table.game.actor) == (780, "Bo")
    assert bids(table) == {"TA": (50, 50), "HS": (80, 100), "FC": (705, 800)}
    do(table, ("Bo", Pass()), ("Cy", Pass()))
    assert bids(table)["FC"] == (705, 780)


@rule("1888.auction.rebid-no-benefit")
def test_bidding_twice_on_one_private_brings_nothing() -> None:
    """Ann's second bid replaces her first: one bid is set aside, no auction is held, she pays the higher one."""
    table = fresh(2)
    do(table, ("Ann", Bid("TA", 100)), ("Bo", Pass()), ("Ann", Bid("TA", 300)), ("Bo", Pass()))
    assert bids(table)["FC"] == (155, 900)
    assert [each.bids for each in table.game.position.privates if each.id == "TA"] == [(BidView("Ann", 300),)]
    do(table, ("Ann", Bid("KT", 25)))
    assert (table.of("priv.TA"), table.of("p.0.cash")) == ("p0", 1200 - 25 - 300)
    assert (table.game.actor, bids(table)["HS"]) == ("Bo", (75, 75))


@rule("1888.auction.rebid-no-benefit")
def test_with_two_bids_of_one_player_the_higher_one_counts_in_the_auction() -> None:
    """Ann bid 55 and 65, Bo 60: Bo is the lowest bidder and starts, and Ann is asked but once."""
    table = fresh(3)
    do(table, ("Ann", Bid("TA", 55)), ("Bo", Bid("TA", 60)), ("Cy", Pass()), ("Ann", Bid("TA", 65)), ("Bo", Pass()))
    do(table, ("Cy", Bid("KT", 25)), ("Bo", Pass()))
    assert (table.of("priv.TA"), table.of("p.0.cash")) == ("p0", 800 - 65)


# -- settling bids --


@rule("1888.auction.resolve-next-with-bids", "1888.auction.single-bid-sold")
def test_a_single_bid_buys_the_next_private_at_once() -> None:
    """Cy has bid 57 on the Terracotta Army: it is his as soon as Kaiping is bought, before Bo's turn."""
    table = fresh()
    do(table, ("Ann", Pass()), ("Bo", Pass()), ("Cy", Bid("TA", 57)), ("Dee", Pass()))
    events = table.do(Bid("KT", 25))
    assert [event for event in events if isinstance(event, PrivateBought)] == [
        PrivateBought("Ann", "KT", 25),
        PrivateBought("Cy", "TA", 57),
    ]
    assert (table.of("p.2.cash"), table.of("priv.TA"), table.game.actor) == (543, "p2", "Bo")


@rule("1888.auction.resolve-next-with-bids", "1888.auction.multi-bid-auction")
def test_only_the_bidders_take_part_in_the_auction() -> None:
    """Bo and Dee have bid: they alone are asked, for this private alone, until one of them gives up."""
    table = fresh()
    do(table, ("Ann", Pass()), ("Bo", Bid("TA", 55)), ("Cy", Pass()), ("Dee", Bid("TA", 60)))
    do(table, ("Ann", Bid("KT", 25)))
    assert (table.game.actor, bids(table)) == ("Bo", {"TA": (65, 600)})
    table.refused(Bid("HS", 80), "1888.auction.resolve-next-with-bids")
    do(table, ("Bo", Bid("TA", 65)), ("Dee", Bid("TA", 70)), ("Bo", Bid("TA", 90)), ("Dee", Pass()))
    assert (table.of("priv.TA"), table.of("p.1.cash"), table.of("p.3.cash")) == ("p1", 510, 600)
    assert table.game.actor == "Bo"
    assert bids(table)["HS"] == (75, 75)


@rule("1888.auction.lowest-bidder-starts")
def test_the_lowest_bidder_begins_and_bidding_goes_clockwise() -> None:
    """Dee bid 80, Bo 85, Cy 90: Dee begins, then come Bo and Cy, round and round until two have given up."""
    table = fresh()
    do(table, ("Ann", Pass()), ("Bo", Pass()), ("Cy", Pass()), ("Dee", Bid("HS", 80)))
    do(table, ("Ann", Pass()), ("Bo", Bid("HS", 85)), ("Cy", Bid("HS", 90)), ("Dee", Pass()))
    do(table, ("Ann", Bid("KT", 25)), ("Bo", Bid("TA", 50)))
    do(table, ("Dee", Bid("HS", 110)), ("Bo", Bid("HS", 115)), ("Cy", Bid("HS", 120)))
    do(table, ("Dee", Bid("HS", 125)), ("Bo", Pass()), ("Cy", Bid("HS", 130)), ("Dee", Pass()))
    assert (table.of("priv.HS"), table.of("p.2.cash")) == ("p2", 470)


@rule("1888.auction.lowest-bidder-starts")
def test_clockwise_goes_before_the_lowest_standing_bid() -> None:
    """Ann bid 80, Cy 85, Bo 90: after Ann's raise comes Bo on her left, though Cy has the lowest bid."""
    table = fresh(3)
    do(table, ("Ann", Bid("HS", 80)), ("Bo", Pass()), ("Cy", Bid("HS", 85)), ("Ann", Pass()), ("Bo", Bid("HS", 90)))
    do(table, ("Cy", Bid("KT", 25)), ("Ann", Bid("TA", 50)))
    do(table, ("Ann", Bid("HS", 95)), ("Bo", Bid("HS", 100)), ("Cy", Pass()), ("Ann", Pass()))
    assert (table.of("priv.HS"), table.of("p.1.cash")) == ("p1", 700)


@rule("1888.auction.starts-at-highest-bid")
def test_the_auction_starts_above_the_highest_bid() -> None:
    """With bids of 55 and 80 the first raise is 85 or more, the next one at least 5 above it."""
    table = fresh()
    do(table, ("Ann", Bid("TA", 55)), ("Bo", Bid("TA", 80)), ("Cy", Bid("KT", 25)))
    assert (table.game.actor, bids(table)) == ("Ann", {"TA": (85, 600)})
    table.refused(Bid("TA", 84), "1888.auction.starts-at-highest-bid")
    do(table, ("Ann", Bid("TA", 87)))
    table.refused(Bid("TA", 91), "1888.auction.starts-at-highest-bid")
    do(table, ("Bo", Pass()))
    assert (table.of("priv.TA"), table.of("p.0.cash")) == ("p0", 513)


@rule("1888.auction.staked-money-usable")
def test_staked_money_counts_in_the_auction_and_losers_get_theirs_back() -> None:
    """Of her 600 Ann staked 300 here and 155 elsewhere, so she may go up to 445; Bo loses and keeps his money."""
    table = fresh()
    do(table, ("Ann", Bid("TA", 300)), ("Bo", Bid("TA", 305)), ("Cy", Pass()), ("Dee", Pass()))
    do(table, ("Ann", Bid("FC", 155)), ("Bo", Pass()), ("Cy", Bid("KT", 25)))
    assert (table.game.actor, bids(table)) == ("Ann", {"TA": (310, 445)})
    table.refused(Bid("TA", 446), "1888.auction.bid-money-locked")
    do(table, ("Ann", Bid("TA", 445)))
    assert bids(table) == {"TA": (450, 600)}
    do(table, ("Bo", Pass()))
    assert (table.of("priv.TA"), table.of("p.0.cash"), table.of("p.1.cash")) == ("p0", 155, 600)
    # Ann, with all that is left to her set aside, is passed over.
    do(table, ("Dee", Pass()))
    assert (table.game.actor, bids(table)["YRF"]) == ("Bo", (130, 600))


@rule("1888.auction.chain-resolution", "1888.auction.resume-left-of-face-buyer")
def test_bids_are_settled_one_after_another() -> None:
    """Kaiping is bought; the next three have bids and go at once, and the turn passes left of Kaiping's buyer."""
    table = fresh()
    do(table, ("Ann", Bid("TA", 55)), ("Bo", Bid("HS", 80)), ("Cy", Bid("GW", 105)), ("Dee", Pass()))
    do(table, ("Ann", Bid("HS", 85)), ("Bo", Pass()), ("Cy", Pass()), ("Dee", Bid("KT", 25)))
    assert table.of("priv.TA") == "p0"
    do(table, ("Bo", Pass()))
    assert (table.of("priv.HS"), table.of("priv.CW")) == ("p0", "p2")
    assert (table.game.actor, bids(table)["YRF"]) == ("Ann", (125, 125))


@rule("1888.auction.resume-left-of-face-buyer")
def test_buyers_by_bid_do_not_move_the_turn() -> None:
    """Bo buys Kaiping, Dee gets the next by her bid: it is Cy's turn, who sits left of Bo."""
    table = fresh()
    do(table, ("Ann", Pass()), ("Bo", Pass()), ("Cy", Pass()), ("Dee", Bid("TA", 55)), ("Ann", Pass()))
    do(table, ("Bo", Bid("KT", 25)))
    assert (table.of("priv.TA"), table.game.actor) == ("p3", "Cy")


@rule(
    "1888.auction.single-bid-sold",
    "1888.auction.lowest-bidder-starts",
    "1888.auction.chain-resolution",
    "1888.auction.resume-left-of-face-buyer",
)
def test_the_example_of_the_book() -> None:
    """The rulebook's example, A to D being Ann to Dee, up to the auction of the last private."""
    table = fresh()
    do(table, ("Ann", Bid("HS", 80)), ("Bo", Bid("YRF", 147)), ("Cy", Bid("HS", 85)), ("Dee", Bid("TA", 55)))
    do(table, ("Ann", Bid("KT", 25)))
    assert (table.of("priv.TA"), table.of("p.3.cash")) == ("p3", 545)
    do(table, ("Ann", Bid("HS", 90)), ("Cy", Bid("HS", 95)), ("Ann", Pass()))
    assert (table.of("priv.HS"), table.of("p.2.cash")) == ("p2", 505)
    do(table, ("Bo", Bid("FC", 155)), ("Cy", Bid("FC", 160)), ("Dee", Bid("FC", 165)), ("Ann", Bid("GW", 100)))
    assert (table.of("priv.YRF"), table.of("p.1.cash")) == ("p1", 453)
    do(table, ("Bo", Bid("FC", 170)), ("Cy", Pass()), ("Dee", Pass()))
    assert (table.of("priv.FC"), table.of("p.1.cash"), table.of("round.type")) == ("p1", 283, "Stock")


# -- all pass --


@rule("1888.auction.all-pass-private-or")
def test_when_all_pass_the_privates_pay_and_the_auction_goes_on() -> None:
    """Ann owns Kaiping and gets 5; no company acts; a 2-train is exported; then the other five are auctioned on."""
    table = fresh(3)
    table.do(Bid("KT", 25), Pass(), Pass())
    events = table.do(Pass())
    assert (table.of("p.0.cash"), table.of("p.1.cash"), table.of("p.2.cash")) == (780, 800, 800)
    assert table.names(events) == [
        "player_passed",
        "priority_passed",
        "round_began",
        "private_paid",
        "round_began",
        "train_exported",
        "phase_began",
    ]
    assert [event for event in events if isinstance(event, RoundBegan)] == [
        RoundBegan("operating"),
        RoundBegan("auction"),
    ]
    assert (TrainExported("2") in events, table.of("depot.2")) == (True, 6)
    assert (table.of("round.type"), table.game.actor, bids(table)["TA"]) == ("Auction", "Bo", (50, 50))


@rule("1888.auction.all-pass-private-or")
def test_all_must_pass_in_sequence() -> None:
    """A bid in between starts the count anew: nothing is paid until all three have passed after it."""
    table = fresh(3)
    table.do(Bid("KT", 25), Pass(), Pass(), Bid("FC", 155), Pass(), Pass())
    assert table.of("p.0.cash") == 775
    table.do(Pass())
    assert table.of("p.0.cash") == 780


def interrupted(*moves: tuple[str, Action], revision: int | None = None, edition: str = "2022") -> Table1888:
    """Four players, who all pass after these moves, so that the auction is interrupted by an operating round."""
    table = fresh(4, revision, edition)
    do(table, *moves)
    events = table.do(Pass(), Pass(), Pass(), Pass())
    assert RoundBegan("operating") in events
    return table


BID_AFTER_PURCHASE = (("Ann", Bid("KT", 25)), ("Bo", Pass()), ("Cy", Bid("FC", 155)))


@rule("1888.sr.priority-next")
def test_a_bid_does_not_move_the_priority() -> None:
    """Ann bought, Cy bid later: Bo, left of Ann, has the priority deal and goes on with the auction."""
    table = interrupted(*BID_AFTER_PURCHASE)
    assert (table.of("priority"), table.game.actor) == (1, "Bo")
    # Nobody buys any more, so the priority stays where it is.
    do(table, ("Bo", Bid("GW", 105)))
    table.do(Pass(), Pass(), Pass(), Pass())
    assert (table.of("priority"), table.game.actor) == (1, "Bo")


@rule("1888.sr.priority-next")
@pytest.mark.parametrize(("edition", "revision"), [("2022", 1), ("18xx.games", None)])
def test_a_bid_moves_the_priority_in_revision_1_and_on_the_platform(edition: str, revision: int | None) -> None:
    """There Cy's bid is the last action: Dee has the priority deal."""
    table = interrupted(*BID_AFTER_PURCHASE, revision=revision, edition=edition)
    assert (table.of("priority"), table.game.actor) == (3, "Dee")


@rule("1888.sr.priority-next")
def test_a_purchase_by_a_single_bid_moves_the_priority() -> None:
    """Ann's purchase gives Bo the Terracotta Army by his bid: he was the last to buy, so Cy has the priority deal."""
    table = interrupted(("Ann", Pass()), ("Bo", Bid("TA", 55)), ("Cy", Pass()), ("Dee", Pass()), ("Ann", Bid("KT", 25)))
    assert (table.of("priv.TA"), table.of("priority"), table.game.actor) == ("p1", 2, "Cy")


@rule("1888.sr.priority-next")
def test_a_purchase_in_an_auction_among_bidders_moves_the_priority() -> None:
    """Bo and Cy have bid, Cy wins: Dee, left of Cy, has the priority deal."""
    table = interrupted(
        ("Ann", Pass()),
        ("Bo", Bid("TA", 55)),
        ("Cy", Bid("TA", 60)),
        ("Dee", Pass()),
        ("Ann", Bid("KT", 25)),
        ("Bo", Pass()),
    )
    assert (table.of("priv.TA"), table.of("priority"), table.game.actor) == ("p2", 3, "Dee")


@rule("1888.auction.all-pass-private-or")
def test_nobody_sells_shares_in_the_stock_round_after_such_an_auction() -> None:
    """The operating round of the privates is not an ordinary one: in the first share buying nobody sells."""
    table = fresh(3)
    table.do(Bid("KT", 25), Pass(), Pass(), Pass())
    table.do(*[Bid(private, price) for private, price in CARDS[1:]])
    assert table.of("round.type") == "Stock"
    table.do(FoundCompany("LYR", 70, 20))
    table.do(BuyShare("LYR", "ipo"), Pass(), Pass())
    assert table.game.actor != "Ann"
    refusal = table.refused(SellShares("LYR", 10), "1888.sell.not-first-sr")
    # This is the second stock round, so the reason is not that it would be the first.
    assert say_error(refusal, "en") == "No shares are sold before the first operating round of the companies."


@rule("1888.auction.kaiping-reduction")
def test_kaiping_falls_by_five_each_time_all_pass() -> None:
    """25, then 20, then 15: no operating round, no export; the next player pays the lower price."""
    table = fresh(3)
    table.do(Pass(), Pass())
    events = table.do(Pass())
    assert (events[-1], bids(table)["KT"], table.game.actor) == (KaipingReduced(20), (20, 20), "Ann")
    table.refused(Bid("KT", 25), "1888.auction.turn-options")
    table.do(Pass(), Bid("FC", 155), Pass(), Pass(), Pass())
    assert bids(table)["KT"] == (15, 15)
    assert table.of("depot.2") == 7
    do(table, ("Cy", Bid("KT", 15)))
    assert (table.of("priv.KT"), table.of("p.2.cash"), table.of("priv.TA")) == ("p2", 785, None)
    assert bids(table)["TA"] == (50, 50)


@rule("1888.auction.kaiping-reduction")
def test_other_privates_do_not_get_cheaper() -> None:
    """With Kaiping sold, passing leaves the Terracotta Army at 50 and the least bid on Heng Shan at 80."""
    table = fresh(3)
    table.do(Bid("KT", 25), Pass(), Pass(), Pass())
    assert (bids(table)["TA"], bids(table)["HS"][0]) == ((50, 50), 80)


@rule("1888.auction.kaiping-free-forced")
def test_at_nothing_kaiping_must_be_taken_by_the_next_player() -> None:
    """The fifth time all have passed Kaiping is free: Bo, whose turn it is, has it; bids are settled; Cy goes on."""
    table = fresh(3)
    table.do(Bid("TA", 55))
    for _ in range(4):
        table.do(Pass(), Pass(), Pass())
    assert (table.game.actor, bids(table)["KT"]) == ("Bo", (5, 5))
    events = table.do(Pass(), Pass(), Pass())
    assert [event for event in events if isinstance(event, PrivateBought)] == [
        PrivateBought("Bo", "KT", 0),
        PrivateBought("Ann", "TA", 55),
    ]
    assert (table.of("priv.KT"), table.of("p.1.cash")) == ("p1", 800)
    assert (table.of("round.type"), table.game.actor, bids(table)["HS"]) == ("Auction", "Cy", (75, 75))


# -- afterwards --


def sold_by_bids(revision: int | None = None) -> Table1888:
    """Dee buys Kaiping at face value; all the others go to single bids, the last one to Bo's."""
    table = fresh(revision=revision)
    do(table, ("Ann", Pass()), ("Bo", Bid("FC", 155)))
    for private, price in CARDS[1:-1]:
        table.do(Bid(private, price + 5))
    do(table, ("Cy", Pass()), ("Dee", Bid("KT", 25)))
    return table


@rule("1888.auction.then-standard-sr")
def test_when_all_privates_are_sold_an_ordinary_stock_round_follows() -> None:
    """It begins left of the last who bought at face value, who has the priority deal, and companies are founded."""
    table = sold_by_bids()
    # Bo's bid took the last private, but Dee was the last to pay face value: Ann, to her left, begins.
    assert [table.of(f"priv.{name}") for name in ("KT", "TA", "HS", "CW", "YRF", "FC")] == [
        "p3",
        "p2",
        "p3",
        "p0",
        "p1",
        "p1",
    ]
    assert (table.of("round.type"), table.of("priority"), table.game.actor) == ("Stock", 0, "Ann")
    assert table.legal("bid") == []
    do(table, ("Ann", FoundCompany("LYR", 95, 20)), ("Bo", BuyShare("LYR", "ipo")))
    assert (table.of("sh.LYR.p0"), table.of("sh.LYR.p1")) == (20, 10)


@rule("1888.auction.then-standard-sr")
def test_in_revision_1_shares_start_left_of_the_last_buyer() -> None:
    """A game begun before is played on like that: Cy begins, left of Bo who has the Forbidden City."""
    assert sold_by_bids(revision=1).game.actor == "Cy"


@rule("1888.auction.then-standard-sr")
def test_without_a_purchase_at_face_value_shares_start_left_of_the_last_buyer() -> None:
    """Kaiping goes to Cy for nothing and all others to bids: Bo begins, left of Ann who has the Forbidden City."""
    table = fresh(3)
    for private, price in reversed(CARDS[1:]):
        table.do(Bid(private, price + 5))
    while table.of("round.type") == "Auction":
        table.do(Pass())
    owners = [table.of(f"priv.{name}") for name in ("KT", "TA", "HS", "CW", "YRF", "FC")]
    assert (owners, table.game.actor) == (["p2", "p1", "p0", "p2", "p1", "p0"], "Bo")


@rule("1888.sr.priority-next")
@pytest.mark.parametrize(("revision", "priority"), [(None, 2), (2, 0)])
def test_a_private_bought_by_bid_counts_when_nobody_buys_a_share(revision: int | None, priority: int) -> None:
    """Bo's bid took the last private and all pass: Cy, left of Bo, has the priority deal, in revision 2 still Ann."""
    table = sold_by_bids(revision)
    assert (table.game.actor, table.of("priority")) == ("Ann", 0)
    assert RoundBegan("operating") in table.do(Pass(), Pass(), Pass(), Pass())
    assert (table.game.actor, table.of("priority")) == (NAMES[priority], priority)


def nearly_broken(bank: int, revision: int | None = None) -> Table1888:
    """Ann has Kaiping, which pays 5; the bank has so much, and all but one of four have passed."""
    table = fresh(4, revision)
    do(table, ("Ann", Bid("KT", 25)), ("Bo", Pass()), ("Cy", Pass()), ("Dee", Pass()))
    table.cash("Dee", 600 + table.of("bank") - bank)
    return table


@rule("1888.end.bank-break-full-set")
@pytest.mark.parametrize(("bank", "broken"), [(4, True), (5, True), (6, False)])
def test_bank_broken_while_only_privates_operate_ends_the_game(bank: int, broken: bool) -> None:
    """That operating round was the whole set: no auction follows it. With 1 more in the bank, one does."""
    table = nearly_broken(bank)
    events = table.do(Pass())
    assert (table.of("p.0.cash"), table.of("bank")) == (580, bank - 5)
    assert (BankBroke() in events, RoundBegan("auction") in events) == (broken, not broken)
    assert (events[-1] == GameEnded(), table.game.finished) == (broken, broken)
    if broken:
        table.refused(Pass(), "1888.end.bank-break-full-set")


@rule("1888.end.bank-break-full-set")
def test_in_revision_2_the_auction_goes_on_with_a_broken_bank() -> None:
    """A game begun before is played on like that."""
    table = nearly_broken(4, revision=2)
    assert RoundBegan("auction") in table.do(Pass())
    assert not table.game.finished


def test_who_can_afford_nothing_is_passed_over() -> None:
    """Ann has 20 and nothing to choose, so Bo is asked first."""
    table = Table1888()
    table.cash("Ann", 20)
    table.auction("Ann")
    assert table.game.actor == "Bo"
