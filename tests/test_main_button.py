"""The main button of the table names what a move is about and what it costs or brings."""

import json

import pytest

from tests.browser.positions import position
from tests.table import Table
from tests.table_1888 import Table1888
from tielu import Action, Game, new_game
from tielu.core.actions import BuyPrivate, BuyShare, FoundCompany
from tielu.i18n import LANGUAGES, say_action
from tielu.views.actions.details import details
from tielu.views.actions.founding import answers_of
from tielu.views.actions.main_button import say_main_button
from tielu.views.actions.outcome import Trials
from tielu.views.actions.purchases import say_move
from tielu.views.actions.remains import remains
from tielu.web.table.armed import Chosen, armed_move


def first(game: Game, kind: str) -> Action:
    """The first legal action of a kind."""
    return next(each for each in game.legal_actions() if each.type == kind)


@pytest.mark.parametrize(("lang", "words"), [("en", "Bid ¥155"), ("de", "¥155 bieten"), ("ja", "155元で入札")])
def test_a_bid_names_its_amount(lang: str, words: str) -> None:
    """The amount that stands in the field, whatever the lowest is."""
    game = position("1880", "auction")
    assert say_main_button(Trials(game), first(game, "bid"), lang, 155) == words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_founding_names_its_company_and_sum(lang: str) -> None:
    """What the certificate costs, not the price of a share."""
    game = position("1880", "found")
    action = first(game, "found_company")
    words, values = say_main_button(Trials(game), action, lang), action.to_json()
    assert values["company"] in words
    assert str(values["price"] * values["director_percent"] // 10) in words


def test_a_sale_names_what_it_brings() -> None:
    """The proceeds, after any fee."""
    game = position("1880", "shares")
    action = first(game, "sell_shares")
    proceeds = game.clone().apply(action)[0].params()["proceeds"]
    values = action.to_json()
    expected = f"Sell {values['percent']}% {values['company']} · ¥{proceeds}"
    assert say_main_button(Trials(game), action, "en") == expected


def test_a_tile_names_its_cost_where_it_has_one() -> None:
    """A tile on open ground is free, and its button names no sum."""
    game = position("1880", "lay")
    lays = [each for each in game.legal_actions() if each.type == "lay_tile"]
    costs = {each: game.clone().apply(each)[0].params()["cost"] for each in lays[:40]}
    for action, cost in costs.items():
        tile = action.to_json()["tile"]
        expected = f"Lay tile {tile} · ¥{cost}" if cost else f"Lay tile {tile}"
        assert say_main_button(Trials(game), action, "en") == expected


def test_a_bid_tells_what_stays_free() -> None:
    """What is left of the money that can be bid, and how much that is."""
    game = position("1880", "auction")
    action = first(game, "bid")
    armed = armed_move(game, list(game.legal_actions()), Chosen(action=json.dumps(action.to_json())), 0, None, "en")
    assert armed is not None
    assert armed.amounts is not None
    assert armed.kept == f"¥{{rest}} stay free, at most ¥{armed.amounts.high}"
    assert armed.purse == armed.amounts.high


def test_a_sale_tells_what_one_has_then() -> None:
    """The cash with the proceeds, behind the share price if that falls."""
    game = position("1888", "shares")
    action = first(game, "sell_shares")
    after = game.clone()
    after.apply(action)
    cash = after.state.cash[game.players.index(game.actor or "")]
    price, *_, money = remains(Trials(game), action, "en")
    assert price.startswith("share price")
    assert money == f"{game.actor} then has ¥{cash}"


def test_a_share_costs_its_price_even_if_it_ends_the_round() -> None:
    """What privates pay when the next round begins is not taken off the price of the share that ended this one."""
    table = Table()
    for name, amount in (("Ann", 160), ("Bo", 0), ("Cy", 0)):
        table.cash(name, amount)
    table.private("P1", "Ann")
    table.company("BCR", director="Bo", price=100)
    table.share_round("Ann", first=True)
    purchase = BuyShare("BCR", "bank")
    trials = Trials(table.game)
    after = trials.of(purchase).after
    assert after.state.cash[0] != 60, "the purchase ends the round and P1 pays"
    assert "¥100" in details(table.game, purchase, "en", trials)


@pytest.mark.parametrize(("title", "armed"), [("1888", True), ("1880", False)])
def test_the_only_certificate_need_not_be_chosen(title: str, armed: bool) -> None:
    """Company and price are enough where the director's certificate has one size; where it has several they are not."""
    game = position("1880", "found")
    if title == "1888":
        table = Table1888()
        table.share_round("Ann")
        game = table.game
    action = first(game, "found_company")
    assert isinstance(action, FoundCompany)
    company, price, _ = answers_of(action)
    move = armed_move(game, game.legal_actions(), Chosen(company=company, price=price), 0, None, "en")
    assert (move is not None and move.action == action) == armed


@pytest.mark.parametrize(
    ("lang", "buy", "bid"),
    [
        ("en", "Buy KT for ¥25", "Bid ¥55"),
        ("de", "KT kaufen: ¥25", "¥55 bieten"),
        ("ja", "KTを購入：25元", "55元で入札"),
    ],
)
def test_a_bid_that_buys_at_once_is_a_purchase(lang: str, buy: str, bid: str) -> None:
    """The cheapest private is bought, the others are bid for."""
    trials = Trials(new_game("1888", ["Ann", "Bo", "Cy"]))
    cheapest, next_one, *_ = trials.game.legal_actions()
    assert say_main_button(trials, cheapest, lang) == buy
    assert say_main_button(trials, next_one, lang) == bid
    assert "25" in say_move(trials, cheapest, lang)
    assert say_move(trials, cheapest, lang) == say_action(BuyPrivate("KT", 25), lang)
