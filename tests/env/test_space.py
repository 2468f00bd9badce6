"""The action space: every number means one thing, and every legal action within the steps has one number."""

import copy
import pickle
import random

import pytest

import tielu
from bench.games import NAMES, choose
from tests.corpus import corpus_path, needs_corpus, recorded_games
from tielu import TITLES
from tielu.core.actions import Action, Amounts, Bid, RunTrains
from tielu.core.game import Game
from tielu.env import ActionSpace, action_space
from tielu.env.amounts import HIGHEST, Steps, item_of
from tielu.env.space import Choices
from tielu.errors import InvalidInput
from tielu.files import load_file

EDITIONS = [(title, edition) for title, rules in TITLES.items() for edition in rules.editions]
# What the numbers of a released id mean must not change: a new meaning is a new version.
FINGERPRINTS = {
    ("1880", "2022"): (10000, "c258b8cedd8ebe60"),
    ("1880", "2010"): (11512, "390561a5c2988281"),
    ("1880", "18xx.games"): (11512, "390561a5c2988281"),
    ("1888", "2022"): (3928, "1f1503a4e0e5e26e"),
    ("1888", "18xx.games"): (3928, "1f1503a4e0e5e26e"),
}
AMOUNTS_AND_RUNS = {"bid", "repay_debt", "buy_train", "buy_private", "run_trains"}


def check_position(game: Game) -> Choices:
    """Every offer has its numbers, no two numbers mean the same, all are legal, and both ways lead back."""
    space = action_space(game.title, game.edition)
    choices = space.choices(game)
    assert choices or game.finished
    assert len(set(choices.values())) == len(choices)
    chosen = set(choices.values())
    for offer in game.legal_actions():
        assert offer in chosen or has_a_step(offer, chosen), f"{offer} has no number"
    for number, action in choices.items():
        assert game.why_not(action) is None
        assert space.group_of(number).kind == action.type
    return choices


def has_a_step(offer: Action, chosen: set[Action]) -> bool:
    """Whether a range of amounts has a number, its lowest amount lying between the steps: after a refused offer."""
    if getattr(offer, "amounts", None) is None:
        return False
    return any(each.type == offer.type and item_of(each) == item_of(offer) for each in chosen)


def check_both_ways(game: Game, number: int, action: Action) -> None:
    space = action_space(game.title, game.edition)
    assert space.decode(game, number) == action
    assert space.encode(game, action) == number


def check_meaning(number: int, game: Game, action: Action) -> None:
    """What a number means without a position agrees with what it means in one."""
    meaning, said = action_space(game.title, game.edition).meaning(number), action.to_json()
    if "item" in meaning:
        assert (meaning["type"], *meaning["item"]) == item_of(action)
    elif isinstance(action, RunTrains):
        assert ("calls" in meaning) == bool(action.routes)
    else:
        assert meaning == said


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_numbers_mean_what_they_meant_when_the_id_was_released(title, edition):
    """A changed hash is a new version of the id, not a new hash."""
    space = action_space(title, edition)
    assert (space.size, space.fingerprint()) == FINGERPRINTS[title, edition]


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_no_two_numbers_mean_the_same(title, edition):
    space = action_space(title, edition)
    meanings = [str(space.meaning(number)) for number in range(space.size)]
    assert len(set(meanings)) == space.size


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_every_legal_action_of_random_games_has_one_number(title, edition):
    """Over games with each number of players and every taste, at every position."""
    counts = range(3, 8) if title == "1880" else range(2, 7)
    styles = ("any", "builder", "trader", "hoarder", "builder")
    for players, style in zip(counts, styles, strict=True):
        rng = random.Random(players)
        game = tielu.new_game(title, list(NAMES[:players]), edition=edition)
        for turn in range(400):
            if game.finished:
                break
            choices = check_position(game)
            if turn % 20 == 0:
                for number, action in list(choices.items())[:40]:
                    check_both_ways(game, number, action)
                    check_meaning(number, game, action)
            game.apply_trusted(choose(game, rng, style))


def number_of(space: ActionSpace, game: Game, action: Action) -> int | None:
    """The number of a legal action, or None where it lies between the steps."""
    try:
        return space.encode(game, action)
    except InvalidInput:
        return None


@needs_corpus
@pytest.mark.parametrize("title", ["1880", "1888"])
def test_every_legal_action_of_recorded_games_has_one_number(title):
    """At every eighth position; what people did has a number too, but for amounts between the steps and other runs."""
    outside: set[str] = set()
    inside = 0
    for file in recorded_games(title)[::12]:
        recorded = load_file(corpus_path(title, file)).game()
        game = tielu.new_game(title, recorded.players, edition=recorded.edition)
        space = action_space(title, recorded.edition)
        for turn, action in enumerate(recorded.actions):
            if turn % 8 == 0:
                check_position(game)
                number = number_of(space, game, action)
                if number is None:
                    outside.add(action.type)
                else:
                    assert space.decode(game, number) == action
                    inside += 1
            game.apply_trusted(action)
    assert inside > 100
    assert outside <= AMOUNTS_AND_RUNS


def test_steps_above_the_lowest_amount():
    """Bids are counted from the lowest one; the highest comes last, unless it is a step already."""
    steps = Steps((0, 5, 10), above_low=True)
    assert list(steps.amounts(Amounts(40, 60, 5))) == [(0, 40), (1, 45), (2, 50), (3, 60)]
    assert list(steps.amounts(Amounts(40, 50, 5))) == [(0, 40), (1, 45), (2, 50)]
    assert list(steps.amounts(Amounts(40, 40))) == [(0, 40)]
    assert [steps.meaning(number) for number in range(len(steps))] == [
        "lowest + 0",
        "lowest + 5",
        "lowest + 10",
        HIGHEST,
    ]


def test_steps_as_they_are():
    """Prices below the range are not open."""
    steps = Steps((1, 100, 200))
    assert list(steps.amounts(Amounts(1, 150))) == [(0, 1), (1, 100), (3, 150)]
    assert list(steps.amounts(Amounts(50, 100))) == [(1, 100)]
    assert list(steps.amounts(Amounts(101, 120))) == [(3, 120)]


def test_an_amount_between_the_steps_has_no_number():
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    with pytest.raises(InvalidInput, match="choice_not_in_space"):
        action_space("1880", "2022").encode(game, Bid("P0", 40 + 5 + 5 * 7 + 15))


def test_an_illegal_action_is_refused_with_its_rule():
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    with pytest.raises(tielu.IllegalAction) as refusal:
        action_space("1880", "2022").encode(game, Bid("P0", 12))
    assert refusal.value.rule == "1880.auction.bid-multiple-of-five"


@pytest.mark.parametrize("number", [-1, 10_000, 5_000])
def test_a_number_that_is_not_open_is_refused(number):
    """Numbers outside the table, and those of choices that are not open."""
    space, game = action_space("1880", "2022"), tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    with pytest.raises(InvalidInput, match="choice_not_open"):
        space.decode(game, number)
    if number != 5_000:
        with pytest.raises(InvalidInput, match="choice_unknown"):
            space.meaning(number)


@pytest.mark.parametrize("title", TITLES)
def test_a_space_can_be_copied_and_pickled(title):
    """A copy gives every choice the same number."""
    game = tielu.new_game(title, NAMES[:3])
    space = action_space(title, game.edition)
    for twin in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert twin.fingerprint() == space.fingerprint()
        assert dict(twin.choices(game)) == dict(space.choices(game))
