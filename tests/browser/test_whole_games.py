"""Whole games played on the page from the first bid to the last standings: with the mouse, by keys, with a finger."""

import pytest
from playwright.sync_api import Locator, expect

from bench.games import NAMES
from tests.browser.hand import Hand
from tests.browser.keys import Keys
from tests.browser.plans import PLANS, play_through
from tielu.store import Player
from tielu.views.tables import yuan


def by_mouse(readers):
    return Hand(readers.at_desk())


def by_keys(readers):
    page = readers.at_desk()
    return Hand(page, Keys(page).use)


def by_touch(readers):
    return Hand(readers.with_phone(), Locator.tap)


@pytest.mark.parametrize(
    ("name", "seated"),
    [
        ("1880", by_mouse),
        ("1880", by_keys),
        ("1880", by_touch),
        ("1888 with ferries and privates", by_mouse),
        ("1888", by_keys),
        ("1888", by_touch),
    ],
)
def test_whole_game_is_played_on_the_page(readers, served, name, seated):
    """Each action of a player has its control; news of the others come by themselves; the end tells the standings."""
    plan = PLANS[name]
    people = [Player(name, skips_empty_steps=False) for name in NAMES[: plan.players]]
    made = served.store.create_game(plan.title, people, "2022", mode="links")
    hand = seated(readers)
    hand.page.goto(f"/games/{made.id}/seat#{made.secrets[plan.seat]}")
    hand.page.wait_for_url(f"**/games/{made.id}")
    game = play_through(hand, served, made.id, plan)
    places = hand.page.locator(".podium li")
    expect(places).to_have_count(plan.players)
    for place, (name, worth) in zip(places.all(), game.standings(), strict=True):
        expect(place).to_contain_text(name)
        expect(place.locator(".total")).to_contain_text(yuan(worth))
