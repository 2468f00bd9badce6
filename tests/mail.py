"""A real SMTP server (aiosmtpd) in a thread, and the mails that it has received."""

from __future__ import annotations

import asyncio
import gc
import re
import time
import warnings
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
_PATIENCE_SECONDS = 60.0


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


class _Connection(SMTP):
    """A connection that remembers its transports: encrypted ones stand on others, which must be closed as well."""

    def __init__(self, mailbox: Mailbox, transports: list[asyncio.BaseTransport], **options: Any) -> None:
        super().__init__(mailbox, **options)
        self._transports = transports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transports.append(transport)
        super().connection_made(transport)


async def _closed(transports: list[asyncio.BaseTransport]) -> None:
    """Close connections, and end what the library still does for them."""
    for each in reversed(transports):
        if isinstance(each, asyncio.Transport):
            each.abort()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    for _ in range(3):
        await asyncio.sleep(0)  # a transport is closed in the next round of the loop, one that stands on it after that


def _collect() -> None:
    """Forget connections now: a loop that ends with its mail leaves the end of TLS undone, which Python warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@contextmanager
def mail_server(**options: Any) -> Iterator[tuple[MailServer, Mailbox]]:
    """A server on a free port and its mailbox, until the block ends; options are those of aiosmtpd."""
    mailbox, ready, loop = Mailbox(), Event(), asyncio.new_event_loop()
    ports: list[int] = []
    ended = asyncio.Event()

    async def serve() -> None:
        transports: list[asyncio.BaseTransport] = []
        server = await loop.create_server(
            lambda: _Connection(mailbox, transports, loop=loop, **options), "127.0.0.1", 0
        )
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await ended.wait()
        server.close()
        await _closed(transports)

    if "auth_required" in options:
        options["authenticator"] = mailbox.authenticate
    thread = Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    try:
        assert ready.wait(_PATIENCE_SECONDS), "the server does not start"
        yield MailServer("localhost", ports[0], "none", SENDER), mailbox
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(_PATIENCE_SECONDS)
        loop.close()
        if "tls_context" in options:
            _collect()
