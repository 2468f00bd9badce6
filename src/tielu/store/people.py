"""Accounts: people who sign in by a link in a mail or by a passkey, their sessions, and the seats that are theirs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tielu.clocks import Rest, checked_rest
from tielu.clocks.rest import Holiday
from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store.addresses import AddressChanges
from tielu.store.audit import record
from tielu.store.call_settings import CallSettings, lock_person
from tielu.store.clocks import Clocks
from tielu.store.database import read_transaction, write_transaction
from tielu.store.errors import StoreError
from tielu.store.ids_and_secrets import hash_secret, new_id, new_secret
from tielu.store.models import GameInfo
from tielu.store.moderation import Moderation
from tielu.store.mutes import Mutes
from tielu.store.notices import OnNotice
from tielu.store.open_game import call_off_all_of
from tielu.store.passkeys import Passkeys
from tielu.store.person import (
    Person,
    Session,
    SignedIn,
    checked_address,
    checked_choices,
    name_key,
    person_of,
    session_alive,
)
from tielu.store.personal_data import erase_person, personal_data
from tielu.store.rests import note_changed_night, replace_rest, rest_of
from tielu.store.rows import check_seat, existing_game, log_length
from tielu.store.schema import GAMES, PEOPLE, SEATS, SESSIONS, TICKETS
from tielu.store.seat_changes import LeftNotice, SeatChanges, no_bot
from tielu.store.tickets import LINK, add_ticket, ticket_about, use_ticket

# How long the link in a mail is good, and how many of them an address may have at a time.
LINK_LIFETIME = timedelta(minutes=20)
MOST_LINKS = 3
# A session used within this time is not updated again.
USED_EVERY = timedelta(minutes=10)
# One session more ends the longest unused one.
MOST_SESSIONS = 40
# The games of a person that are listed: running ones, then the last changed.
MOST_SEATS = 150

# How often a deletion is tried while games begin with the person.
_ATTEMPTS = 5


class _BegunMeanwhile(Exception):
    """A game has begun with somebody whose account was about to go."""


class People:
    """The people of a store; each method is one transaction, like those of the store."""

    def __init__(
        self, engine: Engine, clock: Callable[[], datetime], clocks: Clocks, seats: SeatChanges, on_notice: OnNotice
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._clocks = clocks
        self._seats = seats
        self._on_notice = on_notice
        self.passkeys = Passkeys(engine, clock)
        self.moderation = Moderation(engine, clock)
        self.calls = CallSettings(engine, clock)
        self.mutes = Mutes(engine)
        self.addresses = AddressChanges(engine, clock)

    # ---- signing in ----

    def ask_link(self, address: str) -> str | None:
        """A new secret for a link to this address, None if it has enough of them; raises InvalidInput."""
        address, now, secret = checked_address(address), self._clock(), new_secret()
        waiting = select(func.count()).where(TICKETS.c.purpose == LINK, TICKETS.c.about == address)
        with write_transaction(self._engine) as connection:
            if (connection.scalar(waiting.where(TICKETS.c.expires > now)) or 0) >= MOST_LINKS:
                return None
            add_ticket(connection, LINK, secret, address, now, LINK_LIFETIME)
        return secret

    def read_link(self, secret: str) -> tuple[str, Person | None]:
        """The address of a link and the person who has it, None if nobody does yet; the link stays good.

        Raises NotAllowed if the link is not good, or not any more.
        """
        with read_transaction(self._engine) as connection:
            address = ticket_about(connection, LINK, secret, self._clock())
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.address == address)).first()
        return address, None if row is None else person_of(row)

    def sign_in_by_link(self, secret: str, browser: str = "", **choices: str) -> SignedIn:
        """Use up a link and begin a session; whoever has no account yet gets one with these choices.

        Raises NotAllowed if the link is not good or the account is blocked, and InvalidInput for a name that somebody
        has; then the link stays good.
        """
        now = self._clock()
        try:
            with write_transaction(self._engine) as connection:
                address = use_ticket(connection, LINK, secret, now)
                row = connection.execute(select(PEOPLE).where(PEOPLE.c.address == address)).first()
                person = _insert_person(connection, address, choices, now) if row is None else person_of(row)
                # Whatever other links the address has were asked for in vain.
                connection.execute(delete(TICKETS).where(TICKETS.c.purpose == LINK, TICKETS.c.about == address))
                signed_in = SignedIn(person, begin_session(connection, person, browser, now))
        except IntegrityError as error:
            raise InvalidInput("name_taken", name=choices.get("name", "")) from error
        if row is None:
            record("account made", person=person.id)
        record("signed in", person=person.id, by="mail")
        return signed_in

    def sign_in_by_passkey(self, passkey_id: str, sign_count: int, browser: str = "") -> SignedIn:
        """Begin a session for the owner of a passkey whose signature has been verified; raises NotAllowed."""
        now = self._clock()
        with write_transaction(self._engine) as connection:
            person = self.passkeys.use(connection, passkey_id, sign_count)
            signed_in = SignedIn(person, begin_session(connection, person, browser, now))
        record("signed in", person=person.id, by="passkey")
        return signed_in

    # ---- sessions ----

    def session(self, secret: str) -> tuple[Person, Session] | None:
        """The person whose session has this secret, None if it has ended; records that it is used."""
        now = self._clock()
        query = (
            select(
                PEOPLE, *(SESSIONS.c[name].label(f"session_{name}") for name in ("id", "browser", "created", "used"))
            )
            .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
            .where(SESSIONS.c.secret_hash == hash_secret(secret), PEOPLE.c.blocked.is_(None))
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(query.where(*session_alive(now))).first()
        if row is None:
            return None
        if now - row.session_used >= USED_EVERY:
            # Who only reads is not held up while the database cannot be written.
            with suppress(StoreError), write_transaction(self._engine) as connection:
                connection.execute(update(SESSIONS).where(SESSIONS.c.id == row.session_id).values(used=now))
        return person_of(row), Session(row.session_id, row.session_browser, row.session_created, row.session_used)

    def sessions(self, person_id: str) -> list[Session]:
        """The sessions of a person, last used first."""
        query = select(SESSIONS).where(SESSIONS.c.person == person_id, *session_alive(self._clock()))
        with read_transaction(self._engine) as connection:
            rows = connection.execute(query.order_by(SESSIONS.c.used.desc(), SESSIONS.c.id))
            return [Session(row.id, row.browser, row.created, row.used) for row in rows]

    def end_session(self, person_id: str, session_id: str) -> None:
        """End a session of a person; raises NotFound if it is none of theirs."""
        own = delete(SESSIONS).where(SESSIONS.c.person == person_id, SESSIONS.c.id == session_id)
        with write_transaction(self._engine) as connection:
            if connection.execute(own).rowcount == 0:
                raise NotFound("no_such_session")
        record("session ended", person=person_id)

    def end_other_sessions(self, person_id: str, session_id: str) -> None:
        """End all sessions of a person but this one."""
        others = delete(SESSIONS).where(SESSIONS.c.person == person_id, SESSIONS.c.id != session_id)
        with write_transaction(self._engine) as connection:
            connection.execute(others)
        record("other sessions ended", person=person_id)

    # ---- people ----

    def person(self, person_id: str) -> Person:
        """The person with this id; raises NotFound."""
        with read_transaction(self._engine) as connection:
            return find_person(connection, PEOPLE.c.id == person_id)

    def named(self, name: str) -> Person:
        """The person with this name; raises NotFound."""
        with read_transaction(self._engine) as connection:
            return find_person(connection, PEOPLE.c.name_key == name_key(name))

    def change(self, person_id: str, **choices: str) -> Person:
        """Change name, language, time zone or theme; raises InvalidInput, also for a name that somebody has.

        Raises NotAllowed for another time zone if the night or the time zone has changed shortly before.
        """
        values = checked_choices(choices)
        try:
            with (
                write_transaction(self._engine) as connection,
                self._clocks.rest_changes(connection, person_id) if "time_zone" in values else nullcontext(),
            ):
                lock_person(connection, person_id)
                rest = rest_of(connection, person_id)
                if (rest.night or rest.holidays) and values.get("time_zone", rest.zone) != rest.zone:
                    note_changed_night(connection, person_id, self._clock())
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(**values))
                return find_person(connection, PEOPLE.c.id == person_id)
        except IntegrityError as error:
            raise InvalidInput("name_taken", name=values["name"]) from error

    def rest(self, person_id: str) -> Rest:
        """The nights and holidays of a person, in which their clocks stand still."""
        with read_transaction(self._engine) as connection:
            return rest_of(connection, person_id)

    def set_night(self, person_id: str, night: tuple[time, time] | None) -> None:
        """Set when a person sleeps, None for never; the deadlines of clocks that run move with it.

        Raises InvalidInput, and NotAllowed if the night has changed shortly before.
        """
        self._change_rest(person_id, lambda rest: replace(rest, night=night))

    def add_holiday(self, person_id: str, holiday: Holiday) -> None:
        """Add a holiday, and move the deadlines of clocks that run; raises InvalidInput."""
        self._change_rest(person_id, lambda rest: replace(rest, holidays=(*rest.holidays, holiday)))

    def remove_holiday(self, person_id: str, holiday: Holiday) -> None:
        """Take a holiday back, as far as it lies ahead; nothing happens if there is none with these days."""
        self._change_rest(
            person_id, lambda rest: replace(rest, holidays=tuple(each for each in rest.holidays if each != holiday))
        )

    def _change_rest(self, person_id: str, change: Callable[[Rest], Rest]) -> None:
        # The person is locked after their games, as by whoever writes a call with an entry.
        with write_transaction(self._engine) as connection, self._clocks.rest_changes(connection, person_id):
            lock_person(connection, person_id)
            zone, before = find_person(connection, PEOPLE.c.id == person_id).time_zone, rest_of(connection, person_id)
            rest = checked_rest(replace(change(before), zone=zone), self._clock(), before)
            replace_rest(connection, person_id, rest)
            if rest.night != before.night:
                note_changed_night(connection, person_id, self._clock())

    def data(self, person_id: str) -> dict[str, Any]:
        """All that is stored of a person, as JSON; raises NotFound."""
        with read_transaction(self._engine) as connection:
            return personal_data(connection, find_person(connection, PEOPLE.c.id == person_id))

    def delete(
        self, person_id: str, usual_bot: Callable[[str], str] = no_bot, notice: LeftNotice | None = None
    ) -> list[tuple[GameInfo, int]]:
        """Delete an account with all that is of this person alone; games keep the names of their players.

        In those that are not over a bot plays on: the one agreed on with the clock, or the usual one of the title.
        Open games that the person has made are called off, and those who had joined are told.
        Returns these games as they were, each with the seat. Raises LookupError if a bot is needed and none is named.
        """
        for _ in range(_ATTEMPTS):
            with suppress(_BegunMeanwhile):
                left = self._delete(person_id, usual_bot, notice)
                break
        else:
            raise StoreError("store_busy")
        for info, seat in left:
            record("seat left", game=info.id, seat=seat, person=person_id)
        record("account deleted", person=person_id)
        return left

    def _delete(
        self, person_id: str, usual_bot: Callable[[str], str], notice: LeftNotice | None
    ) -> list[tuple[GameInfo, int]]:
        """Delete an account in one transaction; raises _BegunMeanwhile if another game has begun since it looked."""
        with write_transaction(self._engine) as connection:
            left = self._seats.leave_all(connection, person_id, usual_bot, notice)
            notices = call_off_all_of(connection, person_id, self._clock())
            # From here on no game begins with this person, and nobody calls them; games are locked before people.
            lock_person(connection, person_id)
            if self._seats.unfinished_games(connection, person_id):
                raise _BegunMeanwhile
            erase_person(connection, find_person(connection, PEOPLE.c.id == person_id))
            for each in notices:
                self._on_notice(connection, each)
        return left

    # ---- seats ----

    def take_seat(self, person_id: str, game_id: str, seat: int, *, keeps_name: bool = False) -> bool:
        """Let a seat belong to a person; returns False if it is another's, or they have another one in this game.

        As long as nothing has been played, the seat gets the person's name, unless somebody else there has it or it
        keeps its own: what was said there before would be the person's words. A rated game is of those who began it, so
        nobody gets a seat there that has no owner.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            owner, own = info.seats[seat].person, [each.number for each in info.seats if each.person == person_id]
            if own or owner is not None:
                return owner == person_id
            if info.rated:
                return False
            lock_person(connection, person_id)  # whose account may be about to go
            person = find_person(connection, PEOPLE.c.id == person_id)
            values = {"person": person_id}
            if not keeps_name and _may_be_named(info, seat, person.name) and log_length(connection, game_id) == 0:
                values["name"] = person.name
            this_seat = (SEATS.c.game == game_id) & (SEATS.c.number == seat)
            with self._clocks.rest_changes(connection, person_id, game_id):
                connection.execute(update(SEATS).where(this_seat).values(**values))
        record("seat taken", game=game_id, seat=seat, person=person_id)
        return True

    def seats(self, person_id: str) -> dict[str, int]:
        """The seats of a person by their game, running ones first, then last changed ones; without deleted games."""
        query = (
            select(SEATS.c.game, SEATS.c.number)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .where(SEATS.c.person == person_id, GAMES.c.deleted.is_(None))
            .order_by(GAMES.c.finished, GAMES.c.changed.desc(), GAMES.c.id)
            .limit(MOST_SEATS)
        )
        with read_transaction(self._engine) as connection:
            return {row.game: row.number for row in connection.execute(query)}


def find_person(connection: Connection, condition: Any) -> Person:
    """The person of whom a condition is true; raises NotFound."""
    row = connection.execute(select(PEOPLE).where(condition)).first()
    if row is None:
        raise NotFound("no_such_person")
    return person_of(row)


def begin_session(connection: Connection, person: Person, browser: str, now: datetime) -> str:
    """Begin a session and return its secret; raises NotAllowed if the account is blocked."""
    if person.blocked is not None:
        raise NotAllowed("account_blocked")
    own, secret = SESSIONS.c.person == person.id, new_secret()
    connection.execute(
        delete(SESSIONS).where(~and_(*session_alive(now)))
    )  # those of everybody that have ended by themselves
    kept = select(SESSIONS.c.id).where(own).order_by(SESSIONS.c.used.desc(), SESSIONS.c.id).limit(MOST_SESSIONS - 1)
    connection.execute(delete(SESSIONS).where(own, SESSIONS.c.id.not_in(list(connection.scalars(kept)))))
    values = {"id": new_id(), "secret_hash": hash_secret(secret), "browser": browser[:40], "created": now, "used": now}
    connection.execute(insert(SESSIONS).values(person=person.id, **values))
    return secret


def _may_be_named(info: GameInfo, seat: int, name: str) -> bool:
    """Whether a seat can have this name without being taken for another one."""
    return all(name_key(name) != name_key(each.name) for each in info.seats if each.number != seat)


def _insert_person(connection: Connection, address: str, choices: dict[str, str], now: datetime) -> Person:
    """Insert a person; raises InvalidInput, and IntegrityError if somebody has the name."""
    usual = {"name": "", "language": "en", "time_zone": "UTC", "theme": "auto"}
    person_id = new_id()
    values = checked_choices(usual | choices) | {"id": person_id, "address": address, "created": now}
    connection.execute(insert(PEOPLE).values(**values))
    return find_person(connection, PEOPLE.c.id == person_id)
