"""Coming back: what happened since the last visit, what is pointed out, and the steps through the history."""

import re
from types import SimpleNamespace

import pytest

from tests.web.test_log import recorded, texts
from tielu.core.actions import Bid
from tielu.web.table import visits


@pytest.fixture
def clock(monkeypatch):
    """Seconds, which the test lets go by."""
    now = [1_000_000]
    monkeypatch.setattr(visits, "time", SimpleNamespace(time=lambda: now[0]))
    return now


@pytest.fixture
def played(store):
    """A game with links in which the first two have bid."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"])
    store.append(made.id, 0, Bid("P0", 5), 0)
    store.append(made.id, 1, Bid("P0", 10), 1)
    return made


def missed(page):
    """The lines of the panel, empty if there is none."""
    panel = re.search(r'<section class="missed".*?</section>', page, re.DOTALL)
    lines = re.findall(r"<b>(.*?)</a>", panel[0], re.DOTALL) if panel else []
    return [re.sub(r"<[^>]+>", "", each) for each in lines]


def test_who_comes_back_is_told_what_happened(browser, store, played, clock):
    """Turn by turn, until it is put away; what comes while they are there is no news."""
    here = f"/games/{played.id}"
    assert missed(browser.get(here).text) == []
    clock[0] += visits.PAUSE + 1
    store.append(played.id, 2, Bid("P0", 15), 2)
    assert missed(browser.get(here).text) == ["Cy bids ¥15 on P0"]
    store.append(played.id, 3, Bid("P0", 20), 0)
    assert missed(browser.get(here).text) == ["Cy bids ¥15 on P0"]
    assert missed(browser.get(f"{here}?seen=1").text) == []
    assert missed(browser.get(here).text) == []


def test_on_another_device_a_player_has_missed_what_came_after_their_action(browser, played):
    """Which needs no cookie; who has acted since has seen it."""
    browser.get(f"/games/{played.id}/seat/{played.secrets[0]}")
    assert missed(browser.get(f"/games/{played.id}").text) == ["Bo bids ¥10 on P0"]


def test_acting_puts_it_away(browser, store, played, clock):
    """A player who goes on needs no more of it."""
    here = f"/games/{played.id}"
    browser.get(f"{here}/seat/{played.secrets[0]}", follow_redirects=False)
    store.append(played.id, 2, Bid("P0", 15), 2)
    assert len(missed(browser.get(here).text)) == 2
    store.append(played.id, 3, Bid("P0", 20), 0)
    assert missed(browser.get(here).text) == []


def test_a_hidden_page_has_seen_nothing(browser, store, played, clock):
    """What it loads while nobody looks is told when somebody does."""
    here = f"/games/{played.id}"
    browser.get(here)
    clock[0] += visits.PAUSE + 1
    store.append(played.id, 2, Bid("P0", 15), 2)
    browser.get(here, headers={"Tielu-Hidden": "1"})
    assert missed(browser.get(here).text) == ["Cy bids ¥15 on P0"]


@pytest.mark.parametrize("value", ["", "1.2.3", "x", "9" * 40, "1.2.3.4.5", "-1.2.3.4", "999.1.999.0"])
def test_a_cookie_that_is_none_is_nothing(browser, played, value):
    """Whatever it says, the page is there and nothing is told that has not happened."""
    browser.client.cookies.set("tielu_seen", value, path=f"/games/{played.id}")
    assert browser.get(f"/games/{played.id}").status_code == 200
    assert missed(browser.page) == []


def test_last_moves_are_marked_on_map_and_market(browser, store):
    """Rings on hexes and arrows to markers: of the last turn in an earlier position, in the present since one acted."""
    game = recorded(store, "1880-2022-5p-202", 268)
    browser.get(f"/games/{game}?at=241")
    assert re.findall(r'data-moved="(\w+)"', browser.page) == []
    browser.get(f"/games/{game}?at=261")
    assert re.findall(r'data-moved="(\w+)"', browser.page) == ["QSR"]


def test_steps_pass_over_what_was_taken_back(browser, store, game):
    """Each step shows another position; what was taken back is reached by its number only."""
    for seq, entry in enumerate((Bid("P0", 5), Bid("P0", 10), {"type": "undo", "to": 1}, Bid("P0", 15))):
        store.append(game, seq, entry, 0)
    steps = dict(re.findall(r'data-step="(\w+)" href="([^"]+)"', browser.get(f"/games/{game}").text))
    assert steps["earlier"] == f"/games/{game}?at=1"
    steps = dict(re.findall(r'data-step="(\w+)" href="([^"]+)"', browser.get(f"/games/{game}?at=1").text))
    assert steps["later"] == f"/games/{game}"
    assert browser.get(f"/games/{game}?at=2").status_code == 200


def test_an_earlier_position_says_what_happened(browser, store):
    """In the bar, beside the way back to the present."""
    game = recorded(store, "1880-2022-5p-202", 268)
    browser.get(f"/games/{game}?at=261")
    bar = browser.page[browser.page.index('class="bar"') :]
    assert "Bo buys a share of JLR for ¥60." in bar
    assert "Back to now" in bar
    assert texts(browser.page, "round-begins")[0] == "SR 4"


def test_the_tab_says_that_it_is_your_turn(browser, store):
    """With a mark, so that it is found among others."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"])
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    assert "<title>● Your turn – Ann, Bo, Cy – Tielu</title>" in browser.get(f"/games/{made.id}").text
    store.append(made.id, 0, Bid("P0", 5), 0)
    assert "<title>Ann, Bo, Cy – Tielu</title>" in browser.get(f"/games/{made.id}").text
