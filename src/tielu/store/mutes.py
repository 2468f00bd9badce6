"""People whom others have muted, so that they do not read them, or blocked, so that they do not meet them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, func, insert, select

from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store.call_settings import lock_person
from tielu.store.database import read_transaction, write_transaction
from tielu.store.models import GameInfo, Message
from tielu.store.person import name_key
from tielu.store.schema import MUTES, PEOPLE

MOST_MUTED = 200


@dataclass(frozen=True)
class Muted:
    """Somebody whose lines a person does not read; `blocks` tells whether they cannot join or invite, either."""

    person: str
    name: str
    blocks: bool


class Mutes:
    """The mutes of a store; nobody is told of them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, person_id: str) -> tuple[Muted, ...]:
        """Whom a person has muted or blocked, by their names."""
        query = select(MUTES.c.other, MUTES.c.blocks, PEOPLE.c.name).join(PEOPLE, PEOPLE.c.id == MUTES.c.other)
        with read_transaction(self._engine) as connection:
            rows = connection.execute(query.where(MUTES.c.person == person_id).order_by(PEOPLE.c.name_key))
            return tuple(Muted(row.other, row.name, row.blocks) for row in rows)

    def mute(self, person_id: str, name: str, *, blocks: bool = False) -> None:
        """Mute the person with this name, or also block them.

        Raises NotFound if nobody has the name, InvalidInput for oneself, and NotAllowed if there are too many.
        """
        own = MUTES.c.person == person_id
        with write_transaction(self._engine) as connection:
            other = connection.scalar(select(PEOPLE.c.id).where(PEOPLE.c.name_key == name_key(name)))
            if other is None:
                raise NotFound("no_such_person")
            if other == person_id:
                raise InvalidInput("mutes_oneself")
            for each in sorted((person_id, other)):  # in the same order by two who mute each other
                lock_person(connection, each)
            connection.execute(delete(MUTES).where(own, MUTES.c.other == other))
            if (connection.scalar(select(func.count()).where(own)) or 0) >= MOST_MUTED:
                raise NotAllowed("too_many_muted", most=MOST_MUTED)
            connection.execute(insert(MUTES).values(person=person_id, other=other, blocks=blocks))

    def end(self, person_id: str, other: str) -> None:
        """Read somebody again, and let them join and invite; nothing happens if they were not muted."""
        with write_transaction(self._engine) as connection:
            connection.execute(delete(MUTES).where(MUTES.c.person == person_id, MUTES.c.other == other))


def has_blocked(connection: Connection, person_id: str, other: str) -> bool:
    """Whether a person has blocked another one."""
    query = select(MUTES.c.other).where(MUTES.c.person == person_id, MUTES.c.other == other, MUTES.c.blocks)
    return connection.scalar(query) is not None


def who_muted(connection: Connection, info: GameInfo, message: Message) -> set[str]:
    """Who does not want to read whoever has written a message; a spectator is known by the name of an account."""
    wanted = MUTES.c.other == (None if message.seat is None else info.seats[message.seat].person)
    if message.spectator is not None:
        named = select(PEOPLE.c.id).where(PEOPLE.c.name_key == name_key(message.spectator))
        wanted = MUTES.c.other.in_(named)
    return set(connection.scalars(select(MUTES.c.person).where(wanted)))
