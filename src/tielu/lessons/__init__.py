"""Lessons: prepared positions with tasks, for people who learn a title at its table."""

from tielu.lessons.lesson import Lesson, Mistake, Note, Step
from tielu.lessons.progress import ASTRAY, REACHED, Explanation, LessonProgress, next_answer, progress_of, shown_action
from tielu.lessons.title import find_lesson, lessons_of
from tielu.lessons.words import LessonWords, say_explanation, words_of

__all__ = [
    "ASTRAY",
    "REACHED",
    "Explanation",
    "Lesson",
    "LessonProgress",
    "LessonWords",
    "Mistake",
    "Note",
    "Step",
    "find_lesson",
    "lessons_of",
    "next_answer",
    "progress_of",
    "say_explanation",
    "shown_action",
    "words_of",
]
