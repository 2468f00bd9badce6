"""The band of a lesson and its bar: every next move is shown, a look back loses nothing, the way on is a link."""

import html
import json
import re

import pytest

from tests.lessons.walks import LESSONS
from tests.web.test_lessons import act, opened, solved
from tielu import TITLES
from tielu.i18n import LANGUAGES, say
from tielu.lessons import words_of

PASSING = [each for each in LESSONS if any(step.solution[0].type == "pass" for step in each.steps)]


def shown(page):
    """The move that the button of the bar arms; None if it has none."""
    found = re.findall(r'<button class="tool" form="arm" name="arm" value="([^"]+)" title="Show me"', page)
    return json.loads(html.unescape(found[0])) if found else None


@pytest.mark.parametrize("lesson", PASSING, ids=lambda each: each.key)
def test_a_pass_is_shown_too(browser, lesson):
    """Where the answer is to pass, the button for it says so and arms it."""
    board = opened(browser, lesson)
    for step in lesson.steps:
        for action in step.solution:
            if action.type == "pass":
                assert shown(browser.page) == {"type": "pass"}
                armed = browser.get(f"/games/{board}?seq={browser.seq}&arm=%7B%22type%22%3A%22pass%22%7D").text
                assert re.search(r'<button class="main" data-main form="act" name="action" value="[^"]*pass', armed)
            act(browser, board, action)


def test_a_look_back_keeps_the_step(browser, store):
    """The band goes on telling the task of the present."""
    lesson = LESSONS[0]
    board = opened(browser, lesson)
    act(browser, board, lesson.steps[0].solution[0])
    task = words_of(lesson.title, lesson.name, "en").steps[1].task
    assert task in html.unescape(browser.page)
    page = html.unescape(browser.get(f"/games/{board}?at={store.game(board).origin.entries}").text)
    assert "data-past" in page
    assert task in page


def test_the_next_lesson_is_a_link(browser):
    """Its name begins it, as the button does."""
    solved(browser, LESSONS[0])
    label = words_of(LESSONS[1].title, LESSONS[1].name, "en").name
    assert f'<button form="onward" class="named">{label}</button>' in browser.page
    assert re.search(rf'action="/games/lessons/{LESSONS[1].key}"[^>]* id="onward"', browser.page)


def test_each_title_has_its_way_to_the_lessons(browser):
    """On its card of the start page, to its own list."""
    page = browser.get("/").text
    lists = browser.get("/learn").text
    for title in {each.title for each in LESSONS}:
        assert title in TITLES
        assert f'href="/learn#course-{title}"' in page
        assert f'id="course-{title}"' in lists


@pytest.mark.parametrize("lang", LANGUAGES)
def test_learning_names_the_games(browser, lang):
    """The large button of the start page names both, and it leads to a choice between them."""
    labels = [TITLES[title].label for title in dict.fromkeys(each.title for each in LESSONS)]
    start = html.unescape(browser.get(f"/?lang={lang}").text)
    button = re.findall(r'<a class="button large" href="/learn">.*?</a>', start, re.DOTALL)[0]
    assert all(label in button for label in labels)
    choice = re.findall(r'<nav class="which".*?</nav>', html.unescape(browser.get("/learn").text), re.DOTALL)[0]
    assert say("web_learn_which", lang) in choice
    assert re.findall(r'href="#course-\w+">([^<]*)<', choice) == labels
