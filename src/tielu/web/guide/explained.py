"""What has been explained to a reader: how often each topic was told, kept in the browser for all games.

A page may be loaded many times while one thing is decided, so the last topic is kept with the moment it was told for,
and counts once. The cookie grants nothing; who forges it only changes what they are told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fastapi import Request, Response

from tielu.web.table.visits import HIDDEN

_COOKIE = "tielu_guide"
_YEAR = 365 * 24 * 60 * 60
_FORM = re.compile(r"(?:(\w{1,32})\.(\w{1,12})\.([a-z0-9_]{1,40})\.(\d))?~((?:[a-z0-9_]{1,40}-\d\.)*)", re.ASCII)
# A cookie has room for more than any title has topics.
_MOST_TOPICS = 120
# The parameter of an address with which a reader says that a topic is understood.
UNDERSTOOD = "known"

# How much is told of a topic, by how often it was told before.
IN_FULL, SHORTLY, FADED = range(3)


@dataclass(frozen=True)
class Told:
    """A topic that is told in a game, and how much of it; the moment is a decision, or all bids for one private."""

    game: str
    moment: str
    topic: str
    level: int


@dataclass(frozen=True)
class Explained:
    """How often each topic has been told, and the last one."""

    counts: Mapping[str, int] = field(default_factory=dict)
    last: Told | None = None

    def understood(self, topic: str) -> Explained:
        """The same after a reader has put a topic away."""
        return Explained({**self.counts, topic: FADED}, None)

    def tell(self, game: str, moment: str, topics: Sequence[str]) -> Explained:
        """The same with the topic for a moment as the last one: of those that come up, the first told least."""
        last = self.last
        if last is not None and (last.game, last.moment) == (game, moment) and last.topic in topics:
            return self
        topic = min(topics, key=lambda each: self.counts.get(each, IN_FULL))
        level = min(self.counts.get(topic, IN_FULL), FADED)
        return Explained({**self.counts, topic: min(level + 1, FADED)}, Told(game, moment, topic, level))


def explained_to(request: Request) -> Explained:
    """What this browser has been told, less what the address puts away."""
    found = _FORM.fullmatch(request.cookies.get(_COOKIE, ""))
    explained = Explained()
    if found is not None:
        game, moment, topic, level, counts = found.groups()
        pairs = [each.split("-") for each in counts.split(".")[:_MOST_TOPICS] if each]
        last = None if game is None else Told(game, moment, topic, min(int(level), FADED))
        explained = Explained({name: min(int(count), FADED) for name, count in pairs}, last)
    understood = request.query_params.get(UNDERSTOOD, "")
    return explained.understood(understood) if understood in explained.counts else explained


def remember_explained(request: Request, response: Response, explained: Explained) -> None:
    """Leave it with the browser, unless nobody looks at its page."""
    if HIDDEN not in request.headers:
        last = explained.last
        told = "" if last is None else f"{last.game}.{last.moment}.{last.topic}.{last.level}"
        counts = "".join(f"{name}-{count}." for name, count in list(explained.counts.items())[:_MOST_TOPICS])
        _set_cookie(request, response, f"{told}~{counts}")


def forget_explained(request: Request, response: Response) -> None:
    """Let everything be explained again."""
    _set_cookie(request, response, "~")


def _set_cookie(request: Request, response: Response, value: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(_COOKIE, value, max_age=_YEAR, secure=secure, httponly=True, samesite="lax")
