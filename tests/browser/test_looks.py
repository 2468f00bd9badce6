"""What readers have asked their browsers for: dark colours, no motion; and a map that stays as it was enlarged."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import at_one_screen, cut, recorded
from tielu import Action
from tielu.core.actions import Pass

# The next two actions of this recorded game are lays of one company.
BEFORE_TWO_LAYS = 175
LIGHTNESS = """() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
    return (red + green + blue) / 765;
}"""
# How light the markers are that are set, in the list of the companies.
STATIONS = """() => [...document.querySelectorAll('.companies .stations i:not(.left)')].map(
    one => Number(getComputedStyle(one).backgroundColor.match(/oklch\\(([.\\d]+)/)?.[1]))"""
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
    if scheme == "dark":
        lightness = page.evaluate(STATIONS)
        assert lightness
        assert min(lightness) > 0.6, "a marker that is set looks like one that is left"


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


def test_map_keeps_its_zoom_until_the_step_ends(readers, store):
    """The map shows by itself what can be done; an own zoom is kept from lay to lay, until the next step."""
    page, game = readers.at_desk(), cut("1880", BEFORE_TWO_LAYS)
    made = store.import_game(game.to_json(), mode="hot_seat")
    page.goto(f"/games/{made.id}")
    drawing, hand = page.locator("#map svg"), Hand(page)
    fitting = drawing.get_attribute("viewBox")
    page.get_by_role("button", name="Larger").click()
    enlarged = drawing.get_attribute("viewBox")
    assert enlarged != fitting
    lay = Action.from_json(recorded("1880")["actions"][BEFORE_TWO_LAYS])
    game.apply(hand.take(game, lay))
    expect(drawing).to_have_attribute("viewBox", enlarged)
    page.get_by_role("button", name="Whole map").click()
    whole = drawing.get_attribute("viewBox")
    assert whole != enlarged
    game.apply(hand.take(game, Pass()))
    expect(drawing).not_to_have_attribute("viewBox", whole)
