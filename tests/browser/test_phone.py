"""The pages on a phone of 390 × 844: nothing wider than the screen, nothing too small for a finger."""

import pytest
from playwright.sync_api import expect

from tests.browser import fonts
from tests.browser.positions import STATES, TITLES, at_one_screen, position
from tielu.store import Player

SMALLEST_TARGET = 24
TARGETS = "a[href]:not(.skip), button, input:not([type=hidden]), select, summary, [role=button]"
# A box to tick is pressed together with its label.
SMALL = f"""() => [...document.querySelectorAll({TARGETS!r})].filter(one => {{
    if (!one.checkVisibility() || one.closest('svg')) return false;
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    return box.width < {SMALLEST_TARGET} || box.height < {SMALLEST_TARGET};
}}).map(one => `${{one.getBoundingClientRect().height}} ${{one.outerHTML.slice(0, 120)}}`)"""

# What is pressed again and again at the table.
OFTEN = (
    ".map-tools button, .signs-list > summary, .bar button, .segments button, .next-line button, .take-up, .views label"
)
SMALL_FOR_A_THUMB = f"""() => [...document.querySelectorAll({OFTEN!r})].filter(one => {{
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && (box.width < 44 || box.height < 44) && !one.matches('.quick');
}}).map(one => one.outerHTML.slice(0, 120))"""

MOST_SCREENS = 3
LONGEST = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('.column, .cards, .sheet')]
    .filter(one => one.checkVisibility()).map(one => one.scrollHeight))"""

# By how much letters hang out of their box, which hides that.
CUT_BELOW = """all => all.map(one => {
    const letters = document.createRange();
    letters.selectNodeContents(one);
    return letters.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom;
})"""


@pytest.fixture(scope="module", params=[None, *fonts.GENERIC], ids=lambda name: name or "all")
def browser(request, browser, start_browser):
    """Chromium with all fonts of the machine, or with one family only: what holds here must not depend on fonts."""
    if request.param is None:
        yield browser
        return
    with start_browser(request.param) as restricted:
        yield restricted


def fits(page):
    """The page does not scroll sideways, and what can be pressed is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url
    assert page.evaluate(SMALL) == [], page.url


def is_short(page):
    """No page, and nothing that scrolls within one but the log, is longer than three screens."""
    assert page.evaluate(LONGEST) <= MOST_SCREENS * page.viewport_size["height"], page.url


def unfold(page):
    """Open whatever can be opened, so that all of the page is seen."""
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")


def test_start_page_fits(readers, store):
    """The start page, with a game in the list."""
    at_one_screen(store, "1880", "lay", "A rather long name for a game, since some people like to write such things")
    page = readers.with_phone()
    page.goto("/")
    fits(page)


def test_pages_around_a_game_fit(readers, store):
    """The form of a new game, and what the links of a table lead to."""
    page = readers.with_phone()
    game = f"/games/{at_one_screen(store, '1880', 'finished')}"
    paths = ("/new?title=1880", "/new?title=1888&bots=clerk", "/games", "/deleted", "/revisions")
    for path in (*paths, f"{game}/charts", f"{game}/tiles", f"{game}/seats", f"{game}/delete", f"{game}/log"):
        page.goto(path)
        unfold(page)
        fits(page)


@pytest.mark.parametrize("title", TITLES)
def test_game_page_fits(readers, store, title):
    """The table in all kinds of positions, in each of its views, with its lists folded and unfolded."""
    page = readers.with_phone()
    for state in STATES:
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        assert page.evaluate(SMALL_FOR_A_THUMB) == [], state
        for view in page.locator(".views label").all():
            view.tap()
            fits(page)
            is_short(page)
        unfold(page)
        fits(page)


def test_names_and_bots_are_read_whole(readers, store):
    """The letters of a company's name with all that hangs below the line, and which bot a player is."""
    game = position("1880", "shares")
    seats = [Player(name, bot=None if name == game.actor else "chairman-careful") for name in game.players]
    page = readers.with_phone("de")
    page.goto(f"/games/{store.import_game(game, seats, mode='hot_seat').id}")
    cut = page.locator(".company-card h3").evaluate_all(CUT_BELOW)
    assert cut
    assert max(cut) <= 0
    page.locator(".views label:has(#view-players)").click()
    kind = page.locator(".player .tag.bot .kind").first
    expect(kind).to_be_visible()
    expect(kind).to_have_text("Bot: Vorsichtiger Präsident, 1 Sekunde")
    fits(page)


@pytest.mark.parametrize("title", TITLES)
def test_held_sideways_the_table_keeps_half_of_the_window(readers, store, title):
    """Map or cards are not squeezed between ribbon and bar; what is asked lies beside them, and nothing scrolls."""
    page = readers.with_phone(viewport={"width": 844, "height": 390})
    for state in ("auction", "shares", "lay", "run", "train"):
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        stage = page.locator(".middle > :is(.stage, .cards)").bounding_box()
        assert stage["height"] >= 390 / 2, state
        for sheet in page.locator(".middle > .sheet").all():
            assert sheet.bounding_box()["x"] >= stage["x"] + stage["width"], state
        assert page.evaluate("document.documentElement.scrollHeight") == 390, state
        fits(page)
