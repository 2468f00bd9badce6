"""Own runs drawn on the map, by mouse, keys and touch: 1880 takes any legal one, 1888-N only the best."""

import json

from playwright.sync_api import Locator, expect

from tests.browser.hand import Hand
from tests.browser.keys import Keys
from tests.browser.positions import cut, recorded
from tielu import Action, Game
from tielu.core.actions import RunTrains
from tielu.views.actions.runs import runs_to_show

THREE_TRAINS = ("0.2/1880-2022-4p-whole", 358)
NEXT_STOPS = "#map a.next-stop[aria-label^='Draw to']"


def before_a_run(name, number):
    """A recorded game before one of its runs."""
    data = recorded(name)
    runs = [at for at, action in enumerate(data["actions"]) if action["type"] == "run_trains"]
    return Game.from_json({**data, "actions": data["actions"][: runs[number]]})


def drawn(page):
    """How many stops are drawn for the train at hand."""
    return page.locator("#sheet .run-route li > button").count()


def test_an_own_run_is_drawn_and_accepted(page, store):
    """Stop by stop to the end of the train, once taken back by a key; the map and the bar keep their places."""
    game = before_a_run("1880-2022-5p-202", 40)
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    hand = Hand(page)
    page.goto(f"/games/{game_id}")
    page.get_by_role("button", name="Draw my own").click()
    expect(page.locator(NEXT_STOPS).first).to_be_visible()
    place = page.locator("#map").bounding_box()
    while page.locator(NEXT_STOPS).count():
        before = drawn(page)
        hand.use(page.locator(NEXT_STOPS).last)
        expect(page.locator("#sheet .run-route li > button")).to_have_count(before + 1)
        assert page.locator("#map").bounding_box() == place
    stops = drawn(page)
    page.keyboard.press("Backspace")
    expect(page.locator("#sheet .run-route li > button")).to_have_count(stops - 1)
    page.locator("#sheet .next-row button").last.click()
    expect(page.locator("#sheet .run-route li > button")).to_have_count(stops)
    wanted = hand.armed() or {}
    assert wanted["type"] == "run_trains"
    seq = hand.seq
    hand.do()
    hand.arrived(seq + 1)
    assert store.load(game_id).game.actions[-1] == Action.from_json(wanted)


def test_a_drawing_leaves_room_for_the_map(readers, store):
    """Of three trains one is at hand and the others share a row, in a puzzle too; on a phone and in a low window."""
    drawing = f"/games/{store.import_game(cut(*THREE_TRAINS).to_json(), mode='hot_seat').id}?run=0:~~"
    for page, least in ((readers.with_phone(), 230), (readers.reader(viewport={"width": 1280, "height": 720}), 225)):
        for path in (drawing, "/puzzles/1"):
            page.goto(path)
            if path != drawing:
                page.locator("main form[action^='/games/puzzles'] button").first.click()
            expect(page.locator(".take-up")).to_have_count(2)
            assert page.locator("#map").bounding_box()["height"] > least, path
            assert page.evaluate("(one => one.scrollHeight - one.clientHeight)(document.querySelector('#sheet'))") <= 0


def test_keys_take_up_trains_and_list_themselves(page, store):
    """A number takes up that train of the drawing; the question mark opens the list of keys and closes it again."""
    game = before_a_run("1880-2022-5p-202", 57)
    page.goto(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}")
    page.get_by_role("button", name="Draw my own").click()
    expect(page.locator("#sheet .run-route").nth(1).locator(".take-up")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator("#sheet .run-route").nth(1).locator(".take-up")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator("#sheet .run-route").nth(1).locator(".take-up")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("#keys dl")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys dl")).to_be_hidden()


def test_a_lower_run_is_refused_and_the_better_one_made(readers, store):
    """By keys at a desk and by touch: the main button is off, the rule is named, one press makes the best run."""
    game = before_a_run("1888-2022-6p-808", 20)
    best = runs_to_show(game, game.legal_actions(), "en")[0]
    desk, phone = readers.at_desk(), readers.with_phone()
    for page, use in ((desk, Keys(desk).press), (phone, Locator.tap)):
        game_id = store.import_game(game.to_json(), mode="hot_seat").id
        hand = Hand(page, use)
        page.goto(f"/games/{game_id}")
        hand.use(page.get_by_role("button", name="Draw my own"))
        expect(page.locator(NEXT_STOPS).first).to_be_visible()
        for stops in (1, 2):
            hand.use(page.locator(NEXT_STOPS).last)
            expect(page.locator("#sheet .run-route li > button")).to_have_count(stops)
        if page is desk:
            expect(page.locator("#map a.next-stop").first).to_be_focused()
            Keys(page).is_seen()
        expect(page.locator(".bar [data-rule]")).to_have_attribute("data-rule", "1888.income.maximum")
        expect(hand.main).to_be_disabled()
        seq = hand.seq
        hand.use(page.get_by_role("button", name="Run the best"))
        hand.arrived(seq + 1)
        made = store.load(game_id).game.actions[-1]
        assert isinstance(made, RunTrains)
        assert json.dumps(made.to_json()) == json.dumps(best.action.to_json())
