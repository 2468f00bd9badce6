"""Live updates: a stream of server-sent events for each page that watches a game.

One thread serves all streams of this process: it looks at once when this process has written something, and every half
second for what others have written. It compares two numbers for each game, how many entries and messages there are; a
subscriber that knows other numbers gets the new ones. So a page that was away has only to say what it knows.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from tielu.store import Progress, Store, StoreError

# How often entries of other processes are looked for.
POLL_SECONDS = 0.5
# How long a stream is silent at most, so that nobody takes it for dead; the script gives it twice that time.
SILENCE_SECONDS = 10.0
# When a browser tries again after a stream has ended.
RETRY_MILLISECONDS = 1000

_KNOWN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_LOG = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


class Subscriber:
    """One stream: what its page knows of a game, and a queue of what it has still to be told; None ends it."""

    def __init__(self, game_id: str, known: Progress) -> None:
        self.game_id = game_id
        self.known: Progress | None = known
        self.queue: asyncio.Queue[Progress | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def send(self, progress: Progress | None) -> None:
        """Queue, from any thread, how far the game is, unless that is known."""
        if self.known is None or progress == self.known:
            return
        self.known = progress
        with suppress(RuntimeError):  # the loop has ended, and the stream with it
            self._loop.call_soon_threadsafe(self.queue.put_nowait, progress)


class Publisher:
    """Tells the subscribers of this process what is new in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._subscribers: set[Subscriber] = set()
        self._changed: set[str] = set()
        self._listeners: list[Callable[[], None]] = []
        self._polling = False
        self._closed = False

    def publish(self, game_id: str) -> None:
        """Say, from any thread, that a game has something new."""
        with self._lock:
            self._changed.add(game_id)
        self._woken.set()
        for listener in self._listeners:
            listener()

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Call this, from whatever thread, whenever this process has written something or a page subscribes."""
        self._listeners.append(listener)

    def is_watched(self, game_id: str) -> bool:
        """Whether somebody has the game open."""
        with self._lock:
            return any(subscriber.game_id == game_id for subscriber in self._subscribers)

    def close(self) -> None:
        """End all streams, and accept no more."""
        with self._lock:
            self._closed = True
            for subscriber in self._subscribers:
                subscriber.send(None)
        self._woken.set()

    @contextmanager
    def subscription(self, game_id: str, known: Progress) -> Iterator[asyncio.Queue[Progress | None]]:
        """A queue of what is new in a game since `known`, progress by progress."""
        subscriber = Subscriber(game_id, known)
        with self._lock:
            if self._closed:
                subscriber.send(None)
            self._subscribers.add(subscriber)
            if not self._polling:
                self._polling = True
                threading.Thread(target=self._poll, name="tielu-live", daemon=True).start()
        self.publish(game_id)  # it may have gone on since the caller looked
        try:
            yield subscriber.queue
        finally:
            with self._lock:
                self._subscribers.discard(subscriber)
            self._woken.set()

    def _poll(self) -> None:
        """Look for news as long as somebody subscribes."""
        looked = 0.0
        while True:
            self._woken.clear()
            with self._lock:
                changed, self._changed = self._changed, set()
                if self._closed or not self._subscribers:
                    self._polling = False
                    return
                subscribers = list(self._subscribers)
            if time.monotonic() - looked >= POLL_SECONDS:
                looked = time.monotonic()
            else:
                subscribers = [subscriber for subscriber in subscribers if subscriber.game_id in changed]
            self._update(subscribers)
            self._woken.wait(max(0.0, looked + POLL_SECONDS - time.monotonic()))

    def _update(self, subscribers: list[Subscriber]) -> None:
        try:
            progress = self._store.progress_of({subscriber.game_id for subscriber in subscribers})
        except StoreError:
            _LOG.warning("no news for now", exc_info=True)
            return
        for subscriber in subscribers:
            subscriber.send(progress.get(subscriber.game_id))


async def known_progress(request: Request, game_id: str, since: str = "") -> Progress:
    """What the reader knows, by `Last-Event-ID` or `since`, or the game as it stands; raises NotFound without one."""
    now = await run_in_threadpool(request.app.state.store.progress, game_id)
    return _parse_known(request.headers.get("last-event-id") or since, now)


@router.get("/games/{game_id}/events", response_class=EventSourceResponse)
async def events(
    request: Request, game_id: str, known: Annotated[Progress, Depends(known_progress)]
) -> AsyncIterator[ServerSentEvent]:
    """What is new in a game after what the reader knows."""
    async for event in stream(request.app.state.publisher, game_id, known):
        yield event


async def stream(publisher: Publisher, game_id: str, known: Progress) -> AsyncGenerator[ServerSentEvent, None]:
    """The events after `known`; their ids say all that the reader then knows."""
    yield ServerSentEvent(retry=RETRY_MILLISECONDS)
    with publisher.subscription(game_id, known) as queue:
        while True:
            try:
                progress = await asyncio.wait_for(queue.get(), SILENCE_SECONDS)
            except TimeoutError:
                yield ServerSentEvent(event="still", raw_data="here")
                continue
            if progress is None:
                return
            for event in _events_between(known, progress):
                yield event
            known = progress


def _events_between(known: Progress, progress: Progress) -> Iterator[ServerSentEvent]:
    """`entry` with the number of the last entry, `chat` with that of the last message."""
    for name, before, after in (
        ("entry", known.entries, progress.entries),
        ("chat", known.messages, progress.messages),
    ):
        if before != after:
            yield ServerSentEvent(event=name, id=f"{progress.entries}-{progress.messages}", raw_data=str(after))


def _parse_known(text: str, now: Progress) -> Progress:
    """What a reader says to know; one who says nothing of the chat, or nothing that we wrote, knows what there is."""
    match = _KNOWN.fullmatch(text)
    if match is None:
        return now
    return Progress(int(match[1]), now.messages if match[2] is None else int(match[2]))
