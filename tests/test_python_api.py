"""The first minutes with `import tielu`: what objects say of themselves, how they are copied, what may be handed in."""

import ast
import copy
import doctest
import gzip
import importlib
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tielu
import tielu.actions
import tielu.errors
from tests.golden_games import FOLDER
from tielu.actions import Action, Amounts, Bid, LayTile, Pass, RouteRun, RunTrains
from tielu.bots import make_bot
from tielu.core.events import BidPlaced
from tielu.errors import IllegalAction, InvalidInput, RefusedAction
from tielu.i18n import say_error

PLAYERS = ["Ann", "Bo", "Cy"]
SOURCE = Path(tielu.__file__).parents[1]
# Where users find what they import; the names in `__all__` of each are public.
PUBLIC = ("tielu", "tielu.actions", "tielu.errors")


@pytest.fixture
def game():
    begun = tielu.new_game("1880", PLAYERS)
    begun.apply(Bid("P0", 15))
    return begun


@pytest.fixture(scope="module")
def long_game():
    """A finished game with hundreds of actions of many kinds."""
    kept = json.loads(gzip.decompress((FOLDER / "1880-2022-3p-101.json.gz").read_bytes()))
    return tielu.Game.from_json(kept["game"])


# ---- what objects say of themselves ----


def test_a_game_says_what_it_is_and_who_decides(game):
    """Title, edition, players, how far it is, and whose turn it is."""
    assert repr(game) == "<Game 1880: China, 2022, Ann, Bo, Cy: 1 actions, Bo decides>"


def test_a_game_says_for_whom_a_player_decides(long_game):
    """A director decides for a company, and a finished game for nobody."""
    seen = set()
    replayed = long_game.at_start()
    for action in long_game.actions:
        if replayed.deciding != replayed.actor:
            assert repr(replayed).endswith(f"{replayed.actor} decides for {replayed.deciding}>")
            seen.add("railway")
        replayed.apply_trusted(action)
    assert seen == {"railway"}


def test_a_finished_game_says_so(long_game):
    """Nobody decides any more, and nothing is legal."""
    assert repr(long_game).endswith(" actions, finished>")
    assert repr(long_game.legal_actions()) == "<LegalActions: none>"


def test_legal_actions_show_themselves(game):
    """A few are named, of many only the number of the others."""
    assert repr(game.legal_actions()) == "<LegalActions: Bid(private='P0', amount=20), Pass()>"


def test_many_legal_actions_are_not_all_named(long_game):
    """Eight are enough for a line."""
    replayed = long_game.at_start()
    for action in long_game.actions:
        if len(replayed.legal_actions()) > 8:
            break
        replayed.apply_trusted(action)
    legal = replayed.legal_actions()
    assert repr(legal).endswith(f"… {len(legal) - 8} more>")


# ---- what may be handed in ----


def test_an_action_may_be_handed_in_as_json(game):
    """`apply`, `verify` and `why_not` take both."""
    as_json = {"type": "bid", "private": "P0", "amount": 20}
    game.verify(as_json)
    assert game.why_not(as_json) is None
    assert game.apply(as_json) == [BidPlaced("Bo", "P0", 20)]
    assert game.actions[-1] == Bid("P0", 20)


def test_json_that_is_no_action_is_refused_and_nothing_happens(game):
    """With the code that says what is wrong."""
    before = game.snapshot()
    for bad, code in ((["pass"], "not_an_action"), ({"type": "jump"}, "unknown_action"), (None, "not_an_action")):
        for ask in (game.apply, game.verify, game.why_not):
            with pytest.raises(tielu.InvalidAction) as refused:
                ask(bad)
            assert refused.value.code == code
    assert game.snapshot() == before


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({}, "An action needs a “type”."),
        ({"type": None}, "An action needs a “type”."),
        ({"type": 5}, "There is no action “5 (int)”."),
        (
            {"type": "bid", "private": "P0", "amount": 10**12},
            "The field “amount” of the action “bid” must be a whole number from -1000000000 to 1000000000.",
        ),
    ],
)
def test_what_is_wrong_with_json_is_said(game, bad, said):
    """A type that is missing is not one called NoneType, and a large number is a whole number, too."""
    with pytest.raises(tielu.InvalidAction) as refused:
        game.apply(bad)
    assert say_error(refused.value, "en") == said


STOPS, PATH = (("K15", 0), ("K13", 0)), (("K15", "K13"),)


@pytest.mark.skipif(tielu.FORM == "compiled", reason="there such actions cannot be made: Python's TypeError says why")
@pytest.mark.parametrize(
    ("stops", "path", "code"),
    [
        (None, PATH, "not_a_tuple"),
        (list(STOPS), PATH, "not_a_tuple"),
        (("K15",), PATH, "not_a_tuple"),
        ((("K15",),), PATH, "not_a_route"),
        (STOPS, None, "not_a_tuple"),
        (STOPS, (5,), "not_a_tuple"),
        (STOPS, ("K15",), "not_a_tuple"),
        (STOPS, ((5,),), "not_a_text"),
    ],
)
def test_routes_are_tuples_throughout(game, stops: Any, path: Any, code):
    """Whatever else a program puts there is told apart from a route that the rules forbid."""
    with pytest.raises(tielu.InvalidAction) as refused:
        game.verify(RunTrains((RouteRun("2", stops, path),)))
    assert refused.value.code == code
    assert "?" not in say_error(refused.value, "en")


@pytest.mark.skipif(tielu.FORM == "compiled", reason="there such actions cannot be made: Python's TypeError says why")
@pytest.mark.parametrize("routes", [[], None])
def test_the_routes_of_a_run_are_a_tuple(game, routes: Any):
    """Not a list, and not nothing."""
    with pytest.raises(tielu.InvalidAction) as refused:
        game.verify(RunTrains(routes))
    assert refused.value.code == "not_a_tuple"


@pytest.mark.parametrize("foreign", [Bid("P0", 10**12), Action(), None, {"type": "pass"}, "pass"])
def test_what_is_no_action_is_not_legal(game, foreign):
    """`in` answers whatever it is asked about, as it does for lists."""
    assert foreign not in game.legal_actions()
    assert Pass() in game.legal_actions()


@pytest.mark.parametrize("name", ["1888", "1888-N", "1888N"])
def test_a_title_has_several_names(name):
    """In files it has one."""
    game = tielu.new_game(name, PLAYERS)
    assert game.title == "1888"
    assert game.to_json()["title"] == "1888"


# ---- equality, copies, pickles ----


@pytest.mark.parametrize("amount", [5.0, float("nan"), True, "5", None])
def test_an_action_has_what_json_could_say(game, amount):
    """A fraction is no amount, even if it is as much; the compiled engine refuses most when the action is made."""
    with pytest.raises((tielu.TieluError, TypeError)):
        game.apply(Bid("P0", amount))
    with pytest.raises((tielu.TieluError, TypeError)):
        game.verify(RunTrains((RouteRun("2", (("K15", amount),), ()),)))
    assert len(game.actions) == 1


def test_games_with_the_same_history_are_equal(game):
    """However they came to it."""
    other = tielu.new_game("1880", PLAYERS)
    assert game != other
    other.apply({"type": "bid", "private": "P0", "amount": 15})
    assert game == other
    other.apply(Pass())
    other.undo()
    assert game == other


def test_games_that_began_otherwise_are_not_equal():
    """Another edition, other players or another title."""
    plain = tielu.new_game("1880", PLAYERS)
    others = [
        tielu.new_game("1880", PLAYERS, "2010"),
        tielu.new_game("1880", PLAYERS[::-1]),
        tielu.new_game("1888", PLAYERS),
    ]
    assert all(plain != other for other in others)
    assert plain != "a game"


def test_a_game_has_no_hash(game):
    """It goes on, so it cannot be the key of anything."""
    with pytest.raises(TypeError):
        hash(game)


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_game_can_be_copied_and_pickled(copied, long_game):
    """The copy is equal, plays on by itself, and can take back everything."""
    twin = copied(long_game)
    assert twin == long_game
    assert twin is not long_game
    assert twin.snapshot() == long_game.snapshot()
    taken = twin.undo()
    assert twin != long_game
    assert twin.apply(taken) is not None
    assert twin == long_game


def test_a_game_goes_back_to_any_of_its_positions(long_game):
    """As exactly as by undoing one action after the other, and on from there; where nothing is left it stays."""
    actions, again = long_game.actions, long_game.at_start()
    for length in range(len(actions)):
        back = long_game.clone()
        back.rewind(length)
        assert (back, back.snapshot()) == (again, again.snapshot())
        back.apply(actions[length])
        again.apply(actions[length])
        assert back.snapshot() == again.snapshot()
    again.rewind(len(actions))
    assert again == long_game
    again.rewind(-1)
    assert again.actions == []


@pytest.mark.parametrize(
    "value",
    [
        Pass(),
        Bid("P0", 5, Amounts(5, 100, 5)),
        LayTile("K13", "57", 2),
        RunTrains((RouteRun("2", (("K15", 0), ("K13", 0)), (("K15", "K13"),)),)),
        BidPlaced("Ann", "P0", 5),
    ],
    ids=lambda value: type(value).__name__,
)
def test_actions_and_events_can_be_copied_and_pickled(value):
    """With the range of an offered amount, which does not count for equality."""
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert getattr(twin, "amounts", None) == getattr(value, "amounts", None)


@pytest.mark.parametrize(
    "error",
    [
        InvalidInput("no_time_to_think", seconds=0),
        IllegalAction("bid_too_low", "1880.auction.min-bid-face-value", {"least": 5}),
        RefusedAction(
            IllegalAction("bid_too_low", "1880.auction.min-bid-face-value", {"least": 5}), 3, {"type": "bid"}
        ),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_copied_and_pickled(error):
    """With all their numbers, as when they come from another process."""
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error)
        assert (str(twin), twin.code, twin.params) == (str(error), error.code, error.params)
        assert getattr(twin, "index", None) == getattr(error, "index", None)


def test_what_a_bot_decides_can_be_copied_and_pickled(game):
    """The action, the reason and what was weighed."""
    decision = make_bot("director", seed=1, seconds=0.05).choose(game)
    for twin in (copy.copy(decision), copy.deepcopy(decision), pickle.loads(pickle.dumps(decision))):
        assert (twin, twin.weighed) == (decision, decision.weighed)


# ---- where things are found ----


def test_every_action_class_is_in_one_place():
    """What JSON can name, `tielu.actions` has."""
    from tielu.core.actions import ACTIONS

    public = {getattr(tielu.actions, name) for name in tielu.actions.__all__}
    assert set(ACTIONS.values()) <= public
    assert all(issubclass(each, Action) or each in (Amounts, RouteRun) for each in public)


def test_every_error_belongs_to_one_family():
    """So one `except` is enough."""
    assert all(issubclass(getattr(tielu.errors, name), tielu.TieluError) for name in tielu.errors.__all__)


def test_importing_brings_nothing_heavy():
    """What pages, environments and databases need is loaded when they are."""
    heavy = "{'numpy', 'fastapi', 'sqlalchemy', 'rich', 'jinja2', 'gymnasium'}"
    code = f"import tielu, sys; assert not {heavy} & set(sys.modules), {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


# ---- docstrings ----


def documented(module: str) -> dict[str, str]:
    """The docstrings of the public classes and functions of a module, read from the sources."""
    names = importlib.import_module(module).__all__
    found = {}
    for name in names:
        value = getattr(importlib.import_module(module), name)
        if isinstance(value, type) or callable(value):
            path = SOURCE.joinpath(*value.__module__.split(".")).with_suffix(".py")
            path = path if path.exists() else path.with_suffix("") / "__init__.py"
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
                    found[name] = ast.get_docstring(node) or ""
    return found


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_has_an_example(module):
    """A docstring whose example runs."""
    assert [name for name, text in documented(module).items() if ">>>" not in text] == []


@pytest.mark.skipif(
    tielu.FORM == "compiled", reason="compiled classes have no docstrings; the plain form runs the same"
)
def test_the_examples_run():
    """What the docstrings of the package promise is so."""
    modules = {getattr(importlib.import_module(name), each).__module__ for name in PUBLIC for each in documented(name)}
    results = [doctest.testmod(importlib.import_module(name)) for name in sorted({*modules, *PUBLIC})]
    assert sum(result.attempted for result in results) > 40
    assert sum(result.failed for result in results) == 0
