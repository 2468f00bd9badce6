"""Numbers in reasons are facts that a player can check at the table, whatever weights the bot has."""

from __future__ import annotations

import pytest

import tielu
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk, RandomBot
from tielu.bots.decision import Option, Reason
from tielu.bots.title import bots_of
from tielu.core.actions import BuyShare, BuyTrain, LayTile, PlaceStation, RunTrains, SellShares
from tielu.core.game import Game
from tielu.i18n import LANGUAGES, say_reason
from tielu.review.chances import income_of
from tielu.routing.best import asked_trains, best_income
from tielu.routing.budget import Effort
from tielu.routing.network import Network
from tielu.titles.t1880.rules.running import bonus_of
from tielu.views.actions.income import income_of_run
from tielu.views.actions.outcome import Trials


def a_share_earns(game: Game, name: str) -> int:
    """What a share of a company earns with its trains and the map as they are, the chart's bonus included."""
    company = bots_of(game.title).book(bots_of(game.title).clerk_weights).railway(name)
    if not game.state.stations[company]:
        return 0
    bonus = bonus_of(game.state.cell[company]) if game.title == "1880" else 0
    return round((income_of(game, name) + bonus) / 10)


def a_train_adds(game: Game, action: BuyTrain) -> int:
    """What the company in turn earns more with one train more, on the map as it is."""
    asked = asked_trains(game, game.deciding)
    [train] = [
        each for each in bots_of(game.title).book(bots_of(game.title).clerk_weights).trains if each.name == action.train
    ]
    network = Network(asked.position)
    now, then = (best_income(network, trains, Effort()) for trains in (asked.trains, (*asked.trains, train)))
    return then - now


def check(game: Game, option: Option) -> str:
    """What a reason says of money is so; returns what was checked."""
    action, values = option.action, option.reason.values
    if isinstance(action, RunTrains) and action.routes:
        assert values["income"] == income_of_run(Trials(game), action).income
        return "run"
    if isinstance(action, (BuyShare, SellShares)) and option.reason.key in ("buy_share", "sell"):
        # A clerk's search is short.
        most = a_share_earns(game, action.company)
        assert 0.75 * most <= values["income"] <= most
        return option.reason.key
    if isinstance(action, BuyTrain) and action.trade_in is None and "gain" in values:
        assert abs(values["gain"] - a_train_adds(game, action)) <= 0.25 * values["gain"]
        return "train" if values["gain"] else "train for later"
    if isinstance(action, (LayTile, PlaceStation)) and option.reason.key.endswith("_earns"):
        # Without a train nothing is earned at once.
        assert asked_trains(game, game.deciding).trains
        return "map"
    return ""


@pytest.mark.parametrize("title", tielu.TITLES)
def test_incomes_are_what_the_table_says(title: str) -> None:
    """A clerk with the director's fitted weights tells of runs and shares what they earn now."""
    game = new_game(4, tielu.TITLES[title].editions[0], title)
    clerk = Clerk(1, weights=bots_of(title).searching_weights)
    checked: dict[str, int] = {}
    for number in range(LONGEST_GAME):
        if game.actor is None:
            break
        options = clerk.options(game)
        for option in options if number % 3 == 0 else []:
            kind = check(game, option)
            checked[kind] = checked.get(kind, 0) + 1
        game.apply(options[0].action)
    assert min(checked[kind] for kind in ("run", "buy_share", "sell")) > 20
    assert min(checked[kind] for kind in ("train", "train for later", "map")) > 2


@pytest.mark.parametrize("cost", [0, -40])
def test_what_brings_money_has_no_price(cost: int) -> None:
    """A lay may bring its company more than it costs."""
    values = {"company": "ZDR", "hex": "H2", "gain": 10, "cost": cost}
    assert say_reason(Reason("lay_earns", values), "en") == "ZDR builds in H2: earns ¥10 more at once."
    assert not [lang for lang in LANGUAGES if "40" in say_reason(Reason("lay_earns", values), lang)]


@pytest.mark.parametrize(("train", "words"), [("2", "a 2-train"), ("8", "an 8-train"), ("8E", "an 8E-train")])
def test_english_knows_an_eight(train: str, words: str) -> None:
    said = say_reason(Reason("train_pays", {"company": "KLR", "train": train, "price": 80, "gain": 20}), "en")
    assert said == f"KLR buys {words} for ¥80: earns ¥20 more a turn."


def test_a_random_player_without_a_choice_picks_nothing() -> None:
    """One legal action is not drawn from several."""
    game, keys = new_game(3, "2022", "1880"), set()
    for _ in range(300):
        decision = RandomBot(1).choose(game)
        keys.add((len(game.legal_actions()) > 1, decision.reason.key))
        game.apply(decision.action)
    assert keys == {(True, "random"), (False, "only_choice")}
