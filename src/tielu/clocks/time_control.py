"""Time controls: the time that the players of a game have agreed on, and what happens when somebody's runs out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tielu.errors import InvalidInput

# When somebody's time has run out: a bot plays until they are back, the game waits, or the others decide.
BOT, WAIT, CONSENT = "bot", "wait", "consent"
WHEN_OVER = (BOT, WAIT, CONSENT)

# At what pace a game is played: in one sitting, or over days.
LIVE, DAYS = "live", "days"

NO_TIME = timedelta(0)
_SECOND = timedelta(seconds=1)
# The least and the most of each time: in one sitting, and over days. Every turn adds something, so that whoever has
# run out of time can come back.
LIVE_TIME = (timedelta(minutes=1), timedelta(hours=24))
LIVE_TURN = (timedelta(seconds=5), timedelta(hours=1))
SLOW_TURN = (timedelta(hours=1), timedelta(days=14))
LONGEST_STORE = timedelta(days=60)
_LONGEST_BOT = 40


@dataclass(frozen=True)
class TimeControl:
    """The time that each player has at the beginning, what each turn adds to it, and the most it can be.

    Without a `most` the game is live, played in one sitting. `when_over` is one of WHEN_OVER; `bot` names the strength
    of the bot that then plays.
    """

    initial: timedelta
    per_turn: timedelta
    most: timedelta | None = None
    when_over: str = BOT
    bot: str = ""

    def __post_init__(self) -> None:
        """Raise InvalidInput for times that nobody can play with."""
        if self.most is None:
            _check(self.initial, *LIVE_TIME)
            _check(self.per_turn, *LIVE_TURN)
        else:
            _check(self.per_turn, *SLOW_TURN)
            _check(self.most, self.per_turn, LONGEST_STORE)
            _check(self.initial, self.per_turn, self.most)
        if self.when_over not in WHEN_OVER:
            raise InvalidInput("clock_unknown", field="when_over")
        if len(self.bot) > _LONGEST_BOT or (self.when_over != WAIT and not self.bot):
            raise InvalidInput("clock_unknown", field="bot")

    @property
    def is_live(self) -> bool:
        """Whether the game is played in one sitting, in which nobody sleeps."""
        return self.most is None

    @property
    def pace(self) -> str:
        return LIVE if self.is_live else DAYS

    def after_turn(self, left: timedelta) -> timedelta:
        """The time that somebody has after a turn at whose end this much was left."""
        left = max(NO_TIME, left) + self.per_turn
        return left if self.most is None else min(self.most, left)

    def to_json(self) -> dict[str, Any]:
        """The times are in seconds."""
        times = {"initial": self.initial // _SECOND, "per_turn": self.per_turn // _SECOND}
        if self.most is not None:
            times["most"] = self.most // _SECOND
        return {**times, "when_over": self.when_over, "bot": self.bot}

    @classmethod
    def from_json(cls, data: object) -> TimeControl:
        """The time control with this JSON; raises InvalidInput."""
        if not isinstance(data, Mapping):
            raise InvalidInput("clock_unknown", field="time_control")
        unknown = sorted(str(name)[:40] for name in data if name not in cls.__dataclass_fields__)
        if unknown or not isinstance(data.get("bot", ""), str):
            raise InvalidInput("clock_unknown", field=(*unknown, "bot")[0])
        return cls(
            _seconds(data, "initial"),
            _seconds(data, "per_turn"),
            None if data.get("most") is None else _seconds(data, "most"),
            data.get("when_over", BOT),
            data.get("bot", ""),
        )


def _seconds(data: Mapping[str, Any], field: str) -> timedelta:
    found = data.get(field)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= LONGEST_STORE // _SECOND:
        raise InvalidInput("clock_unknown", field=field)
    return timedelta(seconds=found)


def _check(time: timedelta, least: timedelta, most: timedelta) -> None:
    if not least <= time <= most:
        raise InvalidInput("clock_out_of_range")
