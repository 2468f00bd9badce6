"""Pages of accounts, with what was refused."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.web.dependencies import request_language
from tielu.web.errors.messages import error_message
from tielu.web.rendering import render


def page(request: Request, template: str, error: Exception | None = None, **values: object) -> Response:
    """A page in the reader's language; an error is told on it, and decides the status."""
    lang = request_language(request)
    message = None if error is None else error_message(error, lang)
    return render(request, template, lang, 200 if message is None else message.status, error=message, **values)
