"""How a value reads inside a sentence: trains, rounds, lists and the bank have words of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from tielu import TITLES
from tielu.core.actions import RouteRun
from tielu.i18n.catalogue import fill, find

_TRAINS = frozenset({"train", "offered", "trade_in", "surrender"})
# Values that are themselves keys of a section of the catalogues.
_SECTIONS = {
    "action": "kinds",
    "colour": "words",
    "replace": "words",
    "round": "rounds",
    "seller": "words",
    "source": "words",
    "step": "steps",
}
# Languages that put the word for the money behind the amount; the others put its sign before it.
_MONEY_BEHIND = {"ja": "元"}
_DECIMAL_MARKS = {"de": ","}
# People count from one.
_COUNTED = frozenset({"city", "slot"})


def say_money(amount: int, lang: str) -> str:
    """An amount of money, with the sign before it or the word behind it."""
    minus = "\N{MINUS SIGN}" if amount < 0 else ""
    if lang in _MONEY_BEHIND:
        return f"{minus}{abs(amount)}{_MONEY_BEHIND[lang]}"
    return f"{minus}¥{abs(amount)}"


def say_change(amount: int, lang: str) -> str:
    """An amount of money more or less, with its sign, which is not left alone at the end of a line."""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else "±"
    return f"{sign}\N{WORD JOINER}{say_money(abs(amount), lang)}"


def say_name(printed: str, lang: str) -> str:
    """A place or private as the reader's language calls it; the printed name where the catalogues have no other."""
    return " & ".join(find("names", part, lang) or part for part in printed.split(" & "))


def say_terrain(terrain: Sequence[str], cost: int, lang: str) -> str:
    """The ground of a hex and what its first tile costs: `mountain and river ¥50`."""
    ground = _word("and", lang).join(_word(each, lang) for each in terrain)
    return f"{ground} {say_money(cost, lang)}".strip()


def title_label(title: str) -> str:
    """The name that a title has for readers; one that is unknown here, as of a later version, keeps its own."""
    return TITLES[title].label if title in TITLES else title


def say_values(values: Mapping[str, Any], lang: str) -> dict[str, str]:
    """All values of a message as texts."""
    return {name: say_value(name, value, lang) for name, value in values.items()}


def say_value(name: str, value: Any, lang: str) -> str:
    """One value as text; `name` tells what it is."""
    if value is None:
        return _word("nothing", lang)
    if isinstance(value, (tuple, list)):
        return _say_list(name, value, lang)
    if isinstance(value, RouteRun):
        return say_route(value, lang)
    if name == "item":
        return _say_item(str(value), lang)
    if name in _COUNTED and isinstance(value, int):
        return str(value + 1)
    if name in _TRAINS:
        return say_train(str(value), lang)
    known = find(_SECTIONS[name], str(value).lower(), lang) if name in _SECTIONS else None
    return _printable(str(value)) if known is None else known


def _say_list(name: str, values: tuple[Any, ...] | list[Any], lang: str) -> str:
    separator = "; " if any(isinstance(value, RouteRun) for value in values) else _word("list", lang)
    singular = name.removesuffix("s")
    return separator.join(say_value(singular, value, lang) for value in values) or _word("nothing", lang)


def _say_item(item: str, lang: str) -> str:
    """What a company offers to buy: a private by its id, or the train of a seller as in `LYR 3`."""
    seller, _, train = item.partition(" ")
    return fill(_word("train_of", lang), {"company": seller, "train": say_train(train, lang)}) if train else item


def say_seconds(seconds: float, lang: str) -> str:
    """A time to the thousandth, with the mark of the language."""
    return f"{seconds:.3f}".replace(".", _DECIMAL_MARKS.get(lang, "."))


def say_train(train: str, lang: str) -> str:
    """A train by its type: `3` is a 3-train, eine 3er-Lok, 3列車."""
    return fill(_word("train_number" if train.isdigit() else "train_type", lang), {"type": train})


def say_route(route: RouteRun, lang: str) -> str:
    """A train and the stops it counts."""
    stops = "–".join(name for name, _ in route.stops)
    return fill(_word("route", lang), {"train": say_train(route.train, lang), "stops": stops})


def _printable(text: str) -> str:
    """Text from elsewhere without control characters, which a terminal would obey."""
    return "".join("?" if unicodedata.category(each) in {"Cc", "Cs"} else each for each in text)


def _word(key: str, lang: str) -> str:
    return find("words", key, lang) or key
