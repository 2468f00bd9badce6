"""Clocks of games among people: what time players have, and when it runs out if nights and holidays do not count."""

from tielu.clocks.game_clock import GameClock, SeatClock, new_clock
from tielu.clocks.rest import AWAKE, Rest, checked_rest, deadline, time_used
from tielu.clocks.time_control import BOT, CONSENT, WAIT, WHEN_OVER, TimeControl

__all__ = [
    "AWAKE",
    "BOT",
    "CONSENT",
    "WAIT",
    "WHEN_OVER",
    "GameClock",
    "Rest",
    "SeatClock",
    "TimeControl",
    "checked_rest",
    "deadline",
    "new_clock",
    "time_used",
]
