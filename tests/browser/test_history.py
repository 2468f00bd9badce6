"""What happened: the log over the table and its search, playback, and what a reader has missed."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.positions import recorded

ACTIONS = 265


@pytest.fixture
def game(store):
    """A game of five in its sixth operating round, at one screen; its address."""
    data = recorded("1880-2022-5p-202")
    made = store.import_game({**data, "actions": data["actions"][:ACTIONS]}, mode="hot_seat")
    return f"/games/{made.id}"


def test_the_whole_log_opens_over_the_table_and_is_searched(readers, game):
    """A key opens it, typing finds, earlier rounds come when reached, and an action leads to its position."""
    page = readers.at_desk()
    page.goto(game)
    page.keyboard.press("/")
    log = page.get_by_role("dialog")
    expect(log.get_by_role("searchbox")).to_be_focused()
    waiting = log.locator(".log-round.waiting")
    before = waiting.count()
    log.get_by_role("group", name="Log").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(log.get_by_role("link", name="Ann bids").first).to_be_attached()
    assert waiting.count() < before
    log.get_by_role("searchbox").fill("lays tile 5 in O5")
    expect(log.get_by_role("status")).to_have_text("1 action found")
    log.get_by_role("combobox", name="Company").select_option("A6")
    expect(log.get_by_role("status")).to_have_text("0 actions found")
    log.get_by_role("combobox", name="Company").select_option("")
    log.get_by_role("link", name="lays tile 5 in O5").click()
    expect(log).to_be_hidden()
    expect(page).to_have_url(re.compile("at=179"))
    expect(page.locator(".bar [data-main]")).to_have_text("Back to now")
    expect(page.locator("#moved-on")).to_be_hidden()


def test_playback_goes_from_any_position_to_the_present(readers, game):
    """Step by step without reloading, faster if wanted; a key holds it, and at the end the present is there again."""
    page = readers.at_desk(reduced_motion="reduce")
    page.goto(f"{game}?at={ACTIONS - 6}")
    page.evaluate("window.notReloaded = true")
    play, here = page.locator("#play"), page.locator("#history-at")
    page.locator("#speed").select_option("4")
    page.keyboard.press("k")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(here).not_to_have_value(str(ACTIONS - 6))
    page.keyboard.press("k")
    expect(play).to_have_attribute("aria-pressed", "false")
    held = here.input_value()
    page.wait_for_timeout(1_000)
    assert here.input_value() == held
    page.keyboard.press("k")
    expect(page.locator("main[data-past]")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"{game}$"))
    expect(play).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.notReloaded")


def test_what_was_missed_is_played_back_and_put_away(readers, game):
    """The panel tells it turn by turn; playing back begins where the last visit ended."""
    page = readers.at_desk()
    page.goto(game)
    seen = {"name": "tielu_seen", "value": f"1.1.{ACTIONS - 8}.0", "domain": urlsplit(page.url).hostname, "path": game}
    page.context.add_cookies([seen])
    page.goto(game)
    missed = page.get_by_role("region", name="Since your last visit")
    expect(missed.get_by_role("listitem")).to_have_count(5)
    missed.get_by_role("link", name="Play back").click()
    expect(page).to_have_url(re.compile(f"at={ACTIONS - 8}$"))
    expect(missed).to_be_hidden()
    page.keyboard.press("n")
    expect(missed).to_be_visible()
    missed.get_by_role("link", name="Put away").click()
    expect(missed).to_be_hidden()
    expect(page).to_have_url(re.compile(f"{game}$"))
    page.reload()
    expect(missed).to_be_hidden()
