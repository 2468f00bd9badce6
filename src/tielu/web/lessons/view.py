"""What pages tell of lessons: the list with what has been done, and the band of the table in a lesson."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tielu import TITLES, Action, Game
from tielu.i18n import rule_text, say, say_event
from tielu.lessons import (
    ASTRAY,
    REACHED,
    Explanation,
    Lesson,
    LessonProgress,
    lessons_of,
    progress_of,
    say_explanation,
    shown_action,
    words_of,
)
from tielu.store import GameInfo
from tielu.views.history.event_rules import CitedRule, rules_of
from tielu.web.lessons.answers import lesson_on

# This many events are told where a lesson has no words for what happened.
_MOST_EVENTS = 3


@dataclass(frozen=True)
class LessonCard:
    """A lesson in the list."""

    title: str
    name: str
    number: int
    label: str
    about: str
    done: bool
    next: bool


@dataclass(frozen=True)
class LessonList:
    """The lessons of a title."""

    title: str
    label: str
    cards: tuple[LessonCard, ...]

    @property
    def done(self) -> int:
        return sum(card.done for card in self.cards)

    @property
    def next(self) -> LessonCard | None:
        return next((card for card in self.cards if card.next), None)


@dataclass(frozen=True)
class LessonBand:
    """The band of a lesson: what it is, the task, what happened and why, and what comes next.

    `said` is what happened, or before the first action what one must know; `outcome` tells which: "intro", "reached",
    "underway", "noted", "told" or, where only a new start leads to the goal, "astray". `shown` is the action that the
    learner may ask for. `own` tells whether the reader plays.
    """

    key: str
    title: str
    name: str
    label: str
    number: int
    count: int
    step: int
    steps: int
    task: str
    said: str
    outcome: str
    rule: CitedRule | None
    done: bool
    shown: Action | None
    following: LessonCard | None
    own: bool


def lesson_lists(done: Collection[str], lang: str) -> tuple[LessonList, ...]:
    """The lessons of all titles that have some."""
    return tuple(lesson_list(title, done, lang) for title in TITLES if lessons_of(title))


def lesson_list(title: str, done: Collection[str], lang: str) -> LessonList:
    """The lessons of a title; the next one is the first that has not been done."""
    lessons = lessons_of(title)
    following = next((each.key for each in lessons if each.key not in done), None)
    cards = []
    for number, lesson in enumerate(lessons, 1):
        words = words_of(title, lesson.name, lang)
        is_done, is_next = lesson.key in done, lesson.key == following
        cards.append(LessonCard(title, lesson.name, number, words.name, words.about, is_done, is_next))
    return LessonList(title, TITLES[title].label, tuple(cards))


def lesson_band(info: GameInfo, game: Game, seat: int | None, lang: str) -> LessonBand | None:
    """The band of a lesson in this position; None at any other table."""
    lesson = lesson_on(info)
    if lesson is None or info.origin is None:
        return None
    progress = progress_of(lesson, game, info.origin.entries)
    said, outcome, rule = _said(lesson, game, progress.explanation, lang)
    cards = lesson_list(lesson.title, (), lang).cards
    number = next(card.number for card in cards if card.name == lesson.name)
    return LessonBand(
        key=lesson.key,
        title=lesson.title,
        name=lesson.name,
        label=words_of(lesson.title, lesson.name, lang).name,
        number=number,
        count=len(cards),
        step=progress.reached,
        steps=progress.steps,
        task=_task(lesson, progress, lang),
        said=said,
        outcome=outcome,
        rule=CitedRule(rule, rule_text(rule, lang)) if rule else None,
        done=progress.done,
        shown=shown_action(lesson, game, progress),
        following=cards[number] if number < len(cards) else None,
        own=seat is not None,
    )


def _task(lesson: Lesson, progress: LessonProgress, lang: str) -> str:
    """What is to be done now: the task of the step, or what is left of it."""
    if progress.done:
        return ""
    name = progress.explanation.name if progress.explanation is not None else ""
    if name == ASTRAY:
        return say("web_lesson_astray_task", lang)
    step = words_of(lesson.title, lesson.name, lang).steps[progress.reached]
    return step.then.get(name, step.task)


def _said(lesson: Lesson, game: Game, explanation: Explanation | None, lang: str) -> tuple[str, str, str]:
    """What is said beside the task, what kind of saying it is, and the rule behind it."""
    if explanation is None:
        return words_of(lesson.title, lesson.name, lang).intro, "intro", lesson.rule
    if explanation.name == ASTRAY:
        return say("web_lesson_astray", lang), "astray", ""
    if explanation.name:
        outcome = "reached" if explanation.name == REACHED else "underway" if explanation.underway else "noted"
        return say_explanation(lesson, explanation, lang), outcome, explanation.rule
    events = explanation.events[:_MOST_EVENTS]
    rules = [rule for event in events for rule in rules_of(game.title, event)]
    return say("space", lang).join(say_event(event, lang) for event in events), "told", rules[0] if rules else ""
