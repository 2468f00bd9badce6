"""What an operator does: block accounts and remove lines of chats; every act is stored, and in the audit log."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update

from tielu.errors import NotFound
from tielu.store.audit import record
from tielu.store.database import read_transaction, write_transaction
from tielu.store.news import announce
from tielu.store.person import Person, name_key, person_of
from tielu.store.rows import clamped, game_info
from tielu.store.schema import CHAT, OPERATOR_ACTS, PEOPLE, SESSIONS

MOST_LISTED = 200


@dataclass(frozen=True)
class OperatorAct:
    """What an operator has done, when, and to whom or what."""

    at: datetime
    act: str
    about: dict[str, Any]


class Moderation:
    """The operator's acts on a store; people are named by the names of their accounts."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def people(self, like: str = "") -> list[Person]:
        """Accounts whose names contain a text, the newest first."""
        query = select(PEOPLE).where(PEOPLE.c.name_key.contains(name_key(like), autoescape=True))
        with read_transaction(self._engine) as connection:
            rows = connection.execute(query.order_by(PEOPLE.c.created.desc(), PEOPLE.c.id).limit(MOST_LISTED))
            return [person_of(row) for row in rows]

    def block(self, name: str) -> None:
        """Block an account, which ends its sessions; raises NotFound."""
        self._set_blocked(name, self._clock())

    def unblock(self, name: str) -> None:
        """Let somebody sign in again; raises NotFound."""
        self._set_blocked(name, None)

    def _set_blocked(self, name: str, when: datetime | None) -> None:
        act = "account unblocked" if when is None else "account blocked"
        with write_transaction(self._engine) as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.name_key == name_key(name))).first()
            if row is None:
                raise NotFound("no_such_person")
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(blocked=when))
            if when is not None:
                connection.execute(delete(SESSIONS).where(SESSIONS.c.person == row.id))
            self._note(connection, act, person=row.id)
        record(act, person=row.id)

    def remove_message(self, game_id: str, number: int) -> None:
        """Take the words out of a message of a chat, whose number stays; raises NotFound."""
        this_message = (CHAT.c.game == game_id) & (CHAT.c.number == clamped(number))
        with write_transaction(self._engine, game_id) as connection:
            game_info(connection, game_id, lock=True)
            row = connection.execute(select(CHAT).where(this_message)).first()
            if row is None:
                raise NotFound("no_such_message")
            connection.execute(update(CHAT).where(this_message).values(text=""))
            announce(connection, game_id)
            self._note(connection, "message removed", game=game_id, number=number, seat=row.seat)
        record("message removed", game=game_id, number=number)

    def acts(self) -> list[OperatorAct]:
        """The operators' latest acts, the newest first."""
        query = select(OPERATOR_ACTS).order_by(OPERATOR_ACTS.c.number.desc()).limit(MOST_LISTED)
        with read_transaction(self._engine) as connection:
            return [OperatorAct(row.at, row.act, json.loads(row.about)) for row in connection.execute(query)]

    def _note(self, connection: Connection, act: str, **about: object) -> None:
        text = json.dumps(about, ensure_ascii=False, separators=(",", ":"))
        connection.execute(insert(OPERATOR_ACTS).values(at=self._clock(), act=act, about=text))
