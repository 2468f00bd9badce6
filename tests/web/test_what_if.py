"""What-if boards in the browser: opened from any position, played, kept, shared, discarded; the game is untouched."""

import re

import pytest
from starlette.testclient import TestClient

from tests.browser.positions import position
from tests.web.conftest import PLAYERS
from tielu.store.positions import position_hash
from tielu.web.what_if.view import noted_boards, with_link

BID = '{"type":"bid","private":"P0","amount":5}'
OWN_COOKIE = "tielu_what_if"


def state_of(store, game):
    """Everything that must stay as it is: the game with its times, the position, the log, chat and notes."""
    info = store.game(game)
    notes = [store.talk.note(game, seat) for seat in range(len(info.seats))]
    entries, messages = store.entries_since(game, 0), store.talk.messages_since(game)
    return info, position_hash(store.load(game).game), entries, messages, notes


def opened(browser, game, **at):
    """Open a board as the page's form does; returns its id."""
    browser.get(f"/games/{game}")
    answer = browser.send(f"/games/{game}/what-if", at)
    assert answer.status_code == 200
    return re.findall(r'data-game="(\w+)"', answer.text)[0]


def bid(browser, game):
    """Take the first action of 1880 on the page that is open."""
    return browser.send(f"/games/{game}/act", {"seq": str(browser.seq), "action": BID})


@pytest.fixture
def links(browser, store):
    """A game with links, and the secrets of its seats; nobody has bid yet."""
    return store.create_game("1880", PLAYERS, name="Tuesday")


def test_the_game_is_untouched(browser, store, game):
    """Moves, undo, bots and discarding leave entries, position and times as they are; lists never show the board."""
    browser.get(f"/games/{game}")
    bid(browser, game)
    before = state_of(store, game)
    board = opened(browser, game)
    assert "What if" in browser.page
    assert f'href="/games/{game}?at=1"' in browser.page
    assert bid(browser, board).status_code == 422  # it has been bid on already
    browser.send(f"/games/{board}/act", {"seq": "1", "action": '{"type":"pass"}'})
    assert store.progress(board).entries == 2
    log = browser.page[browser.page.index('<section class="log-round"') :]
    assert log.index("Bo passes") < log.index("The what-if board begins here") < log.index("Ann bids")
    browser.send(f"/games/{board}/act", {"seq": "2", "action": '{"type":"undo","to":1}'})
    browser.send(f"/games/{board}/others", {"bot": "random"})
    assert [seat.bot is None for seat in store.game(board).seats].count(True) == 1
    for path in ("/", "/games", "/deleted", "/api/games"):
        assert board not in browser.get(path).text
    browser.get(f"/games/{board}")
    answer = browser.send(f"/games/{board}/discard", {}, follow_redirects=False)
    assert answer.headers["location"] == f"/games/{game}"
    assert browser.get(f"/games/{board}").status_code == 404
    assert state_of(store, game) == before


def test_a_past_position_can_be_tried_out(browser, store, game):
    """The page of a past position offers it, and the board begins there."""
    browser.get(f"/games/{game}")
    bid(browser, game)
    page = browser.get(f"/games/{game}?at=0").text
    assert page.count(f'action="/games/{game}/what-if"') == 2  # in the bar and in the menu
    board = opened(browser, game, at="0")
    assert store.load(board).game.actions == []
    assert bid(browser, board).status_code == 200
    assert 'name="action" value="{&#34;type&#34;:&#34;undo&#34;,&#34;to&#34;:0}"' in browser.page
    assert store.progress(game).entries == store.progress(board).entries == 1


def test_undo_is_not_offered_where_the_board_begins(browser, store, game):
    """What was played in the game stays on the board."""
    browser.get(f"/games/{game}")
    bid(browser, game)
    board = opened(browser, game)
    assert "undo" not in "".join(browser.buttons)
    answer = browser.send(f"/games/{board}/act", {"seq": "1", "action": '{"type":"undo","to":0}'})
    assert answer.status_code == 403
    assert "The board begins here." in answer.text


def test_strangers_look_and_play_on_with_their_own(browser, other, store, links):
    """Whoever has the link sees the board and cannot touch it; a copy is theirs, and comes from the same position."""
    board = opened(browser, links.id)
    page = other.get(f"/games/{board}").text
    assert "Someone else’s board" in page
    assert f"/games/{board}/discard" not in page
    assert not [each for each in other.buttons if "undo" not in each]
    for path, data in (
        (f"/games/{board}/act", {"seq": "0", "action": BID}),
        (f"/games/{board}/others", {"bot": "clerk"}),
        (f"/games/{board}/seats/1/bot", {"bot": "clerk"}),
        (f"/games/{board}/hint", {"seq": "0"}),
        (f"/games/{board}/chat", {"text": "Hello"}),
        (f"/games/{board}/delete", {}),
        (f"/games/{board}/discard", {}),
        (f"/games/{links.id}/what-if/{board}", {"name": "Mine"}),
    ):
        assert other.send(path, data).status_code == 403, path
        other.get(f"/games/{board}")
    assert store.progress(board).entries == 0
    assert store.game(board).name == ""
    bid(browser, board)
    copy = opened(other, board)
    assert copy != board
    assert store.progress(copy).entries == 1
    assert store.game(copy).origin == store.game(board).origin
    assert bid(browser, links.id).status_code == 403  # a board is no way into the game


def test_players_are_not_told(browser, other, store, links):
    """The other players see neither the board nor a sign of it, and nothing private goes with it."""
    store.talk.write_note(links.id, 0, "My plan")
    other.get(f"/games/{links.id}/seat/{links.secrets[1]}")
    before, page = state_of(store, links.id), other.get(f"/games/{links.id}").text
    browser.get(f"/games/{links.id}/seat/{links.secrets[0]}")
    board = opened(browser, links.id)
    assert "My plan" not in browser.page
    assert "Tuesday" in browser.page
    for secret in links.secrets:
        assert store.seat_of_secret(board, secret) is None
    assert state_of(store, links.id) == before
    tokens = re.compile(r'name="token" value="[^"]+"')
    assert tokens.sub("", other.get(f"/games/{links.id}").text) == tokens.sub("", page)
    assert board not in other.get(f"/games/{links.id}/what-if").text


def test_a_kept_board_is_in_the_notes(browser, other, store, links):
    """A player finds its link there, under its name and only once; others in the list of their boards."""
    browser.get(f"/games/{links.id}/seat/{links.secrets[0]}")
    store.talk.write_note(links.id, 0, "My plan")
    board = opened(browser, links.id)
    for name in ("Cheap", "Cheap P1"):
        assert browser.send(f"/games/{links.id}/what-if/{board}", {"name": name}).status_code == 200
    assert store.talk.note(links.id, 0) == f"My plan\nCheap P1: http://localhost/games/{board}"
    assert f'<a href="/games/{board}">Cheap P1</a>' in browser.get(f"/games/{links.id}").text
    assert store.game(board).name == "Cheap P1"
    watched = opened(other, links.id)
    other.send(f"/games/{links.id}/what-if/{watched}", {"name": "Seen"})
    page = other.get(f"/games/{links.id}/what-if").text
    assert "Seen" in page
    assert watched in page
    assert board not in page
    assert store.talk.note(links.id, 1) == store.talk.note(links.id, 2) == ""


def test_a_board_is_kept_at_its_own_game_only(browser, store, game, links):
    """The notes of one game do not learn of a board of another one."""
    board = opened(browser, game)
    assert browser.send(f"/games/{links.id}/what-if/{board}", {"name": "Mine"}).status_code == 404
    assert store.game(board).name == ""
    for path in ("others", "discard"):
        browser.get(f"/games/{game}")
        assert browser.send(f"/games/{game}/{path}", {}).status_code == 400
    assert store.game(game).deleted is None


def test_forms_need_the_token(app, store, game):
    """A page of another site opens nothing."""
    with TestClient(app, base_url="http://localhost") as client:
        assert client.post(f"/games/{game}/what-if", data={"token": "x" * 43}).status_code == 403
    assert store.what_ifs(game, "") == ()


def test_one_secret_for_all_boards_of_a_browser(browser, other, store, game):
    """Both boards are played with it, scripts cannot read it, and a made-up one is replaced."""
    first = browser.client.post(f"/games/{game}/what-if", data={"token": browser.token}, follow_redirects=False)
    cookie = next(each for each in first.headers.get_list("set-cookie") if each.startswith(OWN_COOKIE))
    assert "HttpOnly" in cookie
    assert "Path=/games" in cookie
    opened(browser, game)
    secret = browser.client.cookies[OWN_COOKIE]
    assert len(store.what_ifs(game, secret)) == 2
    other.client.cookies.set(OWN_COOKIE, "short", path="/games")
    opened(other, game)
    assert store.what_ifs(game, "short") == ()


def test_worth_and_best_run_since_the_board_was_opened(browser, store):
    """Players' cards say what they have gained or lost, the band what the company's best run brings now."""
    played = position("1880", "run")
    game = store.import_game(played.to_json(), mode="hot_seat").id
    board = opened(browser, game)
    band = re.search(r'<p class="best">.*?</p>', browser.page, re.DOTALL)
    assert band is not None
    assert str(played.deciding) in band.group()
    assert "change" not in band.group()
    assert 'class="change' not in browser.page
    before = dict(zip(played.players, played.worths(), strict=True))
    while store.load(board).game.worths() == played.worths():
        action = next(each for each in browser.buttons if "undo" not in each)
        assert browser.send(f"/games/{board}/act", {"seq": str(browser.seq), "action": action}).status_code == 200
    now = store.load(board).game
    gained = [worth - before[name] for name, worth in zip(now.players, now.worths(), strict=True)]
    shown = re.findall(r'class="change (more|less)">(?:\+|−)¥([\d,]+)', browser.page.split('class="card players')[1])
    assert [(sign, int(amount.replace(",", ""))) for sign, amount in shown] == [
        ("more" if gain > 0 else "less", abs(gain)) for gain in gained if gain
    ]


def test_the_api_opens_plays_and_discards(browser, store, game):
    """With the secret of the board; without it a program only looks."""
    before = state_of(store, game)
    post = browser.client.post
    made = post(f"/api/games/{game}/what_if", json={"at": 0})
    assert made.status_code == 201
    board, secret = made.json()["id"], {"Authorization": f"Bearer {made.json()['secret']}"}
    move = {"seq": 0, "action": {"type": "bid", "private": "P0", "amount": 5}}
    refused = post(f"/api/games/{board}/act", json=move)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_what_if")
    assert post(f"/api/games/{board}/act", json=move, headers=secret).json() == {"seq": 1}
    assert post(f"/api/games/{board}/undo", json={"seq": 1}, headers=secret).json() == {"seq": 2}
    assert post(f"/api/games/{board}/seats/1", json={"bot": "clerk"}, headers=secret).status_code == 200
    assert browser.client.get(f"/api/games/{board}").json()["seq"] == 2
    assert post(f"/api/games/{board}/discard", json={}).status_code == 403
    assert post(f"/api/games/{game}/discard", json={}).json()["code"] == "not_a_what_if"
    assert post(f"/api/games/{board}/discard", json={}, headers=secret).status_code == 204
    assert browser.client.get(f"/api/games/{board}").status_code == 404
    assert state_of(store, game) == before


def test_links_in_a_note():
    """Only addresses of tables count, and never another server's page."""
    note = with_link("Buy\nhttp://a.example/games/x", "Late train", "http://b.example/games/Yz1")
    assert note.endswith("\nLate train: http://b.example/games/Yz1")
    assert noted_boards(note) == (("/games/x", "/games/x"), ("Late train", "/games/Yz1"))
    assert with_link(note, "Renamed", "http://b.example/games/Yz1").count("Yz1") == 1
    assert noted_boards(None) == noted_boards("https://a.example/other") == ()
