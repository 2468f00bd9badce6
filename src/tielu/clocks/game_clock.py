"""The clock of a game: what each seat has left, and whose time runs. Values only; the store keeps them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from tielu.clocks.rest import AWAKE, Rest, deadline, time_used
from tielu.clocks.time_control import NO_TIME, TimeControl


@dataclass(frozen=True)
class SeatClock:
    """The time that a seat has left when its turn begins, or had when it was last looked at.

    `represented` is since when a bot plays for somebody whose time was over; `agrees` is whether the seat wants to hand
    the one whose time is over to a bot.
    """

    left: timedelta
    represented: datetime | None = None
    agrees: bool = False


@dataclass(frozen=True)
class GameClock:
    """A clock after entry `seq`; the time of `seat` has run since `since`, or has been over since `expired`.

    Nobody's time runs while a bot decides. The turn began with entry `began`; one that somebody has begun by taking
    back their own move `adds` no time.
    """

    control: TimeControl
    seats: tuple[SeatClock, ...]
    seq: int = 0
    seat: int | None = None
    since: datetime | None = None
    began: int = 0
    adds: bool = True
    expired: datetime | None = None
    rest: Rest = AWAKE

    @property
    def runs(self) -> bool:
        """Whether somebody's time runs."""
        return self.seat is not None and self.expired is None

    @property
    def deadline(self) -> datetime | None:
        """When the time that runs will be over; None if none runs."""
        if self.seat is None or self.since is None or self.expired is not None:
            return None
        return deadline(self.since, self.seats[self.seat].left, self.rest)

    def left(self, seat: int, now: datetime) -> timedelta:
        """The time that a seat has at a moment."""
        left = self.seats[seat].left
        if seat != self.seat or self.since is None or self.expired is not None:
            return left
        return max(NO_TIME, left - time_used(self.since, now, self.rest))

    def settled(self, now: datetime, *, counts: bool = True) -> GameClock:
        """The same clock, looked at now; unless the time until now counts, none has been used."""
        if self.seat is None or self.expired is not None:
            return self
        left = self.left(self.seat, now) if counts else self.seats[self.seat].left
        return replace(self._with(self.seat, left=left), since=now)

    def turned(self, seq: int, actor: int | None, rest: Rest, now: datetime, *, counts: bool = True) -> GameClock:
        """The clock after an action that is entry `seq`, when `actor` must decide; None for a bot or when all is over.

        The turn goes on while the same seat decides; then the next one begins.
        """
        clock = replace(self.settled(now, counts=counts), seq=seq)
        if actor is not None and actor == self.seat:
            return clock
        if self.seat is not None and self.adds:
            clock = clock._with(self.seat, left=self.control.after_turn(clock.seats[self.seat].left))
        return clock.stopped(now).begun(actor, rest, now, least=self.control.per_turn)

    def taken_back(self, seq: int, to: int, by: int, actor: int | None, rest: Rest, now: datetime) -> GameClock:
        """The clock after an undo that is entry `seq`: what was used stays used, and no turn is over.

        Whoever returns to a turn of their own that was over before gets no time for it again.
        """
        adds = by != actor or to >= self.began
        clock = replace(self.settled(now), seq=seq)
        if actor is not None and actor == self.seat:
            return replace(clock, adds=self.adds and adds)
        return clock.stopped(now).begun(actor, rest, now, adds=adds)

    def begun(
        self, actor: int | None, rest: Rest, now: datetime, *, adds: bool = True, least: timedelta = NO_TIME
    ) -> GameClock:
        """The clock with a new turn, for which there is at least this much time; None for a bot."""
        if actor is None:
            return self
        clock = self._with(actor, left=max(least, self.seats[actor].left))
        return replace(clock, seat=actor, since=now, began=self.seq, adds=adds, rest=rest)

    def stopped(self, now: datetime) -> GameClock:
        """The clock when nobody's time runs any more, without what the turn would have added."""
        clock = self.settled(now)
        seats = tuple(replace(each, agrees=False) for each in clock.seats)
        return replace(clock, seats=seats, seat=None, since=None, expired=None, rest=AWAKE)

    def over(self, now: datetime) -> GameClock:
        """The clock when the time that runs is over."""
        assert self.seat is not None
        return replace(self._with(self.seat, left=NO_TIME), expired=now)

    def represented(self, now: datetime) -> GameClock:
        """The clock when a bot plays for the seat whose time is over."""
        assert self.seat is not None
        return self._with(self.seat, represented=now).stopped(now)

    def back(self, seat: int) -> GameClock:
        """The clock when a person plays on a seat again."""
        return self._with(seat, represented=None)

    def agreed(self, seat: int) -> GameClock:
        """The clock when a seat wants to hand the one whose time is over to a bot."""
        return self._with(seat, agrees=True)

    def _with(self, seat: int, **changes: Any) -> GameClock:
        changed = replace(self.seats[seat], **changes)
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))


def new_clock(control: TimeControl, seats: int) -> GameClock:
    """The clock of a new game; nobody's time runs yet."""
    return GameClock(control, (SeatClock(control.initial),) * seats)
