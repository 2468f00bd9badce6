"""Open games: made by a host, joined by others, and begun once, whichever server is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, func, insert, or_, select, update

from tielu.core.game import begin
from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store.audit import record
from tielu.store.clocks import Clocks
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import new_id
from tielu.store.mutes import has_blocked
from tielu.store.new_games import insert_game
from tielu.store.notices import BEGINS, CALLED_OFF, INVITED, OFF, REMOVED, Notice, OnNotice
from tielu.store.open_game import (
    ASKED,
    JOINED,
    OUT,
    OpenGame,
    OpenGameChoices,
    call_off,
    find_open_game,
    open_games_of,
    remove_open_games,
)
from tielu.store.people import find_person
from tielu.store.person import name_key
from tielu.store.rows import existing_game
from tielu.store.schema import GAMES, OPEN_GAME_PEOPLE, OPEN_GAMES, PEOPLE

# How many games that have not begun a person may have made, and how many people may be invited to one.
MOST_OPEN_GAMES = 10
MOST_GUESTS = 60
# An open game in which nothing has happened for this long goes.
FORGOTTEN = timedelta(days=60)
# One that was called off is kept for this long, so that people can be told which it was, also after a night.
TOLD = timedelta(days=2)
# The open games that are listed: the newest.
MOST_LISTED = 100

_LOT = random.SystemRandom()
_IS_CALLED_OFF = OPEN_GAMES.c.id.in_(select(OPEN_GAME_PEOPLE.c.open_game).where(OPEN_GAME_PEOPLE.c.state == OFF))
_GATHERING = (OPEN_GAMES.c.game.is_(None), ~_IS_CALLED_OFF)


@dataclass(frozen=True)
class OpenGameFilter:
    """Which open games somebody looks for; what is empty may be anything."""

    title: str = ""
    players: int = 0
    pace: str = ""
    rated: bool | None = None
    language: str = ""


class OpenGames:
    """The open games of a store; each method is one transaction.

    Whoever is to be told of something is named to `on_notice` in that transaction. Methods raise NotFound for an open
    game that is not there, or not any more, and NotAllowed for what somebody may not do.
    """

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], datetime],
        clocks: Clocks,
        hand_on_turn: Callable[[Connection, str], None],
        on_notice: OnNotice | None = None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._clocks = clocks
        self._hand_on_turn = hand_on_turn
        self._on_notice = on_notice

    # ---- looking ----

    def get(self, open_id: str) -> OpenGame:
        """The open game with this id; raises NotFound."""
        with read_transaction(self._engine) as connection:
            return _not_called_off(find_open_game(connection, open_id))

    def listed(self, chosen: OpenGameFilter | None = None) -> list[OpenGame]:
        """Public games that have not begun, those with free seats first, then the newest."""
        wanted = [OPEN_GAMES.c.visibility == "public", *_conditions(chosen or OpenGameFilter())]
        found = [each for each in self._gathering(*wanted) if each.state_of(each.host)]  # unless the host is blocked
        return sorted(found, key=lambda each: each.free <= 0)

    def of_person(self, person_id: str) -> list[OpenGame]:
        """The games that have not begun which somebody is invited to, then those they have joined, the newest first."""
        own = select(OPEN_GAME_PEOPLE.c.open_game).where(
            OPEN_GAME_PEOPLE.c.person == person_id, OPEN_GAME_PEOPLE.c.state.in_((JOINED, ASKED))
        )
        return sorted(self._gathering(OPEN_GAMES.c.id.in_(own)), key=lambda each: each.state_of(person_id) == JOINED)

    def _gathering(self, *wanted: ColumnElement[bool]) -> list[OpenGame]:
        query = select(OPEN_GAMES).where(*_GATHERING, *wanted)
        with read_transaction(self._engine) as connection:
            newest = query.order_by(OPEN_GAMES.c.created.desc(), OPEN_GAMES.c.id).limit(MOST_LISTED)
            return open_games_of(connection, connection.execute(newest).fetchall())

    # ---- the host ----

    def make(self, host: str, choices: OpenGameChoices) -> str:
        """Make an open game, which its host has joined, and return its id.

        Raises InvalidInput for what cannot be chosen, and NotAllowed if the host has too many that have not begun.
        """
        choices.check()
        with write_transaction(self._engine) as connection:
            open_id = self._insert(connection, host, choices)
        record("open game made", open_game=open_id, person=host, title=choices.title)
        return open_id

    def _insert(self, connection: Connection, host: str, choices: OpenGameChoices, rematch_of: str = "") -> str:
        now, open_id = self._clock(), new_id()
        table = OPEN_GAMES.c
        told = and_(_IS_CALLED_OFF, table.changed < now - TOLD)
        forgotten = or_(table.changed < now - FORGOTTEN, told)
        gone = select(table.id).where(table.game.is_(None), forgotten)
        remove_open_games(connection, list(connection.scalars(gone)))
        made = connection.scalar(select(func.count()).where(*_GATHERING, table.host == host)) or 0
        if made >= MOST_OPEN_GAMES:
            raise NotAllowed("too_many_open_games", most=MOST_OPEN_GAMES)
        values = choices.columns | {"id": open_id, "host": host, "created": now, "changed": now}
        connection.execute(insert(OPEN_GAMES).values(**values, rematch_of=rematch_of or None))
        connection.execute(insert(OPEN_GAME_PEOPLE).values(open_game=open_id, person=host, state=JOINED, since=now))
        return open_id

    def invite(self, open_id: str, host: str, name: str) -> str:
        """Invite the person with this name, and return it as it is written; who is there already stays so.

        Raises NotFound if nobody has the name, and NotAllowed if too many are invited or one has blocked the other.
        """
        with write_transaction(self._engine) as connection:
            found = self._of_host(connection, open_id, host)
            person = find_person(connection, (PEOPLE.c.name_key == name_key(name)) & PEOPLE.c.blocked.is_(None))
            if found.state_of(person.id) not in (JOINED, ASKED):
                if has_blocked(connection, person.id, host):
                    raise NotAllowed("takes_no_invitations", name=person.name)
                if has_blocked(connection, host, person.id):  # who could not join
                    raise NotAllowed("invites_blocked", name=person.name)
                if len(found.guests) >= MOST_GUESTS:
                    raise NotAllowed("too_many_guests", most=MOST_GUESTS)
                self._set_state(connection, open_id, person.id, ASKED)
                self._tell(connection, Notice(INVITED, (person.id,), host, open_id))
        record("invited", open_game=open_id, person=host)
        return person.name

    def remove(self, open_id: str, host: str, person_id: str) -> None:
        """Remove somebody, who cannot join again unless they are invited; raises NotAllowed for the host."""
        with write_transaction(self._engine) as connection:
            found = self._of_host(connection, open_id, host)
            if person_id == host:
                raise NotAllowed("host_stays")
            state = found.state_of(person_id)
            if state in (JOINED, ASKED):
                self._set_state(connection, open_id, person_id, OUT)
            if state == JOINED:
                self._tell(connection, Notice(REMOVED, (person_id,), host, open_id))
        record("removed from an open game", open_game=open_id, person=person_id)

    def start(self, open_id: str, host: str, bot_names: Sequence[str]) -> str:
        """Begin the game, if it has not begun yet, and return its id; bots get the first of these names.

        Raises NotAllowed while people are missing for whom no bot plays.
        """
        with write_transaction(self._engine) as connection:
            found = self._locked(connection, open_id)
            _require_host(found, host)
            game = found.game or self._begin(connection, found, bot_names)
        if not found.game:
            record("game made", game=game, open_game=open_id)
        return game

    def call_off(self, open_id: str, host: str) -> None:
        """Call an open game off: from now on it is not there, and is kept only until those who had joined are told."""
        with write_transaction(self._engine) as connection:
            found = self._of_host(connection, open_id, host)
            others = tuple(each.person for each in found.joined if each.person != host)
            if others:
                call_off(connection, open_id, self._clock())
                self._tell(connection, Notice(CALLED_OFF, others, host, open_id))
            else:
                remove_open_games(connection, [open_id])
        record("open game called off", open_game=open_id, person=host)

    # ---- others ----

    def join(self, open_id: str, person_id: str) -> str:
        """Join; returns the id of the game if it begins with that, because it is full, or has begun with this person.

        Raises NotAllowed if there is no free seat, or if the host has removed or blocked this person.
        """
        with write_transaction(self._engine) as connection:
            found = self._locked(connection, open_id)
            state = found.state_of(person_id)
            if state == JOINED:
                return found.game
            if found.game:
                raise NotAllowed("open_game_begun")
            if state == OUT or has_blocked(connection, found.host, person_id):
                raise NotAllowed("removed_from_open_game")
            if found.free <= 0:
                raise NotAllowed("open_game_full")
            self._set_state(connection, open_id, person_id, JOINED)
            found = find_open_game(connection, open_id)
            begins = found.choices.starts_when_full and found.free == 0
            game = self._begin(connection, found, ()) if begins else ""
        record("open game joined", open_game=open_id, person=person_id)
        return game

    def leave(self, open_id: str, person_id: str) -> None:
        """Leave, or decline an invitation; raises NotAllowed for the host, and once the game has begun."""
        with write_transaction(self._engine) as connection:
            found = self._locked(connection, open_id)
            if found.game:
                raise NotAllowed("open_game_begun")
            if found.host == person_id:
                raise NotAllowed("host_stays")
            if found.state_of(person_id) in (JOINED, ASKED):
                _forget(connection, open_id, person_id)
                self._touch(connection, open_id)
        record("open game left", open_game=open_id, person=person_id)

    # ---- the next game ----

    def rematch(self, game_id: str, person_id: str) -> tuple[str, bool]:
        """The open game in which the people of a finished game gather again, and whether it has just been made.

        Whoever asks first hosts it, and all others are invited, unless one has blocked the other. The id is empty if
        the game itself was no open game. Raises InvalidInput unless it is over.
        """
        with write_transaction(self._engine, game_id) as connection:
            return self._rematch(connection, game_id, person_id)

    def _rematch(self, connection: Connection, game_id: str, person_id: str) -> tuple[str, bool]:
        info = existing_game(connection, game_id, lock=True)
        row = connection.execute(select(OPEN_GAMES).where(OPEN_GAMES.c.game == game_id)).first()
        if row is None:
            return "", False
        if not info.finished:
            raise InvalidInput("rematch_too_early")
        following = connection.scalar(select(OPEN_GAMES.c.id).where(OPEN_GAMES.c.rematch_of == game_id))
        if following is not None:
            return str(following), False
        before = open_games_of(connection, [row])[0]
        open_id = self._insert(connection, person_id, before.choices, rematch_of=game_id)
        others = {seat.person for seat in info.seats if seat.person is not None} - {person_id}
        people = {
            each
            for each in others
            if not has_blocked(connection, each, person_id) and not has_blocked(connection, person_id, each)
        }
        for each in sorted(people):
            self._set_state(connection, open_id, each, ASKED)
        self._tell(connection, Notice(INVITED, tuple(sorted(people)), person_id, open_id))
        return open_id, True

    # ---- helpers ----

    def _locked(self, connection: Connection, open_id: str) -> OpenGame:
        return _not_called_off(find_open_game(connection, open_id, lock=True))

    def _of_host(self, connection: Connection, open_id: str, host: str) -> OpenGame:
        """An open game of this host, locked; raises NotAllowed for others', and once the game has begun."""
        found = self._locked(connection, open_id)
        _require_host(found, host)
        if found.game:
            raise NotAllowed("open_game_begun")
        return found

    def _set_state(self, connection: Connection, open_id: str, person_id: str, state: str) -> None:
        """Note what somebody has to do with an open game from now on."""
        _forget(connection, open_id, person_id)
        values = {"open_game": open_id, "person": person_id, "state": state, "since": self._clock()}
        connection.execute(insert(OPEN_GAME_PEOPLE).values(**values))
        self._touch(connection, open_id)

    def _touch(self, connection: Connection, open_id: str) -> None:
        connection.execute(update(OPEN_GAMES).where(OPEN_GAMES.c.id == open_id).values(changed=self._clock()))

    def _begin(self, connection: Connection, found: OpenGame, bot_names: Sequence[str]) -> str:
        """Create the game of an open game; seats are drawn by lot. Raises NotAllowed if people are missing."""
        if not found.can_begin:
            raise NotAllowed("people_missing", count=found.missing)
        players, choices, now = found.players(bot_names), found.choices, self._clock()
        _LOT.shuffle(players)
        game = begin(choices.title, [player.name for player in players], choices.edition)
        made = insert_game(connection, game, [], players, choices.of_game, now)
        connection.execute(update(OPEN_GAMES).where(OPEN_GAMES.c.id == found.id).values(game=made.id, changed=now))
        if found.rematch_of:
            connection.execute(update(GAMES).where(GAMES.c.id == found.rematch_of).values(rematch=made.id))
        self._clocks.begin(connection, made.id, choices.time_control)
        self._hand_on_turn(connection, made.id)
        people = tuple(each.person for each in found.joined)
        self._tell(connection, Notice(BEGINS, people, found.host, found.id, made.id))
        return made.id

    def _tell(self, connection: Connection, notice: Notice) -> None:
        if self._on_notice is not None and notice.people:
            self._on_notice(connection, notice)


def _forget(connection: Connection, open_id: str, person_id: str) -> None:
    own = (OPEN_GAME_PEOPLE.c.open_game == open_id) & (OPEN_GAME_PEOPLE.c.person == person_id)
    connection.execute(delete(OPEN_GAME_PEOPLE).where(own))


def _not_called_off(found: OpenGame) -> OpenGame:
    """An open game that is still there; raises NotFound if it was called off."""
    if any(each.state == OFF for each in found.guests):
        raise NotFound("no_such_open_game")
    return found


def _require_host(found: OpenGame, person_id: str) -> None:
    if found.host != person_id:
        raise NotAllowed("host_needed")


def _conditions(chosen: OpenGameFilter) -> list[ColumnElement[bool]]:
    """What the rows of the open games somebody looks for have in common."""
    table, found = OPEN_GAMES.c, []
    for column, value in ((table.title, chosen.title), (table.pace, chosen.pace), (table.language, chosen.language)):
        if value:
            found.append(column == value)
    if chosen.players:
        found += [table.fewest <= chosen.players, table.most >= chosen.players]
    if chosen.rated is not None:
        found.append(table.rated.is_(chosen.rated))
    return found
