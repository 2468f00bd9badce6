"""The JSON API."""

import pytest

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
    assert set(paths) == {
        f"/api/games{rest}" for rest in ("", *(f"/{{game_id}}{x}" for x in ("", "/legal", "/act", "/entries")))
    }
