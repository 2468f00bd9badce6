"""Lessons in Chromium: each walked by its solution, at a desk and on a phone; `TIELU_LESSONS=all` in every language."""

import os

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hand import MOST_PRESSES, Hand
from tests.browser.test_axe import judge
from tests.browser.test_one_screen import UNSEEN, WINDOWS
from tests.lessons.walks import KEYS, LESSONS
from tielu.core.actions import Pass
from tielu.i18n import LANGUAGES, rule_title, say
from tielu.lessons import words_of
from tielu.lessons.progress import REACHED

DEVICES = ("desk", "phone")
TABLET = {"width": 820, "height": 1180}
LEAST_MAP = 330
# The band with other words: how much of them is below its edge.
CUT = """([said, task]) => {
  const band = document.querySelector('.lesson .text');
  band.querySelector('.why p').textContent = said;
  band.querySelector('.task p').textContent = task;
  return band.scrollHeight - band.clientHeight;
}"""
EVERYTHING = os.environ.get("TIELU_LESSONS") == "all"
# Each lesson once, spread over languages and devices; or all of them.
WALKS = [
    (lesson, lang, device)
    for number, lesson in enumerate(LESSONS)
    for at, (lang, device) in enumerate((lang, device) for lang in LANGUAGES for device in DEVICES)
    if EVERYTHING or at == number % (len(LANGUAGES) * len(DEVICES))
]


def begun(page, lesson):
    """Begin a lesson from the list; returns the id of its board."""
    page.goto("/learn")
    page.locator(f"[id='{lesson.title}-{lesson.name}'] button").click()
    page.wait_for_url("**/games/*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize(
    ("lesson", "lang", "device"), WALKS, ids=[f"{lesson.key}-{lang}-{device}" for lesson, lang, device in WALKS]
)
def test_a_lesson_by_its_solution(readers, store, lesson, lang, device):
    """Every task is read and done where the page offers it, the end is praised, and the text is not cut off."""
    page = readers.at_desk(lang) if device == "desk" else readers.with_phone(lang)
    board, words = begun(page, lesson), words_of(lesson.title, lesson.name, lang)
    hand, band = Hand(page, Locator.click if device == "desk" else Locator.tap), page.locator(".lesson")
    for step, texts in zip(lesson.steps, words.steps, strict=True):
        expect(band.locator(".task p")).to_have_text(texts.task)
        for action in step.solution:
            hand.take(store.load(board).game, action)
    expect(band.locator(".task.done")).to_be_visible()
    expect(band.locator(".onward")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def sayings(lang):
    """What the band of each lesson may say, each with the task beside it."""
    for lesson in LESSONS:
        words = words_of(lesson.title, lesson.name, lang)
        yield f"{lesson.key} intro", words.intro, words.steps[0].task
        following = [*(step.task for step in words.steps[1:]), say("web_lesson_last", lang)]
        for number, (step, after) in enumerate(zip(words.steps, following, strict=True)):
            for name, said in step.notes.items():
                yield (
                    f"{lesson.key} {number} {name}",
                    said,
                    after if name == REACHED else step.then.get(name, step.task),
                )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("device", DEVICES)
def test_no_words_are_cut(readers, lang, device):
    """All that any lesson may say fits its band, on a phone and in every window."""
    page = readers.at_desk(lang) if device == "desk" else readers.with_phone(lang)
    begun(page, LESSONS[0])
    for window in (*WINDOWS, TABLET) if device == "desk" else (page.viewport_size,):
        page.set_viewport_size(window)
        cut = {where: lines for where, said, task in sayings(lang) if (lines := page.evaluate(CUT, [said, task])) > 0}
        assert cut == {}, window


def test_privates_and_the_map_have_room_below_the_band(readers):
    """On a phone the first private is told in full; on a tablet the map is not low where a run is told."""
    page = readers.with_phone("ja")
    begun(page, next(each for each in LESSONS if each.key == "1888/auction"))
    assert page.locator(".lot").evaluate("lot => lot.scrollHeight - lot.clientHeight") <= 0
    page.set_viewport_size(TABLET)
    begun(page, next(each for each in LESSONS if each.key == "1880/running"))
    assert page.locator("#map").evaluate("map => map.clientHeight") >= LEAST_MAP


@pytest.mark.skipif(not EVERYTHING, reason="TIELU_LESSONS=all plays every mistake in Chromium, too")
@pytest.mark.parametrize("lesson", LESSONS, ids=KEYS)
def test_a_lesson_by_mistakes(readers, store, lesson):
    """A mistake is explained; it can be taken back, and then the lesson is as it was."""
    page = readers.at_desk()
    hand, band = Hand(page), page.locator(".lesson")
    for mistake in lesson.mistakes:
        board = begun(page, lesson)
        intro = band.locator(".why p").inner_text()
        for action in mistake.actions:
            hand.take(store.load(board).game, action)
        expect(band.locator(".why.noted")).to_be_visible()
        for _ in range(MOST_PRESSES):
            hand.arrived(store.load(board).seq)  # others may have answered
            if band.locator(".why.intro").count():
                break
            before = hand.seq
            page.get_by_role("button", name="Take back the last action").click()
            hand.arrived(before + 1)
        expect(band.locator(".why p")).to_have_text(intro)


def test_shown_explained_and_one_screen(page, store):
    """The solution is armed on request, the rule opens, nothing that must be seen is hidden, and axe agrees."""
    lesson = LESSONS[0]
    begun(page, lesson)
    hand = Hand(page)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".bar button[data-main][name=action]")).to_have_count(1)
    assert hand.armed() == lesson.steps[0].solution[0].to_json()
    for window in WINDOWS:
        page.set_viewport_size(window)
        assert page.evaluate(UNSEEN) == [], window
    page.locator(".lesson summary").click()
    expect(page.locator(".rule-sheet .rule-id")).to_have_text(rule_title(lesson.rule))
    judge(page)
    page.keyboard.press("Escape")
    expect(page.locator(".rule-sheet[open]")).to_have_count(0)
    page.locator(".lesson summary").click()
    page.locator(".lesson h2").click()
    expect(page.locator(".rule-sheet[open]")).to_have_count(0)
    page.goto("/learn")
    judge(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_low_window_the_bar_holds_long_labels(readers, store, lang):
    """Choosing a train moves no line of the list, and neither words nor amounts stand out of the bar."""
    page, lesson = readers.at_desk(lang), next(each for each in LESSONS if each.key == "1888/trains")
    page.set_viewport_size({"width": 1280, "height": 720})
    board, hand = begun(page, lesson), Hand(page)
    for action in lesson.steps[0].solution:
        hand.take(store.load(board).game, action)
    line = page.locator(".purchases button").first
    before = line.bounding_box()
    line.click()
    expect(page.locator(".bar .quick").first).to_be_visible()
    assert line.bounding_box() == before
    bar = page.locator("section.bar").bounding_box()
    for each in page.locator("section.bar .what > *, section.bar .quick").all():
        box = each.bounding_box()
        assert bar["y"] <= box["y"]
        assert box["y"] + box["height"] <= bar["y"] + bar["height"]


def test_in_a_low_window_a_card_shows_all_that_can_be_sold(readers, store):
    """Who passes with most of a company comes to the share round, and no button of its card is cut."""
    page, lesson = readers.at_desk("de"), next(each for each in LESSONS if each.key == "1888/trains")
    page.set_viewport_size({"width": 1280, "height": 720})
    board = begun(page, lesson)
    Hand(page).take(store.load(board).game, Pass())
    expect(page.locator(".trades:has(> :nth-child(6))")).to_have_count(1, timeout=30_000)
    assert page.evaluate(UNSEEN) == []
