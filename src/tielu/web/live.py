"""News of a game: a stream of server-sent events for each page that watches it.

One thread looks for all streams of this process: at once when this process has written something, and every half
second for what others have written. What it looks at are two numbers for each game, how many entries and messages there
are; a stream that knows other numbers is told the new ones. So a page that was away has only to say what it knows.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from tielu.store import Mark, Store, StoreError

# How often entries of other processes are looked for.
LOOK_SECONDS = 0.5
# How long a stream is silent at most, so that nobody takes it for dead; the script gives it twice that time.
SILENCE_SECONDS = 10.0
# When a browser tries again after a stream has ended.
RETRY_MILLISECONDS = 1000

_KNOWN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_LOG = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


class Ear:
    """One who listens to a game: what they know, and what they are still to be told; None means that it is over."""

    def __init__(self, game_id: str, known: Mark) -> None:
        self.game_id = game_id
        self.known: Mark | None = known
        self.heard: asyncio.Queue[Mark | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def tell(self, mark: Mark | None) -> None:
        """Say, from any thread, how far the game is."""
        if self.known is None or mark == self.known:
            return
        self.known = mark
        with suppress(RuntimeError):  # the loop has ended, and whoever listened with it
            self._loop.call_soon_threadsafe(self.heard.put_nowait, mark)


class News:
    """Tells the streams of this process what is new in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._ears: set[Ear] = set()
        self._told: set[str] = set()
        self._followers: list[Callable[[], None]] = []
        self._watching = False
        self._closed = False

    def tell(self, game_id: str) -> None:
        """Say, from any thread, that a game has something new."""
        with self._lock:
            self._told.add(game_id)
        self._woken.set()
        for follow in self._followers:
            follow()

    def follow(self, follower: Callable[[], None]) -> None:
        """Call this, from whatever thread, whenever this process has written something or a page begins to listen."""
        self._followers.append(follower)

    def is_heard(self, game_id: str) -> bool:
        """Whether somebody has the game open."""
        with self._lock:
            return any(ear.game_id == game_id for ear in self._ears)

    def close(self) -> None:
        """End all streams, and let nobody listen any more."""
        with self._lock:
            self._closed = True
            for ear in self._ears:
                ear.tell(None)
        self._woken.set()

    @contextmanager
    def listening(self, game_id: str, known: Mark) -> Iterator[asyncio.Queue[Mark | None]]:
        """What is new in a game since `known`, mark by mark."""
        ear = Ear(game_id, known)
        with self._lock:
            if self._closed:
                ear.tell(None)
            self._ears.add(ear)
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, name="tielu-news", daemon=True).start()
        self.tell(game_id)  # it may have gone on since the caller looked
        try:
            yield ear.heard
        finally:
            with self._lock:
                self._ears.discard(ear)
            self._woken.set()

    def _watch(self) -> None:
        """Look for news as long as somebody listens."""
        looked = 0.0
        while True:
            self._woken.clear()
            with self._lock:
                told, self._told = self._told, set()
                if self._closed or not self._ears:
                    self._watching = False
                    return
                ears = list(self._ears)
            if time.monotonic() - looked >= LOOK_SECONDS:
                looked = time.monotonic()
            else:
                ears = [ear for ear in ears if ear.game_id in told]
            self._look(ears)
            self._woken.wait(max(0.0, looked + LOOK_SECONDS - time.monotonic()))

    def _look(self, ears: list[Ear]) -> None:
        try:
            marks = self._store.marks({ear.game_id for ear in ears})
        except StoreError:
            _LOG.warning("no news for now", exc_info=True)
            return
        for ear in ears:
            ear.tell(marks.get(ear.game_id))


@router.get("/games/{game_id}/events")
async def events(request: Request, game_id: str, since: str = "") -> StreamingResponse:
    """What is new in a game, from what the reader knows by `Last-Event-ID` or `since`, or from now on."""
    now = await run_in_threadpool(request.app.state.store.mark, game_id)
    known = _read(request.headers.get("last-event-id") or since, now)
    return StreamingResponse(stream(request.app.state.news, game_id, known), media_type="text/event-stream")


async def stream(news: News, game_id: str, known: Mark) -> AsyncGenerator[str, None]:
    """The events after `known`, as the protocol writes them; their ids say all that the reader then knows."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    with news.listening(game_id, known) as heard:
        while True:
            try:
                mark = await asyncio.wait_for(heard.get(), SILENCE_SECONDS)
            except TimeoutError:
                yield "event: still\ndata: here\n\n"
                continue
            if mark is None:
                return
            yield "".join(_written(known, mark))
            known = mark


def _written(known: Mark, mark: Mark) -> Iterable[str]:
    """`entry` with the number of the last entry, `chat` with that of the last message."""
    for name, before, after in (
        ("entry", known.entries, mark.entries),
        ("chat", known.messages, mark.messages),
    ):
        if before != after:
            yield f"event: {name}\nid: {mark.entries}-{mark.messages}\ndata: {after}\n\n"


def _read(text: str, now: Mark) -> Mark:
    """What a reader says to know; one who says nothing of the chat, or nothing that we wrote, knows what there is."""
    match = _KNOWN.fullmatch(text)
    if match is None:
        return now
    return Mark(int(match[1]), now.messages if match[2] is None else int(match[2]))
