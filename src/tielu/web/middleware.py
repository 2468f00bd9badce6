"""Middleware: security headers, a check of the host name, and limits on what is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tielu.errors import InvalidInput, TieluError, TooLarge, Unavailable
from tielu.web.csrf import check_origin
from tielu.web.limits import is_ip_address

# Ten times the size of a saved game with a thousand actions.
LARGEST_FILE = 4 * 1024 * 1024
# Fits the longest note with every character escaped as twelve; parsing larger JSON would block other requests.
LARGEST_FORM = 256 * 1024
UPLOAD_PATH = "/import"
API_PREFIX = "/api/"
# Programs in which mails are read post there without a page of ours before it; what it can do, its secret allows.
ONE_CLICK_PREFIX = "/calls/stop/"
# This many files may arrive at once from one address, and from all.
UPLOADS_OF_ONE, UPLOADS_OF_ALL = 4, 16
# A Content-Length with more digits is too large anyway.
_LONGEST_LENGTH = 15
LOOPBACK = ("127.0.0.1", "localhost", "::1")

# Turns an error into a page or JSON.
ErrorResponse = Callable[[Request, Exception], Response]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
                if not headers["X-Frame-Options"]:  # a drawing that may stand on pages of others
                    del headers["X-Frame-Options"]
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def host_name(request: Request) -> str:
    """The host name of a request, without the port."""
    host = request.headers.get("host", "").strip().lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def client_address(request: Request) -> str:
    """The address of whoever asks, behind a proxy on this machine that of the proxy's client."""
    return request.client.host if request.client else ""


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
            if name not in self._names and not (self._any_ip and is_ip_address(name)):
                error = InvalidInput("foreign_host", host=name[:80])
                await self._error_response(request, error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class BodyLimit:
    """Refuses a body that is too large while it arrives, whatever its Content-Length says, and hands on the rest.

    Nothing is kept here, so that a large file goes to the disk as it comes. Of files only a few arrive at a time.
    """

    def __init__(self, app: ASGIApp, error_response: ErrorResponse) -> None:
        self._app = app
        self._error_response = error_response
        self._uploads: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        is_file = scope["path"] == UPLOAD_PATH
        try:
            if not scope["path"].startswith((API_PREFIX, ONE_CLICK_PREFIX)):
                check_origin(request)
            with self._upload(request) if is_file else nullcontext():
                await self._limited(scope, receive, send, LARGEST_FILE if is_file else LARGEST_FORM)
        except TieluError as error:
            # Without what a route has found in it: the page of a game is not made here, where all others would wait.
            answer = self._error_response(Request({**scope, "path_params": {}}), error)
            await answer(scope, receive, send)

    @contextmanager
    def _upload(self, request: Request) -> Iterator[None]:
        """Count a file that arrives; raises Unavailable where there are too many."""
        address = client_address(request)
        if self._uploads[address] >= UPLOADS_OF_ONE or self._uploads.total() >= UPLOADS_OF_ALL:
            raise Unavailable("server_busy")
        self._uploads[address] += 1
        try:
            yield
        finally:
            self._uploads[address] -= 1
            if not self._uploads[address]:
                del self._uploads[address]

    async def _limited(self, scope: Scope, receive: Receive, send: Send, largest: int) -> None:
        """Run the application; raises TooLarge in place of its answer if the body is too large."""
        too_large = TooLarge("too_large", kilobytes=largest // 1024)
        announced = Request(scope).headers.get("content-length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:_LONGEST_LENGTH]) > largest:
            raise too_large
        left, started = largest, False

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise too_large
            return message

        async def send_unless_too_large(message: Message) -> None:
            nonlocal started
            # FastAPI answers with 400 whatever happens while it reads a body.
            if left >= 0 or started:
                started = True
                await send(message)

        await self._app(scope, receive_limited, send_unless_too_large)
        if left < 0 and not started:
            raise too_large
