"""Clocks on the page of a game: what each player has left, who is away, and what the reader can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tielu.clocks import CONSENT, GameClock
from tielu.clocks.rest import stretch
from tielu.i18n import say
from tielu.store import GameInfo, Store
from tielu.web.clocks.words import say_time_control, say_time_left
from tielu.web.seats.transfer import bot_label

# With less of a turn's time left than this part of it, a clock stands out.
_LITTLE = 0.25
_LEAST_LIVE = timedelta(minutes=3)

_MILLISECOND = timedelta(milliseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class ClockFace:
    """The clock of a player in words, and for the script that lets it go on: moments and times in milliseconds.

    At `now` there was so much `left`; of that time is taken between `begins` and `ends`, the player's next night.
    """

    text: str
    runs: bool = False
    rests: bool = False
    over: bool = False
    low: bool = False
    left: int = 0
    now: int = 0
    begins: int = 0
    ends: int | None = None


@dataclass(frozen=True)
class TableClocks:
    """The clocks of all players by their names; those who are `away` have a bot that plays until they are back.

    `late` is whose time is over, of whom `agreed` want to hand the seat to `bot`; the reader may do so, or is away.
    """

    faces: Mapping[str, ClockFace]
    away: frozenset[str]
    control: str
    live: bool
    late: str
    bot: str
    agreed: tuple[str, ...]
    may_hand_over: bool
    is_away: bool


def table_clocks(store: Store, info: GameInfo, seat: int | None, lang: str) -> TableClocks | None:
    """The clocks of a game as the reader sees them; None if it has none, or is over."""
    clock = store.clocks.of(info.id) if info.pace and not info.finished else None
    if clock is None:
        return None
    now, names = store.clocks.now(), info.players
    late = "" if clock.expired is None or clock.seat is None else names[clock.seat]
    decides = bool(late) and clock.control.when_over == CONSENT and seat in info.humans and seat != clock.seat
    return TableClocks(
        faces={name: clock_face(clock, number, now, lang) for number, name in enumerate(names)},
        away=frozenset(name for name, each in zip(names, clock.seats, strict=True) if each.represented),
        control=say_time_control(clock.control, lang),
        live=clock.control.is_live,
        late=late,
        bot=bot_label(clock.control.bot, lang),
        agreed=tuple(name for name, each in zip(names, clock.seats, strict=True) if each.agrees),
        may_hand_over=decides and seat is not None and not clock.seats[seat].agrees,
        is_away=seat is not None and clock.seats[seat].represented is not None,
    )


def clock_face(clock: GameClock, seat: int, now: datetime, lang: str) -> ClockFace:
    """The clock of a seat; only one runs at a time."""
    left = clock.left(seat, now)
    text = say_time_left(left, lang, live=clock.control.is_live)
    if seat != clock.seat:
        return ClockFace(text)
    if not clock.runs:
        return ClockFace(say("web_clock_up", lang), over=True)
    little = _LEAST_LIVE if clock.control.is_live else clock.control.per_turn * _LITTLE
    begins, ends = stretch(now, clock.rest)
    return ClockFace(
        text,
        runs=True,
        rests=begins > now,
        low=left < little,
        left=left // _MILLISECOND,
        now=_milliseconds(now),
        begins=_milliseconds(begins),
        ends=None if ends is None else _milliseconds(ends),
    )


def _milliseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // _MILLISECOND
