"""What a change of the page leaves alone, so that the browser need not style it again."""

import pytest

from tests.browser.hand import HEXES, Hand
from tests.browser.positions import TITLES, at_one_screen

# How often language and colours of the whole page are set, even to what they are.
COUNT = """() => {
    window.timesSet = 0;
    new MutationObserver(all => window.timesSet += all.length).observe(
        document.documentElement, {attributeFilter: ['lang', 'data-theme']});
}"""


@pytest.mark.parametrize("title", TITLES)
def test_an_action_does_not_set_the_language_again(page, store, title):
    """That alone would have every element styled again."""
    page.goto(f"/games/{at_one_screen(store, title, 'lay')}")
    hand = Hand(page)
    page.evaluate(COUNT)
    hand.open_hex(page.locator(f"{HEXES} .hex").first.get_attribute("data-hex") or "")
    before = hand.seq
    hand.do()
    hand.arrived(before + 1)
    assert page.evaluate("window.timesSet") == 0
