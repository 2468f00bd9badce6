"""Who is signed in: the session of a browser, in a cookie that no script can read and no other site sends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store import GameInfo, Seat, Store
from tielu.store.person import Person, Session
from tielu.web.calls.outbound import OutboundRequests
from tielu.web.calls.push import PushKey
from tielu.web.people.mail import Mailer

_COOKIE = "tielu_session"
# Browsers take a cookie with this prefix only from this very host and over https, so nobody else can plant one.
_HOST_PREFIX = "__Host-"


@dataclass(frozen=True)
class Accounts:
    """What accounts need: the address under which people reach the server, and who sends mails and other calls.

    Without a key browsers are not called.
    """

    address: str
    mailer: Mailer
    push_key: PushKey | None = None
    outbound: OutboundRequests = field(default_factory=OutboundRequests)


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
        secret = request.cookies.get(session_cookie(request))
        found = store.people.session(secret) if secret else None
        request.state.visitor = None if found is None else Visitor(*found)
    visitor: Visitor | None = request.state.visitor
    return visitor


def require_visitor(request: Request) -> Visitor:
    """Who is signed in; raises NotAllowed if nobody is, and NotFound where there are no accounts."""
    accounts_of(request)
    visitor = visitor_of(request, request.app.state.store)
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


def is_called_for(request: Request, store: Store, info: GameInfo, seat: Seat) -> bool | None:
    """Whether the owner of a seat is called for the game, None if that is not whoever is signed in."""
    if seat.person is None:
        return None
    visitor = visitor_of(request, store)
    if visitor is None or visitor.person.id != seat.person:
        return None
    return info.id not in store.people.calls.silenced(visitor.person.id)


def header_entry(request: Request) -> dict[str, object]:
    """What the header of a page says: whether there are accounts, and who is signed in."""
    visitor = visitor_of(request, request.app.state.store)
    return {"has_accounts": request.app.state.accounts is not None, "visitor": visitor and visitor.person}


def session_cookie(request: Request) -> str:
    """The name of the cookie that has the secret of a session."""
    return _HOST_PREFIX + _COOKIE if is_https(request) else _COOKIE


def is_https(request: Request) -> bool:
    """Whether people reach the server by https, also where a proxy does not say so."""
    return request.url.scheme == "https" or accounts_of(request).address.startswith("https:")
