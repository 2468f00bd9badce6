"""Clocks in a real browser: they go on by themselves, nothing jumps, and who was away comes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.readers import Readers
from tests.browser.serving import serving
from tests.browser.test_axe import judge
from tests.browser.test_phone import fits
from tests.browser.test_two_readers import seated
from tielu.clocks import TimeControl
from tielu.store import Store

PLAYERS = ["Ann", "Bo", "Cy"]
LIVE = TimeControl(timedelta(minutes=90), timedelta(seconds=30), bot="random")
SLOW = TimeControl(timedelta(days=1), timedelta(days=1), timedelta(days=3), bot="random")


def test_the_clock_that_runs_goes_on(readers, store):
    """In the ribbon and on the card alike; its place and width stay, and so do those of all around it."""
    game = store.create_game("1880", PLAYERS, "2022", time_control=LIVE)
    store.append(game.id, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    ann = seated(readers, game, 0)
    page = ann.page
    running, card = page.locator(".ribbon .clock"), page.locator(".player.acts")
    expect(page.locator(".clock")).to_have_count(4)
    before, boxes = running.inner_text(), (running.bounding_box(), card.locator(".cash").bounding_box())
    expect(running).not_to_have_text(before)
    shown = page.evaluate("[...document.querySelectorAll('.clock.runs')].map((clock) => clock.innerText)")
    assert (len(shown), len(set(shown))) == (2, 1)
    assert (running.bounding_box(), card.locator(".cash").bounding_box()) == boxes
    judge(page)
    phone = readers.with_phone()
    phone.goto(f"/games/{game.id}")
    expect(phone.locator(".ribbon .clock")).to_be_visible()
    fits(phone)


def test_represented_and_back(browser, tmp_path):
    """The server gives the seat to a bot, which plays; the page says so, and a button takes the seat back."""
    path = tmp_path / "games.sqlite3"
    with Store(path, lambda: datetime.now(UTC) - timedelta(days=2)) as then:
        game = then.create_game("1880", PLAYERS, "2022", time_control=SLOW)
    with Store(path) as store, serving(store) as running, Readers(browser, running.address) as readers:
        ann = seated(readers, game, 0)
        expect(ann.page.locator(".player .tag.bot")).to_have_text("away")
        expect(ann.main).to_have_text("I’m back")
        ann.main.click()
        expect(ann.page.locator(".player .tag.bot")).to_have_count(0)
        assert store.game(game.id).seats[0].bot is None
