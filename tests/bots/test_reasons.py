"""Numbers in reasons are facts that a player can check at the table, whatever weights the bot has."""

from __future__ import annotations

import pytest

import tielu
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk
from tielu.bots.decision import Option
from tielu.bots.title import bots_of
from tielu.core.actions import BuyShare, RunTrains, SellShares
from tielu.core.game import Game
from tielu.review.chances import income_of
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
