"""Whoever means harm: forms of other pages, texts that are none, addresses, floods; what answers and logs give away."""

import gzip
import html
import json
import logging
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.pool import QueuePool

from tests.web.conftest import PLAYERS
from tielu.errors import InvalidInput
from tielu.store import Progress, Store, StoreError
from tielu.store.database import _WRITERS, MAX_WRITERS
from tielu.store.models import LONGEST_NOTE
from tielu.web import create_app
from tielu.web.middleware import LARGEST_FILE, LARGEST_FORM, ONE_CLICK_PREFIX

HALF_A_CHARACTER = b"\\ud800"


@pytest.fixture
def seat(browser, store):
    """The path of a game with links in which the browser has the first seat."""
    made = store.create_game("1880", PLAYERS)
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    browser.get(f"/games/{made.id}")
    return f"/games/{made.id}"


@contextmanager
def behind_the_store(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of the store, to change it by hand; committed and closed at the end."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as database, database:
        yield database


def posting(app):
    """Every address that takes a form; programs for mails post to one of them, and only know a secret of it."""
    others = ("/api/", ONE_CLICK_PREFIX)
    return [route for route in app.state.routes if "POST" in route.methods and not route.path.startswith(others)]


FIELDS = {
    "rules": "1880/2022",
    "players": PLAYERS,
    "seats": 3,
    "seq": 0,
    "action": '{"type":"pass"}',
    "text": "hello",
    "link": "x" * 27,
    "language": "de",
}
# What stands in the addresses.
PLACES = {"game_id": "x", "board_id": "x", "open_id": "x", "number": 1, "title": "1880", "name": "x", "share_id": "x"}


# ---- forms of other pages ----


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_form_of_another_page_does_anything(app, browser, game, store, site):
    """Whatever address it is sent to, also with our token: another server on this machine can set our cookies."""
    addresses = [route.path.format(**PLACES | {"game_id": game}) for route in posting(app)]
    assert len(addresses) >= 9
    token, before = browser.token, store.game(game)
    for address in addresses:
        files = {"file": ("a.json", b"{}")} if address == "/import" else None
        for data, headers in (({**FIELDS, "token": token}, {"Sec-Fetch-Site": site}), (FIELDS, {})):
            answer = browser.client.post(address, data=data, files=files, headers=headers)
            assert (answer.status_code, 'data-code="form_not_ours"' in answer.text) == (403, True), address
    assert store.game(game) == before
    assert len(store.list_games().games) == 1
    assert store.progress(game) == Progress(0, 0)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://localhost:8080", "http://localhost.evil.example", "null", "http://[", ""]
)
def test_a_forged_form_with_a_token_of_its_own_does_nothing(browser, game, store, origin):
    """In a network browsers tell the origin only, and whoever sets our cookie knows the token."""
    token = "x" * 43
    answer = browser.client.post(
        f"/games/{game}/act",
        data={"token": token, "seq": 0, "action": browser.buttons[0]},
        headers={"Origin": origin, "Cookie": f"tielu_form={token}"},
    )
    assert (answer.status_code, 'data-code="form_not_ours"' in answer.text) == (403, True)
    assert store.load(game).seq == 0


@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost", "http://LOCALHOST"])
def test_forms_of_our_own_origin_are_taken(browser, game, store, origin):
    """Also behind a proxy, whose visitors see another scheme than we do."""
    data = {"seq": 0, "action": browser.buttons[0]}
    assert browser.send(f"/games/{game}/act", data, headers={"Origin": origin}).status_code == 200
    assert store.load(game).seq == 1


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_our_own_forms_are_taken(browser, game, store, site):
    """The same with what browsers say of our pages."""
    data = {"seq": 0, "action": browser.buttons[0]}
    assert browser.send(f"/games/{game}/act", data, headers={"Sec-Fetch-Site": site}).status_code == 200
    assert store.load(game).seq == 1


def test_foreign_pages_cannot_send_what_the_api_takes(app, browser, game, store):
    """At every address: neither as a form nor as text, nor without saying what it is."""
    addresses = [
        route.path.format(game_id=game, number=1)
        for route in app.state.routes
        if route.path.startswith("/api/") and "POST" in route.methods
    ]
    assert len(addresses) == 11
    entry = json.dumps({"seq": 0, "action": {"type": "pass"}, "text": "hello"})
    kinds = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None]
    kinds += ["text/plain; application/json", "application/jsonp"]
    for address in addresses:
        for kind in kinds:
            headers = {} if kind is None else {"Content-Type": kind}
            assert browser.client.post(address, content=entry, headers=headers).status_code == 415, (address, kind)
        preflight = browser.client.options(address, headers={"Origin": "http://evil.example"})
        assert not any(name.startswith("access-control") for name in preflight.headers)
    assert store.progress(game) == Progress(0, 0)


# ---- other people's seats ----


def test_no_seat_does_anything_for_another(app, browser, other, store):
    """Acts, words, notes, language: Bo's seat changes Bo's things, and a seat of another game nothing at all."""
    mine, theirs = store.create_game("1880", PLAYERS), store.create_game("1880", PLAYERS)
    other.get(f"/games/{mine.id}/seat/{mine.secrets[1]}")
    bo = other.client.cookies.get("tielu_seat")
    other.get(f"/games/{mine.id}")
    path = f"/games/{mine.id}"
    assert other.send(f"{path}/note", {"text": "Bo's"}).status_code == 200
    assert other.send(f"{path}/chat", {"text": "Bo speaks"}).status_code == 200
    other.get(f"{path}/seats")
    other.send(f"{path}/language", {"language": "ja"})
    assert [store.talk.note(mine.id, number) for number in range(3)] == ["", "Bo's", ""]
    assert [seat.language for seat in store.game(mine.id).seats] == ["en", "ja", "en"]
    assert [message.seat for message in store.talk.messages_since(mine.id)] == [1]
    before, shown = store.game(theirs.id), store.shared.share(theirs.id, 0, "", "somebody")
    for address in (route.path for route in posting(app) if "{game_id}" in route.path):
        if address.endswith(("/what-if", "/share", "/calls")):
            continue  # whoever may look may try something out and show it; only accounts are called
        there = address.format(**PLACES | {"game_id": theirs.id, "board_id": theirs.id, "share_id": shown})
        data = {**FIELDS, "token": other.client.cookies["tielu_form"]}
        headers = {"Cookie": f"tielu_form={other.client.cookies['tielu_form']}; tielu_seat={bo}; tielu_keeper={bo}"}
        assert other.client.post(there, data=data, headers=headers).status_code == 403, there
    for do in ("act", "undo", "chat"):
        body = {"act": {"seq": 0, "action": {"type": "pass"}}, "undo": {"seq": 0, "to": 0}, "chat": {"text": "x"}}[do]
        for secret in (bo, mine.keeper, theirs.keeper, "", "x" * 27, store_hash(store, theirs.id)):
            answer = other.client.post(
                f"/api/games/{theirs.id}/{do}", json=body, headers={"Authorization": f"Bearer {secret}"}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "seat_needed")
    assert store.game(theirs.id) == before
    assert store.progress(theirs.id) == Progress(0, 0)


def store_hash(store, game_id):
    """What the database keeps of a secret; it opens nothing."""
    with store._engine.connect() as connection:
        return connection.exec_driver_sql("select secret_hash from seats where game = ?", (game_id,)).scalar()


def test_pages_of_the_turn_are_for_whose_turn_it_is(browser, other, store):
    """Bo, and who watches, are offered nothing on the page of a hex, and arm nothing by its address."""
    made = store.create_game("1880", PLAYERS)
    other.get(f"/games/{made.id}/seat/{made.secrets[1]}")
    for who in (browser, other):
        assert who.get(f'/games/{made.id}?seq=0&arm={{"type":"pass"}}').status_code == 200
        assert who.buttons == []
        assert who.get(f"/games/{made.id}/lays/K13").status_code == 200
        assert who.buttons == []


def test_notes_are_read_by_their_seat_only(browser, other, store):
    """Not by another seat, not by who watches, not through the API, not in a saved game."""
    made = store.create_game("1880", PLAYERS)
    store.talk.write_note(made.id, 0, "my plan")
    other.get(f"/games/{made.id}/seat/{made.secrets[1]}")
    pages = [f"/games/{made.id}{each}" for each in ("", "?chat=all", "/log?text=a", "/seats", "/charts", "/saved.json")]
    pages += [f"/api/games/{made.id}{each}" for each in ("", "/entries", "/chat", "/legal")]
    for page in pages:
        for who in (browser, other):
            assert "my plan" not in who.get(page).text, page
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    assert "my plan" in browser.get(f"/games/{made.id}").text


# ---- texts that are none ----


def as_parts(**fields):
    """A form in parts, whose text says in its own words how it is to be read."""
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in fields.items()
    )
    return {
        "content": parts + b"--x--\r\n",
        "headers": {"Content-Type": "multipart/form-data; boundary=x; charset=unicode_escape"},
    }


@pytest.mark.parametrize("path", ["/games", "/new"])
def test_half_characters_come_back_as_something(browser, store, path):
    """A form can bring what cannot be written; its page can be written all the same."""
    browser.get("/")
    token = browser.token.encode()
    form = as_parts(
        token=token, rules=b"1880", players=HALF_A_CHARACTER, name=HALF_A_CHARACTER, undo=HALF_A_CHARACTER, seats=b"9"
    )
    answer = browser.client.post(path, **form)
    assert answer.status_code == 400
    assert "data-code=" in answer.text
    assert store.list_games().games == ()


def test_a_token_that_is_no_text(browser, game):
    """It is not ours."""
    answer = browser.client.post(f"/games/{game}/act", **as_parts(token=HALF_A_CHARACTER, seq=b"0", action=b"{}"))
    assert (answer.status_code, 'data-code="form_not_ours"' in answer.text) == (403, True)


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u202a"])
def test_names_do_not_turn_the_page_around(browser, mark):
    """A sign that writes all that follows backwards is no part of a name, neither of a player nor of a game."""
    assert browser.new_game(players=[f"A{mark}nn", "Bo", "Cy"]).status_code == 400
    assert 'data-code="name_unprintable"' in browser.page
    assert browser.new_game(name=f"Our{mark} game").status_code == 400
    assert 'data-code="text_unprintable"' in browser.page
    assert browser.new_game(players=["דוד", "Zoë", "👩‍🚀"]).status_code == 200


@pytest.mark.parametrize("mark", ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u2800", "\u200d", "\u034f"])
def test_names_are_seen(browser, store, mark):
    """Nobody plays under a name without ink, or under what looks like the name of somebody else."""
    for players in ([mark, "Bo", "Cy"], ["Ann", f"An{mark}n", "Cy"], ["Ann", f"Ann{mark}", "Cy"]):
        assert browser.new_game(players=players).status_code == 400
        assert 'data-code="name_unprintable"' in browser.page
    assert browser.new_game(name=f"Our{mark} game").status_code == 400
    assert 'data-code="text_unprintable"' in browser.page
    assert browser.new_game(players=["\u00c5sa", "A\u030asa", "Cy"]).status_code == 400
    assert 'data-code="name_twice"' in browser.page
    assert store.list_games().games == ()


def test_words_without_ink_are_not_said(store):
    """A message of signs that nobody sees is empty; among others they are let through, as some scripts need them."""
    game = store.create_game(
        "1880",
        ["\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "1\ufe0f\u20e3", "\u2764\ufe0f\u200d\U0001f525"],
    ).id
    with pytest.raises(InvalidInput, match="text_missing"):
        store.talk.add_message(game, 0, "\u200b \u2060")
    assert store.talk.add_message(game, 0, "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645").number == 1


# ---- markup ----

MARKUP = ["<i>'\"&amp;", "</title><b>", "]]><img src=x>"]


def test_markup_is_text_on_every_page(browser, store):
    """In names, words and notes, in every place that shows them: pages, drawings, charts, links, questions."""
    made = store.create_game("1880", MARKUP, name="<u>game</u>")
    path = f"/games/{made.id}"
    browser.get(f"{path}/seat/{made.secrets[0]}")
    assert "<b>" not in browser.get(f"{path}/seat").text
    browser.get(path)
    browser.send(f"{path}/act", {"seq": 0, "action": browser.buttons[0]})
    browser.send(f"{path}/chat", {"text": "</span><s>said"})
    browser.send(f"{path}/note", {"text": "</textarea><s>noted"})
    hexes = ["/lays/K13", "/lays/K13?part=1", "/delete", "/seats", "/charts", "/tiles", "?at=0", "?chat=all"]
    for page in ["/", *(path + each for each in ("", "/log?text=a", *hexes)), "/new?title=1880"]:
        for lang in ("en", "de", "ja"):
            answer = browser.get(f"{page}{'&' if '?' in page else '?'}lang={lang}")
            assert answer.status_code == 200
            assert not re.search(r"<(i|u|s|img src=x)>|</title><b>|</textarea><s>", answer.text), page
    assert html.escape(MARKUP[0], quote=False) in browser.get(path).text.replace("&#39;", "'").replace("&#34;", '"')


def test_markup_in_files_is_text(browser):
    """The name of a file, and every field of what it holds."""
    saved = {"title": "1880", "edition": "2022", "players": PLAYERS, "actions": []}
    bad = "<img src=x>"
    contents = [{**saved, field: value} for field in saved for value in (bad, [bad], {bad: bad}, [{"name": bad}])]
    contents += [{**saved, bad: bad}, {**saved, "actions": [{"type": bad}]}, {**saved, "actions": [{bad: ""}]}]
    contents += [{**saved, "players": [{"name": bad, "id": bad}] * 3, "title": "1880", "actions": [{"type": bad}]}]
    browser.get("/")
    for content in contents:
        answer = browser.send("/import", {}, files={"file": (f"{bad}.json", json.dumps(content))})
        assert bad not in answer.text, content
        assert answer.status_code in (200, 400, 422)


# ---- addresses ----


@pytest.mark.parametrize("path", ["//evil.example/", "///evil.example", "/\\evil.example/", "/%5Cevil.example/"])
def test_no_link_leads_to_another_server(app, path):
    """Two slashes at the beginning of an address name a server, and browsers read a backslash as a slash."""
    with TestClient(app, base_url="http://localhost") as client:
        page = client.get(f"http://localhost{path}").text
    links = re.findall(r'href="([^"]*)"', page)
    assert any("lang=de" in link for link in links)
    assert not [link for link in links if link.startswith(("//", "/\\"))]


@pytest.mark.parametrize("path", ["/nowhere/ä b", "/a%3Fb%23c", "/games/x%22y"])
def test_links_to_other_languages_lead_here(browser, path):
    """Whatever signs the address has."""
    page = browser.get(path).text
    (link,) = re.findall(r'href="([^"]*lang=de)"', page)
    found = browser.get(html.unescape(link))
    assert '<html lang="de"' in found.text
    assert found.request.url.path == browser.client.build_request("GET", path).url.path


# ---- floods ----


def test_how_much_may_be_sent(browser, store, seat):
    """The longest note goes through, whatever it is written in; a file may be larger, anything else not."""
    note = "\N{STEAM LOCOMOTIVE}" * LONGEST_NOTE
    assert browser.send(f"{seat}/note", {"text": note}).status_code == 200
    assert store.talk.note(seat.rpartition("/")[2], 0) == note
    for path in ("/games", f"{seat}/chat", "/api/games", "/nowhere"):
        answer = browser.client.post(path, content=b"x" * (LARGEST_FORM + 1), headers={"Content-Type": "text/plain"})
        assert answer.status_code == 413, path
    browser.get("/")
    for size, status in ((LARGEST_FORM + 1, 400), (LARGEST_FILE + 1, 413)):
        assert browser.send("/import", {}, files={"file": ("a.json", b"x" * size)}).status_code == status


def test_a_small_file_does_not_unpack_to_a_large_one(browser, store):
    """Lists of nothing, thirty thousand bytes that would fill the memory."""
    content = gzip.compress(b'{"players":[],"actions":[' + b"[]," * LARGEST_FILE + b"[]]}")
    assert len(content) < LARGEST_FORM
    browser.get("/")
    answer = browser.send("/import", {}, files={"file": ("a.json.gz", content)})
    assert (answer.status_code, 'data-code="file_too_large"' in answer.text) == (413, True)


def test_a_small_file_does_not_hold_more_actions_than_any_game(browser, store):
    """Eight thousand bytes of passes without end, ours or of the platform, are refused before one of them is played."""
    ours = {"title": "1880", "edition": "2022", "players": PLAYERS, "actions": [{"type": "pass"}] * 200_000}
    pass_of_ann = {"type": "pass", "entity": 0, "entity_type": "player"}
    nested = [{**pass_of_ann, "auto_actions": [pass_of_ann] * 50_000}]
    people = [{"id": number, "name": name} for number, name in enumerate(PLAYERS)]
    platform = {"title": "1880", "players": people, "actions": nested}
    browser.get("/")
    for saved in (ours, platform):
        content = gzip.compress(json.dumps(saved, separators=(",", ":")).encode())
        assert len(content) < 30_000
        began = time.perf_counter()
        answer = browser.send("/import", {}, files={"file": ("a.json.gz", content)})
        assert (answer.status_code, 'data-code="file_too_long"' in answer.text) == (413, True)
        assert time.perf_counter() - began < 5
    assert store.list_games().games == ()


def test_page_reads_as_much_of_the_chat_as_it_shows(browser, store, game, monkeypatch):
    """However much is said; the rest is asked for."""
    for number in range(60):
        store.talk.add_message(game, None, f"word {number}.")
    asked = []
    read = store.talk.latest_messages

    def counted(*given):
        asked.append(read(*given))
        return asked[-1]

    monkeypatch.setattr(store.talk, "latest_messages", counted)
    page = browser.get(f"/games/{game}").text
    assert "word 9." not in page
    assert [f"word {number}." in page for number in (10, 59)] == [True, True]
    assert [len(each) for each in asked] == [50]
    assert page.count("?chat=all") == 1
    assert "word 0." in browser.get(f"/games/{game}?chat=all").text


# ---- what is given away ----


def test_logs_keep_no_secret(browser, store, caplog, tmp_path):
    """When the database fails, the log says at which address, without the secret in it, and without what was sent."""
    made = store.create_game("1880", PLAYERS)
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    browser.get(f"/games/{made.id}")
    with behind_the_store(tmp_path) as database:
        database.execute("create trigger t before update on notes begin select raise(rollback, 'no'); end")
        database.execute("create trigger n before insert on notes begin select raise(rollback, 'no'); end")
    with caplog.at_level(logging.WARNING):
        browser.send(f"/games/{made.id}/note", {"text": "my plan"})
        with behind_the_store(tmp_path) as database:
            database.execute("alter table seats rename to gone")
        assert browser.get(f"/games/{made.id}/seat/{made.secrets[1]}").status_code == 503
    assert "/games/{game_id}/seat/{secret}" in caplog.text
    assert "no such table" in caplog.text
    for secret in (*made.secrets, made.keeper, "my plan"):
        assert secret not in caplog.text


def test_answers_do_not_say_where_the_database_is(browser, store, game, tmp_path):
    """Its name is enough; folders of this machine are no concern of strangers."""
    with behind_the_store(tmp_path) as database:
        database.execute("update tielu_schema set version_num = '9999'")
    for answer in (
        browser.send(f"/games/{game}/chat", {"text": "hello"}),
        browser.client.post(f"/api/games/{game}/chat", json={"text": "hello"}),
    ):
        assert answer.status_code == 503
        assert "games.sqlite3" in answer.text
        assert str(tmp_path) not in answer.text


def test_answers_do_not_repeat_what_the_database_says(browser, game, tmp_path):
    """A server of databases names its host and port when it cannot be reached; nobody outside needs to know."""
    with behind_the_store(tmp_path) as database:
        # SQLite names the table that is not there, as a server of databases names itself.
        database.execute('create trigger t before insert on chat begin insert into "db.internal:5432" values (1); end')
    for answer in (
        browser.send(f"/games/{game}/chat", {"text": "hello"}),
        browser.client.post(f"/api/games/{game}/chat", json={"text": "hello"}),
    ):
        assert (answer.status_code, "store_failed" in answer.text) == (503, True)
        assert "db.internal" not in answer.text
        assert "5432" not in answer.text


# ---- a database that is damaged, or kept by somebody else ----


@pytest.mark.parametrize("data", ["{", "[" * 100_000, "[]", "7", "null"])
def test_a_damaged_entry_has_a_page(store, game, tmp_path, data):
    """Whatever stands in the log, the answer says that it is damaged, and other games are not concerned."""
    store.append(game, 0, {"type": "pass"}, 0)
    with behind_the_store(tmp_path) as database:
        database.execute("update log set data = ?", (data,))
    with (
        Store(tmp_path / "games.sqlite3") as again,
        TestClient(create_app(again), base_url="http://localhost", raise_server_exceptions=False) as client,
    ):
        for path in ("", "/charts", "/tiles", "/saved.json", "/lays/K13", "/runs/CKC", "?at=0"):
            answer = client.get(f"/games/{game}{path}")
            assert (answer.status_code, 'data-code="store_log_broken"' in answer.text) == (503, True), path
        assert client.get(f"/api/games/{game}").json()["code"] == "store_log_broken"
        assert client.get("/").status_code == 200


def test_who_reads_does_not_wait_for_those_who_write(store, game, tmp_path, monkeypatch):
    """While another program holds the database, some of many writers wait for it, and a page comes at once."""
    monkeypatch.setattr("tielu.store.database.BUSY_SECONDS", 5.0)
    games = [game, *(store.create_game("1880", PLAYERS, mode="hot_seat").id for _ in range(5))]
    with (
        Store(tmp_path / "games.sqlite3") as impatient,
        TestClient(create_app(impatient), base_url="http://localhost", raise_server_exceptions=False) as client,
        closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as holder,
        ThreadPoolExecutor(60) as writers,
    ):
        holder.execute("begin immediate")
        said = [writers.submit(client.post, f"/api/games/{each}/chat", json={"text": "x"}) for each in games * 10]
        while _WRITERS[impatient._engine].free_places._value:
            assert not any(each.done() for each in said)
        assert client.get("/").status_code == 200
        assert not all(each.done() for each in said)
        answers = [each.result(60) for each in said]
        holder.execute("rollback")
    codes = Counter((each.status_code, each.json()["code"]) for each in answers)
    assert set(codes) == {(503, "store_failed"), (503, "store_busy")}
    assert codes[503, "store_busy"] >= 60 - 2 * MAX_WRITERS
    assert store.talk.messages_since(game) == []


def test_no_connection_is_left(tmp_path, monkeypatch):
    """Then the store says so, in its own words."""
    monkeypatch.setattr("tielu.store.database._FILE_CONNECTIONS", 1)
    with Store(tmp_path / "one.sqlite3") as store:
        pool = store._engine.pool
        assert isinstance(pool, QueuePool)
        pool._timeout = 0.05
        with store._engine.connect(), pytest.raises(StoreError) as raised:
            store.list_games()
    assert raised.value.code == "store_busy"
