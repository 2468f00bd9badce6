"""Nights and holidays: time in which the clock of a player stands still."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tielu.clocks import AWAKE, Rest, checked_rest, deadline, time_used
from tielu.clocks.rest import stretch
from tielu.errors import InvalidInput

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kolkata",
)
BERLIN = Rest("Europe/Berlin", (time(23), time(7)))
HOUR = timedelta(hours=1)

moments = st.timedeltas(timedelta(0), timedelta(days=2000)).map(lambda since: datetime(2024, 1, 1, tzinfo=UTC) + since)
times_left = st.timedeltas(timedelta(0), timedelta(days=20))


@st.composite
def rests(draw):
    """Nights of up to twelve hours and a few holidays, anywhere in the world."""
    begins = draw(st.integers(0, 24 * 60 - 1))
    length = draw(st.integers(0, 12 * 60))
    night = (_at(begins), _at((begins + length) % (24 * 60))) if length else None
    first_days = draw(st.lists(st.dates(date(2024, 1, 1), date(2030, 2, 1)), max_size=4))
    holidays = tuple((first, first + timedelta(days=draw(st.integers(0, 20)))) for first in first_days)
    return Rest(draw(st.sampled_from(ZONES)), night, holidays)


def _at(minutes):
    return time(minutes // 60, minutes % 60)


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@given(moments, times_left, rests())
def test_the_deadline_is_when_the_time_has_been_used(begun, left, rest):
    """Whatever nights and holidays lie between: at the deadline exactly so much time has been used."""
    assert time_used(begun, deadline(begun, left, rest), rest) == left


@given(moments, times_left, times_left, rests())
def test_a_clock_may_be_looked_at_on_the_way(begun, first, second, rest):
    """The time of two parts is that of the whole, so it does not matter when a clock is settled."""
    middle, ended = begun + first, begun + first + second
    assert time_used(begun, middle, rest) + time_used(middle, ended, rest) == time_used(begun, ended, rest)


@given(moments, times_left, rests())
def test_rest_never_costs_time(begun, left, rest):
    """With rest no deadline comes earlier, and no more time is used."""
    assert deadline(begun, left, rest) >= deadline(begun, left) == begun + left
    assert timedelta(0) <= time_used(begun, begun + left, rest) <= left


@given(moments, rests())
def test_the_next_stretch_awake_is_all_used(now, rest):
    """Until it begins no time is used, and from then on all of it counts until it ends."""
    begins, ends = stretch(now, rest)
    ends = ends or begins + HOUR
    assert now <= begins < ends
    assert time_used(now, begins, rest) == timedelta(0)
    assert time_used(begins, ends, rest) == ends - begins


def test_a_night_does_not_count():
    """In Berlin it is one hour later than UTC in winter: from 23:00 to 7:00 the clock stands still."""
    assert deadline(at("2026-11-16T21:00"), 2 * HOUR, BERLIN) == at("2026-11-17T07:00")
    assert time_used(at("2026-11-16T21:00"), at("2026-11-17T09:00"), BERLIN) == 4 * HOUR
    assert deadline(at("2026-11-17T02:00"), HOUR, BERLIN) == at("2026-11-17T07:00")


def test_nights_in_which_summer_time_changes():
    """In spring the night is an hour shorter, in autumn an hour longer; the times on the wall stay."""
    assert time_used(at("2026-03-28T20:00"), at("2026-03-29T08:00"), BERLIN) == 5 * HOUR
    assert time_used(at("2026-10-24T20:00"), at("2026-10-25T08:00"), BERLIN) == 3 * HOUR
    swallowed = Rest("Europe/Berlin", (time(2, 30), time(3)))
    assert time_used(at("2026-03-29T00:00"), at("2026-03-29T04:00"), swallowed) == 4 * HOUR


def test_holidays_are_whole_days_of_the_player():
    """A day begins at midnight where the player lives; the last day counts, and days in a row are one."""
    tokyo = Rest("Asia/Tokyo", None, ((date(2026, 12, 30), date(2027, 1, 3)), (date(2027, 1, 4), date(2027, 1, 4))))
    assert deadline(at("2026-12-29T14:00"), 2 * HOUR, tokyo) == at("2027-01-04T16:00")
    assert time_used(at("2026-12-29T15:00"), at("2027-01-04T15:00"), tokyo) == timedelta(0)


@settings(max_examples=20)
@given(moments, times_left)
def test_holidays_that_are_over_cost_nothing_to_know(begun, left):
    """Without nights the search for the next rest ends at once."""
    past = Rest("Europe/Berlin", None, ((date(2020, 1, 1), date(2020, 1, 9)),))
    assert deadline(begun, left, past) == begun + left == deadline(begun, left, AWAKE)


def test_a_zone_that_nobody_knows_is_utc():
    """A machine with older tables still keeps the clocks."""
    assert deadline(at("2026-11-16T22:00"), 2 * HOUR, Rest("Mars/Olympus", (time(23), time(7)))) == at(
        "2026-11-17T08:00"
    )


@pytest.mark.parametrize(
    ("night", "holidays", "code"),
    [
        ((time(20), time(8, 1)), (), "night_too_long"),
        ((time(8), time(8)), (), "night_too_long"),
        (None, ((date(2026, 12, 2), date(2026, 12, 1)),), "holiday_ends_before"),
        (None, ((date(2026, 12, 1), date(2027, 1, 12)),), "holidays_too_long"),
        (None, tuple((date(2026, 12, day), date(2026, 12, day)) for day in range(1, 23, 2)), "holidays_too_long"),
    ],
)
def test_a_rest_leaves_time_to_play(night, holidays, code):
    """No night is longer than twelve hours, and only so many holidays lie ahead."""
    with pytest.raises(InvalidInput) as refused:
        checked_rest(Rest("UTC", night, holidays), at("2026-11-16T12:00"))
    assert refused.value.code == code


def test_holidays_begin_today_and_are_one_if_they_follow_each_other():
    """What lies behind us is no holiday any more; what overlaps counts once."""
    over, now, later, next_day = ((date(2026, 11, day), date(2026, 11, day + 5)) for day in (1, 14, 18, 24))
    kept = checked_rest(Rest("UTC", (time(20), time(8)), (later, over, now, next_day)), at("2026-11-16T12:00"))
    assert kept == Rest("UTC", (time(20), time(8)), ((date(2026, 11, 16), date(2026, 11, 29)),))


@pytest.mark.parametrize("hours", [1, 11, 20])
def test_nobody_is_always_on_holiday(hours):
    """Days that were taken count for a year, also if the holiday is taken back meanwhile, be it on the same day."""
    rest, day = AWAKE, at("2026-11-16T12:00")
    for _ in range(60):
        today = day.date()
        with suppress(InvalidInput):
            rest = checked_rest(Rest("UTC", None, (*rest.holidays, (today, today))), day, rest)
        rest = checked_rest(Rest("UTC"), day + timedelta(hours=hours), rest)
        day += timedelta(days=1)
    assert time_used(at("2026-11-16T00:00"), at("2026-11-16T00:00") + timedelta(days=60), rest) >= timedelta(days=17)
    next_year = at("2027-12-31T12:00")
    assert checked_rest(Rest("UTC", None, ((date(2028, 1, 1), date(2028, 2, 11)),)), next_year, rest).holidays


@pytest.mark.parametrize("last", [date(2028, 1, 1), date.max])
def test_no_holiday_is_further_away_than_a_year(last):
    """One at the end of all calendars would stop every clock that asks for the day after it."""
    with pytest.raises(InvalidInput) as refused:
        checked_rest(Rest("UTC", None, ((last, last),)), at("2026-11-16T12:00"))
    assert refused.value.code == "holiday_too_far"
