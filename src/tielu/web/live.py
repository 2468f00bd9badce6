"""Live updates: a stream of server-sent events for each page that watches a game.

One thread serves all streams of this process. It looks into the store at once when this process has written something
or a listener of the store tells of a change. Per game it compares two numbers, of entries and of chat messages, and
sends them to each subscriber that knows other ones; a page that reconnects only says what it knows.
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

from tielu.store import Listener, Progress, Store, StoreError

# How often the store is polled for entries of other processes: while its listener is cut off, and otherwise.
POLL_SECONDS = 0.5
TOLD_POLL_SECONDS = 30.0
# How often the store is told which games have open pages.
VISIT_SECONDS = 20.0
# A stream sends something at least this often; the script reconnects after more than twice the time.
SILENCE_SECONDS = 10.0
# How long a browser waits before it reopens a stream.
RETRY_MILLISECONDS = 1000

_PROGRESS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_LOG = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


class Subscriber:
    """One stream: the progress its page knows, and a queue of what is still to be sent; None ends it."""

    def __init__(self, game_id: str, known: Progress) -> None:
        self.game_id = game_id
        self.known: Progress | None = known
        self.queue: asyncio.Queue[Progress | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def send(self, progress: Progress | None) -> None:
        """Queue the progress of the game, from any thread, unless the page knows it."""
        if self.known is None or progress == self.known:
            return
        self.known = progress
        with suppress(RuntimeError):  # the loop has ended, and the stream with it
            self._loop.call_soon_threadsafe(self.queue.put_nowait, progress)


class Publisher:
    """Notifies the subscribers of this process when a game has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._subscribers: set[Subscriber] = set()
        self._changed: set[str] = set()
        self._listeners: list[Callable[[str], None]] = []
        self._news: Listener | None = None
        self._polling = False
        self._poll_now = False
        self._visits_recorded = -VISIT_SECONDS
        self._closed = False

    def publish(self, game_id: str) -> None:
        """Announce, from any thread, that a game has changed."""
        with self._lock:
            self._changed.add(game_id)
        self._woken.set()
        for listener in self._listeners:
            listener(game_id)

    def _on_news(self, game_id: str | None) -> None:
        """Look at a game that some process has changed, or at all if any may have changed."""
        if game_id is None:
            self._poll_now = True
            self._woken.set()
        else:
            self.publish(game_id)

    def add_listener(self, listener: Callable[[str], None]) -> None:
        """Register a function to call, from any thread, with each game that is published or gets a new reader."""
        self._listeners.append(listener)

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return len(self._subscribers)

    def close(self) -> None:
        """End all streams, and accept no more."""
        with self._lock:
            self._closed = True
            for subscriber in self._subscribers:
                subscriber.send(None)
        self._woken.set()

    @contextmanager
    def subscription(self, game_id: str, known: Progress) -> Iterator[asyncio.Queue[Progress | None]]:
        """Subscribe to a game; the queue gets its progress whenever that differs from `known`."""
        subscriber = Subscriber(game_id, known)
        with self._lock:
            if self._closed:
                subscriber.send(None)
            self._subscribers.add(subscriber)
            if not self._polling:
                self._polling = True
                self._news = self._store.listen(self._on_news)
                threading.Thread(target=self._poll, name="tielu-live", daemon=True).start()
        self.publish(game_id)  # the game may have changed since the caller looked
        try:
            yield subscriber.queue
        finally:
            with self._lock:
                self._subscribers.discard(subscriber)
            self._woken.set()

    def _poll(self) -> None:
        """Poll the store as long as there are subscribers."""
        last_poll = 0.0
        while True:
            self._woken.clear()
            with self._lock:
                changed, self._changed = self._changed, set()
                if self._closed or not self._subscribers:
                    self._polling = False
                    if self._news is not None:
                        self._news.close()
                    return
                subscribers = list(self._subscribers)
            if self._poll_now or time.monotonic() - last_poll >= self._poll_seconds():
                self._poll_now = False
                last_poll = time.monotonic()
                self._record_visits(subscribers)
            else:
                subscribers = [subscriber for subscriber in subscribers if subscriber.game_id in changed]
            self._update(subscribers)
            self._woken.wait(max(0.0, last_poll + self._poll_seconds() - time.monotonic()))

    def _record_visits(self, subscribers: list[Subscriber]) -> None:
        """Record now and then that somebody looks at the games of all streams."""
        if time.monotonic() - self._visits_recorded >= VISIT_SECONDS:
            self._visits_recorded = time.monotonic()
            try:
                self._store.bots.record_visit({subscriber.game_id for subscriber in subscribers})
            except StoreError:
                _LOG.warning("live updates: visits cannot be recorded", exc_info=True)

    def _poll_seconds(self) -> float:
        return TOLD_POLL_SECONDS if self._news is not None and self._news.connected else POLL_SECONDS

    def _update(self, subscribers: list[Subscriber]) -> None:
        try:
            progress = self._store.progress_of({subscriber.game_id for subscriber in subscribers})
        except StoreError:
            _LOG.warning("live updates: the store cannot be polled", exc_info=True)
            return
        for subscriber in subscribers:
            subscriber.send(progress.get(subscriber.game_id))


async def known_progress(request: Request, game_id: str, since: str = "") -> Progress:
    """The progress in `Last-Event-ID` or `since`, or the present one; raises NotFound if there is no such game."""
    now = await run_in_threadpool(request.app.state.store.progress, game_id)
    return _parse_known(request.headers.get("last-event-id") or since, now)


@router.get("/games/{game_id}/events", response_class=EventSourceResponse)
async def events(
    request: Request, game_id: str, known: Annotated[Progress, Depends(known_progress)]
) -> AsyncIterator[ServerSentEvent]:
    """Stream new entries and chat messages of a game as server-sent events."""
    async for event in stream(request.app.state.publisher, game_id, known):
        yield event


async def stream(publisher: Publisher, game_id: str, known: Progress) -> AsyncGenerator[ServerSentEvent, None]:
    """Yield events after `known`; the id of an event is the progress that the page then knows."""
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
    """Yield an `entry` event with the last entry number and a `chat` event with the last message number, if changed."""
    for name, before, after in (
        ("entry", known.entries, progress.entries),
        ("chat", known.messages, progress.messages),
    ):
        if before != after:
            yield ServerSentEvent(event=name, id=f"{progress.entries}-{progress.messages}", raw_data=str(after))


def _parse_known(text: str, now: Progress) -> Progress:
    """Parse `entries-messages` or `entries`; what is missing or malformed counts as known."""
    match = _PROGRESS.fullmatch(text)
    if match is None:
        return now
    return Progress(int(match[1]), now.messages if match[2] is None else int(match[2]))
