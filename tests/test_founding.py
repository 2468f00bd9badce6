"""What a founding will come to: the capital of the company and the shares that are missing, as the engine has them."""

import json
from importlib.resources import files

import pytest

from tielu import Game
from tielu.core.actions import BuyShare, FoundCompany, Pass
from tielu.i18n import LANGUAGES, say
from tielu.views.actions.founding import founding_sum
from tielu.views.actions.outcome import Trials

FOLDERS = {"1880": "tielu.titles.t1880.lessons", "1888": "tielu.titles.t1888n.lessons"}
rule = pytest.mark.rule


def at(title, actions):
    """The recorded game of the title's lessons after so many actions."""
    data = json.loads(files(FOLDERS[title]).joinpath("game.json").read_text("utf-8"))
    return Game.from_json({**data, "actions": data["actions"][:actions]})


def account(game, company, price, percent):
    """The account of the first legal founding of this kind."""
    ways = (each for each in game.legal_actions() if isinstance(each, FoundCompany))
    wanted = (company, price, percent)
    found = next(each for each in ways if (each.company, each.price, each.director_percent) == wanted)
    before = game.snapshot()
    told = founding_sum(Trials(game), found)
    assert game.snapshot() == before
    return found, told


@rule("1880.float.threshold-by-director", "1880.capital.five-times-par")
@pytest.mark.parametrize(
    ("actions", "percent", "missing"),
    [(30, 20, 0), (30, 40, 0), (205, 20, 1), (205, 30, 0), (339, 20, 2), (339, 30, 1)],
)
def test_capital_at_the_end_of_the_round(actions, percent, missing):
    """In 1880 it is five times the price; how many shares the director lacks depends on the phase."""
    game = at("1880", actions)
    _, told = account(game, "JHA", 70, percent)
    assert (told.capital, told.missing, told.at_once) == (350, missing, False)
    assert told.cost == 7 * percent
    assert told.outlook == ("found_floats_later", "found_floats_after_one", "found_floats_after")[missing]


@rule("1888.float.sixty-percent", "1888.float.full-capital")
def test_capital_once_six_shares_are_sold():
    """In 1888-N it is ten times the price, and what was told is what happens."""
    game = at("1888", 124)
    found, told = account(game, "JHR", 70, 20)
    assert (told.capital, told.missing, told.at_once) == (700, 4, False)
    game.apply(found)
    for _ in range(told.missing):
        assert not game.snapshot()["c.JHR.floated"]
        while game.actor != "Mei":
            game.apply(Pass())
        game.apply(BuyShare("JHR", "ipo"))
    assert game.snapshot()["c.JHR.floated"]
    assert game.snapshot()["c.JHR.cash"] == told.capital


def test_capital_that_the_founder_cannot_pay_for_alone():
    """What the company will have does not depend on what its founder has left."""
    game = at("1888", 15)
    _, told = account(game, "JHR", 80, 20)
    assert told.kept < 4 * 80
    assert (told.capital, told.missing) == (800, 4)


@rule("1888.cert.limit-3p")
def test_others_may_have_to_buy():
    """Who may not hold so many certificates is told the capital, but not that purchases of their own will do."""
    _, told = account(at("1888", 207), "JHR", 70, 20)
    assert (told.capital, told.missing, told.outlook) == (700, None, "found_floats_with")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_told_in_words(lang):
    """Each outlook has its words, with the capital."""
    for game, company in ((at("1880", 30), "JHA"), (at("1880", 205), "JHA"), (at("1888", 124), "JHR")):
        _, told = account(game, company, 70, 20)
        said = say(told.outlook, lang, company=company, capital=told.capital, player="Mei", count=told.missing)
        assert str(told.capital) in said
        assert company in said
        assert "?" not in said
