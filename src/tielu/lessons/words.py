"""The words of lessons, from the files `messages/lessons.<language>.json` of each title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tielu import TITLES
from tielu.i18n.catalogue import FALLBACK, fill, language_of, title_messages
from tielu.lessons.lesson import Lesson
from tielu.lessons.progress import Explanation


@dataclass(frozen=True)
class StepWords:
    """The task of a step, what is said of what happened, and what is left of the task then, by the name of the note."""

    task: str
    notes: Mapping[str, str]
    then: Mapping[str, str]


@dataclass(frozen=True)
class LessonWords:
    """The name of a lesson, one line about it, what one must know before, and the words of its steps."""

    name: str
    about: str
    intro: str
    steps: tuple[StepWords, ...]


@cache
def _catalogue(title: str, lang: str) -> Mapping[str, Any]:
    return title_messages(TITLES[title], f"lessons.{lang}.json")


@cache
def words_of(title: str, name: str, lang: str) -> LessonWords:
    """The words of a lesson in a language, in English where it lacks them; raises KeyError for an unknown lesson."""
    lang = language_of(lang)
    data = _catalogue(title, lang).get(name) or _catalogue(title, FALLBACK)[name]
    steps = tuple(StepWords(each["task"], each["notes"], each.get("then", {})) for each in data["steps"])
    return LessonWords(data["name"], data["about"], data["intro"], steps)


def say_explanation(lesson: Lesson, explanation: Explanation, lang: str) -> str:
    """What happened, in the words of the lesson; empty where it has none for that."""
    text = words_of(lesson.title, lesson.name, lang).steps[explanation.step].notes.get(explanation.name, "")
    return fill(text, explanation.values)
