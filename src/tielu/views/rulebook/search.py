"""Finding rules by words or by their ids."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tielu.i18n import Rule
from tielu.views.rulebook.book import Book, Entry, Section

# Longer wishes are cut, and more than this is no answer.
LONGEST_WISH = 80
MOST_FOUND = 80


@dataclass(frozen=True)
class Found:
    """A rule that fits, where it stands, and its text cut where the words of the search begin and end.

    Every second part of `parts` is one of the words.
    """

    section: Section
    rule: Rule
    parts: tuple[str, ...]


def plain(text: str) -> str:
    """Text for comparing: letters of one width and one case."""
    return unicodedata.normalize("NFKC", text).casefold()


def wish_of(text: str) -> str:
    """What is looked for, without the space around it and no longer than anybody types."""
    return " ".join(text.split())[:LONGEST_WISH].strip()


def search(book: Book, wish: str) -> tuple[Found, ...]:
    """The rules that have every word of the wish in their id, section, text, note or readings; ids that fit first."""
    words = plain(wish_of(wish)).split()
    if not words:
        return ()
    ranked = [
        (_rank(rule.id, words), number, Found(section, rule, _parts(rule.text, words)))
        for number, (section, entry, rule) in enumerate(_every(book))
        if _fits(section, entry, rule, words)
    ]
    ranked.sort(key=lambda each: each[:2])
    return tuple(found for _, _, found in ranked)


def _every(book: Book) -> list[tuple[Section, Entry, Rule]]:
    return [(section, entry, rule) for section in book.sections for entry in section.entries for rule in entry.rules]


def _fits(section: Section, entry: Entry, rule: Rule, words: list[str]) -> bool:
    told = (rule.id, section.number, section.name, rule.text, rule.note, *(each.text for each in entry.readings))
    text = plain(" ".join(told))
    return all(word in text for word in words)


def _rank(rule_id: str, words: list[str]) -> int:
    """The rule that is named comes first, then those whose ids have the words, then the others as in the book."""
    if words == [rule_id]:
        return 0
    return 1 if all(word in rule_id for word in words) else 2


def _parts(text: str, words: list[str]) -> tuple[str, ...]:
    """A text cut at the words; those of a width or case of their own are found too, if that keeps their length."""
    if len(plain(text)) != len(text):
        return (text,)
    marks = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)))
    parts, at = [], 0
    for match in marks.finditer(plain(text)):
        parts += [text[at : match.start()], text[match.start() : match.end()]]
        at = match.end()
    return (*parts, text[at:])
