"""Mails of the server, sent with aiosmtplib."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid

_SECONDS = 30.0
# The longest line that SMTP knows.
_LONGEST_LINE = 998
# Codes of SMTP from here on say that it makes no sense to try again.
_FOR_GOOD = 500
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


class MailNotAccepted(Exception):
    """The server has not taken a mail; `for_good` if it makes no sense to try again."""

    def __init__(self, *, for_good: bool = False) -> None:
        super().__init__()
        self.for_good = for_good


class MailUncertain(Exception):
    """The connection ended before the server has said whether it takes a mail."""


class Mailer:
    """Sends mails, one connection for each."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    @property
    def sender(self) -> str:
        return self._server.sender

    async def send(self, address: str, subject: str, text: str) -> None:
        """Send a mail; a failure is logged, without the address, and nobody else hears of it.

        Whoever asked has their answer already: how long the mail takes and what becomes of it tells them nothing.
        """
        try:
            await self.hand_over(mail_message(self.sender, address, subject, text))
        except (MailNotAccepted, MailUncertain) as error:
            # The text of the cause may contain the address.
            _LOG.error("mail not sent", extra={"reason": type(error.__cause__).__name__})

    async def hand_over(self, message: EmailMessage) -> None:
        """Hand a mail to the server; raises MailNotAccepted, and MailUncertain if nobody knows."""
        import aiosmtplib  # not installed where there are no mails

        server = self._server
        try:
            await aiosmtplib.send(
                message.as_bytes(),  # the library would break its lines in its own way
                sender=server.sender,
                recipients=[each.addr_spec for each in message["To"].addresses],
                hostname=server.host,
                port=server.port,
                use_tls=server.security == "tls",
                start_tls=server.security == "starttls",
                username=server.user or None,
                password=server.password or None,
                timeout=_SECONDS,
            )
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPResponseException) as error:
            raise MailNotAccepted(for_good=_is_for_good(error)) from error
        except (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPConnectTimeoutError) as error:
            raise MailNotAccepted from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailUncertain from error


def _is_for_good(error: Exception) -> bool:
    """Whether a server has refused this mail for good; what it thinks of us may change."""
    import aiosmtplib

    refused = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else [error]
    about_the_mail = (aiosmtplib.SMTPRecipientRefused, aiosmtplib.SMTPDataError)
    return all(isinstance(each, about_the_mail) and each.code >= _FOR_GOOD for each in refused)


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
    # Python would encode a long address in a header that has no room in its line, so that nobody could use it.
    message.policy = SMTP.clone(max_line_length=_LONGEST_LINE)
    return message
