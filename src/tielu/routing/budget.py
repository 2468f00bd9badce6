"""How long a search may go on: until a moment, or for a number of steps that is the same on every machine."""

from __future__ import annotations

import time

STEPS_BETWEEN_LOOKS = 32
# Compiled code keeps the interpreter to itself unless it pauses, and every other thread of a server would wait.
SECONDS_BETWEEN_PAUSES = 0.005


class OutOfTime(Exception):
    """The search has used up what it was given."""


class Effort:
    """Counts the steps of a search and ends it, by OutOfTime, when the time or the steps are over."""

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        self.steps = 0
        self.most_steps = -1 if steps is None else steps
        self.timed = seconds is not None
        self.paused = time.perf_counter()
        self.deadline = 0.0 if seconds is None else self.paused + seconds

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps >= 0:
            raise OutOfTime
        if self.steps % STEPS_BETWEEN_LOOKS == 0:
            self.look()

    def long_step(self) -> None:
        """A step that takes much longer than others do."""
        self.step()
        self.look()

    def look(self) -> None:
        """Look at the clock: let other threads go on, and end the search in time."""
        now = time.perf_counter()
        if now - self.paused >= SECONDS_BETWEEN_PAUSES:
            time.sleep(0)
            self.paused = time.perf_counter()
        if self.timed and not now <= self.deadline:
            raise OutOfTime
