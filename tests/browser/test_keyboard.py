"""Everything without a mouse, and the focus is never lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.keys import Keys
from tests.browser.positions import TITLES, at_one_screen


def test_a_game_is_begun_and_played_by_keys(page, store):
    """From the start page through the first turns of the auction."""
    keys, hand = Keys(page), Hand(page)
    page.goto("/")
    keys.press(page.get_by_role("link", name="Set up a game : 1880: China"))
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    keys.press(page.get_by_role("button", name="Begin"))
    hand.arrived(0)
    for turn in range(1, 4):
        keys.press(page.get_by_role("button", name="Pass"))
        hand.arrived(turn)
        expect(page.locator("#decide")).to_be_focused()  # a second Enter must not pass for somebody else
        keys.is_seen()
    keys.press(page.get_by_role("button", name="Take back"))
    hand.arrived(4)
    keys.is_seen()


@pytest.mark.parametrize("title", TITLES)
def test_a_tile_is_laid_by_keys(page, store, title):
    """A hex is reached by Tab, its box by Enter; afterwards the focus is still on the page."""
    game_id = at_one_screen(store, title, "lay")
    keys, hand = Keys(page), Hand(page)
    page.goto(f"/games/{game_id}")
    before = hand.seq
    laid = keys.build_first()
    hand.arrived(before + 1)
    assert store.load(game_id).game.actions[-1].to_json() == laid
    keys.is_seen()


def test_escape_closes_the_box_of_a_hex(page, store):
    """Nothing is laid, and the focus is back on the hex."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'lay')}")
    keys = Keys(page)
    hexagon = page.locator("#map svg a[href*='/lays/']").first
    keys.press(hexagon)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(hexagon).to_be_focused()


def test_keys_of_their_own_for_coordinates_and_choices(page, store):
    """C shows coordinates while it is held, at any zoom; a number chooses the card or the train at its place."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'lay')}")
    page.keyboard.press("0")
    coordinate = page.locator("#map .coordinate").first
    expect(coordinate).to_be_hidden()
    page.keyboard.down("c")
    expect(coordinate).to_be_visible()
    page.keyboard.up("c")
    expect(coordinate).to_be_hidden()
    page.goto(f"/games/{at_one_screen(store, '1880', 'shares')}")
    second = page.locator("#table .cards button[name=arm]").nth(1)
    value = second.get_attribute("value")
    page.keyboard.press("2")
    expect(page.locator(".bar button[data-main][name=action]")).to_have_attribute("value", value)


def test_arrows_lead_from_card_to_card(page, store):
    """To the nearest button in their direction, possible or not."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'shares')}")
    first = page.locator(".company-card").first
    first.locator("button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(first.locator("button").nth(1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".company-card").nth(1).locator("button").first).to_be_focused()


def test_escape_closes_the_signs_of_the_map(page, store):
    """They stand above the map, not over it."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'lay')}")
    page.locator(".signs-list summary").click()
    signs, drawn = page.locator(".signs-list").bounding_box(), page.locator("#map").bounding_box()
    assert signs is not None
    assert drawn is not None
    assert signs["y"] + signs["height"] <= drawn["y"] + 1
    page.keyboard.press("Escape")
    expect(page.locator(".signs-list")).not_to_have_attribute("open", "")


def test_escape_puts_back_what_is_chosen(page, store):
    """First what is open is closed, then the armed move goes; a screen reader is told what is armed."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'shares')}")
    live, main = page.locator(".bar .what[aria-live=polite]"), page.locator(".bar [data-main]")
    buy = page.locator(".company-card .buy:not(.refused)").first
    buy.click()
    expect(buy).to_have_attribute("aria-pressed", "true")
    expect(live).to_contain_text("Buy")
    page.locator(".open-spreadsheet").click()
    page.keyboard.press("Escape")
    expect(page.locator("#spreadsheet")).to_be_hidden()
    expect(main).to_be_enabled()
    page.keyboard.press("Escape")
    expect(main).to_be_disabled()
    expect(live).not_to_contain_text("Buy")
    page.locator("#drawer-chat").check()
    buy.click()
    expect(main).to_be_enabled()
    page.locator(".chat [name=text]").press("Escape")
    expect(main).to_be_enabled()


def test_escape_puts_a_suggestion_back(page, store):
    """It can be asked for again."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'shares')}")
    suggest, advice = page.locator(".bar .suggest button"), page.locator(".bar .advice")
    for _ in range(2):
        suggest.click()
        expect(advice).to_be_visible(timeout=60_000)
        page.keyboard.press("Escape")
        expect(advice).to_have_count(0)
        expect(page.locator(".bar [data-main]")).to_be_disabled()


def test_the_key_of_the_chat_leads_into_its_field(page, store):
    """What is written after it is no key: a P would pass. Escape leads out again."""
    game_id = at_one_screen(store, "1880", "shares")
    page.goto(f"/games/{game_id}")
    page.keyboard.press("h")
    page.keyboard.type("help")
    expect(page.locator(".chat [name=text]")).to_have_value("help")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("#drawer-log")).to_be_checked()


@pytest.mark.parametrize("width", [820, 390])
@pytest.mark.parametrize("state", ["lay", "shares"])
def test_keys_open_the_tab_of_a_part(page, store, width, state):
    """In a small window one part is seen at a time; a key shows the one that it names."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/games/{at_one_screen(store, '1880', state)}")
    for key, part in (("m", ".market"), ("g", "#companies, #cards"), ("h", ".chat"), ("b", "#map"), ("l", ".log.pane")):
        page.keyboard.press(key)
        expect(page.locator(part).first).to_be_visible()
        page.keyboard.press("Escape")
