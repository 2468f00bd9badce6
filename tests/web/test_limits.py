"""Too often in a short time: who is told to come back later, and who is not."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient

from tests.browser.serving import serving
from tests.web.conftest import PLAYERS, Browser
from tielu.bots.pool import BotPool
from tielu.web import create_app, limits

STRANGER = "203.0.113.7"


@pytest.fixture
def come_from(app):
    """Somebody who comes from an address."""
    clients = []

    def come(address):
        client = TestClient(app, base_url="http://localhost", raise_server_exceptions=False, client=(address, 4711))
        clients.append(client)
        return Browser(client)

    yield come
    for client in clients:
        client.close()


def later(answer):
    """Whether the answer asks to come back later, and says when."""
    assert answer.status_code == 429
    assert answer.json()["code"] in ("too_often", "too_often_for_now")
    return int(answer.headers["Retry-After"])


def test_games_have_an_end(come_from, store, monkeypatch):
    """An address makes so many games; another one, or this machine, makes its own, with or without the API."""
    monkeypatch.setitem(limits.BY_ADDRESS, "games", "3/hour")
    stranger, order = come_from(STRANGER), {"title": "1880", "players": PLAYERS}
    for _ in range(2):
        assert stranger.client.post("/api/games", json=order).status_code == 201
    assert stranger.new_game().status_code == 200
    assert 0 < later(stranger.client.post("/api/games", json=order)) <= 3600
    for lang, words in (("en", "try again"), ("de", "noch einmal"), ("ja", "もう一度")):
        stranger.get(f"/?lang={lang}")
        answer = stranger.send("/play", {"title": "1880"})
        assert (answer.status_code, words in answer.text) == (429, True)
    assert come_from("203.0.113.8").client.post("/api/games", json=order).status_code == 201
    for address in ("127.0.0.1", "::1"):
        at_home = come_from(address)
        assert [at_home.client.post("/api/games", json=order).status_code for _ in range(5)] == [201] * 5


def test_a_network_of_ipv6_is_one_address(come_from, monkeypatch):
    """Every machine has millions of addresses there."""
    monkeypatch.setitem(limits.BY_ADDRESS, "games", "2/hour")
    order = {"title": "1880", "players": PLAYERS}
    for number in (1, 2):
        assert come_from(f"2001:db8::{number}").client.post("/api/games", json=order).status_code == 201
    assert later(come_from("2001:db8::3").client.post("/api/games", json=order))
    assert come_from("2001:db8:0:1::1").client.post("/api/games", json=order).status_code == 201


def test_nobody_floods_the_chat(come_from, store):
    """A seat says so much in a minute, from whatever address."""
    made = store.create_game("1880", PLAYERS)
    headers = {"Authorization": f"Bearer {made.secrets[0]}"}
    path, said = f"/api/games/{made.id}/chat", []
    for number in range(25):
        talker = come_from(f"203.0.113.{number}").client
        said.append(talker.post(path, json={"text": "buy!"}, headers=headers))
    assert [each.status_code for each in said] == [201] * 20 + [429] * 5
    assert len(store.talk.messages_since(made.id)) == 20


def test_secrets_are_not_tried_out(come_from, store):
    """Neither as links nor in the API; who has the right one is let in from elsewhere."""
    made = store.create_game("1880", PLAYERS)
    guesser, headers = come_from(STRANGER).client, {"Authorization": f"Bearer {'y' * 27}"}
    for number in range(30):
        assert guesser.get(f"/games/{made.id}/seat/{number:027}").status_code == 403
        assert guesser.post(f"/api/games/{made.id}/chat", json={"text": "x"}, headers=headers).status_code == 403
    assert guesser.get(f"/games/{made.id}/seat/{'x' * 27}").status_code == 429
    assert later(guesser.post(f"/api/games/{made.id}/chat", json={"text": "x"}, headers=headers))
    assert come_from("203.0.113.9").get(f"/games/{made.id}/seat/{made.secrets[0]}").status_code == 200


@pytest.fixture
def slow_app(store):
    """An application whose bots never answer."""
    pool = BotPool(1, ["sleep", "600"])
    yield create_app(store, bot_pool=pool)
    pool.close()


def test_hints_take_no_thread(store, slow_app, monkeypatch):
    """While more seats wait for hints than there are threads, pages come; who goes away is no longer waited for."""
    monkeypatch.setattr("tielu.web.bots.hint_maker.MAX_ASKING", 60)
    games = [store.create_game("1880", PLAYERS, mode="hot_seat").id for _ in range(60)]
    with serving(store, app=slow_app) as served, ThreadPoolExecutor(61) as asking:

        def ask(game_id):
            try:
                return httpx.post(f"{served.address}/api/games/{game_id}/hint", json={"seq": 0}, timeout=8).status_code
            except httpx.TimeoutException:
                return "gave up"

        waiting = [asking.submit(ask, game_id) for game_id in games]
        until = time.monotonic() + 60
        while len(slow_app.state.hints._asking_seats) < 60 and not all(each.done() for each in waiting):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert httpx.get(f"{served.address}/revisions", timeout=90).status_code == 200
        assert {each.result() for each in waiting} == {"gave up"}
        while slow_app.state.hints._asking_seats:
            assert time.monotonic() < until + 60, "those who have gone are still waited for"
            time.sleep(0.05)


def test_few_wait_for_hints_at_once(store, slow_app, monkeypatch):
    """One more is told that the bots are busy, and when to come again."""
    monkeypatch.setattr("tielu.web.bots.hint_maker.MAX_ASKING", 1)
    games = [store.create_game("1880", PLAYERS, mode="hot_seat").id for _ in range(2)]
    with TestClient(slow_app, base_url="http://localhost") as client:
        first = threading.Thread(target=client.post, args=(f"/api/games/{games[0]}/hint",), kwargs={"json": {"seq": 0}})
        first.start()
        while not slow_app.state.hints._asking_seats:
            time.sleep(0.01)
        answer = client.post(f"/api/games/{games[1]}/hint", json={"seq": 0})
        assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "bot_busy", "5")
        while first.is_alive():
            for process in slow_app.state.bot_pool.processes:
                os.kill(process, signal.SIGKILL)
            first.join(0.1)
