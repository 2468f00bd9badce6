"""Answers that are played on: the figures of the collection are clear, and a sample of them is found again."""

from statistics import fmean

import pytest

from tielu import FORM
from tielu.core.actions import BuyShare, BuyTrain, Pass, SellShares
from tielu.puzzles import Verdict, all_puzzles, game_of
from tielu.puzzles.find import candidates
from tielu.puzzles.playing_on import (
    ERRORS,
    MOSTLY,
    PlayedAnswer,
    answer_of,
    fresh_dice,
    margin,
    margin_after,
    played_answers,
)

PLAYED = [each for each in all_puzzles() if each.played]
# So many of the rollouts of the best and the next best answer are played again; on the sources fewer puzzles.
AGAIN = 4
SAMPLED = PLAYED if FORM == "compiled" else PLAYED[::8]


def named(puzzle):
    return f"{puzzle.number}-{puzzle.kind}"


@pytest.mark.parametrize("kind", ["timing", "endgame"])
def test_enough_of_each_kind_in_both_titles(kind):
    """At least eight, of both titles; of trains some that should be bought and some that should not."""
    of_kind = [each for each in PLAYED if each.kind == kind]
    assert len(of_kind) >= 8
    assert {each.title for each in of_kind} == {"1880", "1888"}
    if kind == "timing":
        assert {type(each.played[0].action) for each in of_kind} == {BuyTrain, Pass}
    else:
        assert any(isinstance(each.played[0].action, SellShares) for each in of_kind)


@pytest.mark.parametrize("puzzle", PLAYED, ids=named)
def test_every_other_answer_is_behind_for_certain(puzzle):
    """All legal answers were played on; each is behind by several standard errors, and in most rollouts."""
    answers = {each.action for each in puzzle.played}
    legal = {each for each in puzzle.position().legal_actions() if puzzle.asks.is_answer(each, puzzle.subject)}
    same = answer_of(puzzle.played[0].action)
    others = {each for each in legal if getattr(each, "amounts", None) is None and answer_of(each) != same}
    assert answers == {puzzle.played[0].action, *others}
    assert puzzle.options == len({answer_of(each) for each in answers})
    best, *others = puzzle.played
    assert (best.action.to_json(), best.behind) == (dict(puzzle.solution), 0)
    for each in others:
        assert each.is_clear(20)
        assert each.behind >= ERRORS * each.error > 0
        assert each.times_behind >= MOSTLY * each.rollouts
        assert puzzle.verdict(each.action) is Verdict.MISSED


@pytest.mark.parametrize("puzzle", SAMPLED, ids=named)
def test_a_sample_played_again_says_the_same(puzzle):
    """The best answer ends ahead of the next best on average of a few rollouts, by no more than figures allow."""
    game, (best, second) = puzzle.position(), puzzle.played[:2]
    gaps = [
        margin_after(game, best.action, each) - margin_after(game, second.action, each) for each in fresh_dice(AGAIN)
    ]
    spread = second.error * second.rollouts**0.5
    assert fmean(gaps) > 0
    assert abs(fmean(gaps) - second.behind) <= 4 * spread / AGAIN**0.5


def test_the_same_dice_end_the_same():
    """A rollout depends on nothing but the position, the answer and its dice."""
    puzzle = next(each for each in PLAYED if each.kind == "endgame")
    game, action = puzzle.position(), puzzle.played[0].action
    assert margin_after(game, action, 3) == margin_after(game, action, 3)
    assert game.actions == puzzle.position().actions


def test_any_number_of_the_right_shares_is_the_answer():
    """Which company is asked for, not how many shares; and a purchase is no sale."""
    puzzle = next(each for each in PLAYED if isinstance(each.played[0].action, SellShares))
    best = puzzle.played[0].action
    assert isinstance(best, SellShares)
    assert puzzle.verdict(SellShares(best.company, best.percent + 10)) is Verdict.SOLVED
    assert puzzle.verdict(BuyShare(best.company, "pool")) is not Verdict.SOLVED


def test_margins_are_against_the_best_of_the_others():
    assert (margin([500, 900, 700], 0), margin([500, 900, 700], 1)) == (-400, 200)


def test_what_is_not_clear_is_no_proof():
    """Too few yuan, an error as large as the difference, or too few rollouts behind."""
    clear = PlayedAnswer(Pass(), 0, 100.0, 20.0, 30, 40)
    assert clear.is_clear(50)
    assert not clear.is_clear(101)
    assert not PlayedAnswer(Pass(), 0, 100.0, 26.0, 30, 40).is_clear(50)
    assert not PlayedAnswer(Pass(), 0, 100.0, 20.0, 29, 40).is_clear(50)


@pytest.mark.parametrize(("shown", "proven"), [((90, 60, 95, 80), True), ((90, -60, 95, -80), False)])
def test_only_a_clear_best_answer_is_proven(monkeypatch, shown, proven):
    """Of two answers the better one is proven if it is ahead again and again, else neither is."""
    puzzle = next(each for each in PLAYED if each.kind == "timing")
    answers = [each.action for each in puzzle.played[:2]]

    def ends(game, action, sample):
        return shown[sample % 4] if action == answers[1] else 0

    monkeypatch.setattr("tielu.puzzles.playing_on.margin_after", ends)
    found = played_answers(puzzle.position(), answers, 20)
    assert (found is not None) == proven
    if found:
        assert [each.action for each in found] == answers[::-1]
        assert found[1].behind == pytest.approx(81, abs=2)


def test_endgames_are_looked_for_in_the_last_share_round_alone(monkeypatch):
    """Nothing is played on before it begins, and every decision on shares in it is."""
    asked = []
    monkeypatch.setattr("tielu.puzzles.kinds.played_answers", lambda game, *_: asked.append(len(game.actions)))
    puzzle = next(each for each in PLAYED if each.kind == "endgame")
    game = game_of(puzzle.game)
    assert list(candidates(game, ["endgame"])) == []
    again, rounds = game.at_start(), []
    for action in game.actions:
        rounds.append(again.position.round)
        again.apply_trusted(action)
    assert asked
    assert puzzle.at in asked
    assert {rounds[each] for each in asked} == {"share"}
    assert "share" not in rounds[max(asked) + 1 :]
    assert set(rounds[min(asked) : max(asked)]) == {"share"}
