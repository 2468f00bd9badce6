"""Lessons in the browser: listed, begun, played by their solutions and by mistakes, remembered; without a script."""

import html
import json
import re

import pytest

from tests.lessons.walks import KEYS, LESSONS
from tielu.core.actions import Pass
from tielu.errors import NotAllowed
from tielu.i18n import LANGUAGES, rule_text, rule_title, say
from tielu.lessons import words_of
from tielu.store.ids_and_secrets import new_secret

FIRST = LESSONS[0]


def opened(browser, lesson):
    """Begin a lesson as the page's form does; returns the id of its board."""
    browser.get("/learn")
    assert f'action="/games/lessons/{lesson.key}"' in browser.page
    answer = browser.send(f"/games/lessons/{lesson.key}", {})
    assert answer.status_code == 200
    return re.findall(r'data-game="(\w+)"', answer.text)[0]


def act(browser, board, action):
    """Take an action on the page that is open."""
    return browser.send(f"/games/{board}/act", {"seq": str(browser.seq), "action": json.dumps(action.to_json())})


def solved(browser, lesson):
    """Play a lesson by its solution; returns the id of its board."""
    board = opened(browser, lesson)
    for step in lesson.steps:
        for action in step.solution:
            assert act(browser, board, action).status_code == 200
    return board


@pytest.mark.parametrize("number", range(len(LESSONS)), ids=KEYS)
def test_every_lesson_by_its_page(browser, number):
    """Introduction, task, explanation with its rule, and the end, each lesson in one of the languages."""
    lesson, lang = LESSONS[number], LANGUAGES[number % len(LANGUAGES)]
    browser.get(f"/learn?lang={lang}")
    words = words_of(lesson.title, lesson.name, lang)
    assert words.about in html.unescape(browser.page)
    board = opened(browser, lesson)
    page = html.unescape(browser.page)
    assert words.intro in page
    assert rule_text(lesson.rule, lang) in page
    assert f'title="{lesson.rule}">{rule_title(lesson.rule, lang)}</a>' in page
    for step, texts in zip(lesson.steps, words.steps, strict=True):
        assert texts.task in page
        for action in step.solution:
            act(browser, board, action)
        page = html.unescape(browser.page)
        assert texts.notes["reached"].partition("{")[0] in page
        assert rule_text(step.rule, lang) in page
    assert 'class="onward"' in page
    assert browser.client.cookies["tielu_lessons"] == lesson.key.replace("/", ".")


@pytest.mark.parametrize("number", range(len(LESSONS)), ids=KEYS)
def test_every_mistake_by_its_page(browser, number):
    """A mistake is explained by its rule, and can be taken back; nothing counts as done."""
    lesson, lang = LESSONS[number], LANGUAGES[(number + 1) % len(LANGUAGES)]
    browser.get(f"/learn?lang={lang}")
    board, mistake = opened(browser, lesson), lesson.mistakes[0]
    for action in mistake.actions:
        assert act(browser, board, action).status_code == 200
    notes = [note for step in lesson.steps for note in step.notes if note.name == mistake.note]
    assert any(rule_text(note.rule, lang) in html.unescape(browser.page) for note in notes)
    undo = html.unescape(re.findall(r'name="action" value="([^"]*undo[^"]*)"', browser.page)[0])
    browser.send(f"/games/{board}/act", {"seq": str(browser.seq), "action": undo})
    assert "tielu_lessons" not in browser.client.cookies


@pytest.mark.parametrize("lang", LANGUAGES)
def test_off_the_path_the_band_offers_a_new_start(browser, lang):
    """No praise for what did not happen, no task that cannot be done: here for a bid that comes a turn late."""
    lesson = next(each for each in LESSONS if each.key == "1888/auction")
    browser.get(f"/learn?lang={lang}")
    board = opened(browser, lesson)
    act(browser, board, Pass())
    act(browser, board, lesson.steps[0].solution[0])
    page, first = html.unescape(browser.page), words_of("1888", "auction", lang).steps[0]
    assert say("web_lesson_astray", lang) in page
    assert say("web_lesson_astray_task", lang) in page
    assert first.task not in page
    assert first.notes["reached"].partition("}")[2] not in page
    assert f'class="onward" title="{say("web_lesson_again", lang)}"' in page


@pytest.mark.parametrize(("key", "done"), [("1888/track", "passed"), ("1888/ferry", "station")])
def test_a_task_half_done_is_what_is_left_of_it(browser, key, done):
    """Who has passed need not be told to pass."""
    lesson = next(each for each in LESSONS if each.key == key)
    board, last = opened(browser, lesson), words_of(lesson.title, lesson.name, "en").steps[-1]
    for step in lesson.steps[:-1]:
        for action in step.solution:
            act(browser, board, action)
    assert last.task in html.unescape(browser.page)
    act(browser, board, lesson.steps[-1].solution[0])
    assert last.task not in html.unescape(browser.page)
    assert last.then[done] in html.unescape(browser.page)


def test_progress_is_kept_and_can_be_forgotten(browser):
    """The list marks what is done and what comes next, until the reader begins from scratch."""
    solved(browser, FIRST)
    browser.get("/learn")
    assert browser.page.count('class="done"') == 1
    assert f'<li id="{FIRST.title}-{LESSONS[1].name}" class="next">' in browser.page
    assert browser.page.count(f'action="/games/lessons/{FIRST.title}/{LESSONS[1].name}"') == 2  # on top and in the list
    browser.send("/learn/again", {})
    assert 'class="done"' not in browser.page
    browser.client.cookies.set("tielu_lessons", "nonsense_1880.nothing_<b>")
    assert browser.get("/learn").status_code == 200


def test_the_board_belongs_to_the_browser_that_began(browser, other, store):
    """Others look on and may begin the lesson themselves; they cannot act."""
    board = opened(browser, FIRST)
    other.get(f"/games/{board}")
    assert "Begin it myself" in other.page
    refused = act(other, board, FIRST.steps[0].solution[0])
    assert refused.status_code == 403
    other.get(f"/games/{board}")
    answer = other.send(f"/games/{board}/what-if", {"at": ""})
    mine = re.findall(r'data-game="(\w+)"', answer.text)[0]
    assert mine != board
    assert store.game(mine).origin == store.game(board).origin
    assert "tielu_lessons" not in other.client.cookies


def test_beginning_again_replaces_the_board(browser, store):
    """There is one board of a lesson for each browser, in no list, and no undo leads before its beginning."""
    first = opened(browser, FIRST)
    board = opened(browser, FIRST)
    assert browser.get(f"/games/{first}").status_code == 404
    for path in ("/", "/games", "/api/games"):
        assert board not in browser.get(path).text
    browser.get(f"/games/{board}")
    entries = store.game(board).origin.entries
    back = {"seq": str(entries), "action": json.dumps({"type": "undo", "to": entries - 1})}
    assert browser.send(f"/games/{board}/act", back).status_code == 403
    assert browser.get(f"/games/{board}/what-if").url.path == "/learn"
    browser.get(f"/games/{board}")
    assert browser.send(f"/games/{board}/discard", {}).url.path == "/learn"


def test_an_earlier_position_of_a_lesson_is_only_looked_at(browser, store):
    """Its page is the table, and the store opens no board there."""
    board = opened(browser, FIRST)
    assert browser.get(f"/games/{board}?at=3").status_code == 200
    with pytest.raises(NotAllowed):
        store.open_what_if(board, new_secret(), 3)
    for path in ("log", "charts", "tiles", "seats"):
        assert browser.get(f"/games/{board}/{path}").status_code == 200


@pytest.mark.parametrize("key", ["1880/nothing", "other/shares", "1880/%3Cb%3E"])
def test_unknown_lessons(browser, key):
    """They are not found, in words."""
    browser.get("/learn")
    answer = browser.send(f"/games/lessons/{key}", {})
    assert answer.status_code == 404
    assert "There is no lesson" in answer.text
    assert "<b>" not in answer.text.partition("<main")[2].partition("role")[0]


def test_a_lesson_that_is_no_more(browser, store, monkeypatch):
    """Its board is still a table."""
    board = opened(browser, FIRST)
    monkeypatch.setattr("tielu.web.lessons.answers.find_lesson", lambda _: None)
    assert browser.get(f"/games/{board}").status_code == 200
    assert act(browser, board, FIRST.steps[0].solution[0]).status_code == 200


def test_the_start_page_and_the_menu_lead_there(browser):
    """So do the empty list of games and the foot of other pages."""
    for path in ("/", "/games", "/revisions"):
        assert 'href="/learn"' in browser.get(path).text
    opened(browser, FIRST)
    assert '<li><a href="/learn">' in browser.page
