"""Protection against cross-site request forgery: each form carries a token that must equal a cookie."""

from __future__ import annotations

import hmac
import re
import secrets

from fastapi import Request, Response

from tielu.errors import NotAllowed

_FORM_COOKIE = "tielu_form"
_TOKEN = re.compile(r"[\w-]{32,64}", re.ASCII)
# Values of Sec-Fetch-Site for requests from pages of other sites.
_FOREIGN_SITES = ("cross-site", "same-site")


def form_token(request: Request) -> str:
    """The form token of this browser, a new one if it has none."""
    known = request.cookies.get(_FORM_COOKIE, "")
    if not _TOKEN.fullmatch(known):
        known = getattr(request.state, "form_token", "") or secrets.token_urlsafe(32)
        request.state.form_token = known
    return known


def set_form_cookie(request: Request, response: Response) -> None:
    """Set the cookie if the token is new."""
    if hasattr(request.state, "form_token"):
        secure = request.url.scheme == "https"
        response.set_cookie(_FORM_COOKIE, form_token(request), secure=secure, httponly=True, samesite="strict")


def check_form(request: Request, token: str) -> None:
    """Raise NotAllowed unless the form came from one of our pages in this browser."""
    known = request.cookies.get(_FORM_COOKIE, "")
    matches = _TOKEN.fullmatch(known) and hmac.compare_digest(known.encode(), token.encode("utf-8", "replace"))
    # Cookies ignore the port, so another server on this machine could set ours; hence the second check.
    if not matches or request.headers.get("sec-fetch-site") in _FOREIGN_SITES:
        raise NotAllowed("form_not_ours")
