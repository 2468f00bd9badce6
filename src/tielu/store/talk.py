"""What is said at a table, for all to read, and what each seat notes for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, and_, bindparam, func, insert, select, update

from tielu import LONGEST_NAME
from tielu.errors import InvalidInput, NotAllowed
from tielu.store.calls import call_about_message
from tielu.store.database import read_transaction, write_transaction
from tielu.store.models import LONGEST_CHAT, LONGEST_MESSAGE, LONGEST_NOTE, Message, checked_text
from tielu.store.news import announce
from tielu.store.person import name_key
from tielu.store.rows import check_exists, check_seat, clamped, existing_game, game_info
from tielu.store.schema import CHAT, NOTES

# What every page of a table asks, put together once.
_MESSAGES = select(CHAT).where(CHAT.c.game == bindparam("game"))
_MESSAGES_SINCE = _MESSAGES.where(CHAT.c.number > bindparam("number")).order_by(CHAT.c.number)
_LATEST_MESSAGES = _MESSAGES.order_by(CHAT.c.number.desc()).limit(bindparam("most"))


def _messages(rows: Iterable[Row[*tuple[Any, ...]]]) -> list[Message]:
    return [Message(row.number, row.seat, row.text, row.at, row.spectator) for row in rows]


class Talk:
    """The chats and notes of a store; each method is one transaction, like those of the store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def add_message(self, game_id: str, seat: int | None, text: str) -> Message:
        """Add a message to the chat; raises InvalidInput if it cannot be shown, NotAllowed if the chat is full."""
        return self._add_message(game_id, seat, text)

    def add_message_of_spectator(self, game_id: str, name: str, text: str) -> Message:
        """Add a message of somebody who only watches, as `add_message` does.

        Raises NotAllowed where spectators do not talk, and InvalidInput if a player has this name.
        """
        checked_text("name", name, LONGEST_NAME)
        with read_transaction(self._engine) as connection:
            info = game_info(connection, game_id)
        if not info.spectators_talk:
            raise NotAllowed("spectators_are_silent")
        if name_key(name) in map(name_key, info.players):
            raise InvalidInput("name_of_a_player", name=name.strip())
        return self._add_message(game_id, None, text, name.strip())

    def _add_message(self, game_id: str, seat: int | None, text: str, spectator: str | None = None) -> Message:
        checked_text("text", text, LONGEST_MESSAGE, layout=True)
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            if seat is not None:
                check_seat(info, seat)
            message = insert_message(connection, game_id, seat, text, self._clock(), spectator)
            call_about_message(connection, info, message)
            return message

    def add_notice(self, game_id: str, text: str) -> None:
        """Tell everybody at the table in the chat what has been done; a full chat stays as it is."""
        with suppress(NotAllowed):
            self.add_message(game_id, None, text)

    def messages_since(self, game_id: str, number: int = 0) -> list[Message]:
        """The chat messages after this number."""
        with read_transaction(self._engine) as connection:
            check_exists(connection, game_id)
            return _messages(connection.execute(_MESSAGES_SINCE, {"game": game_id, "number": clamped(number)}))

    def latest_messages(self, game_id: str, most: int) -> list[Message]:
        """The last chat messages, this many at most."""
        with read_transaction(self._engine) as connection:
            check_exists(connection, game_id)
            return _messages(connection.execute(_LATEST_MESSAGES, {"game": game_id, "most": most}))[::-1]

    def note(self, game_id: str, seat: int) -> str:
        """The private note of a seat."""
        with read_transaction(self._engine) as connection:
            check_seat(existing_game(connection, game_id), seat)
            return connection.scalar(select(NOTES.c.text).where(NOTES.c.game == game_id, NOTES.c.seat == seat)) or ""

    def write_note(self, game_id: str, seat: int, text: str) -> None:
        """Replace the private note of a seat; raises InvalidInput if it is too long or unprintable."""
        checked_text("text", text, LONGEST_NOTE, empty=True, layout=True)
        this_note = and_(NOTES.c.game == game_id, NOTES.c.seat == seat)
        now = self._clock()
        with write_transaction(self._engine, game_id) as connection:
            check_seat(existing_game(connection, game_id, lock=True), seat)
            changed = connection.execute(update(NOTES).where(this_note).values(text=text, changed=now))
            if changed.rowcount == 0:
                connection.execute(insert(NOTES).values(game=game_id, seat=seat, text=text, changed=now))


def insert_message(
    connection: Connection, game_id: str, seat: int | None, text: str, now: datetime, spectator: str | None = None
) -> Message:
    """Insert a message into the chat of a game that is locked; raises NotAllowed if the chat is full."""
    last = connection.scalar(select(func.max(CHAT.c.number)).where(CHAT.c.game == game_id)) or 0
    if last >= LONGEST_CHAT:
        raise NotAllowed("chat_full", most=LONGEST_CHAT)
    message = Message(last + 1, seat, text, now, spectator)
    values = {"number": message.number, "seat": seat, "spectator": spectator, "text": text, "at": message.at}
    connection.execute(insert(CHAT).values(game=game_id, **values))
    announce(connection, game_id)
    return message
