"""Who is signed in: the session of a browser, in a cookie that no script can read and no other site sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store import Store
from tielu.store.people import SESSION_LIFETIME
from tielu.store.person import Person, Session, SignedIn
from tielu.web.dependencies import get_store
from tielu.web.people.mail import Mailer
from tielu.web.rendering import keep_choices
from tielu.web.seats.remembered import forget_name, remember_name

_COOKIE = "tielu_session"
# Browsers take a cookie with this prefix only from this very host and over https, so nobody else can plant one.
_HOST_PREFIX = "__Host-"

# What browsers call themselves; many name others, too, so the first that is found counts.
_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "FxiOS": "Firefox"}
_BROWSERS |= {"Chrome/": "Chrome", "CriOS": "Chrome", "Safari/": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
_SYSTEMS |= {"Mac OS X": "macOS", "CrOS": "ChromeOS", "Linux": "Linux"}


@dataclass(frozen=True)
class Accounts:
    """What accounts need: the address under which people reach the server, and who sends mails."""

    address: str
    mailer: Mailer


@dataclass(frozen=True)
class Visitor:
    """Somebody who is signed in, in this session."""

    person: Person
    session: Session


def accounts_of(request: Request) -> Accounts:
    """What accounts need; raises NotFound where there are none."""
    found = request.app.state.accounts
    if not isinstance(found, Accounts):
        raise NotFound("no_accounts")
    return found


def visitor_of(request: Request, store: Store) -> Visitor | None:
    """Who is signed in, None if nobody is; looked up once for a request."""
    if request.app.state.accounts is None:
        return None
    if not hasattr(request.state, "visitor"):
        secret = request.cookies.get(_cookie_name(request))
        found = store.people.session(secret) if secret else None
        request.state.visitor = None if found is None else Visitor(*found)
    visitor: Visitor | None = request.state.visitor
    return visitor


def require_visitor(request: Request) -> Visitor:
    """Who is signed in; raises NotAllowed if nobody is, and NotFound where there are no accounts."""
    accounts_of(request)
    visitor = visitor_of(request, get_store(request))
    if visitor is None:
        raise NotAllowed("sign_in_needed")
    return visitor


# For routes that need nothing else of the accounts than that there are some.
WITH_ACCOUNTS = Depends(accounts_of)
AccountsDep = Annotated[Accounts, Depends(accounts_of)]
VisitorDep = Annotated[Visitor, Depends(require_visitor)]


def check_spectator_name(request: Request, store: Store, name: str) -> None:
    """Raise InvalidInput if this is the name of an account, unless it is the reader's own."""
    visitor = visitor_of(request, store)
    if request.app.state.accounts is None or (visitor is not None and visitor.person.name == name.strip()):
        return
    try:
        taken = store.people.named(name)
    except NotFound:
        return
    raise InvalidInput("name_taken", name=taken.name)


def header_entry(request: Request, store: Store) -> dict[str, object]:
    """What the header of a page says: whether there are accounts, and whose it is."""
    visitor = visitor_of(request, store)
    return {"has_accounts": request.app.state.accounts is not None, "visitor": visitor and visitor.person}


def begin_visit(request: Request, store: Store, signed_in: SignedIn) -> Response:
    """Go to the start page as somebody who has just signed in; what the browser had before ends."""
    before = visitor_of(request, store)
    if before is not None:
        store.people.end_session(before.person.id, before.session.id)
    response = RedirectResponse("/", 303)
    seconds = int(SESSION_LIFETIME.total_seconds())
    secure = _is_https(request)
    response.set_cookie(
        _cookie_name(request), signed_in.secret, max_age=seconds, secure=secure, httponly=True, samesite="lax"
    )
    keep_account_choices(request, response, signed_in.person)
    return response


def end_visit(request: Request, response: Response) -> None:
    """Forget who was signed in."""
    response.delete_cookie(_cookie_name(request), secure=_is_https(request), httponly=True, samesite="lax")
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


def _cookie_name(request: Request) -> str:
    return _HOST_PREFIX + _COOKIE if _is_https(request) else _COOKIE


def _is_https(request: Request) -> bool:
    """Whether people reach the server by https, also where a proxy does not say so."""
    return request.url.scheme == "https" or accounts_of(request).address.startswith("https:")
