"""Middleware: security headers, a check of the host name, and a limit on the size of requests."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tielu.errors import InvalidInput, TooLarge

# Ten times the size of a saved game with a thousand actions.
LARGEST_FILE = 4 * 1024 * 1024
# Fits the longest note with every character escaped as twelve; parsing larger JSON would block other requests.
LARGEST_FORM = 256 * 1024
_UPLOAD_PATH = "/import"
LOOPBACK = ("127.0.0.1", "localhost", "::1")

# Turns an error into a page or JSON.
ErrorResponse = Callable[[Request, Exception], Response]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`, with which browsers hide the origin of our own forms from us too.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SecurityHeaders:
    """Adds the security headers to every response, and forbids caching except of static files."""

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
    """The host name of a request, without the port."""
    host = request.headers.get("host", "").strip().lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


class KnownHosts:
    """Refuses unknown host names, since a foreign site could point its own name here and read the pages.

    Nobody can do that with an IP address, so a shared server accepts every one of these.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str], any_ip: bool, error_response: ErrorResponse) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._any_ip = any_ip
        self._error_response = error_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            name = host_name(request)
            if name not in self._names and not (self._any_ip and _is_ip_address(name)):
                error = InvalidInput("foreign_host", host=name[:80])
                await self._error_response(request, error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class BodyLimit:
    """Refuses a body that is too large while it arrives, whatever its Content-Length says."""

    def __init__(self, app: ASGIApp, error_response: ErrorResponse) -> None:
        self._app = app
        self._error_response = error_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        largest = LARGEST_FILE if scope["path"] == _UPLOAD_PATH else LARGEST_FORM
        body = bytearray()
        more = scope["method"] not in ("GET", "HEAD")
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            if len(body) > largest:
                error = TooLarge("too_large", kilobytes=largest // 1024)
                await self._error_response(Request(scope), error)(scope, receive, send)
                return
            more = message.get("more_body", False)
        replayed = False

        async def receive_body() -> Message:
            nonlocal replayed
            if replayed:
                return await receive()
            replayed = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self._app(scope, receive_body if scope["method"] not in ("GET", "HEAD") else receive, send)
