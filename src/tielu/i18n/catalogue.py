"""The message catalogues: one JSON file per language, sections of texts with {placeholders}.

What all titles share stands here; each title adds its own words from the folder `messages` of its package.

A text that depends on a number has a form for each plural category of the language, named as CLDR names them: `key.one`
beside `key`, which stands for all others. The number is the one called `count`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tielu import TITLES, Title

LANGUAGES = ("en", "de", "ja")
FALLBACK = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
# English has an 8-train, but a 2-train.
_BEFORE_EIGHT = re.compile(r"\b([Aa]) (?=8)")

# Languages that tell one thing from several; in the others every number takes the same words.
_ONE_AND_OTHER = frozenset({"en", "de"})
# What stands for a value that a message asks for and nobody gave.
_UNKNOWN = "?"


@cache
def catalogue(lang: str) -> Mapping[str, Mapping[str, str]]:
    """All messages of a language, those of the titles among them: section, then key, then text."""
    messages: dict[str, dict[str, str]] = json.loads(
        files("tielu.i18n").joinpath("catalogues", f"{lang}.json").read_text("utf-8")
    )
    for title in TITLES.values():
        for section, texts in title_messages(title, f"{lang}.json").items():
            messages.setdefault(section, {}).update(texts)
    return messages


def title_messages(title: Title, name: str) -> dict[str, Any]:
    """A file of a title's folder `messages`; empty if there is none."""
    path = files(title.package).joinpath("messages", name)
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def language_of(wanted: str | None) -> str:
    """The language that a name such as `de`, `de_AT.UTF-8` or `JA` means; English if we do not speak it."""
    if wanted in LANGUAGES:
        return wanted  # nearly always, and a page asks thousands of times
    lang = re.split(r"[-_.@]", (wanted or "").strip().lower())[0]
    return lang if lang in LANGUAGES else FALLBACK


def plural_category(count: object, lang: str) -> str:
    """The plural category that a number has in a language: `one` or `other`."""
    return "one" if count == 1 and language_of(lang) in _ONE_AND_OTHER else "other"


def find(section: str, key: str, lang: str, count: object = None) -> str | None:
    """The text of a message for a number, in English where the language lacks it, or None where English does too."""
    for each in (language_of(lang), FALLBACK):
        texts = catalogue(each).get(section, {})
        text = texts.get(f"{key}.one") if plural_category(count, each) == "one" else None
        if text is None:
            text = texts.get(key)
        if text is not None:
            return text
    return None


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Put values in the place of {placeholders}; one without a value becomes a question mark."""
    if "{" not in text:
        return text
    filled = PLACEHOLDER.sub(lambda match: str(values.get(match[1], _UNKNOWN)), text)
    return _BEFORE_EIGHT.sub(r"\1n ", filled) if "{train}" in text else filled


def say(key: str, lang: str, **values: Any) -> str:
    """A word or sentence of the screen, for `count` things; the key itself if the catalogues lack it."""
    text = find("ui", key, lang, values.get("count"))
    return fill(text, values) if text is not None else key
