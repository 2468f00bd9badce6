"""Calls of people to their games: noted with what causes them, sent once, and over when the person has been there.

A call is written in the transaction of the entry or the message, so none is lost and none comes for what was not
written. Whoever sends it marks it before: killed in between, it is not sent again. It stays until the person has been
at the game, so that nobody is called twice in the same silence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, delete, insert, or_, select, update

from tielu.errors import NotFound
from tielu.store.automatic import automatic_turns
from tielu.store.call_settings import (
    BEGINS,
    INVITED,
    MAIL,
    MESSAGE,
    OVER,
    PUSH,
    TURN,
    WAYS,
    WEBHOOK,
    CallChoices,
    PushSubscription,
    Webhook,
    call_choices,
    ensure_settings,
    is_silenced,
    subscriptions_of,
)
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import new_id
from tielu.store.log import Entry
from tielu.store.models import GameInfo, Message, Progress, Seat
from tielu.store.mutes import who_muted
from tielu.store.notices import BEGINS as NOTICE_BEGINS
from tielu.store.notices import CALLED_OFF, HOST_GONE, OFF, REMOVED, Notice
from tielu.store.notices import INVITED as NOTICE_INVITED
from tielu.store.open_game import ASKED, JOINED, OUT, find_open_game
from tielu.store.person import Person, person_of, zone_of
from tielu.store.rests import rest_of
from tielu.store.rows import game_info
from tielu.store.schema import CALL_SETTINGS, CALLS, CHAT, PEOPLE, PUSH_SUBSCRIPTIONS

# This many calls are looked at in one transaction.
MOST_AT_ONCE = 50
# A call that was in vain this often is given up.
MOST_ATTEMPTS = 6
# While the server may still move for the person, the call waits this long at a time.
_MOVING = timedelta(seconds=5)
# What somebody has never come back to is forgotten after this time.
KEPT = timedelta(days=90)

# Whether a kind is still worth a call, by the game and the person's seat.
_CURRENT: Mapping[str, Callable[[GameInfo, Seat], bool]] = {
    TURN: lambda info, seat: not info.finished and info.actor == seat.number and seat.bot is None,
    BEGINS: lambda info, _: not info.finished,
    OVER: lambda info, _: info.finished,
}
# Kinds that are chosen with another one: who wants to hear that a game begins, wants to hear that it does not.
_CHOSEN_WITH = {REMOVED: BEGINS, CALLED_OFF: BEGINS, HOST_GONE: BEGINS}
# How somebody stands to an open game for which they are called.
_STATES = {INVITED: ASKED, REMOVED: OUT, CALLED_OFF: OFF, HOST_GONE: OFF}
_WAITING = (CALLS.c.way.is_(None), CALLS.c.taken.is_(None))


@dataclass(frozen=True)
class Place:
    """Where a call leads: a game, or one that people gather for, by the path of its page; with what names it."""

    id: str
    path: str
    name: str
    title: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Call:
    """A call that is to be sent now: to whom, about what, and where to.

    `seat_name` is the person's name there, `by` whoever writes or invites, `text` what they write.
    """

    id: str
    kind: str
    way: str
    person: Person
    made: datetime
    attempts: int
    stop_secret: str
    target: PushSubscription | Webhook | None
    place: Place
    seat_name: str
    is_your_turn: bool = False
    by: str = ""
    text: str = ""


# ---- written with what causes a call ----


def call_people(
    connection: Connection, game_id: str, people: Collection[str | None], kind: str, about: int, now: datetime
) -> None:
    """Note that these people are to be called; a call that waits already is about this then."""
    for person in sorted(set(filter(None, people))):
        this = (CALLS.c.person == person, CALLS.c.game == game_id, CALLS.c.kind == kind)
        known = update(CALLS).where(*this, *_WAITING).values(about=about, made=now, due=now)
        if connection.execute(known).rowcount == 0:
            values = {"id": new_id(), "person": person, "game": game_id, "kind": kind, "about": about}
            connection.execute(insert(CALLS).values(made=now, due=now, attempts=0, **values))


def call_after_entry(
    connection: Connection, before: GameInfo, after: Mapping[str, Any], entry: Entry, *, by_person: bool
) -> None:
    """Note who is called after an entry: whose turn has begun, and at the end of the game everybody.

    A person who has acted is there, and knows.
    """
    author = entry.seat if by_person and not entry.automatic else None
    here = None if author is None else before.seats[author].person
    if here is not None:
        forget_calls(connection, here, before.id)
    if after.get("finished") and not before.finished:
        others = [each.person for each in before.seats if each.number != author]
        call_people(connection, before.id, others, OVER, entry.seq, entry.at)
        return
    actor = after.get("actor")
    if actor is not None and actor != before.actor and before.seats[actor].bot is None:
        call_people(connection, before.id, [before.seats[actor].person], TURN, entry.seq, entry.at)


def call_at_beginning(connection: Connection, info: GameInfo, now: datetime) -> None:
    """Note that all people of a game are called because it begins, and one because it is their turn."""
    call_people(connection, info.id, [each.person for each in info.seats], BEGINS, 0, now)
    if info.actor is not None and info.seats[info.actor].bot is None:
        call_people(connection, info.id, [info.seats[info.actor].person], TURN, 0, now)


def call_after_notice(connection: Connection, notice: Notice, now: datetime) -> None:
    """Note who is called because of an open game: who is invited or removed, all when it begins or is called off."""
    if notice.kind == NOTICE_INVITED:
        call_people(connection, notice.open_game, notice.people, INVITED, 0, now)
    elif notice.kind == NOTICE_BEGINS:
        call_at_beginning(connection, game_info(connection, notice.game), now)
    else:
        call_people(connection, notice.open_game, notice.people, notice.kind, 0, now)


def call_about_message(connection: Connection, info: GameInfo, message: Message) -> None:
    """Note that the others at the table are called for a message, unless they have muted whoever has written it.

    Notices of the table call nobody.
    """
    if message.seat is not None or message.spectator is not None:
        deaf = who_muted(connection, info, message)
        others = [each.person for each in info.seats if each.number != message.seat and each.person not in deaf]
        call_people(connection, info.id, others, MESSAGE, message.number, message.at)


def forget_calls(connection: Connection, person_id: str, game_id: str) -> None:
    """Forget what a person was or would be called for, since they are there."""
    connection.execute(delete(CALLS).where(CALLS.c.person == person_id, CALLS.c.game == game_id))


# ---- sent ----


class Calls:
    """The calls of a store; each method is one transaction, like those of the store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def note(self, connection: Connection, notice: Notice) -> None:
        """Note in a transaction of the store who is called because of an open game."""
        call_after_notice(connection, notice, self._clock())

    def been_there(self, person_id: str, game_id: str, known: Progress) -> None:
        """Note that a person has seen a game as far as this: nobody calls them for it any more."""
        seen = or_(
            and_(CALLS.c.kind != MESSAGE, CALLS.c.about <= known.entries),
            and_(CALLS.c.kind == MESSAGE, CALLS.c.about <= known.messages),
        )
        these = (CALLS.c.person == person_id, CALLS.c.game == game_id, seen)
        with read_transaction(self._engine) as connection:
            if connection.execute(select(CALLS.c.id).where(*these).limit(1)).first() is None:
                return
        with write_transaction(self._engine) as connection:
            connection.execute(delete(CALLS).where(*these))

    def is_any_due(self) -> bool:
        """Whether there is a call whose time may have come; mostly there is none, and nothing else is asked."""
        ready = select(CALLS.c.id).where(CALLS.c.taken.is_(None), CALLS.c.due <= self._clock()).limit(1)
        with read_transaction(self._engine) as connection:
            return connection.execute(ready).first() is not None

    def spread(self, silence: timedelta, mail_after: timedelta) -> int:
        """Decide by which ways people are called who have stayed away for this long; returns how many were decided.

        By mail they are called only after a longer time.
        """
        now = self._clock()
        due = select(CALLS).where(*_WAITING, CALLS.c.due <= now - silence).order_by(CALLS.c.due, CALLS.c.kind)
        with write_transaction(self._engine) as connection:
            rows = connection.execute(due.limit(MOST_AT_ONCE).with_for_update(skip_locked=True)).fetchall()
            for row in rows:
                for way, target in _targets(connection, row, now):
                    moment = max(now, row.made + mail_after) if way == MAIL else now
                    _note_delivery(connection, row, way, target, moment)
            if rows:
                connection.execute(delete(CALLS).where(CALLS.c.id.in_([row.id for row in rows])))
        return len(rows)

    def due(self, without: Collection[str] = ()) -> list[tuple[str, str]]:
        """The ids of calls whose time has come, each with its person's, the oldest first; `without` those of some."""
        ready = [CALLS.c.taken.is_(None), CALLS.c.way.is_not(None), CALLS.c.due <= self._clock()]
        if without:
            ready.append(CALLS.c.person.not_in(sorted(without)))
        query = select(CALLS.c.id, CALLS.c.person).where(*ready).order_by(CALLS.c.due, CALLS.c.kind, CALLS.c.id)
        with read_transaction(self._engine) as connection:
            return [(row.id, row.person) for row in connection.execute(query.limit(MOST_AT_ONCE))]

    def take(self, call_id: str) -> Call | None:
        """Mark a call as about to be sent and return it; None if it is not to be sent, or not now.

        From then on it is not sent again, unless `failed` says that it has not arrived.
        """
        now = self._clock()
        with write_transaction(self._engine) as connection:
            person_id = connection.scalar(select(CALLS.c.person).where(CALLS.c.id == call_id))
            if person_id is None:
                return None
            ensure_settings(connection, person_id)
            row = connection.execute(select(CALLS).where(CALLS.c.id == call_id, CALLS.c.taken.is_(None))).first()
            if row is None:
                return None
            call = _wanted_call(connection, row, now)
            wait = None if call is None else _pause(connection, call, call_choices(connection, person_id), now)
            if call is None:
                connection.execute(delete(CALLS).where(CALLS.c.id == call_id))
                return None
            changes = {"taken": now} if wait is None else {"due": wait}
            # Nobody is called who has come to the game at this very moment.
            marked = connection.execute(update(CALLS).where(CALLS.c.id == call_id).values(**changes)).rowcount
        return call if wait is None and marked else None

    def sent(self, call: Call) -> None:
        """Note that a call has arrived."""
        with write_transaction(self._engine) as connection:
            connection.execute(update(CALLS).where(CALLS.c.id == call.id).values(sent=self._clock()))
            if call.way == WEBHOOK:
                _note_webhook(connection, call.person.id, None)

    def failed(self, call: Call, retry_after: timedelta | None) -> None:
        """Note that a call has not arrived, and send it again after a time; None if it is given up."""
        now, attempts = self._clock(), call.attempts + 1
        this = CALLS.c.id == call.id
        with write_transaction(self._engine) as connection:
            if call.way == WEBHOOK:
                _note_webhook(connection, call.person.id, now)
            if retry_after is None or attempts >= MOST_ATTEMPTS:
                connection.execute(delete(CALLS).where(this))
            else:
                values = {"taken": None, "attempts": attempts, "due": now + retry_after}
                connection.execute(update(CALLS).where(this).values(**values))

    def browser_is_gone(self, call: Call) -> None:
        """Call a browser no more whose push service does not know it any more."""
        if isinstance(call.target, PushSubscription):
            this = (PUSH_SUBSCRIPTIONS.c.id == call.target.id, PUSH_SUBSCRIPTIONS.c.endpoint == call.target.endpoint)
            with write_transaction(self._engine) as connection:
                connection.execute(delete(PUSH_SUBSCRIPTIONS).where(*this))
                connection.execute(delete(CALLS).where(CALLS.c.id == call.id))

    def forget_old(self) -> None:
        """Forget what nobody has come back to for a long time."""
        with write_transaction(self._engine) as connection:
            connection.execute(delete(CALLS).where(CALLS.c.made < self._clock() - KEPT))


def _targets(connection: Connection, row: Row[*tuple[Any, ...]], now: datetime) -> list[tuple[str, str | None]]:
    """The ways of a call, and for a browser which one."""
    if is_silenced(connection, row.person, row.game):
        return []
    chosen = call_choices(connection, row.person)
    found: list[tuple[str, str | None]] = []
    for way in WAYS:
        if not _is_wanted(row.kind, way, chosen) or (way == WEBHOOK and chosen.webhook is None):
            continue
        if way == PUSH:
            found += [(way, each.id) for each in subscriptions_of(connection, row.person, now)]
        else:
            found.append((way, None))
    return found


def _is_wanted(kind: str, way: str, chosen: CallChoices) -> bool:
    return (_CHOSEN_WITH.get(kind, kind), way) in chosen.wanted


def _note_delivery(
    connection: Connection, row: Row[*tuple[Any, ...]], way: str, target: str | None, due: datetime
) -> None:
    """Note a call by a way, in place of one of its kind that waits there."""
    columns = CALLS.c
    this = (columns.person == row.person, columns.game == row.game, columns.kind == row.kind, columns.way == way)
    connection.execute(delete(CALLS).where(*this, columns.target.is_not_distinct_from(target), columns.taken.is_(None)))
    values = {"person": row.person, "game": row.game, "kind": row.kind, "about": row.about, "made": row.made}
    connection.execute(insert(CALLS).values(id=new_id(), way=way, target=target, due=due, attempts=0, **values))


def _wanted_call(connection: Connection, row: Row[*tuple[Any, ...]], now: datetime) -> Call | None:
    """The call of a row, None if by now there is nothing to call for, nobody to call, or they do not want it."""
    person = person_of(connection.execute(select(PEOPLE).where(PEOPLE.c.id == row.person)).one())
    chosen = call_choices(connection, row.person)
    if person.blocked is not None or not _is_wanted(row.kind, row.way, chosen):
        return None
    about_it = _about_open_game if row.kind in _STATES else _about_game
    about = about_it(connection, row, person)
    target = _target(connection, row, chosen, now)
    if about is None or (target is None and row.way != MAIL) or _is_told(connection, row):
        return None
    return Call(row.id, row.kind, row.way, person, row.made, row.attempts, chosen.stop_secret, target, **about)


def _about_game(connection: Connection, row: Row[*tuple[Any, ...]], person: Person) -> dict[str, Any] | None:
    """What a call says of a game; None if the person has no seat there, or there is nothing to call for any more."""
    info = game_info(connection, row.game)
    seat = next((each for each in info.seats if each.person == person.id), None)
    if seat is None or info.deleted is not None or is_silenced(connection, person.id, info.id):
        return None
    message = _message(connection, row) if row.kind == MESSAGE else None
    if not (message is not None if row.kind == MESSAGE else _CURRENT[row.kind](info, seat)):
        return None
    place = Place(info.id, f"/games/{info.id}", info.name, info.title, tuple(info.players))
    about = {"place": place, "seat_name": seat.name, "is_your_turn": _CURRENT[TURN](info, seat)}
    if message is not None:
        name = message.spectator or ("" if message.seat is None else info.players[message.seat])
        about |= {"by": name, "text": message.text}
    return about


def _about_open_game(connection: Connection, row: Row[*tuple[Any, ...]], person: Person) -> dict[str, Any] | None:
    """What a call says of an open game; None if it has begun or is gone, or the person stands otherwise to it."""
    try:
        found = find_open_game(connection, row.game)
    except NotFound:
        return None
    if found.game or found.state_of(person.id) != _STATES[row.kind]:
        return None
    choices, path = found.choices, f"/lobby/{found.id}" if row.kind == INVITED else "/lobby"
    names = tuple(each.name for each in found.guests if each.state in (JOINED, OFF))
    place = Place(found.id, path, choices.name, choices.title, names)
    host = "" if row.kind == HOST_GONE else found.host
    by = next((each.name for each in found.guests if each.person == host), "")
    return {"place": place, "seat_name": person.name, "by": by}


def _message(connection: Connection, row: Row[*tuple[Any, ...]]) -> Message | None:
    """The message of a call; None if its words were removed."""
    query = select(CHAT).where(CHAT.c.game == row.game, CHAT.c.number == row.about, CHAT.c.text != "")
    found = connection.execute(query).first()
    return None if found is None else Message(found.number, found.seat, found.text, found.at, found.spectator)


def _target(
    connection: Connection, row: Row[*tuple[Any, ...]], chosen: CallChoices, now: datetime
) -> PushSubscription | Webhook | None:
    if row.way == WEBHOOK:
        return chosen.webhook
    if row.way == PUSH:
        return next((each for each in subscriptions_of(connection, row.person, now) if each.id == row.target), None)
    return None


def _is_told(connection: Connection, row: Row[*tuple[Any, ...]]) -> bool:
    """Whether the person was called so already since they were last at the game.

    By mail once for all kinds, except that it is said once more when their turn has come.
    """
    columns = CALLS.c
    known: ColumnElement[bool] = columns.kind == row.kind
    if row.kind == TURN:
        known = or_(known, and_(columns.kind == BEGINS, columns.about == row.about))
    elif row.way == MAIL:
        known = columns.kind.is_not(None)
    query = select(columns.id).where(
        columns.person == row.person,
        columns.game == row.game,
        columns.way == row.way,
        columns.target.is_not_distinct_from(row.target),
        columns.taken.is_not(None),
        known,
    )
    return connection.execute(query.limit(1)).first() is not None


def _pause(connection: Connection, call: Call, chosen: CallChoices, now: datetime) -> datetime | None:
    """Until when a call waits: for the end of quiet hours and nights, or while the server may move for the person."""
    if call.kind == TURN and automatic_turns(connection, 1, [call.place.id]):
        return now + _MOVING
    night = rest_of(connection, call.person.id).night
    asleep = None if night is None else tuple(each.hour * 60 + each.minute for each in night)
    ends = [end_of_quiet(each, call.person, now) for each in (chosen.quiet, asleep) if each is not None]
    return max(filter(None, ends), default=None)


def end_of_quiet(quiet: tuple[int, ...], person: Person, now: datetime) -> datetime | None:
    """When the quiet hours end in which a moment lies, by the clock of the person; None if it lies in none."""
    begin, end = quiet
    here = now.astimezone(zone_of(person))
    minute = here.hour * 60 + here.minute
    if not (begin <= minute < end if begin <= end else minute >= begin or minute < end):
        return None
    day = here.date() if minute < end else here.date() + timedelta(days=1)
    return datetime.combine(day, time(*divmod(end, 60)), zone_of(person))


def _note_webhook(connection: Connection, person_id: str, failed: datetime | None) -> None:
    own = CALL_SETTINGS.c.person == person_id
    connection.execute(update(CALL_SETTINGS).where(own).values(webhook_failed=failed))
