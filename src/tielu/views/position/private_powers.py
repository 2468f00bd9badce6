"""What each private does, said by the rules of the catalogue that are about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tielu.i18n import rules
from tielu.views.title import view_of

# Price and income stand in the table already, beside this text.
_DATA = "data"


@cache
def private_powers(title: str, edition: str, lang: str) -> Mapping[str, tuple[str, ...]]:
    """The rules about each private beyond price and income; an edition without a rulebook of its own has them all."""
    names = view_of(title).private_rules
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules(lang):
        book, _, rest = rule.id.partition(".")
        about, _, name = rest.partition(".")
        private = names.get(about, "") if book == title else ""
        printed = not rule.editions or edition in rule.editions or not edition.isdecimal()
        if private and printed and name != _DATA:
            found[private] = (*found.get(private, ()), rule.text)
    return found
