"""The page of a game for those who watch it: made once for all of them, and for nobody else."""

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import PLAYERS
from tielu.web.shared_pages import SharedPages
from tielu.web.table import routes
from tielu.web.table.page import table_page


@pytest.fixture
def made_pages(monkeypatch):
    """The pages that were put together, as seats; None is a spectator."""
    seats = []

    def counted(store, info, seat, *given, **named):
        seats.append(seat)
        return table_page(store, info, seat, *given, **named)

    monkeypatch.setattr(routes, "table_page", counted)
    return seats


def test_a_page_is_made_once_for_all_who_watch(app, store, made_pages):
    """Twenty browsers ask at once, time and again; each gets a token of its own, and after an action a new page."""
    made = store.create_game("1880", PLAYERS)
    clients = [TestClient(app, base_url="http://localhost") for _ in range(20)]
    with ThreadPoolExecutor(20) as spectators:
        pages = list(spectators.map(lambda client: client.get(f"/games/{made.id}").text, clients))
        list(spectators.map(lambda client: client.get(f"/games/{made.id}"), clients))
        assert made_pages == [None]
        store.append(made.id, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
        later = list(spectators.map(lambda client: client.get(f"/games/{made.id}").text, clients))
    assert made_pages == [None, None]
    assert {re.findall(r'data-entries="(\d+)"', page)[0] for page in pages} == {"0"}
    assert {re.findall(r'data-entries="(\d+)"', page)[0] for page in later} == {"1"}
    tokens = [set(re.findall(r'name="token" value="([^"]+)"', page)) for page in pages]
    assert len(set().union(*tokens)) == 20 == sum(len(each) for each in tokens)
    for client in clients:
        assert {client.cookies["tielu_form"]} in tokens
        client.close()


def test_players_have_pages_of_their_own(browser, other, store, made_pages):
    """Whoever has a seat does not get the page of a spectator, nor the other way round; languages are apart."""
    made = store.create_game("1880", PLAYERS)
    path = f"/games/{made.id}"
    other.get(path)
    browser.get(f"{path}/seat/{made.secrets[0]}")
    browser.get(path)
    assert browser.buttons
    other.get(path)
    assert not other.buttons
    assert '<html lang="de"' in other.get(f"{path}?lang=de").text
    assert made_pages == [None, 0, None]


def test_what_fails_is_tried_again():
    """All who wait hear of the failure; the next one does not."""
    pages: SharedPages[str] = SharedPages()
    begun = threading.Event()

    def fail():
        begun.set()
        time.sleep(0.2)
        raise ValueError("no")

    with ThreadPoolExecutor(2) as readers:
        first = readers.submit(pages.get, "key", fail)
        begun.wait()
        second = readers.submit(pages.get, "key", lambda: "never made")
        assert [type(each.exception()) for each in (first, second)] == [ValueError, ValueError]
    assert pages.get("key", lambda: "page") == "page"
