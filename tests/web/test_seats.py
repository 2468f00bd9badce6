"""Seats and strangers: links, forms of others, markup in names, headers, limits."""

import html
import json
import re

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import PLAYERS
from tielu.errors import TooLarge
from tielu.i18n import say_error
from tielu.web import create_app
from tielu.web.middleware import LARGEST_FORM


def seat_links(page):
    """The links on a page, as they were before the secret stood behind `#`: whoever opens one is at the table."""
    found = re.findall(r'<dd><a href="http://localhost(/games/\w+/seat)#(\w+)">', page)
    return [f"{path}/{secret}" for path, secret in found]


@pytest.fixture
def links(browser):
    """The links of a game in which everyone has their own screen."""
    browser.new_game(mode="links", undo="consent")
    found = seat_links(browser.page)
    assert len(found) == 3
    return found


def open_seat(who, link):
    path = link.partition("/seat/")[0]
    assert who.get(link).url.path == path
    return path


def cookies(answer):
    """The cookies an answer sets: name, and attributes in small letters."""
    found = [each.split("; ") for each in answer.headers.get_list("set-cookie")]
    return {first.partition("=")[0]: {each.lower() for each in rest} for first, *rest in found}


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_for_our_pages_only(store, browser, scheme):
    """No script and no other site gets them; secrets go to the pages of their game alone, and not into the open."""
    with TestClient(create_app(store), base_url=f"{scheme}://localhost") as client:
        who = type(browser)(client)
        first = cookies(who.get("/?lang=de&theme=dark"))
        made = cookies(who.new_game(mode="links"))
        path = f"/games/{store.list_games().games[0].id}"
        (secret, *_) = re.findall(r'<dd><a href="[^"]+/seat#(\w+)">', who.page)
        who.get(f"{path}/seat")
        seat = cookies(who.send(f"{path}/seat", {"link": secret}, follow_redirects=False))
    assert set(first) == {"tielu_form", "tielu_lang", "tielu_theme"}
    for answer, name in ((made, "tielu_games"), (seat, "tielu_games"), (made, "tielu_name")):
        # They have no secret and open nothing, so they may come along from a link in a letter.
        assert {"httponly", "samesite=lax", "path=/"} <= answer.pop(name)
    assert (set(made), set(seat)) == ({"tielu_keeper"}, {"tielu_seat"})
    for attributes in (first | made | seat).values():
        assert "httponly" in attributes
        assert attributes & {"samesite=strict", "samesite=lax"}
        assert not any(each.startswith("domain") for each in attributes)
    for attributes in (made | seat).values():
        assert f"path={path}".lower() in attributes
    for attributes in (first["tielu_form"], *(made | seat).values()):
        assert ("secure" in attributes) == (scheme == "https")


def test_a_link_leaves_no_secret_in_an_address(browser, other, store):
    """Behind the `#` no server and no proxy sees it; the form takes it, or the whole link, and goes to the table."""
    made = store.create_game("1880", PLAYERS)
    path = f"/games/{made.id}"
    page = other.get(f"{path}/seat")
    assert 'name="link"' in page.text
    assert page.headers["Referrer-Policy"] == "same-origin"
    for link, name in (
        (made.secrets[0], "Ann"),
        (f" http://localhost{path}/seat#{made.secrets[1]}\n", "Bo"),
        (f"http://localhost{path}/seat/{made.secrets[2]}", "Cy"),
    ):
        other.get(f"{path}/seat")
        assert str(other.send(f"{path}/seat", {"link": link}).url) == f"http://localhost{path}"
        assert f"You play as {name}" in html.unescape(other.get(f"{path}/seat").text), "the latest link counts"
    for wrong in ("", "x", f"{path}/seat#", made.secrets[0][:-1], "Ann"):
        browser.get(f"{path}/seat")
        assert browser.send(f"{path}/seat", {"link": wrong}).status_code in (400, 403)
    browser.get(path)
    assert browser.buttons == []


def test_older_links_still_work(other, store):
    """Those that people have from before: they set the cookie and lead to an address without the secret."""
    made = store.create_game("1880", PLAYERS)
    answer = other.get(f"/games/{made.id}/seat/{made.secrets[0]}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{made.id}")
    assert {"httponly", "samesite=lax", f"path=/games/{made.id}".lower()} <= cookies(answer)["tielu_seat"]
    other.get(f"/games/{made.id}")
    assert other.buttons


def test_each_seat_acts_for_itself(browser, other, links):
    """Ann sees buttons and acts; Bo sees none before, and is refused if he sends an action all the same."""
    path = open_seat(browser, links[0])
    open_seat(other, links[1])
    assert browser.buttons
    assert other.buttons == []
    action = browser.buttons[0]
    assert other.send(f"{path}/act", {"seq": 0, "action": action}).status_code == 403
    assert browser.send(f"{path}/act", {"seq": 0, "action": action}).status_code == 200
    other.get(path)
    assert other.buttons


def test_who_has_no_seat_watches(browser, other, links):
    """Without a link one sees the game, and can neither act nor talk nor delete."""
    path = open_seat(browser, links[0])
    other.get("/")
    token = other.token
    assert other.get(path).status_code == 200
    assert other.buttons == []
    for do, data in (("act", {"seq": 0, "action": browser.buttons[0]}), ("chat", {"text": "hello"}), ("delete", {})):
        assert other.client.post(f"{path}/{do}", data={**data, "token": token}).status_code == 403
    assert other.get(f"{path}/seat/wrong").status_code == 403
    assert other.get(f"{path}/delete").status_code == 403
    browser.send(f"{path}/act", {"seq": 0, "action": browser.buttons[0]})
    assert any("ask_undo" in each for each in browser.buttons)
    other.get(path)
    assert other.buttons == []


def test_an_undo_is_asked_for(browser, other, links, app):
    """Where consent is needed the others are asked, and one of them can decline."""
    path = open_seat(browser, links[0])
    open_seat(other, links[1])
    browser.send(f"{path}/act", {"seq": 0, "action": browser.buttons[0]})
    ask = next(each for each in browser.buttons if "ask_undo" in each)
    browser.send(f"{path}/act", {"seq": 1, "action": ask})
    assert browser.buttons == []
    other.get(path)
    assert {json.loads(each)["type"] for each in other.buttons} >= {"agree_undo", "decline_undo"}
    asked = other.page[other.page.index('class="sheet"') : other.page.index('id="decide"')]
    assert f"<li>{PLAYERS[0]}: Bid ¥5 for P0</li>" in asked, "what is to be taken back, before all else"
    assert other.send(f"{path}/act", {"seq": 2, "action": '{"type":"decline_undo"}'}).status_code == 200
    assert not any("agree_undo" in each for each in other.buttons)


def test_an_undo_that_would_be_refused_is_not_offered(browser, other, store):
    """Where players take back their own actions only, the others have no button for it."""
    made = store.create_game("1880", PLAYERS, undo="own")
    path = f"/games/{made.id}"
    for reader, secret in zip((browser, other), made.secrets, strict=False):
        open_seat(reader, f"{path}/seat/{secret}")
    store.append(made.id, 0, {"type": "pass"}, 0)
    undo = '{"type":"undo","to":0}'
    browser.get(path)
    other.get(path)
    assert undo in browser.buttons
    assert undo not in other.buttons
    store.append(made.id, 1, {"type": "pass"}, 1)
    browser.get(path)
    assert not any("undo" in each for each in browser.buttons)


def test_talking(browser, links):
    """What is said stands on the page under the speaker's name, its markup as text."""
    path = open_seat(browser, links[0])
    browser.send(f"{path}/chat", {"text": "<b>well</b>"})
    assert "<strong>Ann:</strong>" in browser.page
    assert "&lt;b&gt;well&lt;/b&gt;" in browser.page


def test_the_seat_has_its_language(browser, other):
    """A seat was given a language; its pages speak it until the reader chooses another."""
    browser.new_game(mode="links", languages=["ja", "en", "de"])
    path = open_seat(other, seat_links(browser.page)[0])
    assert '<html lang="ja"' in other.page
    assert '<html lang="de"' in other.get(path + "?lang=de").text


@pytest.mark.parametrize("token", [None, "", "x" * 43, "ü"])
def test_a_form_of_others_is_refused(browser, game, store, token):
    """Without the token, or with a wrong one, nothing happens."""
    data = {"seq": "0", "action": browser.buttons[0]} | ({} if token is None else {"token": token})
    table = [f"/games/{game}/{each}" for each in ("act", "chat", "delete", "restore", "language", "seats/0/link")]
    for path in ("/games", "/new", "/import", *table):
        answer = browser.client.post(
            path, data={**data, "rules": "1880/2022", "players": ["A", "B", "C"], "seats": 3, "language": "de"}
        )
        assert answer.status_code in ({403, 400} if path == "/import" else {403}), path
    assert len(store.list_games().games) == 1
    assert store.load(game).seq == 0


def test_the_token_needs_its_cookie(browser, game):
    """A token alone, which a foreign page might have got for itself, is not enough."""
    token = browser.token
    browser.client.cookies.clear()
    answer = browser.client.post(f"/games/{game}/act", data={"token": token, "seq": 0, "action": "{}"})
    assert answer.status_code == 403


def test_markup_in_names_is_text(browser):
    """Names of players and games are shown as they were typed, and never obeyed."""
    name = "<script>a</script>"
    answer = browser.new_game(players=[name, '"><img src=x>', "Cy"], name="<i>it</i>")
    assert answer.status_code == 200
    for page in (answer.text, browser.get("/").text):
        assert "<script>" not in page
        assert "<img src=x" not in page
        assert "<i>" not in page
    assert html.escape(name) in answer.text


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/tielu.css", "/api/openapi.json"])
def test_headers(browser, path):
    """Every answer carries them."""
    headers = browser.get(path).headers
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    if not path.startswith("/static/"):
        assert headers["cache-control"] == "no-store"


def test_pages_keep_to_their_policy(browser, game):
    """No script and no style stands in a page; the one script it names is a file of ours."""
    page = browser.get(f"/games/{game}").text
    assert not re.search(r"<script(?! src=./static/)|<script[^>]*>[^<]|<style|\sstyle=|\son\w+=", page)


def test_too_much_is_refused(browser, game):
    """Nobody sends more than a game can be."""
    answer = browser.send(f"/games/{game}/chat", {"text": "x" * LARGEST_FORM}, headers={"Accept-Language": "de"})
    assert answer.status_code == 413
    assert 'data-code="too_large"' in answer.text
    assert '<html lang="de"' in answer.text
    assert "frame-ancestors" in answer.headers["content-security-policy"]
    told = browser.client.post("/api/games", content=b"[" * (LARGEST_FORM + 1), headers={"Accept-Language": "ja"})
    assert (told.status_code, told.json()["code"]) == (413, "too_large")
    assert told.json()["text"] == say_error(TooLarge("too_large", kilobytes=256), "ja")


def test_other_names_of_the_server_are_refused(browser):
    """A foreign name that points at this machine gets nothing."""
    answer = browser.get("/", headers={"Host": "evil.example:80"})
    assert answer.status_code == 400
    assert 'data-code="foreign_host"' in answer.text
    assert "evil.example" in answer.text
    told = browser.client.get("/api/games", headers={"Host": "<evil>"})
    assert (told.status_code, told.json()["code"]) == (400, "foreign_host")


@pytest.mark.parametrize(
    ("host", "alone", "shared"),
    [
        ("localhost:1880", 200, 200),
        ("[::1]:1880", 200, 200),
        ("192.168.1.7:1880", 400, 200),
        ("[fe80::1]", 400, 200),
        ("play.example", 400, 200),
        ("192.168.1.7.evil.example", 400, 400),
        ("evil.example", 400, 400),
        ("", 400, 400),
    ],
)
def test_names_of_a_shared_server(store, host, alone, shared):
    """Shared, it answers under its names and under any address of numbers, which nobody can give to a foreign page."""
    for app, status in (
        (create_app(store), alone),
        (create_app(store, ["localhost", "::1", "play.example"], addresses=[]), shared),
    ):
        with TestClient(app) as client:
            assert client.get("/", headers={"Host": host}).status_code == status


def test_a_mistake_of_ours_shows_no_trace(browser, store, monkeypatch, caplog):
    """The reader is told that something went wrong, with the headers of every page; the log has the rest."""

    def fail(**_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(store, "list_games", fail)
    answer = browser.get("/")
    assert answer.status_code == 500
    assert 'data-code="failed"' in answer.text
    assert "secret detail" not in answer.text
    assert "frame-ancestors" in answer.headers["content-security-policy"]
    assert "secret detail" in caplog.text


# ---- a lost link ----


def test_who_made_the_game_gives_out_a_new_link(browser, other, links, store):
    """The old link opens nothing any more, the new one does, and the chat tells everyone."""
    path = links[1].partition("/seat/")[0]
    browser.get(f"{path}/seats")
    assert browser.page.count("/link") == 3
    answer = browser.send(f"{path}/seats/1/link", {})
    assert answer.status_code == 200
    (fresh,) = seat_links(answer.text)
    assert other.get(links[1]).status_code == 403
    assert other.get(fresh).status_code == 200
    assert "Bo" in store.talk.messages_since(path.rpartition("/")[2])[-1].text


def test_nobody_else_gives_out_links(browser, other, links):
    """Neither another player nor somebody who watches; they read whom to ask."""
    path = links[1].partition("/seat/")[0]
    other.get(f"{path}/seats")
    assert "/link" not in other.page
    other.get("/")
    assert other.send(f"{path}/seats/1/link", {}).status_code == 403
    open_seat(other, links[0])
    other.get("/")
    answer = other.send(f"{path}/seats/1/link", {})
    assert (answer.status_code, 'data-code="keeper_needed"' in answer.text) == (403, True)
    assert other.get(links[1]).status_code == 200


@pytest.mark.parametrize(("number", "status"), [("3", 404), ("-1", 404), ("x", 400), ("99999999999999999999", 404)])
def test_a_link_for_no_seat(browser, links, number, status):
    """A seat that is not there gets none."""
    path = links[0].partition("/seat/")[0]
    browser.get(f"{path}/seats")
    assert browser.send(f"{path}/seats/{number}/link", {}).status_code == status


def test_at_one_screen_there_are_no_links(browser, game):
    """Neither on the page of the seats nor by asking."""
    browser.get(f"/games/{game}/seats")
    assert "/link" not in browser.page
    browser.get("/")
    assert browser.send(f"/games/{game}/seats/0/link", {}).status_code == 400


def test_a_seat_changes_its_language(browser, links, store):
    """For this seat only, and only to one there is."""
    path = open_seat(browser, links[1])
    browser.get(f"{path}/seats")
    assert browser.send(f"{path}/language", {"language": "ja"}).status_code == 200
    assert [seat.language for seat in store.game(path.rpartition("/")[2]).seats] == ["en", "ja", "en"]
    browser.get(f"{path}/seats?lang=en")
    assert browser.send(f"{path}/language", {"language": "tlh"}).status_code == 400


def test_links_for_friends(store, browser):
    """Opened on the machine itself, the page of a shared server names its address in the network."""
    assert "tielu play --share" in browser.new_game(mode="links").text
    with TestClient(create_app(store, addresses=["http://192.168.1.7:1880/"]), base_url="http://localhost") as client:
        host = type(browser)(client)
        page = host.new_game(mode="links").text
        assert "tielu play --share" not in page
        assert len(re.findall(r'href="http://192\.168\.1\.7:1880/games/\w+/seat#\w+"', page)) == 3
        client.base_url = "http://10.0.0.5:1880"
        page = host.new_game(mode="links").text
        assert len(re.findall(r'href="http://10\.0\.0\.5:1880/games/\w+/seat#\w+"', page)) == 3


def test_each_link_can_be_copied_and_photographed(browser):
    """A hook for the script, and a picture that nothing in it can disturb."""
    page = browser.new_game(mode="links").text
    assert re.findall(r'data-copy="([^"]+)"', page) == re.findall(r'<dd><a href="([^"]+)"', page)
    assert page.count('class="code"') == 3
