"""Responses to errors: a page, or JSON for programs; never a traceback."""

from __future__ import annotations

import logging
from contextlib import suppress

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.routing import Match

from tielu.errors import TieluError
from tielu.web.dependencies import request_language
from tielu.web.errors.messages import ErrorMessage, error_message
from tielu.web.middleware import HEADERS
from tielu.web.rendering import render
from tielu.web.table.routes import table_response

METHOD_NOT_ALLOWED = 405
# Statuses of what can be tried again, and when if the error does not say.
_LATER = (429, 503)
_RETRY_SECONDS = 5
# Where there is no table to go back to.
_NO_TABLE = ("unknown_game", "game_deleted")
_TABLE_FORMS = ("/act", "/chat", "/found", "/note", "/hint", "/go-on", "/what-if", "/others")
_LOG = logging.getLogger(__name__)


def error_response(request: Request, error: Exception) -> Response:
    """The response to an error, in the language of the request."""
    lang = request_language(request)
    message = error_message(error, lang)
    if message.status >= 500:
        _LOG.error("%s %s", request.method, _route_path(request), exc_info=error)
    if _wants_json(request):
        response: Response = JSONResponse(message.to_json(), message.status)
    else:
        response = _error_page(request, message, lang)
    if message.status == METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(sorted(_allowed_methods(request)))
    if message.status in _LATER:
        response.headers["Retry-After"] = str(getattr(error, "retry_after", _RETRY_SECONDS))
    response.headers.update(HEADERS)  # responses to unexpected errors bypass SecurityHeaders
    return response


def _route_path(request: Request) -> str:
    """The path template of a request for the log; the path itself may contain the secret of a seat."""
    return str(getattr(request.scope.get("route"), "path", "?"))


def _allowed_methods(request: Request) -> set[str]:
    """The methods of all routes at this path; Starlette names those of the first one only."""
    methods: set[str] = set()
    for route in request.app.state.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            methods |= getattr(route, "methods", None) or set()
    return methods


def _wants_json(request: Request) -> bool:
    """Whether to answer with JSON: always in the API, elsewhere if JSON is accepted and HTML is not."""
    accepted = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or ("application/json" in accepted and "text/html" not in accepted)


def _error_page(request: Request, message: ErrorMessage, lang: str) -> Response:
    """The present table with the message, if one of its forms was sent; otherwise a page of its own."""
    game_id = request.path_params.get("game_id")
    if game_id is not None and request.url.path.endswith(_TABLE_FORMS) and message.status < 500:
        with suppress(TieluError):  # the game itself cannot be shown
            return table_response(request, request.app.state.store, game_id, error=message)
    back = f"/games/{game_id}" if game_id is not None and message.code not in _NO_TABLE else "/"
    # Nobody is looked up for it: the database may be what has failed.
    return render(request, "error.html", lang, message.status, error=message, back=back, has_accounts=False)
