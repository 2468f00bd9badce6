"""What buttons say beyond their action: what passing means, standing bids, share prices, who sells a train."""

from itertools import pairwise

import pytest

import tielu
from tests.golden_games import FOLDER
from tests.test_forbidden import golden
from tielu import TITLES, Action
from tielu.core.actions import Bid, BuyTrain, Pass, PayDividend, Withhold
from tielu.core.events import PriceMoved
from tielu.i18n import LANGUAGES, say
from tielu.views.actions.details import details, say_rounds
from tielu.views.actions.pass_labels import say_passing
from tielu.views.position.position import position_view
from tielu.views.position.private_powers import private_powers
from tielu.views.title import view_of

GAMES = sorted(path.name for path in FOLDER.glob("*.json.gz"))


def positions(name):
    """Every position of a recorded game, before its last action."""
    saved = golden(name)
    game = tielu.Game.from_json({**saved, "actions": []})
    for action in saved["actions"]:
        yield game
        game.apply_trusted(Action.from_json(action))


@pytest.mark.parametrize("name", GAMES)
def test_passing_always_says_what_it_means(name):
    """Wherever it is legal."""
    for game in positions(name):
        if game.why_not(Pass()) is None:
            assert say_passing(game, "en"), type(game.state.stack[-1])


def test_passing_means_something_else_in_each_step():
    """In the auction one is out of it, later the turn ends."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    assert details(game, Pass(), "en") == say("passing_private", "en")
    assert details(tielu.new_game("1888", ["Ann", "Bo", "Cy"]), Pass(), "en") == say("passing_bid", "en")


def test_the_highest_bid_stands_beside_the_next():
    """Nobody has to look for it in the log; a private nobody has bid for says nothing."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    assert "highest" not in details(game, Bid("P0", 5), "en")
    game.apply(Bid("P0", 25))
    assert "highest bid: Ann ¥25" in details(game, Bid("P0", 30), "en")
    assert [bid.player for bid in position_view(game).privates[0].bids] == ["Ann"]
    game.apply(Pass())
    game.apply(Pass())
    assert all(not private.bids for private in position_view(game).privates)


@pytest.mark.parametrize("name", ["1880-2022-3p-101.json.gz", "1888-2022-6p-808.json.gz"])
def test_a_dividend_tells_how_the_price_moves(name):
    """As it then does."""
    found = set()
    for game in positions(name):
        for action in (PayDividend(), Withhold()):
            if game.why_not(action) is None:
                company, told = position_view(game).deciding, details(game, action, "en")
                events = game.clone().apply_trusted(action)
                moved = [each for each in events if isinstance(each, PriceMoved) and each.company == company]
                price = say("price_stays", "en")
                if moved:
                    price = say("price_goes", "en", old=moved[0].old, new=moved[0].new)
                assert told.endswith(price)
                found.add((action.type, bool(moved)))
    assert len(found) > 2


def test_a_train_of_a_company_names_its_director():
    """A price is agreed with somebody."""
    seen = 0
    for game in positions("1888-18xx.games-3p-111.json.gz"):
        for action in game.legal_actions():
            if isinstance(action, BuyTrain):
                directors = [each.director for each in position_view(game).companies if each.id == action.seller]
                assert details(game, action, "en") == "".join(f"director {name}" for name in directors)
                seen += len(directors)
    assert seen


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_private_but_the_plainest_says_what_it_does(title, lang):
    """In words of the reader's language; the Kaiping Tramway of 1888 has nothing but its income."""
    powers = private_powers(title, "2022", lang)
    assert {each.id for each in view_of(title).privates} - set(powers) == ({"KT"} if title == "1888" else set())
    assert lang == "en" or powers != private_powers(title, "2022", "en")


def test_an_edition_has_its_own_rules():
    """What only the second edition prints is not told of the first; the platform's readings have both."""
    third = "automatically"
    assert not any(third in text for text in private_powers("1880", "2010", "en")["P0"])
    assert any(third in text for text in private_powers("1880", "18xx.games", "en")["P0"])


@pytest.mark.parametrize("name", [each for each in GAMES if each.startswith("1888")])
def test_operating_rounds_to_come(name):
    """What is said to follow does: the number falls by one from round to round, and after none comes a share round."""
    views = [position_view(game) for game in positions(name)]
    states = [(view.round, view.rounds_to_come) for view in views]
    changes = {(old, new) for old, new in pairwise(states) if old != new}
    assert {old[1] for old, new in changes if new[0] == "share"} <= {0, None}
    within = {(old[1], new[1]) for old, new in changes if old[0] == new[0] == "operating"}
    assert within
    assert all(old is not None and new == old - 1 for old, new in within)
    assert all((left is None) == (kind != "operating") for kind, left in states)


def test_rounds_are_not_told_where_there_are_no_sets():
    """In 1880 trains decide when a share round comes."""
    assert say_rounds(position_view(tielu.new_game("1880", ["Ann", "Bo", "Cy"])), "en") == ""
    assert say_rounds(position_view(tielu.new_game("1888", ["Ann", "Bo", "Cy"])), "en") == "operating rounds: 1"
