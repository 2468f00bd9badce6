"""What is not possible, and why: the engine refuses all of it, and nothing that is legal stands there."""

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.corpus import needs_corpus, read_recorded, recorded_games
from tests.golden_games import FOLDER
from tielu import TITLES, Action, Game, IllegalAction, new_game
from tielu.core.actions import ACTIONS, Pass, SellShares
from tielu.i18n import LANGUAGES, rule, say_error_briefly
from tielu.interop import load_18xx_games
from tielu.views.actions.candidates import KINDS, ROUNDS, identity, kinds_of, rounds_of
from tielu.views.actions.forbidden import MOST_NAMED, forbidden, refused_actions, refused_trades
from tielu.views.position.position import position_view

# Answers to a question that is only asked when it may be answered, and what no player would look for.
NEVER_LOOKED_FOR = {
    "accept",
    "decline",
    "claim_payment",
    "merge_money",
    "merge_station",
    "discard_train",
    "go_bankrupt",
}


def check(game: Game) -> int:
    """Everything shown is refused, nothing shown is legal, and each line cites a rule of the catalogue."""
    legal, position = list(game.legal_actions()), position_view(game)
    kinds = kinds_of(game.title)
    offered = {identity(action, kinds) for action in legal if action.type in kinds}
    for each in refused_actions(game, position, legal):
        with pytest.raises(IllegalAction):
            game.verify(each.action)
        assert identity(each.action, kinds) not in offered
    lines = forbidden(game, position, legal, "en")
    for line in lines:
        assert rule(line.rule) is not None
        assert line.actions
        assert line.reason
    return len(lines)


def every(step: int, game: Game, actions: list[Action]) -> Iterator[Game]:
    """The game at every so manieth action."""
    for number, action in enumerate(actions):
        if number % step == 0:
            yield game
        game.apply_trusted(action)


@needs_corpus
@pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title in ("1880", "1888") for name in recorded_games(title)]
)
def test_recorded_games(title, name):
    """Positions of every recorded game."""
    seen = 0
    for index, _, game in load_18xx_games(read_recorded(title, name)):
        if index % 60 == 0 and not game.finished:
            seen += check(game.clone())
    assert seen


def golden(name: str) -> dict[str, Any]:
    """A whole game, as Tielu saves it."""
    game: dict[str, Any] = json.loads(gzip.decompress((FOLDER / name).read_bytes()))["game"]
    return game


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.gz")))
def test_our_own_games(name):
    """Positions of games of all editions; the list stays short."""
    saved = golden(name)
    game = Game.from_json({**saved, "actions": []})
    actions = [Action.from_json(each) for each in saved["actions"]]
    counts = [check(position) for position in every(23, game, actions)]
    assert sum(counts) > 0
    assert max(counts) <= 20


# As many characters as a button of a narrow card has room for; Japanese ones are twice as wide.
LONGEST_BRIEF = {"en": 14, "de": 14, "ja": 7}


@pytest.mark.parametrize("name", ["1880-2022-5p-202.json.gz", "1880-2022-7p-303.json.gz", "1888-2022-6p-808.json.gz"])
def test_trades_that_are_not_possible_say_so_in_a_word(name):
    """In share rounds each company has its purchases and a sale, legal or refused, and refusals are short on cards."""
    saved = golden(name)
    game = Game.from_json({**saved, "actions": []})
    seen = set()
    for position in every(7, game, [Action.from_json(each) for each in saved["actions"]]):
        legal, view = list(position.legal_actions()), position_view(position)
        refused = refused_trades(position, view, legal)
        if not refused:
            continue
        for each in refused:
            assert position.why_not(each.action) is not None
            seen.add(each.refusal.code)
            for lang, longest in LONGEST_BRIEF.items():
                plain = each.refusal.code == "not_held"
                assert plain or len(say_error_briefly(each.refusal, lang)) <= longest, each.refusal.code
        sales = [each for each in (*legal, *(one.action for one in refused)) if isinstance(each, SellShares)]
        assert {each.company for each in sales} == {each.id for each in view.companies}
    assert len(seen) > 4


def lines_of(game: Game, lang: str = "en"):
    """The panel's lines in this position."""
    return forbidden(game, position_view(game), game.legal_actions(), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_alike_refusals_are_one_line(lang):
    """In the first auction of 1880 seven privates wait for the first one: one line says so in each language."""
    (line,) = lines_of(new_game("1880", ["Ann", "Bo", "Cy"]), lang)
    assert [line.rule, len(line.actions), line.likewise] == ["1880.auction.order-ascending", 1, ()]
    assert all(f"P{number}" in line.actions[0] for number in range(1, 8))
    assert "P0" not in line.actions[0]


def position_after(number: int) -> Game:
    """A game of 1880 after so many actions."""
    saved = golden("1880-18xx.games-3p-707.json.gz")
    game = Game.from_json({**saved, "actions": []})
    for each in saved["actions"][:number]:
        game.apply_trusted(Action.from_json(each))
    return game


def test_not_all_of_many_are_named():
    """Of a long list the first few stand there, and the number of the rest."""
    named = [
        words for line in lines_of(position_after(260)) for words in (*line.actions, *line.likewise) if "more" in words
    ]
    assert named
    assert all(words.count(",") == MOST_NAMED for words in named)


def test_a_step_that_was_passed_over_says_why():
    """A company whose markers are all placed is told so where it buys trains."""
    game = position_after(420)
    reasons = {line.actions: line.reason for line in lines_of(game)}
    assert game.why_not(Pass()) is not None
    assert "must own a train" in reasons[("Pass",)]
    assert reasons[("Place a station marker",)].startswith("The step is over")
    assert "station markers have been placed" in reasons[("Place a station marker",)]


def test_every_kind_of_action_is_looked_for_somewhere():
    """A new kind of action needs its place in the tables, or a reason not to be there."""
    known = [kinds_of(title) for title in TITLES]
    assert {kind for kinds in known for kind in kinds} | NEVER_LOOKED_FOR == set(ACTIONS)
    for kinds, rounds in [(KINDS, ROUNDS), *((kinds_of(title), rounds_of(title)) for title in TITLES)]:
        assert {kind for each in rounds.values() for kind in each} == set(kinds)


def test_after_the_end_nothing_is_looked_for():
    """A finished game has no list."""
    saved = golden("1880-2022-3p-101.json.gz")
    game = Game.from_json(saved)
    assert game.finished
    assert lines_of(game) == ()
