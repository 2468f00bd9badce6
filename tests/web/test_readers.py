"""Readers of one game are answered one after the other, and readers of another game do not wait for them."""

import asyncio

from fastapi.responses import PlainTextResponse

from tielu.web import middleware
from tielu.web.middleware import OneReaderOfAGame


class SlowGames:
    """An application whose game `slow` begins to answer when told; `inside` has the paths it is busy with."""

    def __init__(self):
        self.inside, self.go_on = [], asyncio.Event()

    async def until_busy(self):
        while not self.inside:
            await asyncio.sleep(0)

    async def __call__(self, scope, receive, send):
        self.inside.append(scope["path"])
        if "slow" in scope["path"]:
            await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"].endswith("events"):
            await asyncio.Event().wait()
        self.inside.remove(scope["path"])


async def nothing():
    return {}


def busy(request, error):
    return PlainTextResponse(error.code, 503)


async def get(app, path):
    """The status of the answer to a request, as soon as it begins."""
    status: asyncio.Queue[object] = asyncio.Queue()

    async def send(message):
        status.put_nowait(message.get("status"))

    asking = asyncio.ensure_future(app({"type": "http", "method": "GET", "path": path, "headers": []}, nothing, send))
    beginning = asyncio.ensure_future(status.get())
    try:
        await asyncio.wait({asking, beginning}, return_when=asyncio.FIRST_COMPLETED)
        return beginning.result() if beginning.done() else await asking
    finally:
        asking.cancel()
        beginning.cancel()


def test_a_crowd_before_one_game_keeps_nobody_from_another():
    """Of many readers one is inside; others of that game wait, and readers of another one are answered."""

    async def crowd():
        games = SlowGames()
        app = OneReaderOfAGame(games, busy)
        paths = ["/games/slow", "/api/games/slow/legal"] * 4
        waiting = [asyncio.ensure_future(get(app, path)) for path in paths]
        await games.until_busy()
        assert await get(app, "/games/other") == 200
        assert await get(app, "/") == 200
        assert games.inside == ["/games/slow"]
        games.go_on.set()
        assert await asyncio.gather(*waiting) == [200] * len(paths)

    asyncio.run(crowd())


def test_nobody_waits_for_a_stream():
    """Streams of events are answered for as long as they are read, and still nobody waits for them."""

    async def crowd():
        app = OneReaderOfAGame(SlowGames(), busy)
        reading = []

        async def send(message):
            reading.append(message)

        for _ in range(3):
            scope = {"type": "http", "method": "GET", "path": "/games/one/events", "headers": []}
            reading.append(asyncio.ensure_future(app(scope, nothing, send)))
        assert await get(app, "/games/one") == 200

    asyncio.run(crowd())


def test_whoever_waits_for_too_long_is_told(monkeypatch):
    """With 503; and whoever leaves makes room."""
    monkeypatch.setattr(middleware, "READER_SECONDS", 0.01)

    async def crowd():
        games = SlowGames()
        app = OneReaderOfAGame(games, busy)
        inside = asyncio.ensure_future(get(app, "/games/slow"))
        await games.until_busy()
        assert await get(app, "/games/slow") == 503
        inside.cancel()
        await asyncio.wait({inside})
        games.go_on.set()
        assert await get(app, "/games/slow") == 200

    asyncio.run(crowd())
