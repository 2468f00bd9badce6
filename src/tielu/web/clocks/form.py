"""The fields of a form that choose a clock (`clock_fields` in `clock_fields.html`), and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Form

from tielu.bots.strengths import strength_of, usual_strength
from tielu.clocks import BOT, WAIT, TimeControl
from tielu.errors import InvalidInput

# The usual clocks: time for the game and for each turn in minutes and seconds, or hours for each turn and in store.
LIVE: Mapping[str, tuple[int, int]] = {"live-60": (60, 30), "live-90": (90, 60)}
SLOW: Mapping[str, tuple[int, int]] = {"days-12": (12, 36), "days-24": (24, 72), "days-48": (48, 144)}
OWN_LIVE, OWN_SLOW = "live", "days"
_LARGEST_NUMBER = 10_000


@dataclass(frozen=True)
class ClockForm:
    """The submitted fields: a usual clock, one of two with numbers of one's own, or none if `clock` is empty."""

    clock: str = ""
    minutes: str = "45"
    seconds: str = "30"
    hours: str = "36"
    store_hours: str = "96"
    when_over: str = BOT
    bot: str = ""

    def time_control(self, title: str) -> TimeControl | None:
        """The chosen time control for a game of this title, None for a game without clocks; raises InvalidInput."""
        if not self.clock:
            return None
        strength = strength_of(self.bot, title) if self.bot else usual_strength(title)
        over = (self.when_over, "" if self.when_over == WAIT else strength.name)
        if self.clock == OWN_LIVE or self.clock in LIVE:
            minutes, seconds = LIVE.get(self.clock) or (_number(self.minutes), _number(self.seconds))
            return TimeControl(timedelta(minutes=minutes), timedelta(seconds=seconds), None, *over)
        if self.clock == OWN_SLOW or self.clock in SLOW:
            hours, store = SLOW.get(self.clock) or (_number(self.hours), _number(self.store_hours))
            return TimeControl(timedelta(hours=store), timedelta(hours=hours), timedelta(hours=store), *over)
        raise InvalidInput("clock_unknown", field="clock")


def _number(text: str) -> int:
    """The number that was typed; raises InvalidInput."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= _LARGEST_NUMBER):
        raise InvalidInput("clock_out_of_range")
    return int(text)


def clock_form(
    clock: Annotated[str, Form()] = "",
    clock_minutes: Annotated[str, Form()] = "45",
    clock_seconds: Annotated[str, Form()] = "30",
    clock_hours: Annotated[str, Form()] = "36",
    clock_store: Annotated[str, Form()] = "96",
    when_over: Annotated[str, Form()] = BOT,
    clock_bot: Annotated[str, Form()] = "",
) -> ClockForm:
    """What a request has chosen; a dependency of routes whose form has these fields."""
    return ClockForm(clock, clock_minutes, clock_seconds, clock_hours, clock_store, when_over, clock_bot)


ClockFormDep = Annotated[ClockForm, Depends(clock_form)]
