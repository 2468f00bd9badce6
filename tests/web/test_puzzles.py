"""Puzzles in the browser: the list, today's, and boards on which they are answered; without a script."""

import html
import json
import re
from datetime import UTC, datetime

import pytest

from tielu.actions import Pass
from tielu.i18n import LANGUAGES
from tielu.puzzles import KINDS, Verdict, all_puzzles, puzzle_of_day
from tielu.puzzles.words import say_hint, say_question, say_solution, solution_of

COUNT = len(all_puzzles())
OF_KIND = {kind: next(each for each in all_puzzles() if each.kind == kind) for kind in KINDS}


def opened(browser, puzzle):
    """Open the board of a puzzle as its page does; returns its id."""
    browser.get(f"/puzzles/{puzzle.number}")
    answer = browser.send(f"/games/puzzles/{puzzle.number}", {})
    assert answer.status_code == 200
    return re.findall(r'data-game="(\w+)"', answer.text)[0]


def act(browser, board, action):
    return browser.send(f"/games/{board}/act", {"seq": str(browser.seq), "action": json.dumps(action.to_json())})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_todays_puzzle_and_all_others(browser, lang):
    """Each with its question, and the numbers of those that are solved."""
    page = html.unescape(browser.get(f"/puzzles?lang={lang}").text)
    assert say_question(puzzle_of_day(datetime.now(UTC).date()), lang) in page
    assert all(f'href="/puzzles/{puzzle.number}"' in page for puzzle in all_puzzles())


def test_the_list_shows_what_was_chosen(browser):
    """By kind, title, difficulty and whether it is solved; a choice that is not offered counts as none."""
    page = browser.get("/puzzles?kind=rescue&title=1880&level=2").text
    listed = {int(number) for number in re.findall(r'class="card[^"]*" href="/puzzles/(\d+)"', page)}
    assert listed == {
        each.number for each in all_puzzles() if (each.kind, each.title, each.level) == ("rescue", "1880", 2)
    }
    assert len(re.findall(r'<span class="number">', browser.get("/puzzles?kind=x&level=9&state=y").text)) == COUNT
    assert "<ol" not in browser.get("/puzzles?state=solved").text


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind_is_solved_at_the_table(browser, kind):
    """Question, hint and solution stand on the board; the best answer is told as such and remembered."""
    puzzle = OF_KIND[kind]
    board = opened(browser, puzzle)
    page = html.unescape(browser.page)
    assert all(text in page for text in (say_question(puzzle, "en"), say_hint(puzzle, "en")))
    act(browser, board, solution_of(puzzle))
    page = html.unescape(browser.page)
    assert "That’s it" in page
    assert say_solution(puzzle, "en") in page
    assert int(browser.client.cookies["tielu_puzzles"], 16) == 1 << puzzle.number
    assert f"1 of {COUNT} solved" in browser.get("/puzzles").text


def test_a_wrong_answer_can_be_taken_back(browser):
    """A lesser lay is told as such, is not remembered, and after an undo the question is open again."""
    puzzle = OF_KIND["lay"]
    board = opened(browser, puzzle)
    answers = [each for each in puzzle.position().legal_actions() if puzzle.verdict(each) is Verdict.MISSED]
    act(browser, board, answers[0])
    assert "Not yet" in browser.page
    assert "tielu_puzzles" not in browser.client.cookies
    browser.send(f"/games/{board}/act", {"seq": str(browser.seq), "action": f'{{"type":"undo","to":{puzzle.at}}}'})
    assert "Your move" in browser.page


@pytest.mark.parametrize("kind", ["timing", "endgame"])
def test_a_lesser_answer_that_was_played_on_is_told_how_far_behind_it_is(browser, kind):
    """With the figures of the collection: nothing is played on while somebody waits."""
    puzzle = OF_KIND[kind]
    board = opened(browser, puzzle)
    lesser = puzzle.played[-1]
    act(browser, board, lesser.action)
    assert f"¥{round(lesser.behind)} (± ¥{round(lesser.error)}) behind the best answer" in browser.page


def test_passing_is_no_answer(browser):
    """Who passes is told to look again."""
    board = opened(browser, OF_KIND["lay"])
    act(browser, board, Pass())
    assert "does not answer" in browser.page


def test_the_best_run_is_hidden_until_it_is_asked_for(browser):
    """The table of a run puzzle begins with an empty drawing; nothing on it tells the best run."""
    puzzle = OF_KIND["run"]
    board = opened(browser, puzzle)
    assert "solution=1" not in browser.page
    best = html.escape(json.dumps(solution_of(puzzle).to_json(), separators=(",", ":")), quote=True)
    assert best not in browser.page
    assert "best run" not in re.sub(r"<aside.*?</aside>", "", browser.page, flags=re.DOTALL)
    shown = browser.get(f"/games/{board}?seq={puzzle.at}&solution=1").text
    assert best.replace("&quot;", "&#34;") in shown or best in shown


def test_others_see_a_board_and_open_their_own(browser, other):
    """A board is played by whoever opened it; from a visitor's page a new one begins."""
    puzzle = OF_KIND["takeover"]
    board = opened(browser, puzzle)
    page = other.get(f"/games/{board}").text
    assert "somebody else" in html.unescape(page)
    assert f'action="/games/puzzles/{puzzle.number}"' in page


@pytest.mark.parametrize("number", ["0", str(COUNT + 1), "x", "-1", "1" * 50, "١"])
def test_unknown_puzzles(browser, number):
    """A number without a puzzle is answered with 404, as a page, which names it, and as a drawing."""
    answer = browser.get(f"/puzzles/{number}")
    assert answer.status_code == 404
    assert f"There is no puzzle {number[:20]}" in answer.text
    assert browser.get(f"/puzzles/{number}.svg").status_code == 404


def test_the_drawing_of_a_puzzle(browser):
    """An SVG that may not run anything."""
    answer = browser.get("/puzzles/1.svg?lang=ja")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("cookie", ["zz", "f" * 65, "-1", ""])
def test_a_strange_cookie_is_none(browser, cookie):
    """What is not ours counts as nothing solved; forgetting empties it."""
    browser.client.cookies.set("tielu_puzzles", cookie)
    assert f"0 of {COUNT} solved" in browser.get("/puzzles").text
    browser.send("/puzzles/again", {})
    assert f"0 of {COUNT} solved" in browser.page
