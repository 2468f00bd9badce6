"""Actions typed by a player: as JSON, or in short form like `lay_tile K13 57 2` or `bid private=P0 amount=15`."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from tielu.core.actions import ACTIONS, FLAG_FIELDS, NUMBER_FIELDS, Action
from tielu.errors import InvalidInput

_YES = frozenset({"true", "yes"})
_NO = frozenset({"false", "no"})
# Values in lower case; every other id is in capitals.
_LOWERCASE = frozenset({"bank", "pool", "ipo", "company", "owner"})
_LONGEST_QUOTE = 40


def is_typed_action(line: str) -> bool:
    """Whether a line is an action rather than a command or a number."""
    words = line.split(maxsplit=1)
    return line.startswith("{") or bool(words and words[0].lower() in ACTIONS)


def parse_action(line: str) -> Action:
    """Parse an action; raises InvalidInput."""
    if line.startswith("{"):
        return Action.from_json(_parse_json(line))
    kind, _, rest = line.partition(" ")
    kind = kind.lower()
    if kind not in ACTIONS:
        raise InvalidInput("unknown_action", type=kind[:_LONGEST_QUOTE])
    if kind == "run_trains":
        return Action.from_json({"type": kind, "routes": _parse_json(rest)})
    return Action.from_json(_short_form(kind, rest.split()))


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("typed_not_json") from error


def _short_form(kind: str, words: list[str]) -> dict[str, Any]:
    """Parse values in the order of the fields, or as `name=value`; raises InvalidInput if there are too many."""
    names = [each.name for each in fields(ACTIONS[kind]) if each.name != "amounts"]
    data: dict[str, Any] = {"type": kind}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            name, value = next((each for each in names if each not in data), ""), word
        if not name:
            raise InvalidInput("typed_too_many", action=kind, usage=usage(kind))
        data[name] = _value(name, value)
    return data


def _value(name: str, word: str) -> Any:
    """Convert a word for its field; one that does not fit is left for `Action.from_json` to refuse."""
    if name in NUMBER_FIELDS:
        digits = word.removeprefix("¥").removesuffix("%")
        return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else word
    if name in FLAG_FIELDS:
        return True if word.lower() in _YES else False if word.lower() in _NO else word
    return word.lower() if word.lower() in _LOWERCASE else word.upper()


def usage(kind: str) -> str:
    """The short form of an action: its name and its fields."""
    names = [
        f"[{each.name}]" if each.default is None else each.name
        for each in fields(ACTIONS[kind])
        if each.name != "amounts"
    ]
    return " ".join([kind, *names])
