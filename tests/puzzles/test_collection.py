"""The puzzles that come with Tielu: more than 100 of them, each with its proof; test_playing_on has those played on."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from tielu import FORM, TITLES, Action
from tielu.actions import Pass
from tielu.errors import NotFound
from tielu.i18n import LANGUAGES, rule, say_error
from tielu.puzzles import KINDS, LEVELS, Verdict, all_puzzles, puzzle_of, puzzle_of_day
from tielu.puzzles.words import rule_of, say_hint, say_question, say_solution, solution_of

PUZZLES = all_puzzles()
# The sources take ten times as long as the compiled engine, and prove the same: there every tenth is asked.
CALCULATED = [puzzle for puzzle in PUZZLES if not puzzle.played]
PROVEN = CALCULATED if FORM == "compiled" else CALCULATED[::10]


def named(puzzle):
    return f"{puzzle.number}-{puzzle.kind}"


def test_more_than_hundred_puzzles_of_all_kinds_titles_and_levels():
    """Both titles about alike, both editions of the one, every kind and level, and no two of one position."""
    assert len(PUZZLES) > 100
    titles = Counter(puzzle.title for puzzle in PUZZLES)
    assert set(titles) == set(TITLES)
    assert min(titles.values()) >= 45
    assert {puzzle.kind for puzzle in PUZZLES} == set(KINDS)
    assert {puzzle.level for puzzle in PUZZLES} == set(LEVELS)
    assert {"2010", "2022"} <= {puzzle.edition for puzzle in PUZZLES}
    assert len({(puzzle.game, puzzle.at) for puzzle in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("puzzle", PROVEN, ids=named)
def test_the_answer_is_proven(puzzle):
    """Asking for every answer anew finds what the collection says: the best, the next best, and the same answer."""
    proof = puzzle.prove()
    assert proof is not None
    assert (proof.best, proof.second, proof.before) == (puzzle.best, puzzle.second, puzzle.before)
    assert proof.options == puzzle.options
    assert proof.gap > 0
    assert solution_of(puzzle) in proof.solutions
    assert puzzle.verdict(solution_of(puzzle)) is Verdict.SOLVED


@pytest.mark.parametrize("puzzle", PROVEN[::4], ids=named)
def test_lesser_answers_are_told_from_the_best(puzzle):
    """No legal action outside the solutions counts as one, and what is illegal is no answer."""
    proof = puzzle.prove()
    others = [each for each in puzzle.position().legal_actions() if each not in proof.solutions]
    verdicts = {puzzle.verdict(each) for each in others[:12]}
    assert Verdict.SOLVED not in verdicts or puzzle.kind == "run"
    assert puzzle.verdict(Action.from_json({"type": "bid", "private": "P0", "amount": 5})) is Verdict.NO_ANSWER


def test_passing_is_no_answer():
    """Who passes where a run is asked for has not answered."""
    puzzle = next(each for each in PUZZLES if each.kind == "lay")
    assert puzzle.verdict(Pass()) is Verdict.NO_ANSWER


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_puzzle_is_said_with_its_numbers(lang):
    """Question, hint and answer are whole sentences, and the rule behind them is one of the title's."""
    for puzzle in PUZZLES:
        for text in (say_question(puzzle, lang), say_hint(puzzle, lang), say_solution(puzzle, lang)):
            assert text
            assert "{" not in text
        cited, words = rule_of(puzzle, lang)
        assert cited.startswith(puzzle.title)
        assert words
        assert rule(cited) is not None


def test_a_day_has_one_puzzle_and_all_come_before_one_comes_again():
    """As many days in a row as there are puzzles have all of them."""
    first = date(2026, 11, 17)
    days = [puzzle_of_day(first + timedelta(days=each)).number for each in range(len(PUZZLES))]
    assert len(set(days)) == len(PUZZLES)
    assert puzzle_of_day(first) == puzzle_of_day(first)
    assert puzzle_of_day(datetime(2026, 11, 17, 20, tzinfo=UTC)) == puzzle_of_day(first)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0"),
        (-1, "-1"),
        (len(PUZZLES) + 1, str(len(PUZZLES) + 1)),
        ("1", "1 (str)"),
        (None, "NoneType"),
        (1.5, "1.5 (float)"),
        (10**30, str(10**30)),
        pytest.param(10**5000, "…", id="endless"),
    ],
)
def test_there_is_no_other_puzzle(number, said):
    """A number without a puzzle is told so, and what is no number."""
    with pytest.raises(NotFound) as refused:
        puzzle_of(number)
    assert say_error(refused.value, "en") == f"There is no puzzle {said}."


def test_a_puzzle_may_be_asked_for_by_any_whole_number():
    """As those of numpy."""
    assert puzzle_of(np.int64(2)) is PUZZLES[1]
