"""The rule catalogue: each rule by its id, restated in our own words in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tielu import TITLES
from tielu.i18n.catalogue import FALLBACK, language_of, title_messages

_SECTIONS = "__sections__"
_NOTES = "__notes__"


@dataclass(frozen=True)
class Rule:
    """A rule of the catalogue; `editions` are those that print it (none named: all), `note` may be empty."""

    id: str
    section: str
    text: str
    kind: str
    editions: tuple[str, ...]
    note: str


@cache
def _catalogue(title: str, lang: str) -> Mapping[str, Any]:
    """The rules of a title in a language, by id; empty if there are none."""
    return title_messages(TITLES[title], f"rules.{lang}.json") if title in TITLES else {}


def rule(rule_id: str, lang: str = FALLBACK) -> Rule | None:
    """The rule with this id, in English where the language lacks it, or None if there is no such rule."""
    title = rule_id.split(".")[0]
    entry = _catalogue(title, FALLBACK).get(rule_id)
    if entry is None:
        return None
    editions = tuple(str(edition) for edition in entry.get("editions", ()))
    if language_of(lang) == FALLBACK:
        return Rule(rule_id, entry["section"], entry["text"], entry["kind"], editions, entry.get("note", ""))
    local = _catalogue(title, language_of(lang))
    section = local.get(_SECTIONS, {}).get(entry["section"], entry["section"])
    note = local.get(_NOTES, {}).get(rule_id, "")
    return Rule(rule_id, section, local.get(rule_id, entry["text"]), entry["kind"], editions, note)


def rule_text(rule_id: str, lang: str = FALLBACK) -> str:
    """What the rule says; an unknown id stands for itself."""
    found = rule(rule_id, lang)
    return rule_id if found is None else found.text


def rule_title(rule_id: str, lang: str = FALLBACK) -> str:
    """What the rule is called where it is cited: the heading above it; an unknown id stands for itself."""
    found = rule(rule_id, lang)
    return rule_id if found is None else found.section


def rules(lang: str = FALLBACK, title: str | None = None) -> list[Rule]:
    """The whole catalogue, or that of a title, in the order of the rulebooks."""
    ids = [rule_id for each in (TITLES if title is None else (title,)) for rule_id in _catalogue(each, FALLBACK)]
    return [found for rule_id in ids if (found := rule(rule_id, lang)) is not None]
