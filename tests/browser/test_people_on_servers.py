"""Three people, two servers and one PostgreSQL: they sign in, invite each other, play, and go on at another device."""

from __future__ import annotations

import re
from contextlib import ExitStack

from playwright.sync_api import Page, expect

from tests.browser.hand import Hand
from tests.browser.readers import Readers
from tests.browser.test_accounts import authenticator
from tests.mail import Mailbox, mail_server
from tests.web.public_servers import free_port, running


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


def test_three_people_on_two_servers(browser, postgres_url, tmp_path):
    """Ann by mail here, Bo there, Cy by a passkey; who has a seat plays it at either server, and on a second device."""
    ports = free_port(), free_port()
    here, there = (f"http://localhost:{port}" for port in ports)
    with ExitStack() as stack:
        mails, mailbox = stack.enter_context(mail_server())
        settings = {"database": postgres_url, "public_address": here, "mail_host": mails.host}
        settings |= {"mail_port": str(mails.port), "mail_security": "none", "mail_sender": mails.sender}
        for port in ports:
            stack.enter_context(running("serve", tmp_path / str(port), port, {**settings, "port": port}))
        at_here, at_there = (stack.enter_context(Readers(browser, address)) for address in (here, there))
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
        for readers in (at_here, at_there):
            readers.look_for_complaints()
