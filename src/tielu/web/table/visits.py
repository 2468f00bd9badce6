"""What a reader has missed: a cookie remembers how far the browser knew a game when its last visit ended.

A player has seen whatever happened before their own last action, on whichever device that was, so nothing needs to be
stored with the seat.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass, replace

from fastapi import Request, Response

from tielu.store import Progress, Store, StoreError
from tielu.web.seats.access import set_game_cookie

_COOKIE = "tielu_seen"
_FORM = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.(\d{1,12})", re.ASCII)
# A page that is loaded later than this, in seconds, begins a new visit.
PAUSE = 10 * 60
# Sent by pages that nobody looks at: what they load counts as not seen.
HIDDEN = "tielu-hidden"


@dataclass(frozen=True)
class Visit:
    """How many entries the browser knew before this visit, when it began, and by now, and when it last looked."""

    known: int
    began: int
    seen: int
    at: int


def visit_of(request: Request, entries: int) -> Visit:
    """The visit to which this request for a page with this many entries belongs."""
    now, found = int(time.time()), _FORM.fullmatch(request.cookies.get(_COOKIE, ""))
    if "seen" in request.query_params:
        return Visit(entries, entries, entries, now)
    if found is None:
        return Visit(0, entries, entries, now)
    last = Visit(*map(int, found.groups()))
    if now - last.at > PAUSE:
        return Visit(min(last.seen, entries), entries, entries, now)
    return replace(last, seen=entries, at=now)


def remember_visit(request: Request, response: Response, game_id: str, visit: Visit) -> None:
    """Leave the visit with the browser, unless nobody looks at its page."""
    if HIDDEN not in request.headers:
        value = f"{visit.known}.{visit.began}.{visit.seen}.{visit.at}"
        set_game_cookie(request, response, _COOKIE, game_id, value)


def note_presence(
    request: Request, store: Store, person: str | None, game_id: str, known: Progress | None = None
) -> None:
    """Note that a person has seen a game, or an open game, so far, unless nobody looks at the page.

    So they are not called for it.
    """
    if person is not None and HIDDEN not in request.headers:
        # Who only reads is not held up while the database cannot be written.
        with suppress(StoreError):
            store.calls.been_there(person, game_id, known or Progress(0, 0))
