"""The fields that choose a clock: usual ones, numbers of one's own, and what cannot be meant."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tielu.clocks import BOT, WAIT, TimeControl
from tielu.errors import InvalidInput
from tielu.web.clocks.form import LIVE, SLOW, ClockForm
from tielu.web.clocks.words import say_time_control, say_time_left

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (ClockForm(), None),
        (ClockForm("live-60"), TimeControl(HOUR, timedelta(seconds=30), None, BOT, "clerk")),
        (ClockForm("days-24", when_over=WAIT, bot="clerk"), TimeControl(3 * DAY, DAY, 3 * DAY, WAIT)),
        (ClockForm("live", "20", "10", bot="random"), TimeControl(HOUR / 3, HOUR / 360, None, BOT, "random")),
        (ClockForm("days", hours="36", store_hours=" 96 "), TimeControl(4 * DAY, 1.5 * DAY, 4 * DAY, BOT, "clerk")),
    ],
)
def test_what_the_fields_mean(form, expected):
    """A bot that is not named is the usual one of the title, and none where the game waits."""
    assert form.time_control("1880") == expected


@pytest.mark.parametrize(
    "form",
    [
        ClockForm("blitz"),
        ClockForm("live", minutes="0"),
        ClockForm("live", seconds="-5"),
        ClockForm("live", minutes="٣٠"),
        ClockForm("days", hours="9" * 30),
        ClockForm("days", hours="24", store_hours="12"),
        ClockForm("live-60", bot="grandmaster"),
        ClockForm("live-60", when_over="lose"),
    ],
)
def test_what_cannot_be_meant(form):
    """It is refused, and the form is shown again."""
    with pytest.raises(InvalidInput):
        form.time_control("1880")


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_every_usual_clock_can_be_played_with(lang):
    """And is said in one line."""
    for name in (*LIVE, *SLOW):
        control = ClockForm(name).time_control("1880")
        assert control is not None
        assert "web_" not in say_time_control(control, lang)


@pytest.mark.parametrize(
    ("left", "live", "text"),
    [
        (timedelta(seconds=-3), True, "0:00"),
        (timedelta(minutes=9, seconds=5.9), True, "9:05"),
        (timedelta(hours=1, seconds=1), True, "1:00:01"),
        (timedelta(hours=51, minutes=59), False, "2 d 3 h"),
        (timedelta(hours=23, minutes=59), False, "23:59 h"),
        (timedelta(minutes=7), False, "0:07 h"),
    ],
)
def test_time_left_in_words(left, live, text):
    """To the second where seconds count, otherwise in two units."""
    assert say_time_left(left, "en", live=live) == text
