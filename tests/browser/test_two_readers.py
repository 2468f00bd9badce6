"""Two people, each at their own screen: news without reloading, races, a lost connection, chat."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand

PLAYERS = ["Ann", "Bo", "Cy"]


@pytest.fixture
def game(store):
    """A new game with links, and the secrets of its seats."""
    return store.create_game("1880", PLAYERS, "2022", mode="links")


def seated(readers, game, seat):
    """Somebody who has opened the link of a seat, which leads to the table."""
    page = readers.at_desk()
    page.goto(f"/games/{game.id}/seat#{game.secrets[seat]}")
    expect(page.get_by_role("heading", name=", ".join(PLAYERS))).to_be_visible()
    page.evaluate("window.notReloaded = true")
    return Hand(page)


def not_reloaded(hand):
    return hand.page.evaluate("window.notReloaded === true")


def test_an_action_appears_at_the_other_screen(readers, game):
    """Who waits is offered nothing; when the other has acted, the page changes by itself and it is their turn."""
    ann, bo = seated(readers, game, 0), seated(readers, game, 1)
    assert ann.offers()
    assert bo.offers() == []
    ann.press_first("bid")
    bo.arrived(1)
    expect(bo.turn).to_contain_text("Bo · your decision")
    assert bo.offers()
    assert not_reloaded(bo)
    ann.arrived(1)
    assert ann.offers() == []


def test_what_is_being_typed_survives_news(readers, game):
    """News of an action leaves the half-written message of another and the focus where they are."""
    ann, bo = seated(readers, game, 0), seated(readers, game, 1)
    bo.open_drawer("Chat")
    message = bo.page.get_by_role("textbox", name="What you want to say")
    message.press_sequentially("I am thinking")
    ann.press_first("bid")
    bo.arrived(1)
    expect(message).to_have_value("I am thinking")
    expect(message).to_be_focused()


def test_log_is_live_too(readers, game):
    """A new entry appears in the log, and leads to its position without reloading the page."""
    ann, bo = seated(readers, game, 0), seated(readers, game, 1)
    ann.press_first("bid")
    bo.arrived(1)
    bo.page.locator(".log li[value='1'] > a").click()
    expect(bo.page).to_have_url(re.compile(r"[?]at=1$"))
    assert not_reloaded(bo)


def test_two_act_at_the_same_moment(readers, game, store):
    """One of two is quicker; the other is told so and sees the new position, and one action is in the log."""
    ann, same, held = seated(readers, game, 0), seated(readers, game, 0), []
    with same.page.expect_request("**/act"):
        same.page.route("**/act", lambda route: held.append(route))  # noqa: PLW0108  a bound method will not do
        same.press_first("pass")
    ann.press_first("bid")
    ann.arrived(1)
    held.pop().continue_()
    expect(same.page.get_by_role("alert")).to_contain_text("quicker")
    same.arrived(1)
    assert [action.type for action in store.load(game.id).game.actions] == ["bid"]
    readers.pardon("409")


def test_who_was_offline_catches_up(readers, game):
    """After the connection comes back the page shows all that has happened meanwhile."""
    ann, bo, cy = (seated(readers, game, seat) for seat in range(3))
    cy.page.context.set_offline(True)
    ann.press_first("bid")
    bo.arrived(1)
    bo.press_first("pass")
    bo.arrived(2)
    assert cy.seq == 0
    cy.page.context.set_offline(False)
    cy.arrived(2)
    assert cy.offers()
    assert not_reloaded(cy)
    readers.pardon("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK", "ERR_INCOMPLETE")


def test_a_message_arrives(readers, game):
    """What one writes the other reads, as text and not as markup."""
    ann, bo = seated(readers, game, 0), seated(readers, game, 1)
    said = "<img src=x onerror=alert(1)> <b>hello</b>"
    for hand in (ann, bo):
        hand.open_drawer("Chat")
    ann.page.get_by_role("textbox", name="What you want to say").fill(said)
    ann.page.get_by_role("button", name="Send").click()
    for hand in (ann, bo):
        expect(hand.page.get_by_text(said)).to_be_visible()
        assert hand.page.locator("img[src=x]").count() == 0
    assert not_reloaded(bo)
    expect(ann.page.get_by_role("textbox", name="What you want to say")).to_have_value("")


def hide(page):
    """The reader looks at another tab; a headless browser shows them all."""
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    }""")


def show(page):
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")


def test_many_tabs_of_one_browser(readers, game, store):
    """A browser has six connections to a server: tabs in the background leave some, and still hear what happens."""
    first = seated(readers, game, 0)
    tabs = [first.page]
    for _ in range(7):
        hide(tabs[-1])
        tabs.append(first.page.context.new_page())
        tabs[-1].goto(f"/games/{game.id}")
    last = Hand(tabs[-1])
    last.press_first("bid")
    last.arrived(1)
    expect(first.page.locator("#main")).to_have_attribute("data-entries", "1", timeout=30_000)
    show(first.page)
    store.append(game.id, 1, {"type": "pass"}, 1)
    first.arrived(2)
    assert not_reloaded(first)
