"""Open games on the pages: the lobby, a new one, inviting, joining, beginning, calling off, and the rematch."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from tests.web.people import TOKEN, post, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.test_accounts import code
from tests.web.test_results import finished
from tielu.clocks import TimeControl
from tielu.i18n import LANGUAGES, say
from tielu.store.open_game import OpenGameChoices
from tielu.store.schema import OPEN_GAMES
from tielu.web import limits
from tielu.web.clocks.words import say_time_left

CHOICES = OpenGameChoices("1880", "2022", 3, 4)
FORM = {"rules": "1880/2022", "fewest": "3", "most": "3"}

# Method and path: what is sent, and what the host, a guest, somebody else with an account, and a stranger are answered.
ROUTES: dict[tuple[str, str], tuple[dict[str, str], int, int, int, int]] = {
    ("GET", "/lobby"): ({}, 200, 200, 200, 200),
    ("GET", "/lobby/new"): ({}, 200, 200, 200, 303),
    ("POST", "/lobby/new"): (FORM, 303, 303, 303, 403),
    ("GET", "/lobby/{open_id}"): ({}, 200, 200, 200, 200),
    ("POST", "/lobby/{open_id}/join"): ({}, 303, 303, 303, 403),
    ("POST", "/lobby/{open_id}/leave"): ({}, 403, 303, 303, 403),
    ("POST", "/lobby/{open_id}/invite"): ({"name": "Di"}, 303, 403, 403, 403),
    ("POST", "/lobby/{open_id}/remove"): ({"person": "{guest}"}, 303, 403, 403, 403),
    ("POST", "/lobby/{open_id}/begin"): ({}, 303, 403, 403, 403),
    ("POST", "/lobby/{open_id}/call-off"): ({}, 303, 403, 403, 403),
}


@pytest.fixture
def people(come, store):
    """A browser and an account for each of some people, by their names."""
    found = {name: come() for name in ("Ann", "Bo", "Cy", "Di")}
    for name, browser in found.items():
        browser.person = visit_as(browser, store, name).id
    return found


def gathered(store, people, choices=CHOICES, names=("Bo", "Cy")):
    """An open game of Ann's, which these have joined."""
    open_id = store.open_games.make(people["Ann"].person, choices)
    for name in names:
        store.open_games.join(open_id, people[name].person)
    return open_id


def test_nobody_acts_for_the_host_or_a_guest(come, store, people):
    """Every route, asked by everybody; the operator is a stranger, too. What is refused changes nothing."""
    asking = {"stranger": come(), "operator": come("127.0.0.1"), "other": people["Di"]}
    asking |= {"guest": people["Bo"], "host": people["Ann"]}
    for (method, path), (fields, *expected) in ROUTES.items():
        open_id = gathered(store, people)
        answers = dict(zip(("host", "guest", "other", "stranger"), expected, strict=True))
        for name, browser in asking.items():
            before = store.open_games.get(open_id)
            sent = {key: value.replace("{guest}", people["Cy"].person) for key, value in fields.items()}
            address = path.replace("{open_id}", open_id)
            if method == "GET":
                answer = browser.client.get(address, follow_redirects=False)
            else:
                answer = post(browser, address, **sent)
            assert answer.status_code == answers["stranger" if name == "operator" else name], (path, name)
            if answer.status_code == 403:
                assert store.open_games.get(open_id) == before, (path, name)
        for each in store.open_games.of_person(people["Ann"].person):
            store.open_games.call_off(each.id, each.host)


def test_without_accounts_there_is_no_lobby(browser):
    """At home friends get links, as ever."""
    assert "mode=links" in browser.get("/").text
    assert "/lobby" not in browser.page
    assert browser.get("/lobby").status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_the_start_page_to_the_table(come, store, people, lang):
    """Ann opens a game and invites Bo by name and Cy by link; they join, and she begins it."""
    ann, bo, cy = (people[name] for name in ("Ann", "Bo", "Cy"))
    assert 'href="/lobby"' in ann.get(f"/?lang={lang}").text
    assert say("web_open_none", lang) in ann.get("/lobby").text
    ann.get("/lobby/new")
    sent = {**FORM, "most": "4", "visibility": "private", "pace": "days", "rated": "yes", "name": "Friday"}
    address = ann.send("/lobby/new", sent).url.path
    ann.send(f"{address}/invite", {"name": "bo"})
    assert say("web_invited", lang) in ann.page
    assert address in bo.get("/").text, "it is among the invitations"
    assert say("web_invites_you", lang, name="Ann") in bo.get(f"/lobby?lang={lang}").text
    bo.send(f"{address}/join", {})
    assert say("web_open_missing", lang, count=1) in bo.page
    assert f"{address}/begin" not in ann.get(address).text
    cy.get(address)
    cy.send(f"{address}/join", {})
    ann.get(address)
    table = ann.send(f"{address}/begin", {})
    game = table.url.path.rpartition("/")[2]
    info = store.game(game)
    assert (info.name, info.visibility, info.rated, info.pace) == ("Friday", "private", True, "days")
    assert sorted(info.players) == ["Ann", "Bo", "Cy"]
    assert bo.get(address).url.path == f"/games/{game}"
    assert f"/games/{game}" in bo.get("/").text
    assert people["Di"].get(f"/games/{game}").status_code == 404
    assert game not in people["Di"].get("/lobby").text


def test_bots_a_clock_and_a_game_that_begins_by_itself(store, people):
    """What was chosen is there: bots for whoever is missing, the clock, whether spectators talk."""
    ann = people["Ann"]
    ann.get("/lobby/new")
    more = {"bot": "clerk", "spectators": "talk", "clock": "live-60", "pace": "days", "undo": "consent"}
    address = ann.send("/lobby/new", {**FORM, **more}).url.path
    game = ann.send(f"{address}/begin", {}).url.path.rpartition("/")[2]
    info = store.game(game)
    assert [seat.bot for seat in info.seats].count("clerk") == 2
    assert (info.spectators_talk, info.pace, info.undo) == (True, "live", "consent")
    assert store.clocks.of(game).control.initial == timedelta(minutes=60)
    ann.get("/lobby/new")
    address = ann.send("/lobby/new", {**FORM, "starts": "full"}).url.path
    for name in ("Bo", "Cy"):
        people[name].get(address)
        people[name].send(f"{address}/join", {})
    assert people["Cy"].get(address).url.path.startswith("/games/")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"fewest": "4"}, "fewest_above_most"),
        ({"most": "x"}, "wrong_player_count"),
        ({"visibility": "x"}, "unknown_choice"),
        ({"bot": "x"}, "unknown_bot"),
        ({"clock": "x"}, "clock_unknown"),
    ],
)
def test_a_refused_form_keeps_what_was_typed(store, people, fields, expected):
    """With the reason, and nothing is made."""
    people["Ann"].get("/lobby/new")
    answer = people["Ann"].send("/lobby/new", {**FORM, "name": "My game", **fields})
    assert code(answer) == (400, expected)
    assert 'value="My game"' in answer.text
    assert store.open_games.of_person(people["Ann"].person) == []


def test_the_lobby_shows_what_is_wished_for(come, store, people):
    """Public games with free seats, by title, number, pace, rating and language; a stranger reads it, too."""
    first = gathered(store, people, replace(CHOICES, language="de"), names=["Bo"])
    slow = TimeControl(timedelta(hours=72), timedelta(hours=24), timedelta(hours=72), "wait")
    rated = store.open_games.make(
        people["Bo"].person, replace(CHOICES, title="1888", rated=True, pace="days", time_control=slow, fewest=2)
    )
    hidden = store.open_games.make(people["Cy"].person, replace(CHOICES, visibility="link"))
    watched, private = (store.create_game("1880", ["Xu", "Yan", "Zoe"], visibility=each) for each in ("public", "link"))
    stranger = come()
    page = stranger.get("/lobby").text
    assert [each in page for each in (first, rated, watched.id, hidden, private.id)] == [True] * 3 + [False] * 2
    assert "/join" not in page, "who is not signed in cannot join"
    for wish, found in (
        ("title=1888", [rated]),
        ("players=2", [rated]),
        ("pace=live", [first]),
        ("rated=no", [first]),
        ("language=de", [first]),
        ("title=1888&pace=live", []),
        ("title=x&players=99&pace=x&rated=x&language=x", [first, rated]),
    ):
        page = stranger.get(f"/lobby?{wish}").text
        assert [each for each in (first, rated) if each in page] == found, wish
    assert watched.id not in stranger.get("/lobby?title=1888").text
    assert f"/lobby/{first}/join" in people["Di"].get("/lobby").text


def test_refusals_are_told_on_the_page(store, people):
    """A name that nobody has, no free seat, somebody who was removed; the page is the one that they were on."""
    open_id = gathered(store, people, replace(CHOICES, most=3))
    path, ann, di = f"/lobby/{open_id}", people["Ann"], people["Di"]
    ann.get(path)
    answer = ann.send(f"{path}/invite", {"name": "Nobody"})
    assert (code(answer), 'value="Nobody"' in answer.text) == ((404, "no_such_person"), True)
    di.get(path)
    assert f"{path}/join" not in di.page
    di.get("/lobby")
    assert code(post(di, f"{path}/join")) == (403, "open_game_full")
    store.open_games.remove(open_id, ann.person, people["Bo"].person)
    assert code(post(people["Bo"], f"{path}/join")) == (403, "removed_from_open_game")
    assert people["Ann"].get(path).text.count("/remove") == 1
    store.open_games.call_off(open_id, ann.person)
    assert code(ann.get(path)) == (404, "no_such_open_game")


def test_a_link_is_found_again_after_signing_in(come, store, people):
    """Whoever opens it as a stranger finds the game on the start page when they are signed in."""
    open_id = gathered(store, people, replace(CHOICES, visibility="link"), names=())
    new = come()
    assert say("web_sign_in_to_join", "en") in new.get(f"/lobby/{open_id}").text
    visit_as(new, store, "Eve")
    assert f"/lobby/{open_id}/join" in new.get("/").text
    new.send(f"/lobby/{open_id}/join", {})
    assert "Eve" in [each.name for each in store.open_games.get(open_id).joined]
    other = come()
    other.get(f"/lobby/{open_id}")
    visit_as(other, store, "Fay")
    post(other, f"/lobby/{open_id}/leave")
    assert open_id not in other.get("/").text


def test_too_many_invitations(come, store, monkeypatch):
    """From one address, whoever is named."""
    monkeypatch.setitem(limits.BY_ADDRESS, "invitations", "2/hour")
    ann = come("198.51.100.7")
    open_id = store.open_games.make(visit_as(ann, store, "Ann").id, CHOICES)
    tries = [post(ann, f"/lobby/{open_id}/invite", name="Nobody").status_code for _ in range(3)]
    assert tries == [404, 404, 429]


def test_a_rematch_gathers_the_same_people(store, people, tmp_path):
    """Whoever presses first invites the others, who join by the same button; the chat tells them once."""
    game = finished(store, "1880").id
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        store.people.take_seat(people[name].person, game, seat)
    gathered(store, people)
    engine = sa.create_engine(f"sqlite:///{tmp_path}/games.sqlite3", poolclass=sa.NullPool)
    with engine.begin() as connection:  # as if it had begun as an open game
        connection.execute(sa.update(OPEN_GAMES).values(game=game))
    address = post(people["Bo"], f"/games/{game}/rematch").headers["location"]
    assert address.startswith("/lobby/")
    assert {post(people[name], f"/games/{game}/rematch").headers["location"] for name in ("Bo", "Cy")} == {address}
    found = store.open_games.get(address.rpartition("/")[2])
    assert ([each.name for each in found.joined], [each.name for each in found.invited]) == (["Bo", "Cy"], ["Ann"])
    assert [each.text for each in store.talk.messages_since(game)] == [say("results_rematch_open", "en", name="Bo")]


def test_my_games_tell_how_long_i_have(store, people):
    """Those in which I must decide come first, the most urgent one before all."""
    ann, times = people["Ann"], {}
    for hours in (48, 24):
        control = TimeControl(timedelta(hours=hours), timedelta(hours=hours), timedelta(hours=hours), "wait")
        times[hours] = store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=control).id
        store.people.take_seat(ann.person, times[hours], 0)
    other = store.create_game("1880", ["Bo", "Ann", "Cy"]).id
    store.people.take_seat(ann.person, other, 1)
    page = ann.get("/").text
    order = re.findall(r'id="game-(\w+)"', page)
    assert order == [times[24], times[48], other]
    possible = [say_time_left(timedelta(hours=23, minutes=each), "en", live=False) for each in range(50, 60)]
    assert any(say("web_card_time_left", "en", time=each) in page for each in possible)


def test_names_cannot_break_the_page(store, people):
    """Whatever the game or its host is called."""
    name = '<b onmouseover="x">'
    store.people.change(people["Ann"].person, name=name)
    open_id = store.open_games.make(people["Ann"].person, replace(CHOICES, name=name))
    for path in ("/lobby", f"/lobby/{open_id}"):
        assert name not in people["Bo"].get(path).text
    assert TOKEN not in people["Bo"].page
