"""Changes of mail addresses: one takes effect when the link that was sent to the new address is used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tielu.errors import InvalidInput, NotAllowed
from tielu.store.audit import record
from tielu.store.call_settings import lock_person
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import hash_secret, new_secret
from tielu.store.person import Person, checked_address, person_of
from tielu.store.schema import ADDRESS_CHANGES, PEOPLE, TICKETS

# How long the link is good, and for how many people at a time an address may be asked.
CHANGE_LIFETIME = timedelta(hours=2)
MOST_CHANGES = 3

_CHANGES = ADDRESS_CHANGES.c


class AddressChanges:
    """Changes of mail addresses; each method is one transaction, like those of the store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def ask(self, person_id: str, address: str) -> str | None:
        """A secret for the link to a new address, in place of one asked for before; raises InvalidInput.

        None if too many people have asked for this address.
        """
        address, now, secret = checked_address(address), self._clock(), new_secret()
        others = select(func.count()).where(_CHANGES.address == address, _CHANGES.person != person_id)
        with write_transaction(self._engine) as connection:
            lock_person(connection, person_id)
            connection.execute(delete(ADDRESS_CHANGES).where(_CHANGES.expires <= now))
            if (connection.scalar(others) or 0) >= MOST_CHANGES:
                return None
            connection.execute(delete(ADDRESS_CHANGES).where(_CHANGES.person == person_id))
            values = {"address": address, "secret_hash": hash_secret(secret), "expires": now + CHANGE_LIFETIME}
            connection.execute(insert(ADDRESS_CHANGES).values(person=person_id, **values))
        return secret

    def read(self, secret: str) -> tuple[Person, str]:
        """The person of a link and the new address; raises NotAllowed if the link is not good, or not any more."""
        query = (
            select(PEOPLE, _CHANGES.address.label("new_address"))
            .join(ADDRESS_CHANGES, _CHANGES.person == PEOPLE.c.id)
            .where(_CHANGES.secret_hash == hash_secret(secret), _CHANGES.expires > self._clock())
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(query.where(PEOPLE.c.blocked.is_(None))).first()
        if row is None:
            raise NotAllowed("ticket_not_good")
        return person_of(row), str(row.new_address)

    def use(self, secret: str) -> tuple[Person, str]:
        """Change the address of a person, and return them as they were, with the new one.

        Links to sign in that are on their way to the old address are no longer good. Raises NotAllowed if the link is
        not good, and InvalidInput if another account has the address by now.
        """
        person, address = self.read(secret)
        try:
            with write_transaction(self._engine) as connection:
                used = delete(ADDRESS_CHANGES).where(_CHANGES.secret_hash == hash_secret(secret))
                if connection.execute(used).rowcount == 0:
                    raise NotAllowed("ticket_not_good")
                connection.execute(delete(TICKETS).where(TICKETS.c.about == person.address))
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(address=address))
        except IntegrityError as error:
            raise InvalidInput("mail_address_taken") from error
        record("mail address changed", person=person.id)
        return person, address
