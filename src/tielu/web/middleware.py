"""Middleware: security headers on every answer, known host names only, and a limit for what is sent."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tielu.errors import InvalidInput, TooLarge

# A saved game of a thousand actions has a tenth of this.
LARGEST_FILE = 4 * 1024 * 1024
# The longest note, each of its characters written as twelve; while JSON of megabytes is read, all others wait.
LARGEST_FORM = 256 * 1024
_TAKES_FILES = "/import"
LOOPBACK = ("127.0.0.1", "localhost", "::1")

# How a refusal is answered: with a page, or with JSON.
Refuse = Callable[[Request, Exception], Response]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SafeHeaders:
    """Puts the headers on every answer; pages of games are kept by nobody."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def host_name(request: Request) -> str:
    """The name under which the server was asked, without its port."""
    host = request.headers.get("host", "").strip().lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


class KnownHosts:
    """Answers only under known names: a foreign page can make its own name point here, and then read the answers.

    An address of numbers is nobody's name, so where the server is shared all of these will do.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str], numbers: bool, refuse: Refuse) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._numbers = numbers
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            name = host_name(request)
            if name not in self._names and not (self._numbers and _is_address(name)):
                await self._refuse(request, InvalidInput("foreign_host", host=name[:80]))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class BodyLimit:
    """Refuses what is too large before it has been read, whatever length it claims to have."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        largest = LARGEST_FILE if scope["path"] == _TAKES_FILES else LARGEST_FORM
        body = bytearray()
        more = scope["method"] not in ("GET", "HEAD")
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            if len(body) > largest:
                error = TooLarge("too_large", kilobytes=largest // 1024)
                await self._refuse(Request(scope), error)(scope, receive, send)
                return
            more = message.get("more_body", False)
        told = False

        async def receive_again() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self._app(scope, receive_again if scope["method"] not in ("GET", "HEAD") else receive, send)
