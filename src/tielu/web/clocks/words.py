"""Times of clocks in words: short enough for a card, and a time control in one line."""

from __future__ import annotations

from datetime import timedelta

from tielu.clocks import TimeControl
from tielu.i18n import say

_SECOND, _MINUTE, _HOUR, _DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def say_time_left(left: timedelta, lang: str, *, live: bool) -> str:
    """The time somebody has: to the second in a live game, otherwise in its two largest units."""
    left = max(timedelta(0), left)
    if live:
        hours, minutes, seconds = left // _HOUR, left % _HOUR // _MINUTE, left % _MINUTE // _SECOND
        return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    if left >= _DAY:
        return say("web_clock_days", lang, days=left // _DAY, hours=left % _DAY // _HOUR)
    return say("web_clock_hours", lang, hours=left // _HOUR, minutes=f"{left % _HOUR // _MINUTE:02d}")


def say_time_control(control: TimeControl, lang: str) -> str:
    """What each player has, in one line: what each turn adds, and the time for the game or in store."""
    if control.most is None:
        values = {"minutes": control.initial // _MINUTE, "seconds": control.per_turn // _SECOND}
        return say("web_clock_live", lang, **values)
    return say("web_clock_slow", lang, hours=control.per_turn // _HOUR, store=_in_days(control.most, lang))


def _in_days(time: timedelta, lang: str) -> str:
    """A time in days where it is some, otherwise in hours."""
    if time % _DAY:
        return say("web_clock_store_hours", lang, hours=time // _HOUR)
    return say("web_clock_store_days", lang, count=time // _DAY)
