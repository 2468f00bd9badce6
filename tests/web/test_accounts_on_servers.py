"""Accounts on real servers: two `tielu serve` on one PostgreSQL, with a server for mails in their settings."""

import re
from contextlib import ExitStack
from urllib.parse import urlencode

from tests.mail import mail_server
from tests.web.public_servers import public_server
from tielu.store import Store


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
