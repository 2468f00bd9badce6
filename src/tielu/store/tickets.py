"""Tickets: secrets that are good once and for a short time, of which only the hash is stored."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from tielu.errors import NotAllowed
from tielu.store.ids_and_secrets import hash_secret
from tielu.store.schema import TICKETS

# What a ticket is good for: the link in a mail, and a challenge that a passkey signs.
LINK, CHALLENGE = "link", "challenge"


def add_ticket(
    connection: Connection, purpose: str, secret: str, about: str, now: datetime, lifetime: timedelta
) -> None:
    """Add a ticket, and remove those that have expired."""
    connection.execute(delete(TICKETS).where(TICKETS.c.expires <= now))
    values = {"secret_hash": hash_secret(secret), "purpose": purpose, "about": about, "expires": now + lifetime}
    connection.execute(insert(TICKETS).values(**values))


def ticket_about(connection: Connection, purpose: str, secret: str, now: datetime) -> str:
    """What a ticket is about; raises NotAllowed if it is not good, or not any more."""
    query = select(TICKETS.c.about).where(TICKETS.c.secret_hash == hash_secret(secret), TICKETS.c.purpose == purpose)
    about = connection.scalar(query.where(TICKETS.c.expires > now))
    if about is None:
        raise NotAllowed("ticket_not_good")
    return str(about)


def use_ticket(connection: Connection, purpose: str, secret: str, now: datetime) -> str:
    """Use up a ticket and return what it is about; raises NotAllowed if it is not good, or not any more."""
    about = ticket_about(connection, purpose, secret, now)
    # Of two who use it at once only one has deleted it.
    if connection.execute(delete(TICKETS).where(TICKETS.c.secret_hash == hash_secret(secret))).rowcount == 0:
        raise NotAllowed("ticket_not_good")
    return about
