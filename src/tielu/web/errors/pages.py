"""What the reader is told when something is refused: a page, or JSON for programs; never a trace."""

from __future__ import annotations

import logging
from contextlib import suppress

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.routing import Match

from tielu.errors import TieluError
from tielu.web.dependencies import reader_language
from tielu.web.errors.refusals import Refused, refused
from tielu.web.middleware import HEADERS
from tielu.web.rendering import render
from tielu.web.table.routes import table_answer

METHOD_NOT_ALLOWED = 405
_FORMS_OF_THE_TABLE = ("/act", "/chat", "/found", "/note", "/hint", "/go-on")
_LOG = logging.getLogger(__name__)


def answer(request: Request, error: Exception) -> Response:
    """A refusal in the reader's language, with a code for programs."""
    lang = reader_language(request)
    found = refused(error, lang)
    if found.status >= 500:
        _LOG.error("%s %s", request.method, _route(request), exc_info=error)
    if _is_program(request):
        response: Response = JSONResponse(found.to_json(), found.status)
    else:
        response = _page(request, found, lang)
    if found.status == METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(sorted(_allowed(request)))
    response.headers.update(HEADERS)  # what nobody foresaw is answered outside of SafeHeaders
    return response


def _route(request: Request) -> str:
    """What was asked for, as a log may keep it: the address of a seat holds its secret."""
    return str(getattr(request.scope.get("route"), "path", "?"))


def _allowed(request: Request) -> set[str]:
    """The methods of all routes at this path; the framework would name those of the first one only."""
    found: set[str] = set()
    for route in request.app.state.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return found


def _is_program(request: Request) -> bool:
    """Whether the asker wants JSON: in the API always, elsewhere if it says so and takes no pages."""
    accepted = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or ("application/json" in accepted and "text/html" not in accepted)


def _page(request: Request, found: Refused, lang: str) -> Response:
    """What a form at the table sent is refused at the table, as it is now; anything else on a page of its own."""
    game_id = request.path_params.get("game_id")
    if game_id is not None and request.url.path.endswith(_FORMS_OF_THE_TABLE) and found.status < 500:
        with suppress(TieluError):  # the game itself is what cannot be shown
            return table_answer(request, request.app.state.store, game_id, told=found)
    back = f"/games/{game_id}" if game_id is not None and found.status != 404 else "/"
    return render(request, "refused.html", lang, found.status, refused=found, back=back)
