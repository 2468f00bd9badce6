"""Another mail address for one's account: a link is sent to the new one, and the old one gets a notice of the change.

The link works as those to sign in do: its secret stands behind the `#`, and opening it does nothing by itself.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from starlette.background import BackgroundTask

from tielu.errors import TieluError
from tielu.i18n import say
from tielu.store.addresses import CHANGE_LIFETIME
from tielu.store.person import checked_address
from tielu.web.dependencies import CHECKED_FORM, StoreDep
from tielu.web.limits import limited
from tielu.web.people.account import account_page
from tielu.web.people.accounts import WITH_ACCOUNTS, AccountsDep, VisitorDep
from tielu.web.people.pages import page

router = APIRouter(include_in_schema=False)

_MINUTES = int(CHANGE_LIFETIME.total_seconds()) // 60


@router.post("/account/address", dependencies=[CHECKED_FORM, limited("mails")])
def send_link(
    request: Request,
    store: StoreDep,
    accounts: AccountsDep,
    visitor: VisitorDep,
    address: Annotated[str, Form()] = "",
) -> Response:
    """Send a link to a new address; the answer is the same for any address."""
    try:
        address = checked_address(address)
        secret = store.people.addresses.ask(visitor.person.id, address)
    except TieluError as error:
        return account_page(request, store, visitor, error)
    response, lang = page(request, "address_sent.html", address=address, minutes=_MINUTES), visitor.person.language
    if secret is not None:
        link, host = f"{accounts.address}/account/address/link#{secret}", urlsplit(accounts.address).hostname
        text = say("mail_new_address", lang, name=visitor.person.name, link=link, host=host, minutes=_MINUTES)
        subject = say("mail_new_address_subject", lang, host=host)
        response.background = BackgroundTask(accounts.mailer.send, address, subject, text)
    return response


@router.get("/account/address/link", dependencies=[WITH_ACCOUNTS])
def link_page(request: Request) -> Response:
    """Where the link leads; the script sends what stands behind `#`, without a script the reader pastes it."""
    return page(request, "address_link.html")


@router.post("/account/address/link", dependencies=[CHECKED_FORM, WITH_ACCOUNTS, limited("sign_ins")])
def open_link(request: Request, store: StoreDep, link: Annotated[str, Form()] = "") -> Response:
    """Show whose address is changed, with the button that does it; the link stays good."""
    secret = link.strip().rpartition("#")[2]
    try:
        person, address = store.people.addresses.read(secret)
    except TieluError as error:
        return page(request, "address_link.html", error)
    return page(request, "address_confirm.html", person=person, address=address, secret=secret)


@router.post("/account/address/confirm", dependencies=[CHECKED_FORM, WITH_ACCOUNTS, limited("sign_ins")])
def confirm(request: Request, store: StoreDep, accounts: AccountsDep, secret: Annotated[str, Form()] = "") -> Response:
    """Use the link up: from now on mails go to the new address, and the old one is told."""
    try:
        before, address = store.people.addresses.use(secret)
    except TieluError as error:
        return page(request, "address_link.html", error)
    response = page(request, "address_changed.html", address=address)
    host, lang = urlsplit(accounts.address).hostname, before.language
    text = say("mail_old_address", lang, name=before.name, host=host)
    subject = say("mail_old_address_subject", lang, host=host)
    response.background = BackgroundTask(accounts.mailer.send, before.address, subject, text)
    return response
