"""Rest: nights and holidays of a player, in which the clock stands still.

All moments are in UTC; nights and holidays are those of the player's time zone, with its changes of summer time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from tielu.errors import InvalidInput

# No night is longer, so that everybody has time on every day.
LONGEST_NIGHT = timedelta(hours=12)
# This many holidays may lie ahead; they and those of the last year have at most this many days. None is further away.
MOST_HOLIDAYS, MOST_DAYS = 10, 42
YEAR = timedelta(days=365)

_NO_TIME = timedelta(0)
_DAY = timedelta(days=1)

Period = tuple[datetime, datetime]
Holiday = tuple[date, date]


@dataclass(frozen=True)
class Rest:
    """When the clock of a player stands still: every night between two times of the day, and on holidays.

    A night may begin before midnight and end after it. A holiday is its first and its last day.
    """

    zone: str = "UTC"
    night: tuple[time, time] | None = None
    holidays: tuple[Holiday, ...] = ()

    def periods(self, since: datetime) -> Iterator[Period]:
        """Every period of rest that ends after a moment, by its beginning; they may overlap.

        With nights there is no end to them.
        """
        zone = _zone(self.zone)
        holidays = sorted(
            (_moment(first, time(), zone), _moment(last + _DAY, time(), zone)) for first, last in self.holidays
        )
        merged = heapq.merge(holidays, () if self.night is None else _nights(*self.night, zone, since))
        # A night that the change to summer time swallows would end before it begins.
        return ((begins, ends) for begins, ends in merged if ends > max(begins, since))


AWAKE = Rest()


def checked_rest(rest: Rest, now: datetime, before: Rest = AWAKE) -> Rest:
    """The rest that follows another one; raises InvalidInput for one that leaves no time to play.

    Holidays begin today or later. Those that were taken within a year stay, the day that has begun among them, so that
    nobody is always on holiday.
    """
    today = now.astimezone(_zone(rest.zone)).date()
    if rest.night is not None and not _NO_TIME < _length(*rest.night) <= LONGEST_NIGHT:
        raise InvalidInput("night_too_long", hours=LONGEST_NIGHT // timedelta(hours=1))
    if any(first > last for first, last in rest.holidays):
        raise InvalidInput("holiday_ends_before")
    if any(last > today + YEAR for _, last in rest.holidays):
        raise InvalidInput("holiday_too_far")
    taken = [(max(first, today - YEAR), min(last, today)) for first, last in before.holidays if first <= today]
    ahead = [(max(first, today), last) for first, last in rest.holidays if last >= today]
    holidays = _joined([each for each in (*taken, *ahead) if each[0] <= each[1]])
    days = sum((last - first).days + 1 for first, last in holidays)
    if len(holidays_ahead(holidays, today)) > MOST_HOLIDAYS or days > MOST_DAYS:
        raise InvalidInput("holidays_too_long", days=MOST_DAYS, most=MOST_HOLIDAYS)
    return Rest(rest.zone, rest.night, holidays)


def holidays_ahead(holidays: Sequence[Holiday], today: date) -> tuple[Holiday, ...]:
    """Those of these holidays that are not over."""
    return tuple(each for each in holidays if each[1] >= today)


def _joined(holidays: Sequence[Holiday]) -> tuple[Holiday, ...]:
    """These holidays in order; those that overlap or follow each other are one."""
    found: list[Holiday] = []
    for first, last in sorted(holidays):
        if found and first <= found[-1][1] + _DAY:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


def time_used(begun: datetime, ended: datetime, rest: Rest = AWAKE) -> timedelta:
    """The time between two moments that counts."""
    used, at = _NO_TIME, begun
    for asleep, awake in rest.periods(begun):
        if asleep >= ended:
            break
        used += max(_NO_TIME, asleep - at)
        at = max(at, awake)
    return used + max(_NO_TIME, ended - at)


def deadline(begun: datetime, left: timedelta, rest: Rest = AWAKE) -> datetime:
    """The moment at which this much time has been used; it is never within a rest."""
    at = begun
    for asleep, awake in rest.periods(begun):
        if asleep > at:
            if asleep - at >= left:
                break
            left -= asleep - at
        at = max(at, awake)
    return at + left


def stretch(now: datetime, rest: Rest = AWAKE) -> tuple[datetime, datetime | None]:
    """When the player is awake next, and until when; now if they are, None if nothing ends it."""
    awake = now
    for begins, ends in rest.periods(now):
        if begins > awake:
            return awake, begins
        awake = max(awake, ends)
    return awake, None


def _nights(begins: time, ends: time, zone: ZoneInfo, since: datetime) -> Iterator[Period]:
    """The nights by their beginning, from the day before a moment on."""
    day = since.astimezone(zone).date() - _DAY
    while True:
        yield _moment(day, begins, zone), _moment(day + _DAY * (ends <= begins), ends, zone)
        day += _DAY


def _length(begins: time, ends: time) -> timedelta:
    """How long a night is by the clocks on the wall."""
    day = date(2000, 1, 1)
    return (datetime.combine(day, ends) - datetime.combine(day, begins)) % _DAY


def _moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)


@cache
def _zone(name: str) -> ZoneInfo:
    """A time zone; UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
