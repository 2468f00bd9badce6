"""Alone at the table: three clerks, seen to think and to move, each move with its reason."""

from playwright.sync_api import expect

from tests.browser.hand import Hand

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
