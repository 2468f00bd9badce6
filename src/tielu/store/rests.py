"""Nights and holidays of people, on a connection that the caller provides."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from tielu.clocks import AWAKE, Rest
from tielu.errors import NotAllowed
from tielu.store.schema import PEOPLE, RESTS

# The night, and where it is night, change once in this time, so that nobody flees from their clock into the next night;
# a mistake may be mended for a while.
NIGHT_EVERY, MENDED_WITHIN = timedelta(hours=24), timedelta(minutes=15)


def rest_of(connection: Connection, person: str | None) -> Rest:
    """When the clocks of a person stand still; never, for a seat that is nobody's account."""
    if person is None:
        return AWAKE
    joined = select(RESTS, PEOPLE.c.time_zone).join(PEOPLE, PEOPLE.c.id == RESTS.c.person)
    row = connection.execute(joined.where(RESTS.c.person == person)).first()
    return AWAKE if row is None else rest_in(row)


def rest_in(row: Row[*tuple[Any, ...]]) -> Rest:
    """The rest in a row that has joined RESTS, perhaps in vain, and the time zone of the person."""
    if row.holidays is None:
        return AWAKE
    night = (
        None if row.night_begins is None else (time.fromisoformat(row.night_begins), time.fromisoformat(row.night_ends))
    )
    holidays = ((date.fromisoformat(first), date.fromisoformat(last)) for first, last in json.loads(row.holidays))
    return Rest(row.time_zone, night, tuple(holidays))


def replace_rest(connection: Connection, person: str, rest: Rest) -> None:
    """Store the nights and holidays of a person in place of those before; the time zone is the person's."""
    begins, ends = (None, None) if rest.night is None else (f"{each:%H:%M}" for each in rest.night)
    holidays = json.dumps([[first.isoformat(), last.isoformat()] for first, last in rest.holidays])
    values = {"night_begins": begins, "night_ends": ends, "holidays": holidays}
    if connection.execute(update(RESTS).where(RESTS.c.person == person).values(**values)).rowcount == 0:
        connection.execute(insert(RESTS).values(person=person, **values))


def note_changed_night(connection: Connection, person: str, now: datetime) -> None:
    """Note that the night of a person changes; raises NotAllowed if that is too soon after the last time."""
    last = connection.scalar(select(RESTS.c.night_changed).where(RESTS.c.person == person))
    if last is not None and now - last < MENDED_WITHIN:
        return
    if last is not None and now - last < NIGHT_EVERY:
        raise NotAllowed("night_changed_before", hours=NIGHT_EVERY // timedelta(hours=1))
    connection.execute(update(RESTS).where(RESTS.c.person == person).values(night_changed=now))
