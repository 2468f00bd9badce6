"""How a game begins, and how a saved one comes back: everything that is not right is refused with a clear code."""

import json
import random
from typing import Any

import numpy as np
import pytest

import tielu
from tielu import IllegalAction, InvalidAction, new_game
from tielu.core.actions import Bid, Pass
from tielu.i18n import say_error

PLAYERS = ["Ann", "Bo", "Cy"]


def saved(**changes):
    """A saved game of three actions, changed."""
    game = new_game("1880", PLAYERS)
    for action in (Bid("P0", 5), Pass(), Pass()):
        game.apply(action)
    return {**game.to_json(), **changes}


# -- beginning --


def test_a_new_game_is_about_to_begin():
    """Title, edition and players are those asked for; nothing has been done."""
    game = new_game("1880", PLAYERS, edition="2010")
    assert (game.title, game.edition, game.players, game.actions) == ("1880", "2010", PLAYERS, [])
    assert game.actor == "Ann"
    assert not game.finished


def test_the_default_edition_is_the_latest_printed_one():
    """Who names no edition plays that of 2022."""
    assert new_game("1880", PLAYERS).edition == "2022"


@pytest.mark.parametrize("edition", ["2022", "2010", "18xx.games"])
@pytest.mark.parametrize("count", range(3, 8))
def test_every_edition_for_every_number_of_players(edition, count):
    """Three to seven can play each of the editions."""
    game = new_game("1880", [f"Player {seat}" for seat in range(count)], edition=edition)
    assert len(game.players) == count


@pytest.mark.parametrize("title", ["1830", "", None, 1880, ["1880"], "1880\n"])
def test_unknown_titles_are_refused(title):
    """Only registered titles can be played."""
    with pytest.raises(InvalidAction) as refused:
        new_game(title, PLAYERS)
    assert refused.value.code == "unknown_title"
    assert refused.value.params["known"] == ("1880", "1888")


@pytest.mark.parametrize("edition", ["1999", "", 2022, ["2022"]])
def test_unknown_editions_are_refused(edition):
    """Only the title's own editions can be played."""
    with pytest.raises(InvalidAction) as refused:
        new_game("1880", PLAYERS, edition=edition)
    assert refused.value.code == "unknown_edition"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"title": 1880}, "Tielu does not play “1880 (int)”; it plays: 1880, 1888."),
        ({"title": None}, "Tielu does not play “NoneType”; it plays: 1880, 1888."),
        ({"title": np.array(["1880", "1888"])}, "Tielu does not play “ndarray”; it plays: 1880, 1888."),
        ({"edition": 2022}, "There is no edition “2022 (int)” of 1880; there are: 2022, 2010, 18xx.games."),
        ({"revision": "1"}, "The rules have no revision 1 (str); the newest is 2."),
        ({"revision": True}, "The rules have no revision True (bool); the newest is 2."),
        ({"revision": 1.0}, "The rules have no revision 1.0 (float); the newest is 2."),
        ({"revision": 0}, "The rules have no revision 0; the newest is 2."),
        ({"revision": 10**5000}, "The rules have no revision …; the newest is 2."),
    ],
)
def test_what_is_there_in_another_type_is_not_said_to_be_missing(wrong, said):
    """“There is no revision 1” would be wrong: it is the text that will not do."""
    with pytest.raises(InvalidAction) as refused:
        new_game(**{"title": "1880", "players": PLAYERS, **wrong})
    assert say_error(refused.value, "en") == said


def test_a_revision_may_be_any_whole_number():
    """As the numbers of numpy, which the saved game then has as a plain one."""
    first: Any = np.int64(1)
    game = new_game("1880", PLAYERS, revision=first)
    assert json.dumps(game.to_json()["revision"]) == "1"


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ("Ann", "players_not_a_list"),
        (None, "players_not_a_list"),
        ({"Ann": 1}, "players_not_a_list"),
        (["Ann", "Bo", 3], "name_not_a_text"),
        (["Ann", "Bo", None], "name_not_a_text"),
        (["Ann", "Bo", ""], "name_empty"),
        (["Ann", "Bo", "  "], "name_empty"),
        (["Ann", "Bo", "x" * 41], "name_too_long"),
        (["Ann", "Bo", "C\ny"], "name_unprintable"),
        (["Ann", "Bo", "\x1b[2J"], "name_unprintable"),
        (["Ann", "Bo", "\ud800"], "name_unprintable"),
        (["Ann", "Bo", "C\u202ey"], "name_unprintable"),
        (["Ann", "Bo", "Ann"], "name_twice"),
        ([], "wrong_player_count"),
        (["Ann", "Bo"], "wrong_player_count"),
        ([str(seat) for seat in range(8)], "wrong_player_count"),
    ],
)
def test_players_that_will_not_do_are_refused(players, code):
    """Players are a list of three to seven different names that can be shown."""
    with pytest.raises(InvalidAction) as refused:
        new_game("1880", players)
    assert refused.value.code == code


def test_names_of_every_script_are_welcome():
    """Names may be as long as 40 characters and contain spaces, accents, Chinese and emoji."""
    players = ["x" * 40, "Anna-Lena Müller", "山田　太郎", "👩‍🚀"]
    assert new_game("1880", players).players == players


# -- saving and loading --


def test_a_saved_game_comes_back():
    """Loading what was saved gives the same position and the same list of actions."""
    game = tielu.Game.from_json(saved())
    assert game.to_json() == saved()
    assert game.actor == "Bo"


def test_a_game_deep_in_play_comes_back():
    """The same holds after a few hundred actions chosen at random, in each edition."""
    for edition in tielu.TITLES["1880"].editions:
        game, chance = new_game("1880", PLAYERS, edition=edition), random.Random(7)
        while not game.finished and len(game.actions) < 150:
            game.apply(chance.choice(list(game.legal_actions())))
        again = tielu.Game.from_json(game.to_json())
        assert again.snapshot() == game.snapshot()
        assert again.actor == game.actor


def test_a_copy_is_a_game_too():
    """Copies of a game, and copies of copies, are independent games of the same kind."""
    game = tielu.Game.from_json(saved())
    copy = game.clone().clone()
    copy.apply(Pass())
    assert isinstance(copy, tielu.Game)
    assert game.to_json() == saved()
    assert len(copy.actions) == len(game.actions) + 1


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "not_a_game"),
        (None, "not_a_game"),
        ("{}", "not_a_game"),
        ({}, "missing_game_field"),
        (saved(title=None), "missing_game_field"),
        (saved(seed=1), "unknown_game_field"),
        (saved(title="1830"), "unknown_title"),
        (saved(title={}), "unknown_title"),
        (saved(edition="1999"), "unknown_edition"),
        (saved(players=["Ann", "Bo", "Bo"]), "name_twice"),
        (saved(players=[{"name": "Ann"}, "Bo", "Cy"]), "name_not_a_text"),
        (saved(players=["Ann"]), "wrong_player_count"),
        (saved(actions={}), "actions_not_a_list"),
        (saved(actions="pass"), "actions_not_a_list"),
    ],
)
def test_what_is_no_saved_game_is_refused(data, code):
    """All four fields are there, no others, and each is right."""
    with pytest.raises(InvalidAction) as refused:
        tielu.Game.from_json(data)
    assert refused.value.code == code


@pytest.mark.parametrize("bad", ["pass", None, {}, {"type": "jump"}, {"type": "bid"}, {"type": "pass", "x": 1}])
def test_a_malformed_action_is_named_by_its_index(bad):
    """Among the actions of a saved game the malformed one is pointed out."""
    with pytest.raises(InvalidAction) as refused:
        tielu.Game.from_json(saved(actions=[{"type": "pass"}, bad]))
    assert refused.value.params["index"] == 1


def test_an_illegal_action_is_named_by_its_index_and_rule():
    """A saved game may contain only what the rules allow."""
    actions = [{"type": "pass"}, {"type": "bid", "private": "P0", "amount": 12}]
    with pytest.raises(IllegalAction) as refused:
        tielu.Game.from_json(saved(actions=actions))
    assert refused.value.rule == "1880.auction.bid-multiple-of-five"
    assert refused.value.params == {"amount": 12, "index": 1}


@pytest.mark.parametrize("bad", [None, "pass", ["pass"], 3, Pass])
def test_what_is_no_action_is_refused(bad):
    """Whatever a program hands in, it gets a clear code and the game stays as it was."""
    game = new_game("1880", PLAYERS)
    for attempt in (game.verify, game.apply):
        with pytest.raises(InvalidAction) as refused:
            attempt(bad)
        assert refused.value.code == "not_an_action"
    assert bad not in game.legal_actions()
    assert game.actions == []


def test_the_package_exports_what_others_rely_on():
    """Names of the contract."""
    assert tielu.Action.from_json({"type": "pass"}) == Pass()
    assert tielu.__version__
    assert issubclass(tielu.InvalidAction, Exception)
    assert issubclass(tielu.IllegalAction, Exception)
