"""The words of the game in three languages, each with what it means; docs/glossary.md has the same words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tielu.i18n.catalogue import LANGUAGES, language_of

# What may follow a word in its other forms; in Japanese nothing does.
_ENDINGS = {"en": "(?:s|es)?", "de": "(?:e|en|es|n|s)?"}


@dataclass(frozen=True)
class Term:
    """A word of the game; `forms` are those by which texts name it, none if it goes without saying."""

    key: str
    group: str
    word: str
    means: str
    forms: tuple[str, ...]


@cache
def glossary(lang: str) -> tuple[Term, ...]:
    """All words in a language, in the order of the page."""
    lang, path = language_of(lang), files("tielu.i18n").joinpath("glossary.json")
    return tuple(
        Term(each["key"], each["group"], each[lang]["term"], each[lang]["means"], tuple(each[lang].get("forms", ())))
        for each in json.loads(path.read_text("utf-8"))
    )


def words_in_other_languages(key: str, lang: str) -> tuple[tuple[str, str], ...]:
    """The other languages with their words for a term."""
    return tuple((each, term(key, each).word) for each in LANGUAGES if each != language_of(lang))


def term(key: str, lang: str) -> Term:
    """The term with this key; raises KeyError if there is none."""
    return {each.key: each for each in glossary(lang)}[key]


@cache
def _pattern(lang: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the words in a text, the longest first, and the term of each form."""
    keys = {form.casefold(): each.key for each in glossary(lang) for form in each.forms}
    forms = "|".join(re.escape(form) for form in sorted(keys, key=len, reverse=True))
    whole = rf"(?<!\w)({forms}){_ENDINGS[lang]}(?![\w+])" if lang in _ENDINGS else f"({forms})"
    return re.compile(whole, re.IGNORECASE), keys


def terms_in(text: str, lang: str) -> Iterator[tuple[str, str]]:
    """The text in parts, each with the key of the term that it names, or none."""
    pattern, keys = _pattern(language_of(lang))
    at = 0
    for match in pattern.finditer(text):
        yield text[at : match.start()], ""
        yield match[0], keys[match[1].casefold()]
        at = match.end()
    yield text[at:], ""
