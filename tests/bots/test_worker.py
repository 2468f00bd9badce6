"""The process in which bots think: the game that it is asked about."""

from __future__ import annotations

import tielu
from tielu.bots.worker import RecentGames


def test_bots_think_by_the_revision_of_the_game() -> None:
    """Two games that differ in nothing but their revision are two games, each played by its own rules."""
    games = RecentGames()
    for revision in (1, 2, 1):
        begun = tielu.new_game("1888", ["Ann", "Bo", "Cy"], revision=revision)
        assert games.game(begun.to_json()).revision == revision
