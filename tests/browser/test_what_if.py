"""A what-if board in a browser: opened from a past position, played with bots, left again; the game is as before."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import at_one_screen, position
from tests.browser.test_axe import judge
from tests.browser.test_one_screen import UNSEEN, WINDOWS
from tielu.store.positions import position_hash


def left(page, game):
    """Wait until the page shows another game than this one; returns its id."""
    page.wait_for_url(lambda url: "/games/" in url and game not in url)
    return page.url.partition("/games/")[2]


def test_try_it_out_from_a_past_position(page, store):
    """A move, undo, a move that bots answer, the way back: entries, position and times of the game have not changed."""
    game = at_one_screen(store, "1880", "lay", "Sunday")
    before = store.game(game), position_hash(store.load(game).game), store.entries_since(game, 0)
    page.goto(f"/games/{game}?at=20")
    page.get_by_role("button", name="Try it out").click()
    board, hand = left(page, game), Hand(page)
    band = page.get_by_role("complementary", name="What if")
    expect(band).to_contain_text("Sunday · After entry 20")
    expect(page.get_by_role("button", name="Take back the last action")).to_be_disabled()
    hand.take(store.load(board).game, next(iter(store.load(board).game.legal_actions())))
    page.get_by_role("button", name="Take back the last action").click()
    hand.arrived(22)
    expect(page.get_by_role("button", name="Take back the last action")).to_be_disabled()
    band.get_by_text("Keep or share").click()
    band.get_by_text("Bots", exact=True).click()
    expect(band.get_by_label("Name of the board")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(band.get_by_role("combobox")).to_be_hidden()
    band.get_by_text("Bots", exact=True).click()
    band.get_by_role("combobox").select_option("random")
    band.get_by_role("button", name="Let bots play").click()
    expect(page.locator(".player .tag.bot")).to_have_count(len(before[0].seats) - 1)
    me = store.game(board).humans
    hand.take(store.load(board).game, next(iter(store.load(board).game.legal_actions())))
    expect(page.locator("#main")).not_to_have_attribute("data-entries", "23")  # a bot has answered
    band.get_by_role("link", name="Back to the game").click()
    expect(hand.decision).to_be_visible()
    assert page.url.endswith(f"/games/{game}")
    assert hand.seq == len(before[2])
    assert store.game(board).humans == me
    assert (store.game(game), position_hash(store.load(game).game), store.entries_since(game, 0)) == before


def test_kept_shared_and_discarded(readers, store):
    """By key W; the link is copied, a friend plays on with a board of their own, the owner discards the first one."""
    made = store.import_game(position("1880", "run").to_json(), name="Tuesday")
    page, friend = readers.at_desk(permissions=["clipboard-read", "clipboard-write"]), readers.with_phone()
    page.goto(f"/games/{made.id}/seat#{made.secrets[0]}")
    page.wait_for_url(f"**/games/{made.id}")  # with its script
    page.keyboard.press("w")
    board = left(page, made.id)
    band = page.get_by_role("complementary", name="What if")
    expect(band.locator(".best")).to_contain_text("Best run")
    band.get_by_text("Keep or share").click()
    band.get_by_role("button", name="Copy").click()
    expect(band.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    band.get_by_label("Name of the board").fill("A longer run")
    band.get_by_role("button", name="Keep", exact=True).click()
    expect(band.locator("summary").last).to_have_text("A longer run")
    friend.goto(f"/games/{board}")
    friend.get_by_role("button", name="Play on").click()
    assert store.game(left(friend, board)).origin == store.game(board).origin
    band.get_by_role("button", name="Discard").click()
    page.wait_for_url(f"**/games/{made.id}")
    page.locator(".tabs label", has_text="Your notes").click()
    expect(page.get_by_role("link", name="A longer run")).to_be_visible()


@pytest.mark.parametrize("state", ["auction", "shares", "run"])
def test_a_board_is_one_screen(page, store, state):
    """The band takes nothing away that must be seen at a desk, and axe finds nothing wrong with it and its sheets."""
    for title in ("1880", "1888"):
        game = at_one_screen(store, title, state)
        page.goto(f"/games/{game}")
        page.keyboard.press("w")
        left(page, game)
        for window in WINDOWS:
            page.set_viewport_size(window)
            assert page.evaluate(UNSEEN) == [], (title, window)
    for sheet in page.locator(".band summary").all():
        sheet.click()
        judge(page)
