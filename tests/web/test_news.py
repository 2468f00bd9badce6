"""News between servers: each of them hears what the others have written."""

import asyncio
import time

import pytest

from tielu.store import Progress, Store
from tielu.web import live

BID = {"type": "bid", "private": "P0", "amount": 5}
# Nobody polls the games during a test, so whatever is heard was told by the listener of the store.
NEVER = 600.0


@pytest.fixture
def stores(postgres_url):
    """The stores of two servers on one database."""
    with Store(postgres_url) as here, Store(postgres_url) as there:
        yield here, there


async def listening(publisher):
    """Wait until the publisher hears the database."""
    until = time.monotonic() + 60
    while publisher._news is None or not publisher._news.connected:
        assert time.monotonic() < until
        await asyncio.sleep(0.01)


def heard(store, game_id, known, *deeds):
    """The events that a page of one server gets for what is done elsewhere, and how long each took."""
    publisher = live.Publisher(store)

    async def listen():
        stream = live.stream(publisher, game_id, known)
        await anext(stream)
        told = []
        for deed in deeds:
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            await listening(publisher)
            began = time.monotonic()
            await asyncio.to_thread(deed)
            event = await asyncio.wait_for(waiting, 60)
            told.append((event.event, event.id, time.monotonic() - began))
        await stream.aclose()
        return told

    try:
        return asyncio.run(listen())
    finally:
        publisher.close()


@pytest.fixture(params=["postgresql", "sqlite"])
def two_of_a_kind(request, tmp_path):
    """The stores of two processes on one database of each kind."""
    address = request.getfixturevalue("postgres_url") if request.param == "postgresql" else tmp_path / "games.sqlite3"
    with Store(address) as here, Store(address) as there:
        yield here, there


def test_what_one_server_writes_is_told_by_the_other(two_of_a_kind, monkeypatch):
    """Entries and messages arrive without polling all games, soon."""
    monkeypatch.setattr(live, "TOLD_POLL_SECONDS", NEVER)
    here, there = two_of_a_kind
    game_id = here.create_game("1880", ["Ann", "Bo", "Cy"]).id
    told = heard(
        here,
        game_id,
        Progress(0, 0),
        lambda: there.append(game_id, 0, BID, 0),
        lambda: there.talk.add_message(game_id, 0, "Hello"),
    )
    assert [(event, number) for event, number, _ in told] == [("entry", "1-0"), ("chat", "1-1")]
    assert max(seconds for *_, seconds in told) < 20.0


def test_news_go_on_after_the_database_was_away(postgres, stores, monkeypatch):
    """A listener connects again by itself, and first looks at what it may have missed."""
    monkeypatch.setattr(live, "TOLD_POLL_SECONDS", NEVER)
    monkeypatch.setattr("tielu.store.news.RETRY_SECONDS", 0.05)
    here, there = stores
    game_id = here.create_game("1880", ["Ann", "Bo", "Cy"]).id

    def restart_and_act():
        postgres.stop("immediate")
        postgres.start()
        there.append(game_id, 0, BID, 0)

    told = heard(here, game_id, Progress(0, 0), restart_and_act, lambda: there.append(game_id, 1, {"type": "pass"}, 1))
    assert [number for _, number, _ in told] == ["1-0", "2-0"]
