"""An own run drawn on the page without a script: every state of it is an address."""

import gzip
import html
import json
import re

import pytest

from tests.golden_games import FOLDER
from tielu import Action, Game
from tielu.core.actions import RunTrains
from tielu.views.actions.runs import runs_to_show

# Recorded games, and the number of the run before which they are opened.
GAMES = {"1880": ("1880-2022-5p-202", 40), "1888": ("1888-2022-6p-808", 20)}


@pytest.fixture(params=sorted(GAMES))
def title(request):
    """Each title in turn."""
    return request.param


def before_a_run(store, title):
    """A recorded game before trains run: its id and the game."""
    name, number = GAMES[title]
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        data = json.load(file)["game"]
    runs = [at for at, action in enumerate(data["actions"]) if action["type"] == "run_trains"]
    game = Game.from_json({**data, "actions": data["actions"][: runs[number]]})
    return store.import_game(game.to_json(), mode="hot_seat").id, game


def begun(browser, store, title):
    """The page on which a drawing begins; the id of the game and the game."""
    game_id, game = before_a_run(store, title)
    browser.get(f"/games/{game_id}")
    (first,) = re.findall(r'name="run" value="([^"]+)" aria-pressed="false"', browser.page)
    browser.get(f"/games/{game_id}", params={"seq": browser.seq, "run": first})
    return game_id, game


def next_stops(browser):
    """The addresses behind the stops on the map that can follow; other track to the last one is left out."""
    found = re.findall(r'<a class="next-stop" href="([^"]+)" aria-label="Draw to', browser.page)
    return [html.unescape(each) for each in found]


def armed(browser):
    """What the main button would do, or None."""
    found = re.findall(r'<button class="main" data-main form="act" name="action" value="([^"]+)"', browser.page)
    return json.loads(html.unescape(found[0])) if found else None


def test_a_run_is_drawn_and_made(browser, store):
    """In 1880 any legal run may be made: the first stops that follow, until the train is at its end."""
    game_id, game = begun(browser, store, "1880")
    assert armed(browser) is None
    while next_stops(browser):
        browser.get(next_stops(browser)[-1])
    drawn = armed(browser)
    assert drawn["type"] == "run_trains"
    assert game.why_not(drawn) is None
    answer = browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": json.dumps(drawn)})
    assert answer.status_code == 200
    assert store.load(game_id).game.actions[-1].to_json() == drawn


def test_a_lower_run_cannot_be_made_where_the_rules_forbid_it(browser, store):
    """1888-N: no button makes it, the rule is cited, and one press makes the better run instead."""
    game_id, game = begun(browser, store, "1888")
    best = runs_to_show(game, game.legal_actions(), "en")[0]
    while not browser.page.count('data-rule="1888.income.maximum"'):
        browser.get(next_stops(browser)[-1])
    assert armed(browser) is None
    offers = [html.unescape(each) for each in re.findall(r'form="act" name="action" value="([^"]+)"', browser.page)]
    runs = [each for each in map(json.loads, offers) if each["type"] == "run_trains"]
    assert [Action.from_json(each) for each in runs] == [best.action]
    browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": json.dumps(runs[0])})
    assert store.load(game_id).game.actions[-1] == best.action


def test_the_page_tells_how_the_drawing_compares(browser, store, title):
    """What is drawn, what is still possible, and the best run, which is also on the map, out of sight."""
    _, game = begun(browser, store, title)
    best = runs_to_show(game, game.legal_actions(), "en")[0]
    figures = re.findall(r"<span(?: class=\"possible\")?>(\d+)<small>(?:drawn|still possible|best run)<", browser.page)
    assert figures == ["0", str(best.view.income), str(best.view.income)]
    browser.get(next_stops(browser)[0])
    (first,) = re.findall(r"<li><button[^>]*><b>(\d+)</b><span>", browser.page)
    (drawn,) = re.findall(r"<span>(\d+)<small>drawn<", browser.page)
    assert re.findall(r'class="total begun">(\d+)<', browser.page) == [first] == [drawn]
    assert '<g class="away" data-run="1">' in browser.page


def test_the_map_and_the_buttons_lead_to_the_same_drawings(browser, store, title):
    """Whoever cannot press the map presses the buttons below it; the drawing can be taken back."""
    game_id, _ = begun(browser, store, title)
    browser.get(next_stops(browser)[0])
    before = next_stops(browser)
    drawn = [html.unescape(each) for each in re.findall(r'name="run" value="([^"]+)"', browser.page)]
    for address in before:
        assert re.findall(r"run=([^&]+)", address.replace("%3A", ":").replace("%7E", "~"))[0] in drawn
    browser.get(next_stops(browser)[0])
    (back,) = re.findall(r'name="run" value="([^"]+)" class="take-back"', browser.page)
    browser.get(f"/games/{game_id}", params={"seq": browser.seq, "run": html.unescape(back)})
    assert next_stops(browser) == before


@pytest.mark.parametrize("wrong", ["{", "0:Z99.0", "7:", "0:" + "~" * 99, "0:F8.0_" * 999, "\x00"])
def test_what_is_no_drawing_leaves_the_best_run_armed(browser, store, title, wrong):
    """Nor is a drawing of another position one."""
    game_id, game = before_a_run(store, title)
    best = runs_to_show(game, game.legal_actions(), "en")[0].action.to_json()
    assert browser.get(f"/games/{game_id}", params={"run": wrong}).status_code == 200
    assert armed(browser) == best
    browser.get(f"/games/{game_id}", params={"seq": browser.seq - 1, "run": "0:"})
    assert (armed(browser), next_stops(browser)) == (best, [])


def test_who_may_not_act_draws_nothing(browser, other, store, title):
    """A spectator sees no stops to choose."""
    _, game = before_a_run(store, title)
    shared = store.import_game(game.to_json(), mode="links").id
    assert any(isinstance(each, RunTrains) for each in game.legal_actions())
    other.get(f"/games/{shared}", params={"run": "0:"})
    assert next_stops(other) == []
    assert 'name="run"' not in other.page
