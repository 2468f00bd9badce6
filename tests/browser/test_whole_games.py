"""Whole games played on the page, action by action, as a person would."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.play import choose, new_game
from tielu.views.tables import yuan

# Short games with many kinds of actions, found by trying seeds.
GAMES = [("1880", 3, 48, "hoarder"), ("1888", 3, 1141, "hoarder")]


@pytest.mark.parametrize(("title", "players", "seed", "style"), GAMES)
def test_whole_game_is_played_on_the_page(page, store, title, players, seed, style):
    """Each action has its control; at the end the page tells the standings of the engine."""
    game, rng = new_game(players, "2022", title), random.Random(seed)
    made = store.create_game(title, game.players, game.edition, mode="hot_seat")
    hand = Hand(page)
    page.goto(f"/games/{made.id}")
    while not game.finished:
        game.apply(hand.take(game, choose(game, rng, style)))
    assert store.load(made.id).game.actions == game.actions
    told = page.get_by_role("region", name="The game is over").locator("p")
    expect(told).to_have_text(" · ".join(f"{name} {yuan(worth)}" for name, worth in game.standings()))
