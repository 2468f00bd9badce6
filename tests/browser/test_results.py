"""The results of a finished game on one screen, and the ways that lead from there."""

import pytest
from playwright.sync_api import expect

from tests.browser.positions import recorded
from tests.browser.test_axe import judge
from tests.browser.test_one_screen import WINDOWS

GAMES = ("1880-2022-3p-101", "1880-2022-7p-303", "1888-2022-6p-808")
# What has to be seen whole.
SEEN = ".podium li, .podium h1, .last-prices li, .moments li, .next a, .next button"
CUT = """seen => [...document.querySelectorAll(seen)]
    .filter(one => {
        const box = one.getBoundingClientRect(), frame = one.closest('.card').getBoundingClientRect();
        return box.top < frame.top || box.bottom > Math.min(frame.bottom + 1, innerHeight) || box.right > frame.right;
    }).map(one => one.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("name", GAMES)
def test_results_fit_into_the_window(readers, store, name):
    """Nothing scrolls or is cut, at both sizes of a desk and in the longest language."""
    page = readers.at_desk("de")
    page.goto(f"/games/{store.import_game(recorded(name), mode='hot_seat').id}")
    for window in WINDOWS:
        page.set_viewport_size(window)
        assert page.evaluate("document.documentElement.scrollHeight") <= window["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
        assert page.evaluate(CUT, SEEN) == [], window


def test_from_the_results_to_a_moment_and_to_the_rematch(readers, store):
    """Another chart, a moment on the table, back, all of it accessible; then the rematch begins."""
    page = readers.at_desk()
    made = store.import_game(recorded("1880"), mode="hot_seat")
    page.goto(f"/games/{made.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cy wins with ¥64")
    judge(page)
    page.get_by_role("radio", name="Share prices").check(force=True)
    expect(page.locator("[data-graph=prices] svg").first).to_be_visible()
    page.get_by_role("link", name="Ann borrows").click()
    expect(page.locator("#map")).to_be_visible()
    page.locator(".bar [data-main]").click()
    page.get_by_role("link", name="Look at the table").click()
    expect(page.locator("#map")).to_be_visible()
    page.get_by_role("link", name="Results").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".ribbon .turn")).to_contain_text("your decision")
    assert store.game(made.id).rematch in page.url
