"""Clocks on pages: at the table, in the form for a new game, and on the page of an account."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

import pytest

from tests.store.conftest import Clock
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.people import visit_as
from tielu.clocks import BOT, CONSENT, TimeControl
from tielu.store import Store
from tielu.web.clocks.deadlines import expire_clock

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PEOPLE = ["Ann", "Bo", "Cy"]
ANN, BO, CY = range(3)


@pytest.fixture
def clock():
    """A clock that goes when a test tells it to."""
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    """An empty store."""
    with Store(tmp_path / "games.sqlite3", clock) as opened:
        yield opened


class Table:
    """A game with a clock, and a browser at each of its seats."""

    def __init__(self, store, come, control):
        made = store.create_game("1880", PEOPLE, undo="own", time_control=control)
        self.path, self.id, self.readers = f"/games/{made.id}", made.id, [come() for _ in PEOPLE]
        for reader, secret in zip(self.readers, made.secrets, strict=True):
            reader.get(f"{self.path}/seat/{secret}")

    def page(self, seat):
        return self.readers[seat].get(self.path).text

    def press(self, seat, what, **fields):
        self.page(seat)
        answer = self.readers[seat].send(f"{self.path}/{what}", fields)
        assert answer.status_code == 200, answer.text
        return answer.text


def clocks_of(page):
    """The times on the cards of the players, and in the ribbon first if one runs."""
    return [re.sub("<[^>]+>", "", each) for each in re.findall(r'role="timer".*?>(.*?</span>)</span>', page)]


def slow(when_over=BOT):
    return TimeControl(3 * DAY, DAY, 3 * DAY, when_over, "random")


def test_everybody_sees_all_clocks(store, clock, come):
    """In the ribbon the one that runs, on the cards all; a spectator's page is never much older."""
    table = Table(store, come, slow())
    clock.now += 30 * HOUR
    assert clocks_of(table.page(BO)) == ["1 d 18 h", "1 d 18 h", "3 d 0 h", "3 d 0 h"]
    assert clocks_of(come().get(table.path).text) == ["1 d 18 h", "1 d 18 h", "3 d 0 h", "3 d 0 h"]
    clock.now += 30 * HOUR
    page = table.page(ANN)
    assert clocks_of(page)[:2] == ["12:00 h", "12:00 h"]
    assert "24 h per turn, up to 3 days saved up" in page


def test_a_live_clock_shows_seconds(store, clock, come):
    """From the first action on; little time stands out."""
    table = Table(store, come, TimeControl(HOUR, timedelta(seconds=30), bot="random"))
    assert clocks_of(table.page(ANN)) == ["1:00:00"] * 3
    store.append(table.id, 0, {"type": "bid", "private": "P0", "amount": 5}, ANN)
    clock.now += timedelta(minutes=58, seconds=1)
    page = table.page(ANN)
    assert clocks_of(page) == ["1:59", "1:00:00", "1:59", "1:00:00"]
    assert "clock runs low" in page


def test_games_without_clocks_are_as_before(store, come):
    """No clock, no word of it, and nothing to look up."""
    table = Table(store, come, None)
    assert 'class="clock' not in table.page(ANN)
    assert "web_clock" not in table.page(ANN)


def test_represented_and_back(store, clock, come):
    """Everybody sees who is away; a button takes the seat back, and the chat tells both."""
    table = Table(store, come, slow())
    clock.now += 3 * DAY
    assert expire_clock(store, table.id)
    assert ">away</span>" in table.page(BO)
    page = table.page(ANN)
    assert "Random plays for you until you are back." in page
    assert "I’m back" in page
    assert "I’m back" not in table.page(BO)
    page = table.press(ANN, "back")
    assert store.game(table.id).seats[ANN].bot is None
    assert clocks_of(page)[0] == "1 d 0 h"
    texts = [message.text for message in store.talk.messages_since(table.id)]
    assert texts == ["Ann’s time is up. Random plays until Ann is back.", "Ann is back."]
    table.press(ANN, "back")
    assert len(store.talk.messages_since(table.id)) == 2


def test_the_others_agree(store, clock, come):
    """Each of them has a button, and the last one hands the seat over."""
    table = Table(store, come, slow(CONSENT))
    assert "Let Random play" not in table.page(BO)
    clock.now += 3 * DAY
    assert expire_clock(store, table.id)
    assert "time up" in table.page(ANN)
    assert "Let Random play" not in table.page(ANN)
    assert "Agreed to Random taking the seat: Bo." in table.press(BO, "hand-over")
    assert "Let Random play" not in table.page(BO)
    table.press(CY, "hand-over")
    assert store.game(table.id).seats[ANN].bot == "random"
    assert "I’m back" in table.page(ANN)
    texts = [message.text for message in store.talk.messages_since(table.id)]
    assert texts[1:] == [
        "Bo would like Random to play for Ann; that happens once all the others agree.",
        "All agree: Random plays until Ann is back.",
    ]


def test_the_form_for_a_new_game(browser, store):
    """Players with links may have a clock; what cannot be is said, with the form as it was."""
    for mode, clock in (("links", "days-24"), ("hot_seat", "days-24"), ("links", "")):
        browser.new_game(mode=mode, clock=clock)
    games = store.list_games().games
    (clock,) = store.clocks.of_games([each.id for each in games]).values()
    assert (len(games), clock.control.per_turn) == (3, DAY)
    assert sorted(each.pace for each in games) == ["", "", "days"]
    answer = browser.new_game(mode="links", clock="live", clock_minutes="0")
    assert (answer.status_code, 'name="clock_minutes" type="number"' in answer.text) == (400, True)
    assert 'value="live" selected' in answer.text


def test_programs_make_games_with_clocks(browser, store, clock):
    """And see what everybody has left; a clock that cannot be is refused."""
    wanted = {"initial": 86_400, "per_turn": 43_200, "most": 86_400, "bot": "random"}
    game = {"title": "1880", "players": PEOPLE}
    made = browser.client.post("/api/games", json={**game, "time_control": wanted}).json()["id"]
    clock.now += HOUR
    seats = browser.client.get(f"/api/games/{made}/seats").json()
    assert [seat["seconds_left"] for seat in seats] == [82_800, 86_400, 86_400]
    clock.now += DAY
    expire_clock(store, made)  # if the scheduler of this server has not been quicker
    assert browser.client.get(f"/api/games/{made}/seats").json()[0]["away"]
    for changes in ({"per_turn": 5}, {"bot": "grandmaster"}):
        sent = {**game, "time_control": {**wanted, **changes}}
        assert browser.client.post("/api/games", json=sent).status_code == 400


def test_nights_and_holidays_on_the_page_of_an_account(come, store):
    """They are set, shown, taken back, and refused if they leave no time to play."""
    ann = come()
    person = visit_as(ann, store, "Ann").id
    today = date(2026, 11, 20)
    for path, fields, status in (
        ("night", {"begins": "23:00", "ends": "07:30"}, 200),
        ("night", {"begins": "20:00", "ends": "10:00"}, 400),
        ("night", {"begins": "23:00", "ends": ""}, 400),
        ("holidays", {"first": "2026-11-20", "last": "2026-11-30"}, 200),
        ("holidays", {"first": "2026-12-24"}, 200),
        ("holidays", {"first": "soon"}, 400),
        ("holidays", {"first": "2027-01-01", "last": "2027-03-01"}, 400),
    ):
        ann.get("/account")
        assert ann.send(f"/account/{path}", fields).status_code == status, fields
    rest = store.people.rest(person)
    christmas = date(2026, 12, 24)
    assert (rest.night, rest.holidays) == (
        (time(23), time(7, 30)),
        ((today, today + 10 * DAY), (christmas, christmas)),
    )
    assert 'value="23:00"' in ann.get("/account").text
    ann.send("/account/holidays/remove", {"holiday": "2026-12-24/2026-12-24"})
    ann.get("/account")
    ann.send("/account/night", {"begins": "", "ends": ""})
    rest = store.people.rest(person)
    assert (rest.night, len(rest.holidays)) == (None, 1)
