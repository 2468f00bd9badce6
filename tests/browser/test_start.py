"""From the start page to a game."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand

MOST_CLICKS = 3
MARKUP = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{ 7*7 }}' onfocus='alert(3)"]


@pytest.mark.parametrize("title", ["1880: China", "1888-N"])
def test_a_game_begins_within_three_clicks(page, title):
    """Nothing need be typed: the title, and a button."""
    page.goto("/")
    clicks = 0
    for control in (page.get_by_role("link", name=title), page.get_by_role("button", name="Begin")):
        control.first.click()
        clicks += 1
    expect(page.get_by_role("heading", name="decides")).to_be_visible()
    assert clicks <= MOST_CLICKS
    assert Hand(page).offers()


def begin(page, names, mode="All at this screen"):
    """A new game of 1880 with these players."""
    page.goto("/new?title=1880")
    page.get_by_role("button", name=str(len(names)), exact=True).click()
    expect(page.locator("input[name=players]")).to_have_count(len(names))
    for field, name in zip(page.locator("input[name=players]").all(), names, strict=True):
        field.fill(name)
    page.get_by_role("radio", name=mode).check()
    page.get_by_role("button", name="Begin").click()


def test_names_with_markup_are_text(page):
    """Whatever players and games are called is shown letter by letter, on every page, and runs nowhere."""
    begin(page, MARKUP)
    expect(page.get_by_role("heading", level=1)).to_have_text(", ".join(MARKUP))
    Hand(page).press_first("pass")
    Hand(page).arrived(1)
    for name in MARKUP:
        expect(page.get_by_text(name).first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text(", ".join(MARKUP)).first).to_be_visible()
    assert page.locator("img[src=x], main script").count() == 0


def test_each_seat_has_a_link(page, readers):
    """A game with links shows one for each player; it opens that player's seat and no other."""
    begin(page, ["Ann", "Bo", "Cy"], mode="Each at their own")
    links = page.locator("a[href*='/seat/']")
    expect(links).to_have_count(3)
    for number, name in enumerate(["Ann", "Bo", "Cy"]):
        seat = readers.at_desk()
        seat.goto(links.nth(number).get_attribute("href"))
        expect(seat.get_by_role("heading", level=1)).to_contain_text(name)
        seat.get_by_role("link", name="To the table").click()
        expect(seat.get_by_role("heading", name="Ann decides" if name == "Ann" else "Waiting for Ann")).to_be_visible()
        assert bool(Hand(seat).offers()) == (name == "Ann")


def test_pressing_twice_makes_one_game(page, store, monkeypatch):
    """Where the server takes its time an impatient reader has one game, and can make another one after coming back."""
    create = store.create_game

    def slowly(*given, **more):
        made = create(*given, **more)
        time.sleep(1)
        return made

    monkeypatch.setattr(store, "create_game", slowly)
    before = len(store.list_games(limit=200).games)
    page.goto("/new?title=1888")
    page.get_by_role("button", name="Begin").evaluate("it => { it.click(); setTimeout(() => it.click(), 300); }")
    expect(page.get_by_role("heading", name="decides")).to_be_visible()
    assert len(store.list_games(limit=200).games) == before + 1
    page.go_back()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="decides")).to_be_visible()
    assert len(store.list_games(limit=200).games) == before + 2
