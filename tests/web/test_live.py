"""The stream of publisher: what it tells, to whom, and how soon."""

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager

import pytest
import uvicorn
from fastapi.sse import ServerSentEvent

from tielu.store import Progress, Store
from tielu.web import live

THREE = ["Ann", "Bo", "Cy"]
BID = {"type": "bid", "private": "P0", "amount": 5}
START = ServerSentEvent(retry=live.RETRY_MILLISECONDS)


@pytest.fixture
def game(store):
    """The id of a game at one screen with one entry."""
    made = store.create_game("1880", THREE, mode="hot_seat")
    store.append(made.id, 0, BID, 0)
    return made.id


def news(name, mark, number):
    """The event that tells of a new entry or message."""
    return ServerSentEvent(event=name, id=mark, raw_data=str(number))


@pytest.fixture
def publisher(store):
    """News of the store, ended after the test."""
    told = live.Publisher(store)
    yield told
    told.close()


def hear(publisher, game_id, known, *deeds):
    """What a stream tells: first what it tells by itself, then after each deed."""

    async def listen():
        stream = live.stream(publisher, game_id, known)
        told: list[object] = [await anext(stream)]
        for deed in deeds:
            waiting: asyncio.Future[object] = asyncio.ensure_future(anext(stream, "the end"))
            await asyncio.sleep(0.02)
            if deed is not None:
                assert not waiting.done()
                await asyncio.to_thread(deed)
            told.append(await asyncio.wait_for(waiting, 5))
        await stream.aclose()
        return told

    return asyncio.run(listen())


def test_stream_tells_what_was_missed_and_what_comes(store, publisher, game):
    """First the last entry, then each new one as it is told, and nothing in between."""

    def act():
        store.append(game, 1, {**BID, "amount": 10}, 0)
        publisher.publish(game)

    assert hear(publisher, game, Progress(0, 0), None, act) == [
        START,
        news("entry", "1-0", 1),
        news("entry", "2-0", 2),
    ]


def test_stream_tells_of_messages(store, publisher, game):
    """The chat has an event of its own; its id says how far the game is as well."""

    def talk():
        store.talk.add_message(game, None, "Hello")
        publisher.publish(game)

    assert hear(publisher, game, Progress(1, 0), talk) == [START, news("chat", "1-1", 1)]


def test_stream_tells_of_an_undo_that_is_asked_for(store, publisher):
    """To ask and to agree are entries, so everybody's page shows the question and the answer."""
    made = store.create_game("1880", THREE, undo="consent")
    store.append(made.id, 0, BID, 0)

    def ask():
        store.append(made.id, 1, {"type": "ask_undo", "to": 0}, 0)
        publisher.publish(made.id)

    assert hear(publisher, made.id, Progress(1, 0), ask)[1:] == [news("entry", "2-0", 2)]


def test_entry_of_another_process_is_told(store, publisher, game, tmp_path):
    """Nobody tells this process of it: it looks."""

    def act_elsewhere():
        with Store(tmp_path / "games.sqlite3") as other:
            other.append(game, 1, {**BID, "amount": 10}, 0)

    assert hear(publisher, game, Progress(1, 0), act_elsewhere)[1:] == [news("entry", "2-0", 2)]


def test_second_reader_need_not_wait_for_the_next_look(store, publisher, game, monkeypatch):
    """What happened before a stream began is told at once, also where somebody else listens already."""
    monkeypatch.setattr(live, "POLL_SECONDS", 60.0)

    async def listen():
        first, second = live.stream(publisher, game, Progress(1, 0)), live.stream(publisher, game, Progress(0, 0))
        assert await anext(first) == START
        waiting = asyncio.ensure_future(anext(first))
        await asyncio.sleep(0.2)
        assert await anext(second) == START
        assert await asyncio.wait_for(anext(second), 5) == news("entry", "1-0", 1)
        assert not waiting.done()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(listen())


def test_whoever_writes_tells_it_at_once(app, browser, store, monkeypatch):
    """Every form and request that changes what a page shows; nobody waits for the next look."""
    told: list[str] = []
    monkeypatch.setattr(app.state.publisher, "publish", told.append)
    browser.new_game(mode="links")
    game_id = store.list_games().games[0].id
    path, secret = re.findall(r'<dd><a href="[^"]+(/games/\w+)/seat#(\w+)">', browser.page)[0]
    browser.get(f"{path}/seat/{secret}")
    mine = {"headers": {"Authorization": f"Bearer {secret}"}}
    browser.get(path)
    told.clear()
    deeds = [
        lambda: browser.send(f"{path}/act", {"seq": 0, "action": json.dumps(BID)}),
        lambda: browser.client.post(f"/api{path}/undo", json={"seq": 1}, **mine),
        lambda: browser.client.post(f"/api{path}/act", json={"seq": 2, "action": BID}, **mine),
        lambda: browser.send(f"{path}/chat", {"text": "hello"}),
        lambda: browser.client.post(f"/api{path}/chat", json={"text": "hello"}, **mine),
        lambda: browser.send(f"{path}/seats/1/link", {}),
        lambda: browser.get(path) and browser.send(f"{path}/delete", {}),
    ]
    for number, deed in enumerate(deeds):
        assert deed().is_success
        assert told == [game_id] * (number + 1), number


def test_one_look_serves_all_streams(store, publisher, game, monkeypatch):
    """Twenty pages of ten games cost no more looks into the database than one."""
    games = [game, *(store.create_game("1880", THREE).id for _ in range(9))]
    looks = []
    look = store.progress_of

    def counted(ids):
        looks.append(len(ids))
        return look(ids)

    monkeypatch.setattr(store, "progress_of", counted)

    async def listen():
        streams = [live.stream(publisher, each, Progress(0, 0)) for each in games * 2]
        for stream in streams:
            assert await anext(stream) == START
        firsts = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.sleep(3 * live.POLL_SECONDS)
        after_start = len(looks)
        await asyncio.sleep(2 * live.POLL_SECONDS)
        assert len(looks) - after_start <= 3
        for first in firsts:
            first.cancel()
        await asyncio.gather(*firsts, return_exceptions=True)

    asyncio.run(listen())
    assert max(looks) == 10


def test_nobody_looks_when_nobody_listens(publisher, game):
    """The thread ends with the last stream."""
    hear(publisher, game, Progress(0, 0), None)
    for _ in range(100):
        if "tielu-live" not in {each.name for each in threading.enumerate()}:
            return
        time.sleep(0.02)
    pytest.fail("somebody still looks")


def test_deleted_game_ends_its_streams(store, publisher, game):
    """The page then asks again, and hears that the game is gone."""

    def delete():
        store.delete_game(game)
        publisher.publish(game)

    assert hear(publisher, game, Progress(1, 0), delete) == [START, "the end"]


def test_closed_news_end_streams_old_and_new(publisher, game):
    """A server that ends does not wait for pages to leave."""
    assert hear(publisher, game, Progress(1, 0), publisher.close) == [START, "the end"]
    assert hear(publisher, game, Progress(1, 0), None) == [START, "the end"]


def test_silence_is_broken(publisher, game, monkeypatch):
    """A stream says now and then that it is still there, so that nobody in between closes it."""
    monkeypatch.setattr(live, "SILENCE_SECONDS", 0.01)
    assert hear(publisher, game, Progress(1, 0), None)[1] == ServerSentEvent(event="still", raw_data="here")


@contextmanager
def served(app):
    """The address of a server with the application."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        host, port = server.servers[0].sockets[0].getsockname()
        yield f"{host}:{port}"
    finally:
        server.should_exit = True
        thread.join(30)


@contextmanager
def opened_stream(address, game_id, query="", before="", **headers):
    """An open stream, its first line read."""
    with closing(http.client.HTTPConnection(address, timeout=90)) as connection:
        connection.request("GET", f"{before}/games/{game_id}/events{query}", headers=headers)
        with connection.getresponse() as answer:
            assert answer.status == 200
            assert answer.readline() + answer.readline() == f"retry: {live.RETRY_MILLISECONDS}\n\n".encode()
            yield answer


@pytest.mark.parametrize(
    ("query", "headers"),
    [("", {"Last-Event-ID": "0-0"}), ("?since=0", {}), ("?since=0-0", {}), ("?since=9", {"Last-Event-ID": "0"})],
)
@pytest.mark.parametrize("before", ["", "/api"])
def test_news_over_the_wire(app, game, before, query, headers):
    """Who was away, a page or a program, says what it knows and is told the last entry; a new one follows at once."""
    with served(app) as address, opened_stream(address, game, query, before, **headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        assert [answer.readline() for _ in range(4)] == [b"event: entry\n", b"data: 1\n", b"id: 1-0\n", b"\n"]
        entry = {"seq": 1, "action": {**BID, "amount": 10}}
        with closing(http.client.HTTPConnection(address, timeout=90)) as second:
            second.request("POST", f"/api/games/{game}/act", json.dumps(entry), {"Content-Type": "application/json"})
            assert second.getresponse().status == 200
        assert [answer.readline() for _ in range(3)] == [b"event: entry\n", b"data: 2\n", b"id: 2-0\n"]


@pytest.mark.parametrize("query", ["", "?since=", "?since=x", "?since=-1", f"?since={'9' * 40}", "?since=1-0-0"])
def test_reader_who_says_nothing_hears_what_is_new_from_now_on(app, store, game, query):
    """What nobody could have been told is taken for nothing said."""
    with served(app) as address, opened_stream(address, game, query, **{"Accept-Encoding": "gzip"}) as answer:
        store.append(game, 1, {**BID, "amount": 10}, 0)
        assert [answer.readline() for _ in range(3)] == [b"event: entry\n", b"data: 2\n", b"id: 2-0\n"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_server_ends_at_once_with_open_streams(tmp_path, sign):
    """Ctrl+C and a service manager need not wait for the browsers."""
    database = tmp_path / "games.sqlite3"
    with Store(database) as store:
        game_id = store.create_game("1880", THREE).id
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = "import sys; from tielu.cli import main; sys.exit(main())"
    options = ["play", "--no-browser", "--port", str(port), "--database", str(database)]
    with subprocess.Popen([sys.executable, "-c", program, *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert str(port) in server.stdout.readline()
            with ExitStack() as stack:
                address = f"127.0.0.1:{port}"
                answers = [stack.enter_context(opened_stream(address, game_id)) for _ in range(3)]
                server.send_signal(sign)
                server.wait(30)  # a server that waits for its streams to end would wait for ever
                assert [answer.read() for answer in answers] == [b""] * 3
        finally:
            server.kill()
