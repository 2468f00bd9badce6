"""Two who act for the same position at the same moment: one of them does, the other is told, and the game is whole."""

import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
import uvicorn

import tielu

ROUNDS = 60
PLAYERS = ["Ann", "Bo", "Cy"]


@contextmanager
def served(app):
    """The application on a port of its own."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)


def by_api(connection, game_id, seq, action):
    """Act as a program does; the code of a refusal, or nothing."""
    body = json.dumps({"seq": seq, "action": action})
    connection.request("POST", f"/api/games/{game_id}/act", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read()).get("code", "")


def by_form(connection, game_id, seq, action):
    """Act as a page does."""
    token = "t" * 43
    form = urlencode({"token": token, "seq": seq, "action": json.dumps(action)})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"tielu_form={token}"}
    connection.request("POST", f"/games/{game_id}/act", form, headers)
    answer = connection.getresponse()
    page = answer.read().decode()
    return answer.status, "somebody_was_quicker" if 'data-code="somebody_was_quicker"' in page else ""


@pytest.mark.parametrize(
    ("first", "second", "done"),
    [(by_api, by_api, {200}), (by_form, by_form, {303}), (by_api, by_form, {200, 303})],
    ids=["api-api", "form-form", "api-form"],
)
def test_exactly_one_of_two_wins(app, store, first, second, done):
    """Round after round, with different actions: one entry each, that of the winner, and 409 for the other."""
    game_id = store.create_game("1880", PLAYERS, mode="hot_seat").id
    barrier = threading.Barrier(2)

    def act(how, connection, seq, action):
        barrier.wait(30)
        return how(connection, game_id, seq, action)

    with served(app) as port, ThreadPoolExecutor(2) as both:
        connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=90) for _ in range(2)]
        game = tielu.new_game("1880", PLAYERS)
        for seq in range(ROUNDS):
            offers = game.legal_actions()
            wishes = [offers[0].to_json(), offers[-1].to_json()]
            asked = zip((first, second), connections, wishes, strict=True)
            answers = [
                each.result(60) for each in [both.submit(act, how, line, seq, wish) for how, line, wish in asked]
            ]
            lost = [number for number, (status, _) in enumerate(answers) if status == 409]
            assert len(lost) == 1, answers
            assert answers[lost[0]][1] == "somebody_was_quicker"
            assert answers[1 - lost[0]][0] in done
            winner = wishes[1 - lost[0]]
            assert [entry.data for entry in store.entries_since(game_id, seq)] == [winner]
            game.apply(tielu.Action.from_json(winner))
        for connection in connections:
            connection.close()
    assert store.load(game_id).game.snapshot() == game.snapshot()
