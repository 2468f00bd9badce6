"""Tables at which bots sit, for tests: quick ones, and workers that fail on purpose."""

import sys
import time
from contextlib import contextmanager
from pathlib import Path

from fastapi.testclient import TestClient

from tests.web.conftest import Browser
from tielu.bots.pool import BotPool
from tielu.web import create_app
from tielu.web.bots.turns import BotPacing

AT_ONCE = BotPacing(between_moves=0.0, after_undo=0.0, retry=0.05)
PATIENT = BotPacing(between_moves=0.0, after_undo=600.0, retry=0.05)
# Who waits for something in vain has failed; a machine with much else to do may take a minute.
PATIENCE = 120.0
BID = {"type": "bid", "private": "P0", "amount": 5}
PASS = {"type": "pass"}
FAULTY = Path(__file__).with_name("faulty_worker.py")


@contextmanager
def table(store, pacing=AT_ONCE, pool=None):
    """Somebody at a server whose bots are as fast as wished."""
    app = create_app(store, pacing=pacing, bot_pool=pool or BotPool(1))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield Browser(client)


def faulty(fault, times, folder, patience=PATIENCE):
    """Workers with which so many thoughts go wrong."""
    return BotPool(1, (sys.executable, str(FAULTY), fault, str(times), str(folder / "count")), patience)


def new_game(who, *, title="1880", bot="clerk", people=("Ann",), names=("Ann", "Li", "Wang"), **more):
    """The id of a new game in which bots have the seats of all but these people."""
    players = [{"name": name, **({} if name in people else {"bot": bot})} for name in names]
    answer = who.client.post("/api/games", json={"title": title, "players": players, "mode": "hot_seat", **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def act(who, game, seq, action, **options):
    return who.client.post(f"/api/games/{game}/act", json={"seq": seq, "action": action}, **options)


def until(found, seconds=PATIENCE):
    """Wait until something is so; returns it."""
    give_up = time.monotonic() + seconds
    while not (it := found()):
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(0.02)
    return it


def entries(store, game):
    return store.read(game).seq
