"""Every route of a game, asked by its players, by somebody who watches, by a stranger and by the operator.

Public games are everybody's to see. Of a private one nobody learns more than of a game that is not there.
"""

from __future__ import annotations

import json
import re

import pytest

from tests.web.conftest import PLAYERS
from tests.web.people import TOKEN, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.test_accounts import ROUTES as ROUTES_OF_ACCOUNTS
from tests.web.test_lobby import ROUTES as ROUTES_OF_OPEN_GAMES

BID = {"type": "bid", "private": "P0", "amount": 5}
NOWHERE = "AbCdEfGhIjKlMnOp"
OTHERS = ("spectator", "stranger", "operator")

# Method and path: what is sent, and what the owner of seat 0, who must decide, the other player and everybody else are
# answered in a public game. A new route breaks a test until it stands here.
ROUTES: dict[tuple[str, str], tuple[dict[str, object], int, int, int]] = {
    ("GET", "/games/{game_id}"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/automatic"): ({}, 200, 200, 403),
    ("GET", "/games/{game_id}/charts"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/delete"): ({}, 200, 200, 403),
    ("GET", "/games/{game_id}/events"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/lays/{name}"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/log"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/review"): ({}, 403, 403, 403),
    ("GET", "/games/{game_id}/rules"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/rules/{name}"): ({}, 404, 404, 404),
    ("GET", "/games/{game_id}/runs/{railway}"): ({}, 404, 404, 404),
    ("GET", "/games/{game_id}/saved.json"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/seat"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/seat/{secret}"): ({}, 403, 403, 403),
    ("GET", "/games/{game_id}/seats"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/small.svg"): ({"at": 0}, 200, 200, 200),
    ("GET", "/games/{game_id}/tiles"): ({}, 200, 200, 200),
    ("GET", "/games/{game_id}/what-if"): ({}, 200, 200, 200),
    ("POST", "/games/{game_id}/act"): ({"seq": 0, "action": json.dumps(BID)}, 303, 403, 403),
    ("POST", "/games/{game_id}/automatic"): ({"kind": "x"}, 400, 400, 403),
    ("POST", "/games/{game_id}/automatic/{number}/take-back"): ({}, 404, 404, 403),
    ("POST", "/games/{game_id}/back"): ({}, 303, 303, 403),
    ("POST", "/games/{game_id}/hand-over"): ({}, 403, 403, 403),
    ("POST", "/games/{game_id}/calls"): ({"silent": "yes"}, 303, 303, 403),
    ("POST", "/games/{game_id}/chat"): ({"text": "hello"}, 303, 303, 403),
    ("POST", "/games/{game_id}/delete"): ({}, 303, 303, 403),
    ("POST", "/games/{game_id}/discard"): ({}, 400, 400, 403),
    ("POST", "/games/{game_id}/empty-steps"): ({}, 303, 303, 403),
    ("POST", "/games/{game_id}/go-on"): ({"seq": 0}, 303, 303, 403),
    ("POST", "/games/{game_id}/guided"): ({}, 303, 303, 403),
    ("POST", "/games/{game_id}/hint"): ({"seq": 0, "bot": "x"}, 403, 403, 403),
    ("POST", "/games/{game_id}/language"): ({"language": "ja"}, 303, 303, 403),
    ("POST", "/games/{game_id}/note"): ({"text": "mine"}, 303, 303, 403),
    ("POST", "/games/{game_id}/others"): ({"bot": "clerk"}, 400, 400, 403),
    ("POST", "/games/{game_id}/rematch"): ({}, 400, 400, 403),
    ("POST", "/games/{game_id}/review"): ({}, 403, 403, 403),
    ("POST", "/games/{game_id}/review/stop"): ({}, 403, 403, 403),
    ("POST", "/games/{game_id}/restore"): ({}, 303, 303, 403),
    ("POST", "/games/{game_id}/seat"): ({"link": "z" * 27}, 403, 403, 403),
    ("POST", "/games/{game_id}/seats/{number}/bot"): ({"bot": "clerk"}, 303, 403, 403),
    ("POST", "/games/{game_id}/seats/{number}/leave"): ({}, 303, 403, 403),
    ("POST", "/games/{game_id}/seats/{number}/link"): ({}, 200, 403, 403),
    ("POST", "/games/{game_id}/what-if"): ({}, 303, 303, 303),
    ("GET", "/games/{game_id}/share"): ({}, 200, 200, 200),
    ("POST", "/games/{game_id}/share"): ({"at": 0, "comment": "x"}, 303, 303, 303),
    ("GET", "/games/{game_id}/shared/{share_id}"): ({}, 404, 404, 404),
    ("POST", "/games/{game_id}/shared/{share_id}/withdraw"): ({}, 404, 404, 404),
    ("POST", "/games/{game_id}/what-if/{board_id}"): ({"name": "x"}, 404, 404, 404),
    ("GET", "/api/games/{game_id}"): ({}, 200, 200, 200),
    ("GET", "/api/games/{game_id}/automatic"): ({}, 200, 200, 403),
    ("POST", "/api/games/{game_id}/automatic"): ({"move": {"type": "pass_auction"}}, 201, 201, 403),
    ("POST", "/api/games/{game_id}/automatic/{number}/take_back"): ({}, 404, 404, 403),
    ("GET", "/api/games/{game_id}/chat"): ({}, 200, 200, 200),
    ("GET", "/api/games/{game_id}/entries"): ({}, 200, 200, 200),
    ("GET", "/api/games/{game_id}/events"): ({}, 200, 200, 200),
    ("GET", "/api/games/{game_id}/legal"): ({}, 200, 200, 200),
    ("GET", "/api/games/{game_id}/seats"): ({}, 200, 200, 200),
    ("POST", "/api/games/{game_id}/act"): ({"seq": 0, "action": BID}, 200, 403, 403),
    ("POST", "/api/games/{game_id}/chat"): ({"text": "hello"}, 201, 201, 403),
    ("POST", "/api/games/{game_id}/discard"): ({}, 400, 400, 403),
    ("POST", "/api/games/{game_id}/go_on"): ({"seq": 0}, 200, 200, 403),
    ("POST", "/api/games/{game_id}/hint"): ({"seq": 0, "bot": "x"}, 403, 403, 403),
    ("POST", "/api/games/{game_id}/seats/{number}"): ({"bot": "clerk"}, 200, 403, 403),
    ("POST", "/api/games/{game_id}/undo"): ({"seq": 0, "to": 0}, 400, 400, 403),
    ("POST", "/api/games/{game_id}/what_if"): ({}, 201, 201, 201),
}
# What a private game answers otherwise: nobody opens it by a link.
IN_PRIVATE = {("POST", "/games/{game_id}/seats/{number}/link"): (400, 403)}

# Routes that are about no game, and show every reader the same or what is their own.
OF_NO_GAME = {
    ("GET", "/people"),
    ("GET", "/best"),
    ("GET", "/played"),
    ("GET", "/"),
    ("POST", "/play"),
    ("GET", "/new"),
    ("POST", "/new"),
    ("GET", "/games"),
    ("POST", "/games"),
    ("POST", "/import"),
    ("GET", "/deleted"),
    ("GET", "/learn"),
    ("POST", "/learn/again"),
    ("POST", "/games/lessons/{title}/{name}"),
    ("GET", "/puzzles"),
    ("GET", "/puzzles/{number}"),
    ("GET", "/puzzles/{number}.svg"),
    ("POST", "/puzzles/again"),
    ("POST", "/games/puzzles/{number}"),
    ("GET", "/statistics"),
    # A shared position is everybody's who has its address.
    ("GET", "/p/{share_id}"),
    ("GET", "/p/{share_id}.svg"),
    ("GET", "/revisions"),
    ("GET", "/rules"),
    ("GET", "/rules/glossary"),
    ("GET", "/rules/{title}"),
    ("GET", "/rules/{title}/aid"),
    ("GET", "/rules/{title}/{name}"),
    ("GET", "/drawings.css"),
    ("GET", "/service-worker.js"),
    ("GET", "/calls/stop/{secret}"),
    ("POST", "/calls/stop/{secret}"),
    ("GET", "/titles/{title}.svg"),
    ("GET", "/titles/{title}/small.svg"),
    ("GET", "/api/games"),
    ("POST", "/api/games"),
    ("GET", "/api/bots"),
}


def ask(browser, method, path, game, fields, secret=None):
    """The answer to a request about a game; programs show the secret of their seat."""
    path = path.replace("{game_id}", game).replace("{number}", "0").replace("{name}", "K13")
    path = (
        path.replace("{railway}", "BCR")
        .replace("{secret}", "z" * 27)
        .replace("{board_id}", NOWHERE)
        .replace("{share_id}", NOWHERE)
    )
    headers = {"Authorization": f"Bearer {secret}"} if secret and path.startswith("/api") else {}
    if method == "GET":
        return browser.client.get(path, params=fields, headers=headers, follow_redirects=False)
    if path.startswith("/api"):
        return browser.client.post(path, json=fields, headers=headers)
    return browser.client.post(path, data={"token": TOKEN, **fields}, follow_redirects=False)


@pytest.fixture
def readers(come, store):
    """A browser for everybody who asks; whoever runs the server is at its machine, and nobody in particular."""
    found = {"owner": come(), "player": come(), "spectator": come(), "stranger": come(), "operator": come("127.0.0.1")}
    for name in ("owner", "player", "spectator"):
        visit_as(found[name], store, name)
    for browser in found.values():
        browser.client.cookies.set("tielu_form", TOKEN, "games.example")
    found["owner"].client.app.state.publisher.close()  # so that streams end at once
    return found


def new_game(store, visibility):
    """A game in which Ann's and Bo's seats are accounts'."""
    made = store.create_game("1880", PLAYERS, undo="own", visibility=visibility)
    for seat, name in enumerate(("owner", "player")):
        assert store.people.take_seat(store.people.named(name).id, made.id, seat)
    return made


def all_routes(app):
    return {(method, route.path) for route in app.state.routes for method in route.methods}


def test_every_route_is_known(come):
    """A new one is put into a table, of games, open games or accounts, or among those that are about nobody."""
    known = set(ROUTES) | set(ROUTES_OF_OPEN_GAMES) | set(ROUTES_OF_ACCOUNTS) | OF_NO_GAME
    assert all_routes(come().client.app) == known


def test_public_games_are_seen_by_everybody(readers, store):
    """What only a seat may do is refused to others."""
    made = new_game(store, "public")
    for (method, path), (fields, *expected) in ROUTES.items():
        made = made if method == "GET" else new_game(store, "public")
        secrets = {"owner": made.secrets[0], "player": made.secrets[1]}
        wanted = dict(zip(("owner", "player"), expected, strict=False)) | dict.fromkeys(OTHERS, expected[2])
        for name in (*OTHERS, "player", "owner"):
            answer = ask(readers[name], method, path, made.id, fields, secrets.get(name))
            assert answer.status_code == wanted[name], (method, path, name)


def test_private_games_are_seen_by_their_players(readers, store):
    """On every route; others are told word for word what they are told of a game that is not there."""
    made = new_game(store, "private")
    for route, (fields, *expected) in ROUTES.items():
        made = made if route[0] == "GET" else new_game(store, "private")
        before = store.look(made.id)
        for name in OTHERS:
            answer, unknown = (ask(readers[name], *route, game, fields) for game in (made.id, NOWHERE))
            assert answer.status_code == 404, (route, name)
            told = [re.sub(f'{made.id}|{NOWHERE}|value="[^"]{{43}}"', "", each.text) for each in (answer, unknown)]
            assert told[0] == told[1], (route, name)
            assert answer.headers.get_list("set-cookie") == unknown.headers.get_list("set-cookie"), (route, name)
        assert store.look(made.id) == before, route
        of_owner, of_player = IN_PRIVATE.get(route, tuple(expected[:2]))
        player = ask(readers["player"], *route, made.id, fields, made.secrets[1])
        owner = ask(readers["owner"], *route, made.id, fields, made.secrets[0])
        assert (owner.status_code, player.status_code) == (of_owner, of_player), route


def test_no_list_names_a_private_game(readers, store):
    """Nor one that is seen by its link; their players find both among their own, whatever a browser claims to know."""
    games = {each: new_game(store, each).id for each in ("public", "link", "private")}
    deleted = new_game(store, "private").id
    store.delete_game(deleted)
    for name in OTHERS:
        readers[name].client.cookies.set("tielu_games", f"{games['private']}.0", "games.example")
    for name, browser in readers.items():
        pages = "".join(browser.get(path).text for path in ("/", "/games", "/deleted", "/api/games"))
        assert games["public"] in pages, name
        for game in (games["link"], games["private"], deleted):
            assert (game in pages) == (name in ("owner", "player")), (name, game)
    assert readers["stranger"].get(f"/games/{games['link']}").status_code == 200


def test_boards_of_a_private_game_are_as_private(readers, store):
    """Whoever sees the game may be shown a board; others not even that there is one."""
    game = new_game(store, "private").id
    opened = ask(readers["owner"], "POST", "/games/{game_id}/what-if", game, {})
    board = opened.headers["location"].rpartition("/")[2]
    seen = {name: ask(each, "GET", "/games/{game_id}", board, {}).status_code for name, each in readers.items()}
    assert seen == {"owner": 200, "player": 200} | dict.fromkeys(OTHERS, 404)
    second = ask(readers["player"], "POST", "/games/{game_id}/what-if", board, {}).headers["location"]
    assert readers["stranger"].get(second).status_code == 404


def test_who_signs_out_sees_nothing_any_more(readers, store):
    """A private game is its players', not their browsers'."""
    game, owner = new_game(store, "private").id, readers["owner"]
    assert owner.get(f"/games/{game}").status_code == 200
    owner.get("/account")
    owner.send("/sign-out", {})
    assert owner.get(f"/games/{game}").status_code == 404
