"""Letters that stand for players where there is no room for names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

# What a reader takes for one sign: accents, colours of skin and what is joined belong to the sign before; so do flags.
_SIGN = re.compile(
    r"[\U0001F1E6-\U0001F1FF]{2}"
    r"|\S[\u0300-\u036F\u3099\u309A\uFE0F\U0001F3FB-\U0001F3FF]*(?:\u200D\S[\uFE0F\U0001F3FB-\U0001F3FF]*)*"
)
_NUMBER = re.compile(r"(?<!\d)\d{1,2}$")


def player_letters(names: Sequence[str]) -> dict[str, str]:
    """The letters of each name: the first, or if others begin alike, the number at its end or two letters."""
    signs = {name: _SIGN.findall(normalize("NFC", name)) for name in names}
    found: dict[str, str] = {}
    for first in dict.fromkeys(map(_first, signs.values())):
        alike = {name: each for name, each in signs.items() if _first(each) == first}
        found |= dict(zip(alike, _told_apart(first, alike), strict=True))
    return found


def _first(signs: Sequence[str]) -> str:
    return signs[0].upper() if signs else ""


def _told_apart(first: str, names: dict[str, list[str]]) -> list[str]:
    """Letters for names that begin alike, as different as they can be."""
    numbers = ["".join(_NUMBER.findall(name)) for name in names]
    seconds = [[first + "".join(each[at : at + 1]) for each in names.values()] for at in range(1, max(map(len, names)))]
    ways = [[first] * len(names), *([numbers] if all(numbers) else []), *seconds]
    return max(ways, key=lambda way: len(set(way)))  # the first of those
