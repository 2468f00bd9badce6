"""News of new entries: a stream of server-sent events for each page that watches a game."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from tielu.store import Store

# How long a stream is silent at most; then it also looks for entries that another process has written.
SILENCE_SECONDS = 10.0

router = APIRouter(include_in_schema=False)


class News:
    """Wakes the streams of this process; what is new they read from the store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}

    def tell(self, game_id: str) -> None:
        """Say, from any thread, that a game has a new entry."""
        with self._lock:
            for loop, event in self._waiting.get(game_id, ()):
                loop.call_soon_threadsafe(event.set)

    @contextmanager
    def listening(self, game_id: str) -> Iterator[asyncio.Event]:
        """An event that is set when the game has a new entry."""
        here = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.setdefault(game_id, set()).add(here)
        try:
            yield here[1]
        finally:
            with self._lock:
                self._waiting[game_id].discard(here)
                if not self._waiting[game_id]:
                    del self._waiting[game_id]


@router.get("/games/{game_id}/events")
async def events(request: Request, game_id: str, since: int | None = None) -> StreamingResponse:
    """The number of the last entry whenever there is a new one, from `Last-Event-ID`, `since` or now on."""
    store, news = request.app.state.store, request.app.state.news
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdecimal():
        since = int(last)
    if since is None:
        since = (await run_in_threadpool(store.load, game_id)).seq
    else:
        await run_in_threadpool(store.entries_since, game_id, since)  # refuses a game that is not there
    return StreamingResponse(stream(store, news, game_id, since), media_type="text/event-stream")


async def stream(store: Store, news: News, game_id: str, since: int) -> AsyncGenerator[str, None]:
    """The events after entry `since`, as the protocol writes them."""
    with news.listening(game_id) as woken:
        while True:
            woken.clear()
            entries = await run_in_threadpool(store.entries_since, game_id, since)
            if entries:
                since = entries[-1].seq
                yield f"event: entry\nid: {since}\ndata: {since}\n\n"
            try:
                await asyncio.wait_for(woken.wait(), SILENCE_SECONDS)
            except TimeoutError:
                yield ": still here\n\n"
