"""Protection against cross-site request forgery: a form comes from one of our pages and carries this browser's token.

Whoever can set cookies here, for instance from another port of this machine, can choose the token as well. So what the
browser says about the page that sent a form counts too.
"""

from __future__ import annotations

import hmac
import re
import secrets
from urllib.parse import urlsplit

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
        # Not strict: who comes by a link from elsewhere would get another token, and forms in other tabs be refused.
        response.set_cookie(_FORM_COOKIE, form_token(request), secure=secure, httponly=True, samesite="lax")


def check_origin(request: Request) -> None:
    """Raise NotAllowed unless a form, whose fields need not have been read, may come from one of our pages."""
    if not _TOKEN.fullmatch(request.cookies.get(_FORM_COOKIE, "")) or _is_from_foreign_page(request):
        raise NotAllowed("form_not_ours")


def check_form(request: Request, token: str) -> None:
    """Raise NotAllowed unless a form that has passed `check_origin` carries the token of this browser."""
    known = request.cookies.get(_FORM_COOKIE, "")
    if not hmac.compare_digest(known.encode(), token.encode("utf-8", "replace")):
        raise NotAllowed("form_not_ours")


def _is_from_foreign_page(request: Request) -> bool:
    """Whether the browser names another server; over plain HTTP in a network it says so only in `Origin`."""
    if request.headers.get("sec-fetch-site") in _FOREIGN_SITES:
        return True
    origin = request.headers.get("origin")
    return origin is not None and _host(origin) != request.headers.get("host", "").lower()


def _host(origin: str) -> str:
    """The host and port of an origin, without the scheme, which a proxy may change; empty for `null`."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
