"""The JSON API."""

import json
import re

import pytest

from tests.test_architecture import ROOT
from tielu.store.models import MAX_PAGE_SIZE

THREE = ["Ann", "Bo", "Cy"]


def create(client, **more):
    return client.post("/api/games", json={"title": "1880", "players": THREE, **more})


def test_round_trip(browser):
    """Create, look, act, look again."""
    client = browser.client
    made = create(client)
    assert made.status_code == 201
    path, secrets = f"/api/games/{made.json()['id']}", made.json()["secrets"]
    position = client.get(path).json()
    assert (position["seq"], position["actor"], position["deciding"]) == (0, "Ann", "Ann")
    assert position["snapshot"]["certlimit"] > 0
    offers = client.get(f"{path}/legal").json()["actions"]
    assert offers[0]["amounts"]["step"] == 5
    entry = {"seq": 0, "action": offers[0]["action"]}
    assert client.post(f"{path}/act", json=entry).status_code == 403
    foreign = client.post(f"{path}/act", json=entry, headers={"Authorization": f"Bearer {secrets[1]}"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "not_your_turn")
    mine = {"Authorization": f"Bearer {secrets[0]}"}
    assert client.post(f"{path}/act", json=entry, headers=mine).json() == {"seq": 1}
    late = client.post(f"{path}/act", json=entry, headers=mine)
    assert (late.status_code, late.json()["code"]) == (409, "somebody_was_quicker")
    assert client.get(path).json()["actor"] == "Bo"
    assert client.get(path, params={"at": 0}).json()["actor"] == "Ann"
    assert [each["entry"] for each in client.get(f"{path}/entries").json()] == [entry["action"]]
    assert client.get(f"{path}/entries?since=1").json() == []


def test_refusals_name_their_rule(browser):
    """Code, text in the reader's language, and the rule."""
    path = f"/api/games/{create(browser.client, mode='hot_seat').json()['id']}/act"
    entry = {"seq": 0, "action": {"type": "bid", "private": "P0", "amount": 3}}
    answer = browser.client.post(path, json=entry, headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "text", "rule"}
    assert answer.json()["rule"]["id"].startswith("1880.auction.")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/games", {"title": "1830", "players": THREE}, 400, "unknown_title"),
        ("/api/games", {"title": "1880", "players": THREE[:2]}, 400, "wrong_player_count"),
        ("/api/games", {"title": "1880", "players": "Ann"}, 400, "not_possible"),
        ("/api/games", {}, 400, "not_possible"),
        ("/api/games/nothere/act", {"seq": 0, "action": {}}, 404, "unknown_game"),
        ("/api/nowhere", {}, 404, "not_found"),
    ],
)
def test_refusals_are_json(browser, path, body, status, code):
    """Whatever is wrong, the answer has a code and a text."""
    answer = browser.client.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_only_json_is_taken(browser, store):
    """A form, which any page can send, makes no game."""
    text = '{"title":"1880","players":["A","B","C"]}'
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        assert browser.client.post("/api/games", content=text, headers={"Content-Type": kind}).status_code == 415
    assert store.list_games().games == ()


def test_the_api_is_described(browser):
    """OpenAPI lists what there is, and no pages."""
    paths = browser.client.get("/api/openapi.json").json()["paths"]
    rest = (
        "",
        "/legal",
        "/act",
        "/undo",
        "/entries",
        "/events",
        "/chat",
        "/seats",
        "/seats/{number}",
        "/hint",
        "/go_on",
        "/what_if",
        "/discard",
        "/automatic",
        "/automatic/{number}/take_back",
    )
    assert set(paths) == {"/api/games", "/api/bots", *(f"/api/games/{{game_id}}{each}" for each in rest)}
    for path in paths.values():
        for operation in path.values():
            assert {"400", "404", "409", "413", "422"} <= set(operation["responses"])


def test_the_page_about_the_api_is_whole(browser):
    """docs/api.md has every request, every status, and nothing that is not there."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    paths = browser.client.get("/api/openapi.json").json()["paths"]
    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert set(re.findall(r"^\| `(GET|POST) ([^`]+)` \|", page, re.MULTILINE)) == there
    statuses = {status for methods in paths.values() for each in methods.values() for status in each["responses"]}
    described = set(re.findall(r"^\| (\d{3}) \|", page, re.MULTILINE))
    assert described == {status for status in statuses if status >= "400"} | {"405"}


def test_games_are_listed(browser):
    """Page by page, running or finished, and without secrets."""
    made = [create(browser.client, name=name).json() for name in "abc"]
    first = browser.client.get("/api/games?limit=2").json()
    assert [each["name"] for each in first["games"]] == ["c", "b"]
    assert (first["games"][0]["players"], first["games"][0]["actor"]) == (THREE, 0)
    rest = browser.client.get("/api/games", params={"after": first["more"]}).json()
    assert ([each["id"] for each in rest["games"]], rest["more"]) == ([made[0]["id"]], None)
    assert browser.client.get("/api/games?state=finished").json()["games"] == []
    for query in ("state=deleted", "limit=0", "limit=201", "after=x"):
        assert browser.client.get(f"/api/games?{query}").status_code == 400


def test_what_suits_the_mode(browser, store):
    """Without an undo rule the usual one is taken."""
    for mode, undo in (("links", "own"), ("hot_seat", "free")):
        assert store.game(create(browser.client, mode=mode).json()["id"]).undo == undo
    assert create(browser.client, mode="hot_seat", undo="consent").json()["code"] == "undo_at_hot_seat"


def test_taking_back(browser):
    """Back by one action, or to any entry; one's own only, and nothing where there is nothing."""
    made = create(browser.client).json()
    path = f"/api/games/{made['id']}"
    ann, bo = ({"Authorization": f"Bearer {secret}"} for secret in made["secrets"][:2])
    nothing = browser.client.post(f"{path}/undo", json={"seq": 0}, headers=ann)
    assert (nothing.status_code, nothing.json()["code"]) == (400, "nothing_to_undo")
    bid = browser.client.get(f"{path}/legal").json()["actions"][0]["action"]
    browser.client.post(f"{path}/act", json={"seq": 0, "action": bid}, headers=ann)
    assert browser.client.post(f"{path}/undo", json={"seq": 1}).status_code == 403
    assert browser.client.post(f"{path}/undo", json={"seq": 1}, headers=bo).status_code == 403
    assert browser.client.post(f"{path}/undo", json={"seq": 0}, headers=ann).status_code == 409
    assert browser.client.post(f"{path}/undo", json={"seq": 1, "to": 5}, headers=ann).status_code == 400
    assert browser.client.post(f"{path}/undo", json={"seq": 1}, headers=ann).json() == {"seq": 2}
    late = browser.client.post(f"{path}/undo", json={"seq": 1}, headers=ann)
    assert (late.status_code, late.json()["code"]) == (409, "somebody_was_quicker")
    assert browser.client.get(path).json()["actor"] == "Ann"


def test_consent_is_asked_for(browser, store):
    """Where the others must agree, undo is a question."""
    made = create(browser.client, undo="consent").json()
    path = f"/api/games/{made['id']}"
    ann, bo, cy = ({"Authorization": f"Bearer {secret}"} for secret in made["secrets"])
    bid = browser.client.get(f"{path}/legal").json()["actions"][0]["action"]
    browser.client.post(f"{path}/act", json={"seq": 0, "action": bid}, headers=ann)
    assert browser.client.post(f"{path}/undo", json={"seq": 1}, headers=ann).json() == {"seq": 2}
    assert store.load(made["id"]).request is not None
    agree = {"type": "agree_undo"}
    browser.client.post(f"{path}/act", json={"seq": 2, "action": agree}, headers=bo)
    assert browser.client.get(path).json()["actor"] == "Bo"
    browser.client.post(f"{path}/act", json={"seq": 3, "action": agree}, headers=cy)
    assert browser.client.get(path).json()["actor"] == "Ann"


def test_chat(browser):
    """What is said can be read, from any message on; who has no seat is silent."""
    made = create(browser.client).json()
    path = f"/api/games/{made['id']}/chat"
    assert browser.client.post(path, json={"text": "hello"}).status_code == 403
    bo = {"Authorization": f"bearer {made['secrets'][1]}"}
    for text in ("hello", "you"):
        assert browser.client.post(path, json={"text": text}, headers=bo).status_code == 201
    assert [(each["seat"], each["text"]) for each in browser.client.get(f"{path}?since=1").json()] == [(1, "you")]
    for text in ("", " ", "\x00", "x" * 2001):
        assert browser.client.post(path, json={"text": text}, headers=bo).status_code == 400


def test_what_cannot_be_written_is_quoted_all_the_same(browser):
    """Half a character in a name or a path gets an answer with a code."""
    text = json.dumps({"title": "1880", "players": THREE, "edition": "\ud800"})
    answer = browser.client.post("/api/games", content=text, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_edition")
    assert browser.client.get("/api/games/%ff%fe").json()["code"] == "unknown_game"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "“title” is missing."),
        ({"title": "1880"}, "“players” is missing."),
        ({"title": "1880", "players": "Ann"}, '“players” cannot be "Ann".'),
        ({"title": "1880", "players": ["Ann", {"name": 5}]}, "“players.1.name” cannot be 5."),
        ({"title": "1880", "players": ["Ann", {"bot": "clerk"}]}, "“players.1.name” is missing."),
        ({"title": "1880", "players": ["Ann", ""]}, "“players.1” is too short; its length must be at least 1."),
        ({"title": "1880", "players": ["Ann"]}, "“players” is too short; its length must be at least 2."),
        ({"title": "1880", "players": [*"abcdefgh"]}, "“players” is too long; its length must be at most 7."),
        ({"title": "1880", "players": THREE, "colour": "red"}, "There is no “colour” here."),
        ({"title": "1880", "players": THREE, "mode": "live"}, "“mode” must be one of these: links, hot_seat."),
        ({"title": "1830", "players": THREE}, "Tielu does not play “1830”; it plays: 1880, 1888."),
        ({"title": "1880", "players": THREE, "name": "x" * 81}, "“name” is too long; its length must be at most 80."),
        (
            {"title": "1880", "players": THREE, "spectators_talk": "x" * 81},
            f'“spectators_talk” cannot be "{"x" * 38}….',
        ),
        ([1], "“body” cannot be [1]."),
        (None, "“body” cannot be null."),
    ],
)
def test_a_malformed_request_is_told_what_is_wrong_with_it(browser, body, said):
    """The field is named by the way to it."""
    answer = browser.client.post("/api/games", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["text"]) == (400, said)


@pytest.mark.parametrize("content", [b"{", b"\xff", b'{"title": "1880"'])
def test_what_is_no_json_is_told_so(browser, content):
    """Whatever it is instead."""
    answer = browser.client.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["text"][:28]) == (400, "This request cannot be read:")


def test_malformed_addresses_are_told_what_is_wrong(browser):
    """In queries of the API and of pages, in the language of the reader."""
    said = [browser.client.get(f"/api/games?limit={limit}").json()["text"] for limit in ("many", 0, 10**6)]
    assert said == [
        '“limit” cannot be "many".',
        "“limit” must not be less than 1.",
        f"“limit” must not be more than {MAX_PAGE_SIZE}.",
    ]
    assert "„players“ kann nicht &#34;many&#34; sein." in browser.get("/new?title=1880&players=many&lang=de").text


def test_titles_have_their_other_names(browser):
    """As everywhere in Python."""
    made = browser.client.post("/api/games", json={"title": "1888-N", "players": THREE})
    assert browser.client.get(f"/api/games/{made.json()['id']}").json()["title"] == "1888"


def test_methods_that_are_not_there(browser):
    """The answer names all that are."""
    answer = browser.client.delete("/api/games")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
    assert answer.json()["code"] == "not_possible"


def test_programs_get_json_everywhere(browser):
    """Also outside of the API, if they say that they want it."""
    answer = browser.client.get("/games/nothere", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
