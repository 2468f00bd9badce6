"""The equation of a run: what it says before is what happens."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.golden_games import FOLDER
from tests.routes import run
from tests.table import Table
from tests.table_1888 import Table1888
from tielu import Action, Game
from tielu.core.actions import PayDividend, RunTrains, Withhold
from tielu.core.events import DividendPaid, DividendReceived, IncomeWithheld, PriceMoved, TrainsRun
from tielu.views.actions.details import details
from tielu.views.actions.income import income_of_run
from tielu.views.actions.outcome import Trials

GAMES = ("1880-2022-5p-202", "1880-18xx.games-3p-707", "1888-2022-6p-808")


def runs(name):
    """Positions of a recorded game before trains run, each with its run: every fourth, to save time."""
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        data = json.load(file)["game"]
    game, number = Game.from_json({**data, "actions": []}), 0
    for each in data["actions"]:
        action = Action.from_json(each)
        if isinstance(action, RunTrains) and action.routes:
            number += 1
            if number % 4 == 0:
                yield game, action
        game.apply_trusted(action)


def first(events, kind, railway):
    """The first event of a kind that is about a railway."""
    found = [each for each in events if isinstance(each, kind) and railway in each.params().values()]
    return found[0] if found else None


@pytest.mark.parametrize("name", GAMES)
def test_what_the_equation_says_comes_true(name):
    """Sum, dividends and both moves of the price, for every railway that runs."""
    for game, action in runs(name):
        told, railway = income_of_run(Trials(game), action), game.deciding
        after = game.clone()
        events = after.apply(action)
        assert told.trains == next(each.income for each in events if isinstance(each, TrainsRun))
        assert told.income == told.trains + told.bonus
        if not told.has_choice:
            withheld = first(events, IncomeWithheld, railway)
            assert told.income == (withheld.income if withheld else 0)
            continue
        paid, kept = after.clone().apply(PayDividend()), after.clone().apply(Withhold())
        assert first(paid, DividendPaid, railway).income == first(kept, IncomeWithheld, railway).income == told.income
        got = {each.player: each.amount for each in paid if isinstance(each, DividendReceived)}
        assert {each.player: each.amount for each in told.receipts} == got
        for then, price in ((paid, told.price_paid), (kept, told.price_withheld)):
            moved = first(then, PriceMoved, railway)
            assert (told.price, price) == ((moved.old, moved.new) if moved else (told.price, told.price))


def test_a_run_and_its_dividend_name_one_sum():
    """In 1880 the chart adds to what the trains earn, and the run says so before it is made."""
    table = Table(phase="B1")
    table.tile("P12", "5", 4)
    table.tile("P14", "15", 5)
    table.company("HKR", director="Ann", percent=40, price=100, trains=["2"], stations=[("P14", 0)])
    table.price_at("HKR", 0, 9)
    table.turn("HKR", "run")
    action = run("2", "P14-Q15")
    told = income_of_run(Trials(table.game), action)
    assert (told.trains, told.bonus, told.income, told.a_share) == (60, 100, 160, 16)
    assert [(each.player, each.percent, each.amount) for each in told.receipts] == [("Ann", 40, 64)]
    assert details(table.game, action, "en") == "trains ¥60 + bonus ¥100 = ¥160"
    table.do(action)
    assert "brings ¥160" in details(table.game, PayDividend(), "en")


def test_what_the_treasury_gets_of_a_dividend():
    """In 1888-N the shares in the pool pay into the treasury."""
    table = Table1888()
    table.tile("G15", "9", 0)
    table.tile("H14", "6", 1)
    table.company("LYR", director="Ann", trains=["2"], in_pool=20)
    table.turn("LYR", "run")
    (best,) = table.game.legal_actions()
    assert isinstance(best, RunTrains)
    told = income_of_run(Trials(table.game), best)
    assert (told.bonus, told.treasury_paid, told.treasury_withheld) == (0, told.income * 20 // 100, told.income)
