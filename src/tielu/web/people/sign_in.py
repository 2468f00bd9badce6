"""Signing in by a link in a mail, and signing out.

A link opens a page and does nothing by itself, so that programs which look at links in mails do not use it up. Its
secret stands behind the `#`, which browsers do not send; the script of the page sends it as a form, and without one the
reader pastes the link. The answer names the account before the reader signs in, so nobody is led into another's.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.background import BackgroundTask

from tielu.errors import InvalidInput, TieluError
from tielu.i18n import say
from tielu.store import Store
from tielu.store.people import LINK_LIFETIME
from tielu.store.person import UTC_ZONE, checked_address, time_zones
from tielu.web.dependencies import CHECKED_FORM, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.people.accounts import WITH_ACCOUNTS, AccountsDep, VisitorDep, visitor_of
from tielu.web.people.pages import page
from tielu.web.people.sessions import begin_visit, browser_name, end_visit
from tielu.web.rendering import theme_of

router = APIRouter(include_in_schema=False)

_LINK_MINUTES = int(LINK_LIFETIME.total_seconds()) // 60


@router.get("/sign-in", dependencies=[WITH_ACCOUNTS])
def sign_in(request: Request, store: StoreDep) -> Response:
    """Ask for a mail address, or for a passkey."""
    if visitor_of(request, store) is not None:
        return RedirectResponse("/account", 303)
    return page(request, "sign_in.html", address="")


@router.post("/sign-in", dependencies=[CHECKED_FORM, limited("mails")])
def send_link(
    request: Request, store: StoreDep, accounts: AccountsDep, address: Annotated[str, Form()] = ""
) -> Response:
    """Send a link to an address; the answer is the same and as quick for any address."""
    lang = request_language(request)
    try:
        address = checked_address(address)
    except InvalidInput as error:
        return page(request, "sign_in.html", error, address=address)
    secret = store.people.ask_link(address)
    response = page(request, "mail_sent.html", address=address, minutes=_LINK_MINUTES)
    if secret is not None:
        # Never the name under which the server was asked: whoever sends a request chooses that.
        link, host = f"{accounts.address}/sign-in/link#{secret}", urlsplit(accounts.address).hostname
        text = say("mail_sign_in", lang, link=link, host=host, minutes=_LINK_MINUTES)
        subject = say("mail_sign_in_subject", lang, host=host)
        response.background = BackgroundTask(accounts.mailer.send, address, subject, text)
    return response


@router.get("/sign-in/link", dependencies=[WITH_ACCOUNTS])
def link_page(request: Request) -> Response:
    """Where links in mails lead; the script sends what stands behind `#`, without a script the reader pastes it."""
    return page(request, "sign_in_link.html")


@router.post("/sign-in/link", dependencies=[CHECKED_FORM, WITH_ACCOUNTS, limited("sign_ins")])
def open_link(request: Request, store: StoreDep, link: Annotated[str, Form()] = "") -> Response:
    """Show whose link it is, with the button that signs in; the link stays good."""
    try:
        return _confirm_page(request, store, link.strip().rpartition("#")[2])
    except TieluError as error:
        return page(request, "sign_in_link.html", error)


@router.post("/sign-in/confirm", dependencies=[CHECKED_FORM, WITH_ACCOUNTS, limited("sign_ins")])
def confirm(
    request: Request,
    store: StoreDep,
    secret: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    time_zone: Annotated[str, Form()] = UTC_ZONE,
) -> Response:
    """Use up a link: sign in, or make an account under this name."""
    choices = {"name": name, "language": request_language(request), "theme": theme_of(request)}
    choices["time_zone"] = time_zone if time_zone in time_zones() else UTC_ZONE
    try:
        signed_in = store.people.sign_in_by_link(secret, browser_name(request), **choices)
    except InvalidInput as error:
        return _confirm_page(request, store, secret, error, name)
    except TieluError as error:
        return page(request, "sign_in_link.html", error)
    return begin_visit(request, store, signed_in)


@router.post("/sign-out", dependencies=[CHECKED_FORM])
def sign_out(request: Request, store: StoreDep, visitor: VisitorDep) -> Response:
    """End the session of this browser."""
    store.people.end_session(visitor.person.id, visitor.session.id)
    response = RedirectResponse("/", 303)
    end_visit(request, response)
    return response


def _confirm_page(
    request: Request, store: Store, secret: str, error: Exception | None = None, name: str = ""
) -> Response:
    """The page with the button that signs in; raises NotAllowed if the link is not good."""
    address, person = store.people.read_link(secret)
    return page(request, "sign_in_confirm.html", error, address=address, person=person, secret=secret, name=name)
