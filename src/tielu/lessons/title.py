"""What a title tells the lessons: its facet `lessons`, which it may do without."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from tielu import TITLES
from tielu.lessons.lesson import Lesson, parse_lesson
from tielu.titles import facet


def read_lessons(package: str, names: Sequence[str]) -> tuple[Lesson, ...]:
    """The lessons of a title in their order, each from the file of its name in the package.

    Their positions are cuts of one recorded game, in the file `game.json` there.
    """
    game = _read(package, "game")
    return tuple(parse_lesson(name, _read(package, name), game) for name in names)


def _read(package: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(package).joinpath(f"{name}.json").read_text("utf-8"))
    return found


def lessons_of(title: str) -> tuple[Lesson, ...]:
    """The lessons of a title in their order; none if it has none."""
    found = facet(title, "lessons")
    return found if isinstance(found, tuple) else ()


def find_lesson(key: str) -> Lesson | None:
    """The lesson with this key, None if there is none any more."""
    title = key.partition("/")[0]
    lessons = lessons_of(title) if title in TITLES else ()
    return next((each for each in lessons if each.key == key), None)
