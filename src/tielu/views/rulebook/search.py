"""Finding rules by words or by their ids."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tielu.i18n import Rule
from tielu.views.rulebook.book import Book, Entry, Section

# Longer queries are cut, and no more rules than this are shown.
LONGEST_QUERY = 80
MOST_FOUND = 80
# What words end in when they are inflected, and what must be left of one without its ending.
ENDINGS = ("en", "er", "es", "em", "e", "n", "s")
SHORTEST_STEM = 4
# German plurals that change the vowel: their endings, and from which length on a singular begins compounds, too.
PLURALS = ("ern", "er", "en", "e")
SHORTEST_FIRST_PART = 5
UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
VOWELS = str.maketrans({umlaut: vowel for vowel, umlaut in UMLAUTS.items()})


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


def query_of(text: str) -> str:
    """The query in a text: single spaces, none around it, and no longer than anybody types."""
    return " ".join(text.split())[:LONGEST_QUERY].strip()


def search(book: Book, query: str) -> tuple[Found, ...]:
    """The rules that have every word of the query in their id, section, text, note or readings; the best fits first."""
    words = plain(query_of(query)).split()
    if not words:
        return ()
    patterns = [_pattern(word) for word in words]
    ranked = [
        (_rank(section, rule, words), number, Found(section, rule, _parts(rule.text, words)))
        for number, (section, entry, rule) in enumerate(_every(book))
        if _fits(section, entry, rule, patterns)
    ]
    ranked.sort(key=lambda each: each[:2])
    return tuple(found for _, _, found in ranked)


def _every(book: Book) -> list[tuple[Section, Entry, Rule]]:
    return [(section, entry, rule) for section in book.sections for entry in section.entries for rule in entry.rules]


def _pattern(word: str) -> re.Pattern[str]:
    """A word anywhere, inside others too; without its ending as a word of its own or where a compound begins.

    Three letters make the second half of a compound: fewer are the ending of another word.
    """
    stems = {word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)}
    stems = {stem for stem in stems if len(stem) >= SHORTEST_STEM and stem.isalpha()}
    shortened = [rf"\b{stem}(?:\b|(?=\w{{3}}))" for stem in sorted(stems, key=len, reverse=True)]
    return re.compile("|".join([re.escape(word), *shortened, *_other_numbers(word)]))


def _other_numbers(word: str) -> list[str]:
    """Patterns of the singular of a German plural with an umlaut, or of such a plural of a singular.

    Either may be the last part of a compound. Only the singular, if it is long enough, may be the first one: "Fähre"
    must not find "Fahrt".
    """
    last_part = r"(?:\b|(?<=\w{4}))"
    if not word.isalpha():
        return []
    if (plain_word := word.translate(VOWELS)) != word:
        stems = {plain_word.removesuffix(ending) for ending in PLURALS if word.endswith(ending)}
        stems = {stem for stem in stems if len(stem) >= SHORTEST_STEM - 1}
        first = {stem: rf"|\b{stem}(?=\w{{3}})" if len(stem) >= SHORTEST_FIRST_PART else "" for stem in stems}
        return [rf"{last_part}{stem}(?:e?s)?\b{first[stem]}" for stem in sorted(stems, key=len, reverse=True)]
    found = re.search(r"(a)u[^aeiouy]+$|([aou])[^aeiouy]+$", word)
    if found is None:
        return []
    at = max(found.start(1), found.start(2))
    return [rf"{last_part}{word[:at]}{UMLAUTS[word[at]]}{word[at + 1 :]}(?:ern?|en?)\b"]


def _fits(section: Section, entry: Entry, rule: Rule, patterns: list[re.Pattern[str]]) -> bool:
    told = (rule.id, section.number, section.name, rule.text, rule.note, *(each.text for each in entry.readings))
    text = plain(" ".join(told))
    return all(pattern.search(text) for pattern in patterns)


def _rank(section: Section, rule: Rule, words: list[str]) -> int:
    """The rule that is named, those whose ids have the words, whose sections do, then the others as in the book."""
    if words == [rule.id]:
        return 0
    if all(word in rule.id for word in words):
        return 1
    return 2 if all(word in plain(section.name) for word in words) else 3


def _parts(text: str, words: list[str]) -> tuple[str, ...]:
    """A text cut at the words; those of a width or case of their own are found too, if that keeps their length."""
    compared = next((each for each in (plain(text), text.lower()) if len(each) == len(text)), text)
    marks = re.compile("|".join(_pattern(word).pattern for word in sorted(words, key=len, reverse=True)))
    parts, at = [], 0
    for match in marks.finditer(compared):
        parts += [text[at : match.start()], text[match.start() : match.end()]]
        at = match.end()
    return (*parts, text[at:])
