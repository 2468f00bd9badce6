"""Three people, two servers and one PostgreSQL: they sign in, invite each other, play, and go on at another device.

Two of them gather in the lobby for a private game, of which the third learns nothing. Who is away is called, is
represented by a bot when the time is over, and comes back.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from playwright.sync_api import Browser, Page, expect

from tests.browser.hand import Hand
from tests.browser.readers import Readers
from tests.browser.test_accounts import authenticator
from tests.mail import Mailbox, mail_server
from tests.three_weeks import turn_back
from tests.web.endpoint import PhoneKeys, endpoint
from tests.web.public_servers import free_port, running, worker
from tielu.clocks import TimeControl
from tielu.store import Player, Store
from tielu.web.bots.jobs import connection_string
from tielu.web.calls.push import new_key

SLOW = TimeControl(timedelta(days=1), timedelta(hours=12), timedelta(days=2), bot="random")
# What the page sends when the push service of a browser has answered; here there is none.
SUBSCRIBE = """(subscription) => {
  const form = document.querySelector('form[action="/account/calls/browsers"]');
  form.elements.subscription.value = subscription;
  form.submit();
}"""


def sign_in(page: Page, mailbox: Mailbox, name: str) -> None:
    """Sign in by mail; whoever is new gets an account with this name."""
    count = len(mailbox.mails)
    page.goto("/sign-in")
    page.get_by_label("Mail address").fill(f"{name.lower()}@mail.example")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    mailbox.wait(count + 1)
    page.goto(f"/sign-in/link#{mailbox.link().partition('#')[2]}")
    button = page.get_by_role("button", name=re.compile("^(Make an account|Sign in as)"))
    expect(button).to_be_visible()
    if page.get_by_label("Your name").count():
        page.get_by_label("Your name").fill(name)
    button.click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


class Place:
    """Two servers on one PostgreSQL, the mails they send, and browsers at each of them."""

    def __init__(self, stack: ExitStack, browser: Browser, url: str, folder: Path, **settings: object) -> None:
        ports = free_port(), free_port()
        here, there = (f"http://localhost:{port}" for port in ports)
        mails, self.mailbox = stack.enter_context(mail_server())
        self.settings: dict[str, object] = {"public_address": here, "mail_host": mails.host, "mail_port": mails.port}
        self.settings |= {"mail_security": "none", "mail_sender": mails.sender, **settings}
        for port in ports:
            given = {"database": url, "port": port, **self.settings}
            stack.enter_context(running("serve", folder / str(port), port, given))
        self.here, self.there = (stack.enter_context(Readers(browser, address)) for address in (here, there))

    def look_for_complaints(self) -> None:
        for readers in (self.here, self.there):
            readers.look_for_complaints()


def test_three_people_on_two_servers(browser, postgres_url, tmp_path):
    """Ann by mail here, Bo there, Cy by a passkey; who has a seat plays it at either server, and on a second device."""
    with ExitStack() as stack:
        place = Place(stack, browser, postgres_url, tmp_path)
        mailbox, at_here, at_there = place.mailbox, place.here, place.there
        ann, bo, cy, tablet = at_here.at_desk(), at_there.at_desk(), at_here.at_desk(), at_there.with_phone()
        sign_in(ann, mailbox, "Ann")
        sign_in(bo, mailbox, "Bo")
        with authenticator(cy):
            sign_in(cy, mailbox, "Cy")
            cy.goto("/account")
            cy.get_by_role("button", name="Add a passkey").click()
            expect(cy.get_by_text("made on")).to_be_visible()
            cy.get_by_role("button", name="Sign out").click()
            expect(cy.locator(".hero")).to_be_visible()
            cy.goto("/sign-in")
            cy.get_by_role("button", name="Sign in with a passkey").click()
            expect(cy.get_by_role("link", name="Cy", exact=True)).to_be_visible()
        ann.goto("/new?title=1880&mode=links&players=3")
        expect(ann.get_by_role("textbox", name="Player 1")).to_have_value("Ann")
        ann.get_by_role("button", name="Begin", exact=True).last.click()
        expect(ann.locator("dd > a")).to_have_count(3)
        links = [str(each.get_attribute("href")) for each in ann.locator("dd > a").all()]
        for page, link, name in ((bo, links[1], "Bo"), (cy, links[2], "Cy")):
            page.goto(re.sub(r"^http://[^/]+", "", link))
            expect(page.locator(".ribbon .turn")).to_contain_text("Ann")
            expect(page.locator(".players")).to_contain_text(name)
        game = re.search(r"/games/\w+", bo.url)
        assert game
        ann.goto(game[0])
        Hand(ann).press_first("bid")
        expect(Hand(bo).turn).to_contain_text("Bo · your decision")
        Hand(bo).press_first("bid")
        expect(Hand(cy).turn).to_contain_text("Cy · your decision")
        sign_in(tablet, mailbox, "Cy")
        tablet.get_by_role("link", name=re.compile("^(Continue|Your turn)")).first.click()
        expect(Hand(tablet).turn).to_contain_text("Cy · your decision")
        private = gather(ann, bo)
        cy.goto(private)
        expect(cy.locator('[data-code="unknown_game"]')).to_be_visible()
        at_here.pardon("404")
        place.look_for_complaints()


def test_called_represented_and_back(browser, postgres_url, tmp_path):
    """In Ann's night her clock waits. When she moves, three ways tell Bo; days later a bot plays for him."""
    with ExitStack() as stack:
        outside = stack.enter_context(endpoint())
        calls = {"push_key": new_key(), "call_networks": "127.0.0.0/8", "call_after_seconds": 0}
        place = Place(stack, browser, postgres_url, tmp_path, **calls, mail_after_seconds=0)
        stack.enter_context(worker(postgres_url, tmp_path / "work", **place.settings))
        store = stack.enter_context(Store(postgres_url))
        people = {}
        pages = {"Ann": place.here.at_desk(), "Bo": place.there.at_desk(), "Cy": place.here.at_desk()}
        for name, page in pages.items():
            link = store.people.ask_link(f"{name.lower()}@mail.example")
            signed_in = store.people.sign_in_by_link(link or "", "Firefox, Linux", name=name)
            # Cookies do not tell ports apart, so this one is good at both servers.
            page.context.add_cookies([{"name": "tielu_session", "value": signed_in.secret, "url": place.here.address}])
            people[name] = signed_in.person.id
        phone = PhoneKeys()
        pages["Bo"].goto("/account/calls")
        with pages["Bo"].expect_navigation():
            pages["Bo"].evaluate(SUBSCRIBE, phone.subscription(f"{outside.address}/push"))
        store.people.calls.set_webhook(people["Bo"], f"{outside.address}/hook", "tielu")
        webhook = store.people.calls.of(people["Bo"]).webhook
        assert webhook is not None
        go_to_bed(pages["Ann"])
        pages["Bo"].goto("/")
        players = [Player(name, person=person) for name, person in people.items()]
        game = store.create_game("1880", players, "2022", time_control=SLOW).id
        mails = len(place.mailbox.mails)
        pages["Ann"].goto(f"/games/{game}")
        clock_of_ann = pages["Ann"].get_by_role("timer", name="Ann").first
        expect(clock_of_ann).to_have_attribute("title", re.compile("night .* for Ann"))
        Hand(pages["Ann"]).press_first("bid")
        mail = place.mailbox.wait(mails + 1)
        assert (mail["X-Envelope-To"], "Your turn" in mail["Subject"]) == ("bo@mail.example", True)
        outside.wait(2)
        posted = {each.path: each for each in outside.posted}
        assert phone.read(posted["/push"].body)["url"] == f"/games/{game}"
        hook = posted["/hook"]
        signed = hook.headers["tielu-timestamp"].encode() + b"." + hook.body
        expected = hmac.new(webhook.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert hook.headers["tielu-signature"] == f"sha256={expected}"
        assert json.loads(hook.body)["player"] == "Bo"
        with psycopg.connect(connection_string(postgres_url)) as connection:
            turn_back(connection, timedelta(days=3))
        expect(pages["Ann"].locator(".player .tag.bot")).to_have_text("away")
        expect(Hand(pages["Ann"]).turn).to_contain_text("Cy")
        pages["Bo"].goto(f"/games/{game}")
        pages["Bo"].get_by_role("button", name="I’m back").first.click()
        expect(pages["Ann"].locator(".player .tag.bot")).to_have_count(0)
        place.mailbox.wait(mails + 2)
        called = [each["X-Envelope-To"] for each in place.mailbox.mails[mails:]]
        assert called == ["bo@mail.example", "cy@mail.example"]
        place.look_for_complaints()


def go_to_bed(page: Page) -> None:
    """Set a night in the account that began an hour ago."""
    now = datetime.now(UTC)
    page.goto("/account")
    night = page.locator("form[action='/account/night']")
    night.locator("[name=begins]").fill(f"{now - timedelta(hours=1):%H:%M}")
    night.locator("[name=ends]").fill(f"{now + timedelta(hours=7):%H:%M}")
    with page.expect_navigation():
        night.get_by_role("button").click()


def gather(ann: Page, bo: Page) -> str:
    """Ann opens a private game and invites Bo, who joins at the other server; both move. Returns the game's path."""
    ann.goto("/")
    ann.get_by_role("link", name=re.compile("^With friends")).click()
    ann.get_by_role("link", name="New game").click()
    ann.get_by_role("link", name="1888-N").click()
    ann.locator("select[name=fewest]").select_option("2")
    ann.locator("select[name=most]").select_option("2")
    ann.get_by_label("Only its players").check()
    ann.get_by_role("button", name="Open the game").click()
    ann.get_by_label("By name").fill("bo")
    ann.get_by_role("button", name="Invite", exact=True).click()
    expect(ann.get_by_text("is invited")).to_be_visible()
    bo.goto("/")
    expect(bo.get_by_text("Ann invites you")).to_be_visible()
    bo.get_by_role("button", name=re.compile("^Join")).click()
    expect(bo.get_by_text("Ann can begin the game now.")).to_be_visible()
    begin = ann.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_visible()  # her page has looked who has come
    begin.click()
    expect(Hand(ann).turn).to_be_visible()
    expect(Hand(bo).turn).to_be_visible()  # his page leads to the table by itself
    hands = {"Ann": Hand(ann), "Bo": Hand(bo)}
    for _ in hands:
        acting = "Ann" if "Ann" in (Hand(ann).turn.text_content() or "") else "Bo"
        expect(hands[acting].turn).to_contain_text(f"{acting} · your decision")
        hands[acting].press_first("bid")
        other = "Bo" if acting == "Ann" else "Ann"
        for hand in hands.values():
            expect(hand.turn).to_contain_text(other)
    found = re.search(r"/games/\w+", ann.url)
    assert found
    return found[0]
