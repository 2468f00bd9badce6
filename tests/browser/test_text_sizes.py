"""How large text is drawn, in pixels of the screen: what matters on the map and on the market can always be read."""

import pytest

from tests.browser.positions import TITLES, at_one_screen, cut
from tests.browser.readers import PHONE
from tests.browser.test_one_screen import WINDOWS
from tielu.web.statistics.counter import count_games

LEAST_AT_A_DESK = 9
LEAST_IN_HAND = 11
# Values, costs, names and companies; coordinates, numbers of tiles and signs are for looking closely.
MATTERS = (
    ":is(.name, .amount, .cost, .column-amount, .letters, .letter, .price, .count, .extra, .badge-name, .tag-name)"
)
SMALL = f"""([inside, least]) => [...document.querySelectorAll(`${{inside}} svg text{MATTERS}`)]
    .filter(one => one.checkVisibility()).map(one => {{
        const {{c, d}} = one.getScreenCTM();
        const pixels = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(c, d);
        return [one.textContent, one.getAttribute('class'), pixels];
    }}).filter(([, , pixels]) => pixels < least)"""
# Companies whose letters are wider than their markers.
WIDER = """() => [...document.querySelectorAll('#map .marker ~ .letters')].filter(one => one.checkVisibility()).filter(
    one => one.getBoundingClientRect().width > one.parentElement.querySelector('.marker').getBoundingClientRect().width
).map(one => one.textContent)"""
SMALL_IN_CHARTS = """least => [...document.querySelectorAll('svg text:is(.tick, .place, .line-name, .key-number)')]
    .filter(one => one.checkVisibility())
    .map(one => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d])
    .filter(([, pixels]) => pixels < least)"""
LIGHTNESS_OF_BARS = """() => [...document.querySelectorAll('.broad .range')].map(
    one => Number(getComputedStyle(one).fill.match(/oklch\\(([.\\d]+)/)?.[1]))"""
NAMES = "[...document.querySelectorAll('#map .name')].filter(one => one.checkVisibility()).length"
SHARING = (
    "Math.max(...[...document.querySelectorAll('[data-cell]')].map(one => one.querySelectorAll('.marker').length))"
)
# The width and the height of a space of the chart, and how much of its card is free below it.
SPACE = """() => {
    const [card, ...cells] = ['section.market .drawing', '[data-cell="1-3"] > .cell', '[data-cell="8-0"] > .cell']
        .map(one => document.querySelector(one).getBoundingClientRect());
    return [cells[0].width, cells[0].height, card.bottom - cells[1].bottom];
}"""
STATES = ("auction", "shares", "lay", "run", "train")


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: str(window["width"]))
@pytest.mark.parametrize("title", TITLES)
def test_text_at_a_desk_has_nine_pixels(readers, store, title, window):
    """At the size that fits, and with the whole map in view; there names are still told."""
    page = readers.reader(locale="en", viewport=window)
    for state in STATES:
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        for inside in ("#map", "section.market"):
            assert page.evaluate(SMALL, [inside, LEAST_AT_A_DESK]) == [], state
        if state in ("lay", "run", "train"):
            page.get_by_role("button", name="Whole map").click()
            assert page.evaluate(SMALL, ["#map", LEAST_AT_A_DESK]) == [], state
        if state == "lay":
            assert page.evaluate(NAMES) > 20


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: str(window["width"]))
def test_many_companies_in_one_space_can_be_read(readers, store, window):
    """Markers that share a space of the market, beside nine companies, which leave the chart least room."""
    page = readers.reader(locale="en", viewport=window)
    page.goto(f"/games/{store.import_game(cut('1880-2022-7p-303', 353).to_json(), mode='hot_seat').id}")
    assert page.evaluate(SHARING) >= 3
    assert page.evaluate(SMALL, ["section.market", LEAST_AT_A_DESK]) == []


@pytest.mark.parametrize("title", TITLES)
def test_spaces_of_the_chart_grow_with_its_card(readers, store, title):
    """At a desk they are about square and end inside the card; on a phone they are half as high again as wide."""
    page = readers.reader(locale="en", viewport=WINDOWS[0])
    page.goto(f"/games/{at_one_screen(store, title, 'shares')}")
    for window in WINDOWS:
        page.set_viewport_size(window)
        width, height, free = page.evaluate(SPACE)
        assert 0.75 < height / width < 1.5
        assert 0 < free < 40
    page.set_viewport_size(PHONE)
    page.locator("#view-market").check(force=True)
    width, height, free = page.evaluate(SPACE)
    assert height / width > 1.5
    assert free > 0


@pytest.mark.parametrize("title", TITLES)
def test_text_that_a_phone_has_zoomed_to_has_eleven_pixels(readers, store, title):
    """Where the map zooms by itself to what can be built or run."""
    page = readers.with_phone()
    assert page.viewport_size == PHONE
    for state in ("lay", "run"):
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        assert page.locator("#map.zoomed").count() == 1
        assert page.evaluate(SMALL, ["#map", LEAST_IN_HAND]) == [], state
        assert page.evaluate(WIDER) == [], state


def test_charts_have_eleven_pixels(readers, store):
    """Those of a game, of its end, and of all games on the server, drawn for the width of a phone; these at a desk."""
    page = readers.with_phone()
    game = f"/games/{at_one_screen(store, '1880', 'finished')}"
    while count_games(store, 10):
        pass
    for path in (game, f"{game}/charts", "/statistics?title=1880"):
        page.goto(path)
        assert page.locator("svg text:is(.tick, .place, .line-name):visible").count() > 5, path
        assert page.evaluate(SMALL_IN_CHARTS, LEAST_IN_HAND) == [], path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    for width in (1030, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SMALL_IN_CHARTS, LEAST_IN_HAND) == [], width
    page.emulate_media(color_scheme="dark")
    assert min(page.evaluate(LIGHTNESS_OF_BARS)) >= 0.6, "a bar cannot be told from the ground by night"
