"""What each private does, said by the rules of the catalogue that are about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tielu.i18n import rules

# The part of the rules' ids that names a private, where that is not its own id.
_NAMES: Mapping[str, Mapping[str, str]] = {
    "1880": {f"p{number}": f"P{number}" for number in range(8)},
    "1888": {
        "kaiping": "KT",
        "terracotta": "TA",
        "heng-shan": "HS",
        "great-wall": "GW",
        "yanda": "YRF",
        "forbidden-city": "FC",
    },
}
# Price and income stand in the table already, beside this text.
_DATA = "data"


@cache
def private_powers(title: str, edition: str, lang: str) -> Mapping[str, tuple[str, ...]]:
    """The rules about each private beyond price and income; an edition without a rulebook of its own has them all."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules(lang):
        book, about, name = rule.id.split(".", 2)
        private = _NAMES[title].get(about, "") if book == title else ""
        printed = not rule.editions or edition in rule.editions or not edition.isdecimal()
        if private and printed and name != _DATA:
            found[private] = (*found.get(private, ()), rule.text)
    return found
