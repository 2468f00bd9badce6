"""Mails of the server, sent with aiosmtplib."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid

_SECONDS = 30.0
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class MailServer:
    """The server to which mails are handed, and their sender; `security` is `starttls`, `tls` or `none`."""

    host: str
    port: int
    security: str
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


class Mailer:
    """Sends mails, one connection for each."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def send(self, address: str, subject: str, text: str) -> None:
        """Send a mail; a failure is logged, without the address, and nobody else hears of it.

        Whoever asked has their answer already: how long the mail takes and what becomes of it tells them nothing.
        """
        import aiosmtplib  # not installed where there are no mails

        server = self._server
        try:
            await aiosmtplib.send(
                mail_message(server.sender, address, subject, text),
                hostname=server.host,
                port=server.port,
                use_tls=server.security == "tls",
                start_tls=server.security == "starttls",
                username=server.user or None,
                password=server.password or None,
                timeout=_SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            _LOG.error("mail not sent", extra={"reason": type(error).__name__})  # its text may contain the address


def mail_message(sender: str, address: str, subject: str, text: str) -> EmailMessage:
    """A mail in plain text; raises ValueError for line breaks in what becomes a header."""
    message = EmailMessage(SMTP)
    message["From"] = Address("Tielu", addr_spec=sender)
    message["To"] = Address(addr_spec=address)
    message["Subject"] = subject
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text, cte="quoted-printable")
    return message
