"""What readers have asked their browsers for: dark colours, no motion; and a map that stays as it was enlarged."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import TITLES, at_one_screen

LIGHTNESS = """() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
    return (red + green + blue) / 765;
}"""
MOVING = """() => document.getAnimations().length + [...document.querySelectorAll('*')].filter(one => {
    const style = getComputedStyle(one);
    const seconds = text => Math.max(...text.split(',').map(parseFloat));
    return seconds(style.transitionDuration) > .001 || seconds(style.animationDuration) > .001;
}).length"""


@pytest.mark.parametrize(("scheme", "low", "high"), [("light", 0.8, 1), ("dark", 0, 0.2)])
def test_page_follows_the_colours_of_the_system(readers, store, scheme, low, high):
    """Who prefers dark colours gets a dark page, and else a light one."""
    page = readers.at_desk(color_scheme=scheme)
    for path in ("/", f"/games/{at_one_screen(store, '1880', 'lay')}"):
        page.goto(path)
        assert low <= page.evaluate(LIGHTNESS) <= high


def test_nothing_moves_for_those_who_do_not_want_it(readers, store):
    """With reduced motion there is no transition and no animation, also after an action."""
    page = readers.at_desk(reduced_motion="reduce")
    page.goto(f"/games/{at_one_screen(store, '1880', 'lay')}")
    assert page.evaluate(MOVING) == 0
    hand = Hand(page)
    before = hand.seq
    hand.press_first("pass")
    hand.arrived(before + 1)
    assert page.evaluate(MOVING) == 0


@pytest.mark.parametrize("title", TITLES)
def test_map_stays_enlarged_after_an_action(readers, store, title):
    """What is seen of the map is the same before and after an action."""
    page = readers.at_desk()
    page.goto(f"/games/{at_one_screen(store, title, 'lay')}")
    drawing, hand = page.locator("#map svg"), Hand(page)
    whole = drawing.get_attribute("viewBox")
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    enlarged = drawing.get_attribute("viewBox")
    assert enlarged != whole
    before = hand.seq
    hand.press_first("pass")
    hand.arrived(before + 1)
    expect(drawing).to_have_attribute("viewBox", enlarged)
    page.get_by_role("button", name="Whole map").click()
    expect(drawing).not_to_have_attribute("viewBox", enlarged)
