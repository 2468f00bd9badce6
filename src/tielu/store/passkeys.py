"""Passkeys: public keys of people, and the challenges that their browsers sign; the web verifies signatures."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store.audit import record
from tielu.store.database import read_transaction, write_transaction
from tielu.store.person import Passkey, Person, person_of
from tielu.store.schema import PASSKEYS, PEOPLE
from tielu.store.tickets import CHALLENGE, add_ticket, use_ticket

CHALLENGE_LIFETIME = timedelta(minutes=10)
MOST_PASSKEYS = 20


class Passkeys:
    """The passkeys of a store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def add_challenge(self, challenge: str, person_id: str = "") -> None:
        """Remember a challenge for signing in, or for a new passkey of a person."""
        with write_transaction(self._engine) as connection:
            add_ticket(connection, CHALLENGE, challenge, person_id, self._clock(), CHALLENGE_LIFETIME)

    def use_challenge(self, challenge: str, person_id: str = "") -> None:
        """Use up a challenge; raises NotAllowed unless it was made for this and is still good."""
        with write_transaction(self._engine) as connection:
            made_for = use_ticket(connection, CHALLENGE, challenge, self._clock())
        if made_for != person_id:
            raise NotAllowed("ticket_not_good")

    def add(self, person_id: str, passkey_id: str, public_key: str, sign_count: int, browser: str = "") -> None:
        """Add a passkey to an account; raises InvalidInput if it is known already, or there are too many."""
        values = {"id": passkey_id, "public_key": public_key, "sign_count": sign_count, "browser": browser[:40]}
        try:
            with write_transaction(self._engine) as connection:
                own = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.person == person_id)
                if (connection.scalar(own) or 0) >= MOST_PASSKEYS:
                    raise InvalidInput("too_many_passkeys", most=MOST_PASSKEYS)
                connection.execute(insert(PASSKEYS).values(person=person_id, created=self._clock(), **values))
        except IntegrityError as error:
            raise InvalidInput("passkey_known") from error
        record("passkey added", person=person_id)

    def of(self, person_id: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        query = select(PASSKEYS).where(PASSKEYS.c.person == person_id).order_by(PASSKEYS.c.created, PASSKEYS.c.id)
        with read_transaction(self._engine) as connection:
            return [Passkey(row.id, row.browser, row.created, row.used) for row in connection.execute(query)]

    def remove(self, person_id: str, passkey_id: str) -> None:
        """Remove a passkey of a person; raises NotFound if it is none of theirs."""
        own = delete(PASSKEYS).where(PASSKEYS.c.person == person_id, PASSKEYS.c.id == passkey_id)
        with write_transaction(self._engine) as connection:
            if connection.execute(own).rowcount == 0:
                raise NotFound("no_such_passkey")
        record("passkey removed", person=person_id)

    def public_key(self, passkey_id: str) -> tuple[str, int, str]:
        """The public key of a passkey, its last count of signatures, and its person; raises NotAllowed if unknown."""
        query = select(PASSKEYS).where(PASSKEYS.c.id == passkey_id)
        with read_transaction(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            raise NotAllowed("passkey_unknown")
        return row.public_key, row.sign_count, row.person

    def use(self, connection: Connection, passkey_id: str, sign_count: int) -> Person:
        """Record that a passkey was used, and return its person; raises NotAllowed if it was removed meanwhile."""
        query = select(PEOPLE).join(PASSKEYS, PASSKEYS.c.person == PEOPLE.c.id).where(PASSKEYS.c.id == passkey_id)
        row = connection.execute(query).first()
        if row is None:
            raise NotAllowed("passkey_unknown")
        used = {"used": self._clock(), "sign_count": sign_count}
        connection.execute(update(PASSKEYS).where(PASSKEYS.c.id == passkey_id).values(**used))
        return person_of(row)
