"""Each request counted, timed and logged, without what may be secret: its route and game, not its address or fields."""

from __future__ import annotations

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tielu.store.rows import is_id
from tielu.web.operations.logs import noted
from tielu.web.operations.metrics import Metrics

# Whatever else is sent as a method is one more to count, and nothing to repeat.
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# The status in the log where nobody waited for an answer.
_GONE = 499
# These are asked every few seconds, and nobody wants to read it.
_NOT_LOGGED = ("/healthz", "/readyz", "/metrics")

_LOG = logging.getLogger("tielu.access")


class ObservedRequests:
    """An application around another one; it sees every request first and every answer last."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, logged: bool = True) -> None:
        self._app = app
        self._metrics = metrics
        self._logged = logged

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), _GONE

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._metrics.count_request(_method(scope), route_of(scope), status, time.perf_counter() - began)
            await send(message)

        with noted(request=secrets.token_hex(6), address=_address(scope)):
            try:
                await self._app(scope, receive, send_noted)
            finally:
                if self._logged:
                    _log(scope, status, time.perf_counter() - began)


def _log(scope: Scope, status: int, seconds: float) -> None:
    route = route_of(scope)
    if route in _NOT_LOGGED:
        return
    told = {"method": _method(scope), "route": route, "status": status, "seconds": round(seconds, 4)}
    game = scope.get("path_params", {}).get("game_id", "")
    if is_id(game):
        told["game"] = game
    _LOG.info("request", extra=told)


def route_of(scope: Scope) -> str:
    """The template of the route that answers a request; the path itself may contain a secret."""
    if scope["path"].startswith("/static/"):
        return "/static"
    return str(getattr(scope.get("route"), "path", "none"))


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in _METHODS else "other"


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""
