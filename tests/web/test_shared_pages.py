"""The page of a game for those who watch it: made once for all of them, and for nobody else."""

import gzip
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import PLAYERS
from tielu.web.page_body import PageBody
from tielu.web.shared_pages import SharedPages, SharedReads
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
    browser.get(f"{path}/seat/{made.secrets[0]}", follow_redirects=False)
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


def test_a_compressed_page_is_one_gzip_file_for_each_reader():
    """Compressed once, it unpacks to the page with the reader's token, wherever tokens stand and whatever is shown."""
    for text in ("", "@", "@@", "a@b", "@" + "鉄路 " * 50_000 + "@", "".join(map(chr, range(32, 3000)))):
        body = PageBody(text, "@")
        for token in ("t", "x" * 64):
            assert body.plain(token) == text.replace("@", token).encode()
            assert gzip.decompress(body.gzipped(token)) == body.plain(token)


def test_pages_are_compressed_where_the_reader_takes_it(browser, game):
    """Whoever does not say so gets the page as it is."""
    packed = browser.client.get(f"/games/{game}", headers={"Accept-Encoding": "gzip"})
    plain = browser.client.get(f"/games/{game}", headers={"Accept-Encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 4


def test_what_many_ask_is_read_once_and_never_before_they_ask():
    """Whoever comes while somebody reads waits for the next reading, with all others who came."""
    reads: SharedReads[int] = SharedReads()
    began, goes_on, numbers = threading.Event(), threading.Event(), iter(range(10))

    def read():
        number = next(numbers)
        began.set()
        goes_on.wait()
        return number

    with ThreadPoolExecutor(5) as readers:
        first = readers.submit(reads.get, "key", read)
        began.wait()
        later = [readers.submit(reads.get, "key", read) for _ in range(4)]
        while sum(thread.name.startswith("ThreadPool") for thread in threading.enumerate()) < 5 or not reads._next:
            time.sleep(0.01)
        goes_on.set()
        assert first.result() == 0
        assert {each.result() for each in later} <= {1, 2, 3, 4}
    assert reads.get("key", read) == next(numbers) - 1
    assert not reads._running
    assert not reads._next


def test_a_reading_that_fails_fails_for_all_who_share_it():
    """The next one reads again."""
    reads: SharedReads[int] = SharedReads()
    with pytest.raises(ZeroDivisionError):
        reads.get("key", lambda: 1 // 0)
    assert reads.get("key", lambda: 1) == 1
