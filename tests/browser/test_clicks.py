"""How many presses a turn takes."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import HEXES, Hand
from tests.browser.positions import cut, position

MOST_CLICKS = 6
COUNT = "addEventListener('click', press => window.clicks = (window.clicks ?? 0) + (press.detail ? 1 : 0), true)"
TURN = ["lay_tile", "pass", "run_trains", "pay_dividend", "pass"]


@pytest.mark.parametrize(("title", "start"), [("1880", 176), ("1888", 169)])
def test_a_typical_operating_turn_takes_six_clicks(page, store, title, start):
    """Lay a tile, no station marker, the best run, pay it out, no train; what only a power keeps open is not asked."""
    game_id = store.import_game(cut(title, start).to_json(), mode="hot_seat").id
    page.goto(f"/games/{game_id}")
    page.evaluate(COUNT)
    hand = Hand(page)
    hand.open_hex(page.locator(f"{HEXES} .hex").first.get_attribute("data-hex"))
    for press in (hand.do, hand.pass_on, hand.do, hand.do, hand.pass_on):
        before = hand.seq
        press()
        hand.arrived(before + 1)
    done = [action.type for action in store.load(game_id).game.actions[start:]]
    assert page.evaluate("window.clicks") <= MOST_CLICKS
    assert [kind for number, kind in enumerate(done) if kind != "pass" or done[number - 1] != "pass"] == TURN


def test_a_quick_amount_fills_the_field(page, store):
    """It is read in the field, the sentence and the main button before it is sent, like every other choice."""
    game = position("1880", "auction")
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    page.goto(f"/games/{game_id}")
    quick = page.locator(".bar .quick").last
    amount = quick.get_attribute("value")
    quick.click()
    expect(page.locator(".amount [name=amount]")).to_have_value(amount)
    expect(page.locator(".bar [data-main]")).to_contain_text(amount)
    assert store.load(game_id).game.actions == game.actions


@pytest.mark.parametrize("scripted", [True, False])
def test_enter_sends_the_amount_that_is_typed(readers, store, scripted):
    """Whoever types an amount and presses Enter gets this one, whatever amounts can be had at one press."""
    game_id = store.import_game(position("1880", "auction").to_json(), mode="hot_seat").id
    page = readers.at_desk(java_script_enabled=scripted)
    page.goto(f"/games/{game_id}")
    expect(page.locator(".bar .quick").first).to_be_visible()
    field = page.locator(".bar .amount [name=amount]")
    amount = int(page.locator(".bar .quick").last.get_attribute("value")) + 5
    field.fill(str(amount))
    field.press("Enter")
    expect(page.locator(".bar .amount [name=amount]")).not_to_have_value(str(amount))
    assert store.load(game_id).game.actions[-1].to_json()["amount"] == amount
