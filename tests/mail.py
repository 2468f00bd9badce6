"""A real SMTP server (aiosmtpd) in a thread, and the mails that it has received."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from threading import Event, Thread
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult

from tielu.web.people.mail import Mailer, MailServer

SENDER = "table@games.example"
_PATIENCE_SECONDS = 20.0


class Mailbox:
    """What the server has received, for all addresses; it can be told to refuse."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = False
        self.mailer: Mailer | None = None
        self.logins: list[tuple[bytes, bytes]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # the library's name
        if self.refuses:
            return "451 try again later"
        message = message_from_bytes(envelope.content, policy=default)
        message["X-Envelope-To"] = ", ".join(envelope.rcpt_tos)
        self.mails.append(message)
        return "250 OK"

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"s3cret")

    def link(self, number: int = -1) -> str:
        """The link in a mail, by default the last one."""
        found = re.search(r"https?://\S+/sign-in/link#\w+", self.mails[number].get_content())
        assert found, "a mail without a link"
        return found[0]

    def wait(self, count: int) -> EmailMessage:
        """Wait until so many mails have come, and return the last of them."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while len(self.mails) < count:
            assert time.monotonic() < until, "no mail came"
            time.sleep(0.005)
        return self.mails[count - 1]


@contextmanager
def mail_server(**options: Any) -> Iterator[tuple[MailServer, Mailbox]]:
    """A server on a free port and its mailbox, until the block ends; options are those of aiosmtpd."""
    mailbox, ready, loop = Mailbox(), Event(), asyncio.new_event_loop()
    ports: list[int] = []

    async def serve(ended: asyncio.Event) -> None:
        server = await loop.create_server(lambda: SMTP(mailbox, loop=loop, **options), "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await ended.wait()
        server.close()

    ended = asyncio.Event()
    if "auth_required" in options:
        options["authenticator"] = mailbox.authenticate
    thread = Thread(target=loop.run_until_complete, args=(serve(ended),), daemon=True)
    thread.start()
    try:
        assert ready.wait(_PATIENCE_SECONDS), "the server does not start"
        yield MailServer("localhost", ports[0], "none", SENDER), mailbox
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(_PATIENCE_SECONDS)
        loop.close()
