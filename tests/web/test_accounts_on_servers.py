"""Accounts on real servers: two `tielu serve` on one PostgreSQL, with a server for mails in their settings."""

import re
from contextlib import ExitStack
from urllib.parse import urlencode

from tests.mail import mail_server
from tests.web.public_servers import public_server, worker
from tielu.i18n import say
from tielu.store import Store
from tielu.store.open_game import OpenGameChoices


class Visitor:
    """A browser that the proxy sends to one server or the other."""

    def __init__(self):
        self.cookies = {}

    def ask(self, server, path, **fields):
        """The status and the page; with fields a form is sent, with the token of the last one."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Host": "games.example"}
        sent |= {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        method, body = "GET", None
        if fields:
            method, body = "POST", urlencode({"token": self.cookies["tielu_form"], **fields})
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        status, page, found = server.exchange(path, method, body, sent)
        self.cookies |= found
        return status, page


def test_a_session_of_one_server_is_good_at_the_other(postgres_url, tmp_path):
    """Asked for here, signed in there, ended here; logs name neither secret, address nor name."""
    with ExitStack() as stack:
        mails, mailbox = stack.enter_context(mail_server())
        settings = {"public_address": "https://games.example", "mail_sender": mails.sender, "mail_host": mails.host}
        settings |= {"mail_port": str(mails.port), "mail_security": "none"}
        here, there = (
            stack.enter_context(public_server(postgres_url, tmp_path / name, **settings)) for name in ("1", "2")
        )
        store, ann = stack.enter_context(Store(postgres_url)), Visitor()
        ann.ask(here, "/sign-in")
        assert ann.ask(here, "/sign-in", address="ann@mail.example")[0] == 200
        mailbox.wait(1)
        secret = mailbox.link().partition("#")[2]
        assert ann.ask(there, "/sign-in/link", link=secret)[0] == 200
        assert ann.ask(there, "/sign-in/confirm", secret=secret, name="Ann-Sophie")[0] == 303
        assert ann.ask(here, "/sign-in/confirm", secret=secret, name="Eve")[0] == 403
        session = ann.cookies["__Host-tielu_session"]
        for server in (here, there):
            assert "Ann-Sophie" in ann.ask(server, "/account")[1]
        assert ann.ask(here, "/sign-out", go="")[0] == 303
        ann.cookies["__Host-tielu_session"] = session
        assert ann.ask(there, "/account")[0] == 303
        assert [each.name for each in store.people.moderation.people()] == ["Ann-Sophie"]
        logs = "".join(server.log.read_text("utf-8") for server in (here, there))
    events = set(re.findall(r'"event": "([^"]+)"', logs))
    assert {"account made", "signed in", "session ended"} <= events
    for word in (secret, session, "ann@mail", "Sophie"):
        assert word not in logs


def test_guests_hear_that_a_game_went_with_its_host(postgres_url, tmp_path):
    """The host deletes the account at a server, and a worker tells whoever had joined the open game."""
    with ExitStack() as stack:
        mails, mailbox = stack.enter_context(mail_server())
        settings = {"public_address": "https://games.example", "mail_sender": mails.sender, "mail_host": mails.host}
        settings |= {"mail_port": str(mails.port), "mail_security": "none"}
        settings |= {"call_after_seconds": "0", "mail_after_seconds": "0"}
        here = stack.enter_context(public_server(postgres_url, tmp_path / "1", **settings))
        store, ann = stack.enter_context(Store(postgres_url)), Visitor()
        people = {
            name: store.people.sign_in_by_link(store.people.ask_link(f"{name}@mail.example") or "", name=name)
            for name in ("ann", "bo")
        }
        ann.cookies["__Host-tielu_session"] = people["ann"].secret
        open_id = store.open_games.make(people["ann"].person.id, OpenGameChoices("1880", "2022", 3, 4, "Friday"))
        store.open_games.join(open_id, people["bo"].person.id)
        assert ann.ask(here, "/account/delete")[0] == 200
        assert ann.ask(here, "/account/delete", name="ann")[0] == 303
        assert [each.name for each in store.people.moderation.people()] == ["bo"]
        stack.enter_context(worker(postgres_url, tmp_path / "2", **settings))
        mailbox.wait(1)
    [mail] = mailbox.mails
    assert (mail["To"], mail["Subject"]) == ("bo@mail.example", f"{say('call_host_gone_title', 'en')} – Friday")
