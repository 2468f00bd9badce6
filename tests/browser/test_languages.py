"""Every word in the reader's language: other pages share names and numbers with the English one."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import STATES, TITLES, at_one_screen, position
from tests.browser.serving import serving
from tielu.i18n import rule
from tielu.store import Store
from tielu.views.title import view_of

# All texts a reader meets: seen, read aloud, or shown on hovering.
TEXTS = """() => {
    const found = new Set(), say = text => found.add(text.replace(/\\s+/g, ' ').trim());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const inside = walker.currentNode.parentElement;
        if (!inside.closest('script, style, code, kbd, [lang]:not(html), .said')) say(walker.currentNode.data);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'label', 'aria-description'])
        for (const one of document.querySelectorAll(`[${name}]`)) say(one.getAttribute(name));
    say(document.title);
    return [...found];
}"""
# Words that are spelt alike, beside names.
ALIKE = {"de": ("Bank", "Bot", "Chat", "Inv", "Name", "Phase", "Pool"), "ja": ()}
# Left over when names are taken away: ids of hexes, tiles and trains, amounts, signs.
SIGNS = re.compile(r"(\W|[_½]|18xx.games|\b[A-Z\d]+[ab]?\b)*")


def printed_names():
    """What stands on boards, charters and cards, and who plays."""
    names = {"Tielu", "China", "1888-N", "Ann", "Bo", "Cy", "Dee"}
    for title in TITLES:
        names |= {each.place for each in position(title, "auction").state.board.hexes if each.place}
        for things in (view_of(title).companies, view_of(title).privates, view_of(title).investors):
            names |= {each.name for each in things}
    words = {word for name in names for word in name.split()}  # long names stand on two lines
    return re.compile("|".join(re.escape(each) for each in sorted(names | words, key=len, reverse=True)))


@pytest.fixture
def served(tmp_path):
    """A server of our own: the names of other tests' games are in no language."""
    with Store(tmp_path / "games.sqlite3") as store, serving(store) as running:
        yield running


def texts(page, path, lang):
    page.goto(f"{path}{'&' if '?' in path else '?'}lang={lang}")
    assert page.locator("html").get_attribute("lang") == lang
    return set(page.evaluate(TEXTS))


def test_nothing_is_left_in_english(readers, store):
    """Start page and table in all kinds of positions."""
    page, names = readers.at_desk(), printed_names()
    paths = ["/", "/new?title=1880", "/new?title=1888", "/revisions"]
    paths += [f"/games/{at_one_screen(store, title, state)}" for title in TITLES for state in STATES]
    paths += [f"{paths[-1]}/charts", f"{paths[-1]}/tiles", f"{paths[-1]}/log", f"{paths[-1]}?at=100"]
    for path in paths:
        english = texts(page, path, "en")
        for lang, alike in ALIKE.items():
            found = texts(page, path, lang)
            if lang == "ja":
                assert {text for text in found if "。 " in text} == set(), f"a blank between sentences: {path}"
            same = english & found
            for word in alike:  # before names, since some words begin like one
                same = {re.sub(rf"\b{word}\b", " ", text) for text in same}
            # The id of a rule, which is the tooltip of its heading, is the same for everybody.
            left = {text for text in same if not SIGNS.fullmatch(names.sub(" ", text)) and rule(text) is None}
            assert left == set(), (path, lang)


@pytest.mark.parametrize("path", ["/", "?at=20", "?chat=all"])
def test_another_language_keeps_the_place(readers, served, store, path):
    """Who changes the language stays where they are, and later pages speak it too."""
    page = readers.at_desk()
    here = path if path == "/" else f"/games/{at_one_screen(store, '1880', 'lay')}{path}"
    page.goto(here)
    if path != "/":
        Hand(page).open_menu()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.startswith(f"{served.address}{here}")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
