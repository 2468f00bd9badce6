"""Automatic moves in the browser: set on a phone, made by the server, followed on the table."""

import re

from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.test_axe import judge
from tests.browser.test_phone import fits


def test_bids_are_made_while_nobody_presses(readers, store):
    """Bo sets a limit on the sheet; when Ann bids, the server answers for Bo, and both tables show it."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="links")
    bo = readers.with_phone(color_scheme="dark")
    bo.goto(f"/games/{game.id}/seat#{game.secrets[1]}")
    bo.locator(".views label").filter(has_text="Players").tap()
    bo.get_by_role("link", name="Automatic moves", exact=True).tap()
    bo.get_by_label("Limit").fill("35")
    judge(bo)
    fits(bo)
    bo.get_by_role("button", name=re.compile("Set.*Bid up to a limit")).tap()
    expect(bo.get_by_role("button", name=re.compile("Take back.*Bid up to ¥35 for P0"))).to_be_visible()
    judge(bo)
    fits(bo)
    ann = readers.at_desk()
    ann.goto(f"/games/{game.id}/seat#{game.secrets[0]}")
    hand = Hand(ann)
    hand.press_first("bid")
    hand.arrived(2)
    expect(ann.locator(".ribbon .turn")).to_contain_text("Cy")
    assert [entry.data["amount"] for entry in store.entries_since(game.id, 0)] == [5, 10]
    bo.get_by_role("link", name="To the table").tap()
    bo.locator(".views label").filter(has_text="Players").tap()
    expect(bo.get_by_role("link", name="Automatic moves: 1")).to_be_visible()
    judge(bo)
