"""Guided games in the browser: nothing is cut, covered or jumps, and the strip can be used with the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.positions import every_kind
from tests.browser.readers import PHONE
from tests.browser.test_axe import judge
from tests.browser.test_one_screen import MOST_SHIFT, PLACES, SHIFTS, UNSEEN, WATCH_SHIFTS, WINDOWS
from tielu import Game
from tielu.i18n.catalogue import catalogue
from tielu.store import Store

# Every text of the strip in turn, with a line on a move of a bot below it: those that do not fit.
CUT = """texts => texts.filter(text => {
    const lesson = document.querySelector('.guide .lesson');
    lesson.firstChild.textContent = text + ' ';
    if (lesson.nextElementSibling === null) {
        lesson.insertAdjacentHTML('afterend', '<p class="reason"><span>A bot has moved.</span></p>');
    }
    return lesson.scrollHeight > lesson.clientHeight + 1;
})"""
# How much of the usual name is cut beside all that may be said of its player.
CUT_NAME = """() => {
    const [name, cash] = document.querySelectorAll('.player:first-child :is(.name, .cash)');
    for (const tag of name.parentElement.querySelectorAll('.tag')) tag.remove();
    cash.insertAdjacentHTML('beforebegin', '<span class="tag you">du</span><span class="tag first">Priorität</span>' +
        '<a class="automatic" href="/"></a>');
    [name.textContent, cash.textContent] = ['Spieler', '¥1480'];
    return name.scrollWidth - name.clientWidth;
}"""
# Words in the place of values, about as long as they get.
FILLED = {"company": "NJR", "private": "YRF", "item": "the 3-train of NJR", "train": "4+4-train", "buyer": "NJR"}


def guided(store: Store, data) -> str:
    made = store.import_game(data, mode="hot_seat").id
    for seat in range(len(data["players"])):
        store.set_guided(made, seat, True)
    return made


def texts(lang: str) -> list[str]:
    """All that the strip can say, with numbers of four digits at most."""
    return [
        re.sub(r"\{(\w+)\}", lambda name: FILLED.get(name[1], "1180"), text)
        for text in catalogue(lang)["guide"].values()
    ]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_text_is_cut(readers, store, lang):
    """Beside the map, where the strip is narrowest, at a desk and on a phone; Japanese has fewer letters."""
    page = readers.at_desk(lang)
    page.goto(f"/games/{guided(store, every_kind('1880')['lay_tile'])}")
    for window in [*WINDOWS, PHONE]:
        page.set_viewport_size(window)
        assert page.evaluate(CUT, texts(lang)) == [], window


@pytest.mark.parametrize("name", ["1880-2022-5p-202", "1888-18xx.games-4p-909"])
def test_every_decision_fits_with_the_strip(readers, store, name):
    """At 1280 × 720 no page scrolls, and all that a table shows is seen, one's own name in full."""
    page, wrong = readers.at_desk("de"), []
    page.set_viewport_size(WINDOWS[1])
    for kind, data in every_kind(name).items():
        page.goto(f"/games/{guided(store, data)}")
        wrong += [f"{kind}: {each}" for each in page.evaluate(UNSEEN)]
    assert wrong == [], "\n".join(wrong)
    assert page.evaluate(CUT_NAME) == 0


def test_nothing_jumps_when_a_lesson_goes(readers, store):
    """A topic is put away, and the game goes on: the buttons of the bar stay where they are."""
    page = readers.at_desk()
    page.set_viewport_size(WINDOWS[1])
    data = every_kind("1880")["pay_dividend"]
    game = guided(store, data)
    page.goto(f"/games/{game}")
    page.evaluate(WATCH_SHIFTS)
    page.evaluate(SHIFTS)  # those of the first view are over
    page.evaluate("window.shifts = []")
    places = page.evaluate(PLACES)
    page.get_by_role("link", name="Got it").press("Enter")
    expect(page.locator(".guide .lesson")).to_have_count(0)
    assert page.evaluate(PLACES) == places
    store.append(game, store.read(game).seq, {"type": "pay_dividend"}, store.game(game).actor)
    expect(page.locator("main")).to_have_attribute("data-entries", str(store.read(game).seq))
    assert page.evaluate(PLACES) == places
    shifts = page.evaluate(SHIFTS)
    assert sum(value for value, _ in shifts) <= MOST_SHIFT, shifts


def test_what_can_be_done_is_asked_with_the_keyboard(readers, store):
    """The sheet opens with Enter, lists what is offered with its cost, and closes with Escape."""
    page = readers.at_desk(color_scheme="dark")
    data = every_kind("1880")["buy_train"]
    page.goto(f"/games/{guided(store, data)}")
    asks = page.locator("#guide-asks summary")
    asks.press("Enter")
    kinds = {action.type for action in Game.from_json(data).legal_actions()}
    expect(page.locator("#guide-asks dt")).to_have_count(len(kinds))
    expect(page.locator("#guide-asks dl")).to_contain_text("Buy a train")
    judge(page)
    page.keyboard.press("Escape")
    expect(page.locator("#guide-asks")).not_to_have_attribute("open", "")
    expect(asks).to_be_focused()
