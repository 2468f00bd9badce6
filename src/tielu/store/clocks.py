"""Clocks of games: they run with the log, and somebody's time is over exactly once, whichever process notices it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Row, and_, insert, select, update

from tielu.clocks import AWAKE, BOT, CONSENT, GameClock, Rest, SeatClock, TimeControl, new_clock
from tielu.clocks.time_control import NO_TIME
from tielu.errors import InvalidInput, NotAllowed
from tielu.store.audit import record
from tielu.store.automatic import automatic_turns
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import new_seed
from tielu.store.log import UNDO, Entry
from tielu.store.models import GameInfo
from tielu.store.rests import rest_in, rest_of
from tielu.store.rows import check_seat, existing_game, game_info, log_length
from tielu.store.schema import AUTOMATIC_MOVES, CLOCKS, GAMES, PEOPLE, RESTS, SEAT_CLOCKS, SEATS
from tielu.store.talk import insert_message

# This many clocks are looked at in one go when their time is over.
MOST_DUE = 100

_MILLISECOND = timedelta(milliseconds=1)

# What everybody at the table is told when the time of a seat is over.
Notice = Callable[[GameInfo, int, TimeControl], str]


class Clocks:
    """The clocks of a store.

    `on_deadline` is called in the transaction in which a clock begins to run, with its game and when its time is over;
    `hand_on_turn` in the one in which a bot gets a seat.
    """

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], datetime],
        on_deadline: Callable[[Connection, str, datetime], None] | None,
        hand_on_turn: Callable[[Connection, str], None],
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._on_deadline = on_deadline
        self._hand_on_turn = hand_on_turn

    # ---- reading ----

    def of(self, game_id: str) -> GameClock | None:
        """The clock of a game, None if it has none."""
        return self.of_games([game_id]).get(game_id)

    def of_games(self, game_ids: Collection[str]) -> dict[str, GameClock]:
        """The clocks of those of these games that have one."""
        if not game_ids:
            return {}
        with read_transaction(self._engine) as connection:
            return _clocks(connection, game_ids)

    def now(self) -> datetime:
        """The present moment of these clocks."""
        return self._clock()

    def due(self) -> list[str]:
        """The games in which somebody's time is over and nobody has been told, the longest overdue first."""
        query = select(CLOCKS.c.game).where(CLOCKS.c.deadline <= self._clock())
        with read_transaction(self._engine) as connection:
            return list(connection.scalars(query.order_by(CLOCKS.c.deadline, CLOCKS.c.game).limit(MOST_DUE)))

    # ---- in transactions of the store, which have locked the game ----

    def begin(self, connection: Connection, game_id: str, control: TimeControl | None) -> None:
        """Give a new game its clock, if it has one; over days it runs at once, otherwise from the first action on.

        Raises InvalidInput at one screen.
        """
        if control is None:
            return
        info = game_info(connection, game_id)
        if info.mode == "hot_seat":
            raise InvalidInput("clock_at_hot_seat")
        clock = new_clock(control, len(info.seats))
        connection.execute(
            insert(CLOCKS).values(game=info.id, control=json.dumps(control.to_json()), seq=0, began=0, adds=True)
        )
        milliseconds = control.initial // _MILLISECOND
        rows = [{"game": info.id, "seat": seat, "milliseconds": milliseconds} for seat in range(len(info.seats))]
        connection.execute(insert(SEAT_CLOCKS), rows)
        if not control.is_live:
            self._save(connection, info.id, clock, self._begun(connection, info, clock))

    def advance(
        self, connection: Connection, info: GameInfo, entries: Sequence[Entry], actor: int | None, move: int | None
    ) -> None:
        """Let the clock go on after entries that have just been written; `move` is the automatic move that made them.

        `info` is the game before them. What the table does for somebody costs no time, if it was asked for before.
        """
        clock = self.known(connection, info)
        if clock is None:
            return
        now, last = self._clock(), entries[-1]
        if clock.seq != entries[0].seq - 1:
            clock = replace(clock, seat=None, since=None, expired=None)  # a server of an earlier version has written
        timed, rest = _timed(connection, info, clock, actor)
        if last.kind == UNDO:
            turned = clock.taken_back(last.seq, last.data["to"], last.seat, timed, rest, now)
        else:
            counts = not last.automatic and not _was_asked_before(connection, info.id, last, move)
            turned = clock.turned(last.seq, timed, rest, now, counts=counts)
        self._save(connection, info.id, clock, turned)

    def stop(self, connection: Connection, info: GameInfo) -> None:
        """Let nobody's time run, as long as the game is deleted."""
        clock = self.known(connection, info)
        if clock is not None:
            self._save(connection, info.id, clock, clock.stopped(self._clock()))

    def resume(self, connection: Connection, info: GameInfo) -> None:
        """Let the time run on of whoever must decide in a game that has been restored."""
        clock = self.known(connection, info)
        if clock is not None and clock.seat is None and not info.finished and (clock.seq or not clock.control.is_live):
            self._save(connection, info.id, clock, self._begun(connection, info, clock))

    def seat_changed(self, connection: Connection, info: GameInfo, seat: int, bot: str | None) -> None:
        """A bot plays on a seat from now on, or a person again; `info` is the game before that."""
        clock = self.known(connection, info)
        if clock is None or (info.seats[seat].bot is None) == (bot is None):
            return
        was_away = clock.seats[seat].represented is not None or info.seats[seat].left
        now, changed = self._clock(), clock.back(seat)
        if info.actor == seat and not info.finished:
            changed = changed.stopped(now)
            if bot is None:
                rest, least = _rest(connection, info, clock, seat), clock.control.per_turn if was_away else NO_TIME
                changed = changed.begun(seat, rest, now, adds=clock.adds or was_away, least=least)
        self._save(connection, info.id, clock, changed)

    def seat_left(self, connection: Connection, info: GameInfo, seat: int) -> None:
        """Nobody is represented any more on a seat that was left: the bot plays there by itself."""
        clock = self.known(connection, info)
        if clock is not None and clock.seats[seat].represented is not None:
            self._save(connection, info.id, clock, clock.back(seat))

    @contextmanager
    def rest_changes(self, connection: Connection, person: str, game_id: str | None = None) -> Iterator[None]:
        """Whatever is changed meanwhile of a person's rest holds from now on, and deadlines move.

        It holds in all games in which the person's time runs, or in the one in which they take a seat.
        """
        own = select(SEATS.c.game).join(CLOCKS, and_(CLOCKS.c.game == SEATS.c.game, CLOCKS.c.seat == SEATS.c.number))
        running = sorted(connection.scalars(own.where(SEATS.c.person == person))) if game_id is None else [game_id]
        now, settled = self._clock(), []
        for each in running:
            clock = self.known(connection, game_info(connection, each, lock=True))
            if clock is not None and clock.runs:
                settled.append((each, clock, clock.settled(now)))
        yield
        for each, clock, after in settled:
            assert clock.seat is not None
            rest = _rest(connection, game_info(connection, each), clock, clock.seat)
            self._save(connection, each, clock, replace(after, rest=rest))

    # ---- when time is over ----

    def expire(self, game_id: str, notice: Notice) -> bool:
        """Do what was agreed on if somebody's time is over, and tell everybody in the chat; returns whether it was.

        Whoever comes too late or too early does nothing. Then, if time runs, `on_deadline` is called again.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = game_info(connection, game_id, lock=True)
            clock, now = self.known(connection, info), self._clock()
            if clock is None or clock.deadline is None or info.deleted is not None or clock.seat is None:
                return False
            if not self._is_over(connection, info, clock, now):
                return False
            seat = clock.seat
            expired = clock.over(now)
            if clock.control.when_over == BOT:
                expired = self._hand_over(connection, info, expired)
            self._save(connection, game_id, clock, expired)
            with suppress(NotAllowed):  # a full chat stays as it is
                insert_message(connection, game_id, None, notice(info, seat, clock.control), now)
        record("time over", game=game_id, seat=seat)
        return True

    def agree_to_hand_over(self, game_id: str, seat: int) -> int | None:
        """Note that this seat wants a bot on the one whose time is over; returns that one if it gets it, as all agree.

        Raises NotAllowed where there is nothing to agree to.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            clock = self.known(connection, info)
            if clock is None or clock.expired is None or clock.seat is None or clock.control.when_over != CONSENT:
                raise NotAllowed("clock_not_over")
            others = info.humans - {clock.seat}
            if seat not in others:
                raise NotAllowed("clock_not_over")
            changed = clock.agreed(seat)
            if agreed := all(changed.seats[each].agrees for each in others):
                changed = self._hand_over(connection, info, changed)
            self._save(connection, game_id, clock, changed)
        if not agreed:
            return None
        record("seat handed over", game=game_id, seat=clock.seat)
        return clock.seat

    # ---- helpers ----

    def _is_over(self, connection: Connection, info: GameInfo, clock: GameClock, now: datetime) -> bool:
        """Whether the time that runs is over; if not, its deadline is handed on again."""
        due = clock.deadline
        assert due is not None
        if clock.seq != log_length(connection, info.id):
            # A server of an earlier version has written: the time runs of whoever decides now, from now on.
            behind = replace(clock, seq=log_length(connection, info.id), seat=None, since=None)
            self._save(connection, info.id, clock, self._begun(connection, info, behind))
            return False
        if due <= now and automatic_turns(connection, 1, [info.id], asked_before=clock.seq):
            # Nobody's time is over because our own servers were away.
            self._save(connection, info.id, clock, clock.settled(now, counts=False))
            return False
        if due > now and self._on_deadline is not None:
            self._on_deadline(connection, info.id, due)
        return due <= now

    def _hand_over(self, connection: Connection, info: GameInfo, clock: GameClock) -> GameClock:
        """Let a bot play on the seat whose time is over."""
        assert clock.seat is not None
        seed, strength = info.seats[clock.seat].seed, clock.control.bot
        this_seat = and_(SEATS.c.game == info.id, SEATS.c.number == clock.seat)
        values = {"bot": strength, "seed": new_seed() if seed is None else seed}
        connection.execute(update(SEATS).where(this_seat).values(**values))
        connection.execute(update(GAMES).where(GAMES.c.id == info.id).values(awaits_bot=True))
        self._hand_on_turn(connection, info.id)
        return clock.represented(self._clock())

    def known(self, connection: Connection, info: GameInfo) -> GameClock | None:
        """The clock of a game; at one screen there is none to look for."""
        return None if info.mode == "hot_seat" else _clocks(connection, [info.id]).get(info.id)

    def _begun(self, connection: Connection, info: GameInfo, clock: GameClock) -> GameClock:
        """The clock with a turn of whoever decides in a game."""
        timed, rest = _timed(connection, info, clock, info.actor)
        return clock.begun(timed, rest, self._clock(), adds=clock.adds)

    def _save(self, connection: Connection, game_id: str, before: GameClock, after: GameClock) -> None:
        """Write what has changed of a clock, and hand on its deadline."""
        due = after.deadline
        values = {name: getattr(after, name) for name in ("seq", "seat", "since", "began", "adds", "expired")}
        connection.execute(update(CLOCKS).where(CLOCKS.c.game == game_id).values(**values, deadline=due))
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            if old != new:
                this_seat = and_(SEAT_CLOCKS.c.game == game_id, SEAT_CLOCKS.c.seat == seat)
                left, agrees = new.left // _MILLISECOND, new.agrees or None
                changes = update(SEAT_CLOCKS).where(this_seat)
                connection.execute(changes.values(milliseconds=left, represented=new.represented, agrees=agrees))
        if due is not None and self._on_deadline is not None:
            self._on_deadline(connection, game_id, due)


def _timed(connection: Connection, info: GameInfo, clock: GameClock, actor: int | None) -> tuple[int | None, Rest]:
    """The seat that must decide, None if it is a bot's, and when its clock stands still."""
    if actor is None or info.seats[actor].bot is not None:
        return None, AWAKE
    return actor, _rest(connection, info, clock, actor)


def _rest(connection: Connection, info: GameInfo, clock: GameClock, seat: int) -> Rest:
    """When the clock of a seat stands still; in a live game never."""
    return AWAKE if clock.control.is_live else rest_of(connection, info.seats[seat].person)


def represented_seats(connection: Connection, game_id: str) -> frozenset[int]:
    """The seats on which a bot plays only because somebody's time was over."""
    away = (SEAT_CLOCKS.c.game == game_id, SEAT_CLOCKS.c.represented.is_not(None))
    return frozenset(connection.scalars(select(SEAT_CLOCKS.c.seat).where(*away)))


def time_control_of(connection: Connection, game_id: str) -> TimeControl | None:
    """The time control of a game, None if it has no clock."""
    control = connection.scalar(select(CLOCKS.c.control).where(CLOCKS.c.game == game_id))
    return None if control is None else TimeControl.from_json(json.loads(control))


def _clocks(connection: Connection, game_ids: Collection[str]) -> dict[str, GameClock]:
    """The clocks of these games, each with the rest of the person whose time runs."""
    joined = (
        select(CLOCKS, RESTS.c.night_begins, RESTS.c.night_ends, RESTS.c.holidays, PEOPLE.c.time_zone)
        .outerjoin(SEATS, and_(SEATS.c.game == CLOCKS.c.game, SEATS.c.number == CLOCKS.c.seat))
        .outerjoin(PEOPLE, PEOPLE.c.id == SEATS.c.person)
        .outerjoin(RESTS, RESTS.c.person == PEOPLE.c.id)
    )
    rows = connection.execute(joined.where(CLOCKS.c.game.in_(sorted(game_ids)))).fetchall()
    if not rows:
        return {}
    seats: dict[str, list[SeatClock]] = {row.game: [] for row in rows}
    query = select(SEAT_CLOCKS).where(SEAT_CLOCKS.c.game.in_(sorted(seats)))
    for row in connection.execute(query.order_by(SEAT_CLOCKS.c.game, SEAT_CLOCKS.c.seat)):
        left = row.milliseconds * _MILLISECOND
        seats[row.game].append(SeatClock(left, row.represented, bool(row.agrees)))
    return {row.game: _clock_of(row, seats[row.game]) for row in rows}


def _clock_of(row: Row[*tuple[Any, ...]], seats: Sequence[SeatClock]) -> GameClock:
    control = TimeControl.from_json(json.loads(row.control))
    rest = AWAKE if control.is_live else rest_in(row)
    return GameClock(control, tuple(seats), row.seq, row.seat, row.since, row.began, row.adds, row.expired, rest)


def _was_asked_before(connection: Connection, game_id: str, entry: Entry, move: int | None) -> bool:
    """Whether the automatic move that has made an entry was set before the position in which it moved."""
    if move is None:
        return False
    mine = AUTOMATIC_MOVES.c
    this = select(mine.since).where(mine.game == game_id, mine.seat == entry.seat, mine.number == move)
    since = connection.scalar(this)
    return since is not None and since < entry.seq - 1
