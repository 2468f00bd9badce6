"""Recorded games of another platform are reviewed like our own: here a sample of decisions of twelve of them.

`python -m bench.review --games FILE…` reviews them whole.
"""

from __future__ import annotations

import json
from math import isfinite

import pytest

from tests.corpus import corpus_path, needs_corpus, recorded_games
from tielu.files import load_file
from tielu.i18n import LANGUAGES
from tielu.review import JudgedDecision, Review, judge_all, plan, settings_for
from tielu.review.words import say_chance, say_loss, say_played, say_trust, say_worths

GAMES = [(title, name) for title in ("1880", "1888") for name in recorded_games(title)[::4][:6]]
# So many decisions of each game are judged, spread over all of it.
SAMPLE = 6


@needs_corpus
@pytest.mark.parametrize(("title", "name"), GAMES)
def test_a_recorded_game_is_judged_and_told(title: str, name: str) -> None:
    """Every action is a decision of a player; those judged have finite numbers, survive JSON, and can be read."""
    game = load_file(corpus_path(title, name)).game()
    settings = settings_for(title, 0.01)
    tasks = plan(game, settings)
    assert [task.index for task in tasks] == list(range(len(game.actions)))
    asked = tasks[len(tasks) // 10 :: len(tasks) // SAMPLE]
    judged = list(judge_all(game, asked, settings))
    assert [each.key for each in judged] == [task.key for task in asked]
    review = Review(game, settings, judged)
    for each in judged:
        assert JudgedDecision.from_json(json.loads(json.dumps(each.to_json()))) == each
        assert all(isfinite(number) for number in (each.loss, each.uncertainty, *each.expected))
        assert len(each.expected) == len(game.players)
        assert each.agrees <= (each.loss == 0)
        for lang in LANGUAGES:
            said = [say_played(review, each, lang), say_loss(each, lang), say_worths(each, lang)]
            said += [say_trust(review.foreseen_part(each.index), lang)]
            said += [say_chance(review, each, chance, lang) for chance in each.chances]
            assert all(text and "{" not in text for text in said)
    assert sum(review.total(seat).decisions for seat in range(len(game.players))) <= len(judged)
    assert len(review.worst()) <= len(judged)
