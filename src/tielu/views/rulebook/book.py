"""The book of a title's rules: sections as in the printed one, and the rules with what editions do otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from tielu import TITLES
from tielu.i18n import LANGUAGES, Rule, rules, say_reading
from tielu.views.rulebook.drawings import has_example
from tielu.views.rulebook.title import rulebook_of

_NUMBER = re.compile(r"([IVX]+)((?:\.\d+)*)\.? (.*)")
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")
_ROMAN = {"I": 1, "V": 5, "X": 10}
_LAST = 99


@dataclass(frozen=True)
class Reading:
    """How some editions depart from a rule."""

    switch: str
    editions: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Entry:
    """A rule, or all wordings of one that each edition words in its own way.

    `printed` are the editions that print it where others do not; none are named if all do.
    """

    rules: tuple[Rule, ...]
    readings: tuple[Reading, ...]
    printed: tuple[str, ...]
    # The rule of which there is a drawing; empty if none is.
    example: str

    @property
    def differs(self) -> bool:
        """Whether editions differ in it."""
        return bool(len(self.rules) > 1 or self.readings or self.printed)


@dataclass(frozen=True)
class Section:
    """A section of the book; `slug` is the same in every language, `number` may be empty."""

    slug: str
    number: str
    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Book:
    """All rules of a title in a language, in the order of the printed book."""

    title: str
    label: str
    editions: tuple[str, ...]
    sections: tuple[Section, ...]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for entry in section.entries for rule in entry.rules)

    @cached_property
    def places(self) -> Mapping[str, tuple[Section, Entry]]:
        """For each rule the section and the entry in which it stands."""
        return {
            rule.id: (section, entry) for section in self.sections for entry in section.entries for rule in entry.rules
        }


@lru_cache(maxsize=32)
def book_of(title: str, lang: str) -> Book:
    """The book of a title; one without sections if the title has no texts of its rules."""
    english = {rule.id: rule.section for rule in rules(LANGUAGES[0], title)}
    texts = rules(lang, title)
    printed = {edition for rule in texts for edition in rule.editions}
    readings = _readings(title, lang)
    sections = [
        _section(english[found[0].id], found, printed, readings)
        for found in (tuple(several) for _, several in groupby(texts, key=lambda rule: rule.section))
    ]
    sections.sort(key=lambda section: _order(section.number))
    return Book(title, TITLES[title].label, TITLES[title].editions, tuple(sections))


def _section(
    english: str, found: Sequence[Rule], printed: set[str], readings: Mapping[str, tuple[Reading, ...]]
) -> Section:
    number, name = _numbered(found[0].section)
    slug = _NOT_IN_SLUGS.sub("-", english.lower()).strip("-")
    return Section(slug, number, name, tuple(_entries(found, printed, readings)))


def _numbered(name: str) -> tuple[str, str]:
    """The number of a section and its name."""
    match = _NUMBER.fullmatch(name)
    return (match[1] + match[2], match[3]) if match else ("", name)


def _order(number: str) -> tuple[int, ...]:
    """Where a section stands: numbers as the book counts them, what has none at the end."""
    if not number:
        return (_LAST,)
    roman, *rest = number.split(".")
    values = [_ROMAN[letter] for letter in roman]
    signed = [-low if low < high else low for low, high in zip(values, [*values[1:], 0], strict=True)]
    return (sum(signed), *map(int, rest))


def _entries(found: Iterable[Rule], printed: set[str], readings: Mapping[str, tuple[Reading, ...]]) -> Iterator[Entry]:
    """The rules in their order; wordings of one rule stand together."""
    for _, several in groupby(found, key=_stem):
        same = tuple(several)
        told = dict.fromkeys(reading for rule in same for reading in readings.get(rule.id, ()))
        only = same[0].editions if len(same) == 1 and set(same[0].editions) != printed else ()
        yield Entry(same, tuple(told), only, next((rule.id for rule in same if has_example(rule.id)), ""))


def _stem(rule: Rule) -> str:
    """The id without the edition at its end, where it names one."""
    stem, _, last = rule.id.rpartition(".")
    return stem if last in rule.editions else rule.id


def _readings(title: str, lang: str) -> Mapping[str, tuple[Reading, ...]]:
    """For each rule how editions depart from the usual one."""
    known = rulebook_of(title)
    if not known.editions:
        return {}
    usual = next(iter(known.editions.values()))
    found: dict[str, tuple[Reading, ...]] = {}
    for switch, ids in known.readings.items():
        value = getattr(usual, switch)
        others = tuple(each for each, switches in known.editions.items() if getattr(switches, switch) != value)
        for rule_id in ids:
            found[rule_id] = (*found.get(rule_id, ()), Reading(switch, others, say_reading(switch, lang)))
    return found
