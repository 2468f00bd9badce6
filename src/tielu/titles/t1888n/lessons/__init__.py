"""1888-N: its lessons, in the order in which they are best taken."""

from __future__ import annotations

from typing import Final

from tielu.lessons.title import read_lessons

LESSONS: Final = read_lessons(
    __name__,
    (
        "auction",
        "founding",
        "track",
        "running",
        "dividends",
        "powers",
        "ferry",
        "trains",
        "selling",
        "emergency",
    ),
)
