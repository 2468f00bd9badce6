"""How long a search may go on: until a moment, or for a number of steps that is the same on every machine."""

from __future__ import annotations

import time

STEPS_BETWEEN_LOOKS = 32


class OutOfTime(Exception):
    """The search has used up what it was given."""


class Effort:
    """Counts the steps of a search and ends it, by OutOfTime, when the time or the steps are over."""

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        self.steps = 0
        self.most_steps = -1 if steps is None else steps
        self.timed = seconds is not None
        self.deadline = 0.0 if seconds is None else time.perf_counter() + seconds

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps >= 0:
            raise OutOfTime
        if self.timed and self.steps % STEPS_BETWEEN_LOOKS == 0 and not time.perf_counter() <= self.deadline:
            raise OutOfTime
