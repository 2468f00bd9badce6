"""All that is stored of a person: given out as JSON, or erased."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from tielu.clocks import Rest
from tielu.store.call_settings import call_choices
from tielu.store.notices import OFF
from tielu.store.open_game import hand_over_begun, remove_open_games
from tielu.store.person import Person
from tielu.store.rests import rest_of
from tielu.store.schema import (
    ADDRESS_CHANGES,
    AUTOMATIC_MOVES,
    CALL_CHOICES,
    CALL_SETTINGS,
    CALLS,
    CHAT,
    GAMES,
    LOG,
    MUTES,
    NOTES,
    OPEN_GAME_PEOPLE,
    OPEN_GAMES,
    PASSKEYS,
    PEOPLE,
    PUSH_SUBSCRIPTIONS,
    RATED_SEATS,
    RATINGS,
    RESTS,
    SEATS,
    SESSIONS,
    SILENCED_GAMES,
    TICKETS,
)
from tielu.store.seat_changes import erase_private

# Tables whose rows are of one person alone.
_OWN = (
    SESSIONS,
    PASSKEYS,
    RESTS,
    OPEN_GAME_PEOPLE,
    CALL_CHOICES,
    CALL_SETTINGS,
    SILENCED_GAMES,
    PUSH_SUBSCRIPTIONS,
    CALLS,
    ADDRESS_CHANGES,
)


def personal_data(connection: Connection, person: Person) -> dict[str, Any]:
    """Account, sessions, passkeys, calls, and of each seat what its person has done, said and noted; no secrets."""
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
            "shown": person.shown,
            "rest": _rest(rest_of(connection, person.id)),
        },
        "sessions": [_used(row) for row in connection.execute(sessions)],
        "passkeys": [{"id": row.id, **_used(row)} for row in connection.execute(passkeys)],
        "calls": _call_data(connection, person),
        "games": [_seat_data(connection, row) for row in connection.execute(own).fetchall()],
        "open_games": _open_games(connection, person),
        "muted": [
            {"name": row.name, "blocked": row.blocks}
            for row in connection.execute(
                select(PEOPLE.c.name, MUTES.c.blocks)
                .join(MUTES, MUTES.c.other == PEOPLE.c.id)
                .where(MUTES.c.person == person.id)
                .order_by(PEOPLE.c.name_key)
            )
        ],
        "ratings": _ratings(connection, person),
    }


def _ratings(connection: Connection, person: Person) -> list[dict[str, Any]]:
    query = select(RATINGS).where(RATINGS.c.player == person.id).order_by(RATINGS.c.title, RATINGS.c.pace)
    names = ("title", "pace", "points", "doubt", "games")
    return [{name: getattr(row, name) for name in names} for row in connection.execute(query)]


def _open_games(connection: Connection, person: Person) -> list[dict[str, Any]]:
    """The open games that a person has made, joined or is invited to."""
    query = (
        select(OPEN_GAMES.c.id, OPEN_GAMES.c.title, OPEN_GAMES.c.host, OPEN_GAMES.c.game, OPEN_GAME_PEOPLE)
        .join(OPEN_GAME_PEOPLE, OPEN_GAME_PEOPLE.c.open_game == OPEN_GAMES.c.id)
        .where(OPEN_GAME_PEOPLE.c.person == person.id, OPEN_GAME_PEOPLE.c.state != OFF)
        .order_by(OPEN_GAME_PEOPLE.c.since, OPEN_GAMES.c.id)
    )
    return [
        {
            "open_game": row.id,
            "title": row.title,
            "host": row.host == person.id,
            "state": row.state,
            "since": row.since.isoformat(),
            "game": row.game,
        }
        for row in connection.execute(query)
    ]


def _rest(rest: Rest) -> dict[str, Any]:
    night = None if rest.night is None else [f"{each:%H:%M}" for each in rest.night]
    return {"night": night, "holidays": [[day.isoformat() for day in each] for each in rest.holidays]}


def _call_data(connection: Connection, person: Person) -> dict[str, Any]:
    """What is chosen of calls, where the person is reached, and the calls since they were last at each game."""
    chosen = call_choices(connection, person.id)
    browsers = select(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.person == person.id)
    silenced = select(SILENCED_GAMES.c.game).where(SILENCED_GAMES.c.person == person.id)
    calls = select(CALLS).where(CALLS.c.person == person.id).order_by(CALLS.c.made, CALLS.c.id)
    changes = select(ADDRESS_CHANGES.c.address).where(ADDRESS_CHANGES.c.person == person.id)
    return {
        "wanted": [list(each) for each in sorted(chosen.wanted)],
        "quiet_minutes": chosen.quiet and list(chosen.quiet),
        "webhook": chosen.webhook and {"address": chosen.webhook.address, "form": chosen.webhook.form},
        "silenced_games": sorted(connection.scalars(silenced)),
        "browsers": [
            {"endpoint": row.endpoint, "browser": row.browser, "created": row.created.isoformat()}
            for row in connection.execute(browsers.order_by(PUSH_SUBSCRIPTIONS.c.created))
        ],
        "calls": [
            {"game": row.game, "kind": row.kind, "way": row.way, "made": row.made.isoformat(), "sent": _text(row.sent)}
            for row in connection.execute(calls)
        ],
        "new_address": connection.scalar(changes),
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
    """Delete a person with sessions, passkeys, calls, ratings, the open games they made, and what was private on seats.

    Seats become nobody's and keep the names under which the game was played, and what was said at the table stays
    there: these belong to the others' games, too.
    """
    seats = connection.execute(select(SEATS.c.game, SEATS.c.number).where(SEATS.c.person == person.id))
    erase_private(connection, [(row.game, row.number) for row in seats])
    connection.execute(update(SEATS).where(SEATS.c.person == person.id).values(person=None))
    hand_over_begun(connection, person.id)
    hosted = select(OPEN_GAMES.c.id).where(OPEN_GAMES.c.host == person.id)
    remove_open_games(connection, list(connection.scalars(hosted)))
    for table in _OWN:
        connection.execute(delete(table).where(table.c.person == person.id))
    connection.execute(delete(RATINGS).where(RATINGS.c.player == person.id))
    connection.execute(update(RATED_SEATS).where(RATED_SEATS.c.player == person.id).values(player=""))
    connection.execute(delete(MUTES).where((MUTES.c.person == person.id) | (MUTES.c.other == person.id)))
    connection.execute(delete(TICKETS).where(TICKETS.c.about.in_([person.address, person.id])))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person.id))
