"""Protection against forged forms: a token that our forms carry and the browser keeps as a cookie."""

from __future__ import annotations

import hmac
import re
import secrets

from fastapi import Request, Response

from tielu.errors import NotAllowed

_FORM_COOKIE = "tielu_form"
_TOKEN = re.compile(r"[\w-]{32,64}", re.ASCII)
# What browsers say of a request that a page of another site has made.
_FOREIGN_SITES = ("cross-site", "same-site")


def form_token(request: Request) -> str:
    """The token that our forms carry and the browser keeps as a cookie; a foreign page can know neither."""
    known = request.cookies.get(_FORM_COOKIE, "")
    if not _TOKEN.fullmatch(known):
        known = getattr(request.state, "form_token", "") or secrets.token_urlsafe(32)
        request.state.form_token = known
    return known


def keep_form_token(request: Request, response: Response) -> None:
    """Give the browser the token if it has none yet."""
    if hasattr(request.state, "form_token"):
        secure = request.url.scheme == "https"
        response.set_cookie(_FORM_COOKIE, form_token(request), secure=secure, httponly=True, samesite="strict")


def check_form(request: Request, token: str) -> None:
    """Raise NotAllowed unless the form came from one of our pages in this browser."""
    known = request.cookies.get(_FORM_COOKIE, "")
    ours = _TOKEN.fullmatch(known) and hmac.compare_digest(known.encode(), token.encode("utf-8", "replace"))
    # Cookies do not tell the ports of a machine apart, so a page of another server there might set ours.
    if not ours or request.headers.get("sec-fetch-site") in _FOREIGN_SITES:
        raise NotAllowed("form_not_ours")
