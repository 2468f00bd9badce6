"""Alone at the table: three clerks, seen to think and to move, each move with its reason."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import position
from tielu.core.actions import BuyShare
from tielu.i18n import LANGUAGES
from tielu.store import BotReason, Hint, Player

TURNS = 3


def test_alone_against_three_clerks(page, store):
    """One click; then a few turns, in which the bots move without a reload, and a suggestion is taken."""
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    hand = Hand(page)
    expect(hand.turn).to_contain_text("Player · your decision")
    assert page.locator(".player").get_by_title("Clerk").count() == 3
    page.evaluate("window.sameDocument = true")
    for turn in range(TURNS):
        before = hand.seq
        hand.take_advice()
        expect(page.get_by_role("heading", name="is thinking")).to_be_visible()
        expect(hand.turn).to_contain_text("Player · your decision", timeout=60_000)
        assert hand.seq > before + 1, turn
    assert page.evaluate("window.sameDocument")
    assert page.locator(".log .why").count() >= 2 * TURNS
    game = store.list_games().games[0]
    assert [seat.bot for seat in game.seats] == [None, "clerk", "clerk", "clerk"]


def test_an_undo_at_a_table_with_bots(page, store):
    """The button takes back what the person did and what the bots answered; then the person decides again."""
    page.goto("/new?title=1888&bots=clerk")
    page.get_by_role("button", name="Begin").click()
    hand = Hand(page)
    hand.take_advice()
    expect(page.get_by_role("heading", name="is thinking")).to_be_visible()
    expect(hand.turn).to_contain_text("Player 1 · your decision", timeout=60_000)
    before = hand.seq
    page.get_by_role("button", name="Take back the last action").click()
    hand.arrived(before + 1)
    expect(hand.turn).to_contain_text("Player 1 · your decision")
    assert store.load(store.list_games().games[0].id).game.actions == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_suggestion_is_read_whole(readers, store, lang):
    """Its move and its reason, in the words that are usually longest, at desks and on a phone."""
    game = position("1888", "shares")
    assert game.actor is not None
    game_id = store.import_game(game, [Player(name, lang) for name in game.players], mode="hot_seat", hints=True).id
    chosen, instead = [each.to_json() for each in game.legal_actions() if isinstance(each, BuyShare)][:2]
    reason = {"chosen": chosen, "instead": instead, "own": 19, "others": 37, "count": 27}
    for key in ("gains", "hurts_at_a_price"):
        hint = Hint(len(game.actions), chosen, BotReason("chairman-quick", key, reason))
        store.bots.keep_hint(game_id, game.players.index(game.actor), hint)
        for width, height in ((1440, 900), (1280, 900), (390, 844)):
            page = readers.reader(locale=lang, viewport={"width": width, "height": height})
            page.goto(f"/games/{game_id}")
            told = page.locator(".bar .advice")
            expect(told).to_be_visible()
            assert told.evaluate("each => each.scrollHeight - each.clientHeight") <= 1, (key, width)
            heading = page.locator(".bar h2")
            assert heading.evaluate("each => each.scrollWidth - each.clientWidth") <= 0, (key, width)
