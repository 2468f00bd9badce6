"""All that is stored of a person: given out as JSON, or erased."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, select, tuple_, update

from tielu.store.person import Person
from tielu.store.schema import AUTOMATIC_MOVES, CHAT, GAMES, LOG, NOTES, PASSKEYS, PEOPLE, SEATS, SESSIONS, TICKETS


def personal_data(connection: Connection, person: Person) -> dict[str, Any]:
    """Account, sessions, passkeys, and of each seat what its person has done, said and noted there; no secrets."""
    own = (
        select(SEATS.c.game, SEATS.c.number, SEATS.c.name, SEATS.c.language, GAMES.c.title, GAMES.c.edition)
        .join(GAMES, GAMES.c.id == SEATS.c.game)
        .where(SEATS.c.person == person.id)
        .order_by(GAMES.c.created, GAMES.c.id)
    )
    sessions = select(SESSIONS).where(SESSIONS.c.person == person.id).order_by(SESSIONS.c.created)
    passkeys = select(PASSKEYS).where(PASSKEYS.c.person == person.id).order_by(PASSKEYS.c.created)
    return {
        "account": {
            "id": person.id,
            "name": person.name,
            "address": person.address,
            "language": person.language,
            "time_zone": person.time_zone,
            "colours": person.theme,
            "created": person.created.isoformat(),
            "blocked": _text(person.blocked),
        },
        "sessions": [_used(row) for row in connection.execute(sessions)],
        "passkeys": [{"id": row.id, **_used(row)} for row in connection.execute(passkeys)],
        "games": [_seat_data(connection, row) for row in connection.execute(own).fetchall()],
    }


def _used(row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    return {"browser": row.browser, "created": row.created.isoformat(), "used": _text(row.used)}


def _seat_data(connection: Connection, seat: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    """What was done, said and noted on a seat."""
    log = select(LOG).where(LOG.c.game == seat.game, LOG.c.seat == seat.number).order_by(LOG.c.seq)
    chat = select(CHAT).where(CHAT.c.game == seat.game, CHAT.c.seat == seat.number).order_by(CHAT.c.number)
    of_seat = (AUTOMATIC_MOVES.c.game == seat.game) & (AUTOMATIC_MOVES.c.seat == seat.number)
    moves = select(AUTOMATIC_MOVES.c.move).where(of_seat).order_by(AUTOMATIC_MOVES.c.number)
    note = select(NOTES.c.text).where(NOTES.c.game == seat.game, NOTES.c.seat == seat.number)
    return {
        "game": seat.game,
        "title": seat.title,
        "edition": seat.edition,
        "seat": seat.number,
        "name": seat.name,
        "language": seat.language,
        "entries": [
            {"number": row.seq, "at": row.at.isoformat(), "entry": json.loads(row.data)}
            for row in connection.execute(log)
        ],
        "messages": [
            {"number": row.number, "at": row.at.isoformat(), "text": row.text} for row in connection.execute(chat)
        ],
        "automatic_moves": [json.loads(move) for move in connection.scalars(moves)],
        "note": connection.scalar(note) or "",
    }


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def erase_person(connection: Connection, person: Person) -> None:
    """Delete a person with sessions, passkeys, links, notes and automatic moves.

    Seats become nobody's and keep the names under which the game was played, and what was said at the table stays
    there: these belong to the others' games, too.
    """
    seats = connection.execute(select(SEATS.c.game, SEATS.c.number).where(SEATS.c.person == person.id)).fetchall()
    if seats:
        for table in (NOTES, AUTOMATIC_MOVES):
            own = tuple_(table.c.game, table.c.seat).in_([(row.game, row.number) for row in seats])
            connection.execute(delete(table).where(own))
    connection.execute(update(SEATS).where(SEATS.c.person == person.id).values(person=None))
    for table in (SESSIONS, PASSKEYS):
        connection.execute(delete(table).where(table.c.person == person.id))
    connection.execute(delete(TICKETS).where(TICKETS.c.about.in_([person.address, person.id])))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person.id))
