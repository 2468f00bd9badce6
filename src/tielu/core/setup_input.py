"""What a game begins from: the names of its players and the fields of a saved game, checked as foreign input."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from numbers import Number
from operator import index
from typing import Any, Final

from .errors import InvalidAction, InvalidInput

LONGEST_NAME: Final = 40

_SAVED_FIELDS: Final[tuple[str, ...]] = ("title", "edition", "players", "actions")
# Games that were saved before there were revisions do not say theirs.
_LATER_FIELDS: Final[tuple[str, ...]] = ("revision",)
# Control characters, lone surrogates and line breaks would spoil every list a name appears in.
_NO_NAME_CHARACTERS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Signs that write what follows in another direction would reach beyond the name.
TURNING_CHARACTERS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def checked_names(players: object) -> tuple[str, ...]:
    """The names of the players in seating order; raises InvalidAction unless they can be told apart and shown."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidAction("players_not_a_list", found=type(players).__name__)
    seen: set[str] = set()
    for seat, name in enumerate(players, 1):
        if not isinstance(name, str):
            raise InvalidAction("name_not_a_text", seat=seat, found=type(name).__name__)
        if not name.strip():
            raise InvalidAction("name_empty", seat=seat)
        if len(name) > LONGEST_NAME:
            raise InvalidAction("name_too_long", seat=seat, length=len(name), longest=LONGEST_NAME)
        if not TURNING_CHARACTERS.isdisjoint(name) or any(
            unicodedata.category(character) in _NO_NAME_CHARACTERS for character in name
        ):
            raise InvalidAction("name_unprintable", seat=seat)
        if name in seen:
            raise InvalidAction("name_twice", name=name)
        seen.add(name)
    return tuple(players)


def saved_fields(data: object) -> dict[str, Any]:
    """The fields of a saved game, all there and no others; raises InvalidAction otherwise."""
    if not isinstance(data, dict):
        raise InvalidAction("not_a_game", found=type(data).__name__)
    for name in data:
        if name not in _SAVED_FIELDS and name not in _LATER_FIELDS:
            raise InvalidAction("unknown_game_field", field=quoted(name))
    for name in _SAVED_FIELDS:
        if data.get(name) is None:
            raise InvalidAction("missing_game_field", field=name)
    if not isinstance(data["actions"], list):
        raise InvalidAction("actions_not_a_list", found=type(data["actions"]).__name__)
    return data


def whole_number(name: str, value: Any) -> int:
    """The value as an int, not cut off; raises InvalidInput if what has this name is no whole number."""
    try:
        return index(value)
    except TypeError:
        raise InvalidInput("not_a_whole_number", name=name, found=type(value).__name__) from None


def quoted(value: object) -> str:
    """Foreign input as it may be quoted in a message: a text, cut; a number with its type; else the type alone."""
    if isinstance(value, str):
        return value[:LONGEST_NAME]
    kind = type(value).__name__
    return f"{shown_number(value)} ({kind})" if isinstance(value, Number) else kind


def shown_number(value: object) -> str:
    """A number, cut; Python refuses to write one that is far too long."""
    try:
        return str(value)[:LONGEST_NAME]
    except ValueError:
        return "…"
