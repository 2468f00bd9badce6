"""Signing in with a real browser: the link of a mail, and passkeys with Chromium's virtual authenticator."""

from __future__ import annotations

import re
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from sqlalchemy import insert

from tests.browser.readers import Readers
from tests.browser.serving import serving
from tests.browser.test_axe import judge
from tests.browser.test_phone import fits
from tests.mail import mail_server
from tests.test_forbidden import golden
from tielu.store import Store
from tielu.store.database import write_transaction
from tielu.store.open_game import OpenGameChoices
from tielu.store.schema import RATINGS
from tielu.web import create_app
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer


@contextmanager
def authenticator(page):
    """A virtual authenticator that keeps passkeys and says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield session, made["authenticatorId"]
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": made["authenticatorId"]})


@pytest.fixture
def served_people(tmp_path):
    """A server with accounts, asked as localhost, since passkeys belong to names; and its mails."""
    with Store(tmp_path / "games.sqlite3") as store, mail_server() as (server, mailbox):
        app = create_app(store)
        with serving(store, app=app) as running:
            address = running.address.replace("127.0.0.1", "localhost")
            app.state.accounts = Accounts(address, Mailer(server))
            yield address, store, mailbox


def test_by_mail_and_then_by_passkey(browser, served_people):
    """The link opens a page with a button; a passkey made in the account then signs in without an address."""
    address, store, mailbox = served_people
    with Readers(browser, address) as readers:
        page = readers.at_desk()
        with authenticator(page) as (session, device):
            page.goto(f"{address}/")
            page.get_by_role("link", name="Sign in").click()
            page.get_by_label("Mail address").fill("ann@mail.example")
            assert page.evaluate("document.body.className") == "narrow", "it is a page of its own"
            page.get_by_role("button", name="Send me a link").click()
            expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
            page.get_by_role("link", name="English").click()
            expect(page.locator("body.start .hero")).to_be_visible()
            mailbox.wait(1)
            page.goto(mailbox.link())
            page.get_by_label("Your name").fill("Ann")
            assert "#" not in page.url, "the secret is not kept in the history"
            page.get_by_role("button", name="Make an account").click()
            page.get_by_role("link", name="Ann", exact=True).click()
            page.get_by_role("button", name="Add a passkey").click()
            expect(page.get_by_text("made on")).to_be_visible()
            assert len(store.people.passkeys.of(store.people.named("Ann").id)) == 1
            page.get_by_role("button", name="Sign out").click()
            expect(page.locator(".hero")).to_be_visible()
            page.goto(f"{address}/sign-in")
            page.get_by_role("button", name="Sign in with a passkey").click()
            expect(page.get_by_role("link", name="Ann", exact=True)).to_be_visible()
            page.goto(f"{address}/account")
            page.get_by_role("button", name=re.compile("^Remove")).click()
            expect(page.get_by_text("made on")).to_have_count(0)
            page.get_by_role("button", name="Sign out").click()
            expect(page.locator(".hero")).to_be_visible()
            page.goto(f"{address}/sign-in")
            page.get_by_role("button", name="Sign in with a passkey").click()
            expect(page.locator('[data-code="passkey_unknown"]')).to_be_visible()
            session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
            page.get_by_role("button", name="Sign in with a passkey").click()
            expect(page.get_by_text("The browser did not use a passkey.")).to_be_visible()
        readers.pardon("403")
        readers.look_for_complaints()


def stand(store, person):
    """Let somebody have finished a game among others with accounts, and be rated as a clerk is."""
    game = store.import_game(golden("1888-18xx.games-3p-111.json.gz")).id
    link = store.people.ask_link("bo@mail.example")
    other = store.people.sign_in_by_link(link, name="Bo").person.id
    for seat, each in enumerate((person, other)):
        store.people.take_seat(each, game, seat)
        store.standing.show(each, shown=True)
    with write_transaction(store._engine) as connection:
        for number, each in enumerate((person, other, "bot:clerk")):
            values = {"points": 1100 - 60 * number, "doubt": 80 - 10 * number, "games": 7}
            connection.execute(insert(RATINGS).values(player=each, title="1880", pace="days", **values))


@pytest.mark.parametrize(("device", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_pages_of_people_are_for_everybody(browser, served_people, device, scheme):
    """Nothing is wrong with them for those who do not see or point well, and they fit on a phone."""
    address, store, _ = served_people
    link = store.people.ask_link("ann@mail.example")
    signed_in = store.people.sign_in_by_link(
        link, "Firefox, Linux", name="Wilhelmine von und zu Hohenlinden", theme="auto"
    )
    store.people.passkeys.add(signed_in.person.id, "key", "public", 0, "Safari, iPhone")
    choices = OpenGameChoices("1880", "2022", 3, 7, name="A rather long name for a game", rated=True, bot="clerk")
    open_game = store.open_games.make(signed_in.person.id, choices)
    stand(store, signed_in.person.id)
    with Readers(browser, address) as readers:
        page = (readers.at_desk if device == "desk" else readers.with_phone)(color_scheme=scheme, lang="de")
        own = ("/", "/account", "/account/delete", "/lobby", "/lobby/new", f"/lobby/{open_game}")
        standing = (f"/people?name={quote(signed_in.person.name)}", "/best", "/played")
        for path in ("/sign-in", *own, *standing):
            if path == "/":
                page.context.add_cookies([{"name": "tielu_session", "value": signed_in.secret, "url": address}])
            page.goto(f"{address}{path}")
            judge(page)
            fits(page)
        readers.look_for_complaints()
