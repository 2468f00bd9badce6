"""The message catalogues: one JSON file per language, sections of texts with {placeholders}."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "ja")
FALLBACK = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")

# What stands for a value that a message asks for and nobody gave.
_UNKNOWN = "?"


@cache
def catalogue(lang: str) -> Mapping[str, Mapping[str, str]]:
    """All messages of a language: section, then key, then text."""
    text = files("tielu.i18n").joinpath("messages", f"{lang}.json").read_text("utf-8")
    messages: dict[str, dict[str, str]] = json.loads(text)
    return messages


def language_of(wish: str | None) -> str:
    """The language that a wish such as `de`, `de_AT.UTF-8` or `JA` means; English if we do not speak it."""
    lang = re.split(r"[-_.@]", (wish or "").strip().lower())[0]
    return lang if lang in LANGUAGES else FALLBACK


def find(section: str, key: str, lang: str) -> str | None:
    """The text of a message, in English where the language lacks it, or None where English does too."""
    for each in (language_of(lang), FALLBACK):
        text = catalogue(each).get(section, {}).get(key)
        if text is not None:
            return text
    return None


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Put values in the place of {placeholders}; one without a value becomes a question mark."""
    return PLACEHOLDER.sub(lambda match: str(values.get(match[1], _UNKNOWN)), text)


def say(key: str, lang: str, **values: Any) -> str:
    """A word or sentence of the screen; the key itself if the catalogues lack it."""
    text = find("ui", key, lang)
    return fill(text, values) if text is not None else key
