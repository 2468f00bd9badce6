"""People who sign in by mail, for tests: an application with accounts, and a browser for each person."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from tests.mail import Mailbox, mail_server
from tests.web.conftest import Browser
from tielu.store import Store
from tielu.store.person import Person
from tielu.web import create_app
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer

ADDRESS = "https://games.example"
SESSION = "__Host-tielu_session"
TOKEN = "t" * 43
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def link_of(mailbox: Mailbox) -> str:
    """The secret in the last mail."""
    return mailbox.link().partition("#")[2]


def ask_link(browser: Browser, address: str) -> None:
    browser.get("/sign-in")
    assert browser.send("/sign-in", {"address": address}).status_code == 200


def sign_in(browser: Browser, mailbox: Mailbox, name: str, address: str = "") -> None:
    """Sign in as a person would: ask for a link, open it, press the button."""
    ask_link(browser, address or f"{name.lower()}@mail.example")
    browser.get("/sign-in/link")
    assert browser.send("/sign-in/link", {"link": mailbox.link()}).status_code == 200
    (secret,) = re.findall(r'name="secret" value="(\w+)"', browser.page)
    answer = browser.send("/sign-in/confirm", {"secret": secret, "name": name})
    assert (answer.status_code, answer.url.path) == (200, "/")


def visit_as(browser: Browser, store: Store, name: str) -> Person:
    """Sign in without the pages; a new person gets an account."""
    link = store.people.ask_link(f"{name.lower()}@mail.example")
    assert link is not None
    signed_in = store.people.sign_in_by_link(link, "Firefox, Linux", name=name)
    browser.client.cookies.set(SESSION, signed_in.secret, "games.example")
    return signed_in.person


def post(browser: Browser, path: str, **fields: str) -> Response:
    """Send a form that needs no page before it; the answer is not followed."""
    browser.client.cookies.set("tielu_form", TOKEN, "games.example")
    return browser.client.post(path, data={"token": TOKEN, **fields}, follow_redirects=False)


Come = Callable[..., Browser]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Where the mails of the application arrive."""
    with mail_server() as (server, box):
        box.mailer = Mailer(server)
        yield box


@pytest.fixture
def come(store: Store, mailbox: Mailbox) -> Iterator[Come]:
    """A new browser that comes to the server, over https unless told otherwise."""
    assert mailbox.mailer is not None
    app = create_app(store, ["games.example"], addresses=[ADDRESS], accounts=Accounts(ADDRESS, mailbox.mailer))
    clients: list[TestClient] = []

    def come(address: str = "203.0.113.7", scheme: str = "https") -> Browser:
        app.state.accounts = replace(app.state.accounts, address=f"{scheme}://games.example")
        clients.append(
            TestClient(
                app,
                base_url=f"{scheme}://games.example",
                raise_server_exceptions=False,
                client=(address, 4711),
                headers={"User-Agent": FIREFOX},
            )
        )
        return Browser(clients[-1])

    yield come
    for client in clients:
        client.close()
