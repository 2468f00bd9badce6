"""Views of positions of 1888-N: what this title shows in its own way."""

import pytest

from tests.table_1888 import Table1888
from tests.test_terminal_1888 import game_after
from tielu import new_game
from tielu.core.actions import Bid, BuyPrivate, BuyTrain, Decline, GoBankrupt, Pass
from tielu.core.position import BidView, OfferView, TrainStackView
from tielu.titles.t1888n.rules.components import BANK_MONEY, RED_AREA
from tielu.views.position.position import position_view

PLAYERS = ["Ann", "Bo", "Cy"]


def test_a_new_game_lies_on_the_table():
    """Everybody has their starting money out of the bank, all privates are unsold, and phases have printed names."""
    view = position_view(new_game("1888", PLAYERS))
    assert [player.cash for player in view.players] == [800, 800, 800]
    assert view.bank == BANK_MONEY - 3 * 800
    assert (view.round, view.phase, view.train_limit, view.operating_rounds) == ("auction", "1", 4, 1)
    assert [private.owner for private in view.privates] == [None] * 6
    assert (view.depot[0], view.depot[-1]) == (TrainStackView("2", 80, 7), TrainStackView("D", 900, None))
    assert (view.investors, view.pars, view.train_pool, view.offer) == ((), (), (), None)


def test_bids_are_seen_with_what_they_tie_up():
    """Highest bid first; only the higher of two own bids ties up money, which is the player's cash all the same.

    On the platform both do.
    """
    for edition, lower_bids, tied_up in (("2022", (), 90), ("18xx.games", (BidView("Ann", 80),), 170)):
        game = new_game("1888", PLAYERS, edition)
        for action in (Bid("HS", 80), Bid("HS", 85), Pass(), Bid("HS", 90)):
            game.apply(action)
        view = position_view(game)
        assert view.privates[2].bids == (BidView("Ann", 90), BidView("Bo", 85), *lower_bids)
        assert [(player.cash, player.in_bids) for player in view.players] == [(800, tied_up), (800, 85), (800, 0)]


def test_bids_are_seen_as_they_stand_among_bidders():
    """While the bidders for a private go on bidding, their last bids are shown."""
    game = new_game("1888", PLAYERS)
    for action in (Bid("TA", 55), Bid("TA", 60), Bid("KT", 25), Bid("TA", 65)):
        game.apply(action)
    view = position_view(game)
    assert view.privates[1].bids == (BidView("Ann", 65), BidView("Bo", 60))
    assert [player.in_bids for player in sorted(view.players, key=lambda each: each.name)] == [65, 60, 0]


def test_owners_are_players_or_companies():
    """A private lies with the player or the company that owns it, whatever the snapshot calls it."""
    table = Table1888()
    table.company("LYR", director="Ann")
    table.private("GW", "LYR")
    table.private("FC", "Bo")
    table.share_round()
    view = position_view(table.game)
    assert {private.id: private.owner for private in view.privates if private.owner} == {"GW": "LYR", "FC": "Bo"}
    assert view.companies[0].privates == ("GW",)
    assert next(player for player in view.players if player.name == "Bo").privates == ("FC",)
    assert view.privates[0].closed


def test_companies_are_in_operating_order():
    """By price, with what lies in the initial offering and in the pool; those in the red area are marked."""
    table = Table1888()
    table.company("CDL", director="Cy", price=70, in_pool=20)
    table.company("LYR", director="Ann", price=95)
    table.price_at("CDL", 8, 0)
    table.share_round()
    first, last = position_view(table.game).companies
    assert (first.id, first.in_offering, first.in_pool, first.in_red_area) == ("LYR", 80, 0, False)
    assert (last.id, last.in_offering, last.in_pool, last.in_red_area) == ("CDL", 60, 20, True)
    assert last.in_bank == 80


def test_the_market_shows_the_red_area():
    """As many red spaces as printed, with the markers on them."""
    table = Table1888()
    table.company("CDL", director="Cy", price=70)
    table.price_at("CDL", 8, 0)
    table.share_round()
    cells = [cell for row in position_view(table.game).market for cell in row if cell is not None]
    assert sum(cell.red for cell in cells) == len(RED_AREA)
    assert [(cell.price, cell.companies) for cell in cells if cell.companies] == [(40, ("CDL",))]


@pytest.mark.parametrize(
    ("action", "offer"),
    [
        (BuyPrivate("HS", 100), OfferView("LYR", "HS", 100, "Bo")),
        (BuyTrain("3", "JHR", 50), OfferView("LYR", "JHR 3", 50, "Bo")),
    ],
)
def test_an_offer_waits_for_its_answer(action, offer):
    """Who wants to buy what from whom, for how much."""
    table = Table1888(phase="3")
    table.company("LYR", director="Ann", cash=400, trains=["2"])
    table.company("JHR", director="Bo", trains=["3"])
    table.private("HS", "Bo")
    table.turn("LYR", "trains")
    assert position_view(table.game).offer is None
    table.do(action)
    assert position_view(table.game).offer == offer
    table.do(Decline())
    assert position_view(table.game).offer is None


def test_a_bankrupt_player_is_marked():
    """After the end it is seen who went bankrupt."""
    table = Table1888(phase="5", cash=0)
    table.company("LYR", director="Ann", cash=10)
    table.turn("LYR", "trains")
    table.do(GoBankrupt())
    view = position_view(table.game)
    assert view.finished
    assert [player.name for player in view.players if player.bankrupt] == ["Ann"]


def test_positions_of_a_whole_game_can_be_viewed():
    """From the first action to the last, money and shares add up."""
    game = game_after(5000, edition="18xx.games")
    assert game.finished
    again = new_game("1888", PLAYERS, edition="18xx.games")
    for action in game.actions:
        again.apply_trusted(action)
        view = position_view(again)
        held = sum(player.cash for player in view.players) + sum(company.treasury for company in view.companies)
        assert held + (view.bank or 0) == BANK_MONEY
        for company in view.companies:
            hands = [each for player in view.players for each in player.holdings if each.company == company.id]
            assert sum(each.percent for each in hands) + company.in_bank == 100
