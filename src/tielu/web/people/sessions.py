"""Sessions that begin and end in a browser, with the cookies that go with them."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from tielu.store import Store
from tielu.store.person import SESSION_LIFETIME, Person, SignedIn
from tielu.web.people.accounts import is_https, session_cookie, visitor_of
from tielu.web.rendering import keep_choices
from tielu.web.seats.remembered import forget_name, remember_name

# What browsers call themselves; many name others, too, so the first that is found counts.
_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "FxiOS": "Firefox"}
_BROWSERS |= {"Chrome/": "Chrome", "CriOS": "Chrome", "Safari/": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
_SYSTEMS |= {"Mac OS X": "macOS", "CrOS": "ChromeOS", "Linux": "Linux"}


def begin_visit(request: Request, store: Store, signed_in: SignedIn) -> Response:
    """Go to the start page as somebody who has just signed in; what the browser had before ends."""
    before = visitor_of(request, store)
    if before is not None:
        store.people.end_session(before.person.id, before.session.id)
    response = RedirectResponse("/", 303)
    seconds = int(SESSION_LIFETIME.total_seconds())
    secure = is_https(request)
    response.set_cookie(
        session_cookie(request), signed_in.secret, max_age=seconds, secure=secure, httponly=True, samesite="lax"
    )
    keep_account_choices(request, response, signed_in.person)
    return response


def end_visit(request: Request, response: Response) -> None:
    """Forget who was signed in."""
    response.delete_cookie(session_cookie(request), secure=is_https(request), httponly=True, samesite="lax")
    forget_name(request, response)


def keep_account_choices(request: Request, response: Response, person: Person) -> None:
    """Let this browser have the name, the language and the colours of the account."""
    keep_choices(response, person.language, person.theme)
    remember_name(request, response, person.name)


def browser_name(request: Request) -> str:
    """The browser and the system that a request comes from, by the names of their makers; empty if unknown."""
    agent = request.headers.get("user-agent", "")
    found = [next((name for sign, name in known.items() if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found))
