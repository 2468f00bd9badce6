"""The process in which bots think: the game that it is asked about."""

from __future__ import annotations

from dataclasses import replace

import tielu
from tielu.bots.pool import BotPool, Question
from tielu.bots.strengths import strength_of
from tielu.bots.worker import RecentGames


def test_bots_think_by_the_revision_of_the_game() -> None:
    """Two games that differ in nothing but their revision are two games, each played by its own rules."""
    games = RecentGames()
    for revision in (1, 2, 1):
        begun = tielu.new_game("1888", ["Ann", "Bo", "Cy"], revision=revision)
        assert games.game(begun.to_json()).revision == revision


def test_a_quick_bot_does_not_wait_behind_others() -> None:
    """While the only process for long thoughts is busy, a clerk is answered by another."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"]).to_json()
    pool = BotPool(1)
    try:
        slow = pool.ask(Question(game, replace(strength_of("director"), seconds=60.0), 1))
        assert pool.ask(Question(game, strength_of("clerk"), 1)).result(60).action is not None
        assert not slow.done()
    finally:
        pool.close()
