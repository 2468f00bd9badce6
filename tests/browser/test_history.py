"""What happened: the log over the table and its search."""

import re

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
    waiting.last.scroll_into_view_if_needed()
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
