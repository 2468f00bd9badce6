"""The menu of legal actions: few stand in one list, many are asked for step by step (the hex, then the tile)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from tielu import Game
from tielu.core.actions import Action, Amounts, LayTile
from tielu.i18n import say, say_action, say_kind
from tielu.i18n.values import say_value
from tielu.views.details import details, track_of, value_details

# A kind of action with more choices than this is asked for step by step.
LONGEST_LIST = 8
# In which order the fields are asked; what is left over follows in one list.
STEPS = {
    "lay_tile": ("power", "hex"),
    "found_company": ("company", "price", "director_percent"),
    "sell_shares": ("company",),
}
ALWAYS_BY_STEPS = frozenset({"lay_tile", "found_company"})


@dataclass(frozen=True)
class Choice:
    """A line of the menu: an action, or a list of further choices."""

    label: str
    action: Action | None = None
    more: tuple[Choice, ...] = ()

    @property
    def amounts(self) -> Amounts | None:
        """The range within which an amount must be named; None if nothing is left to choose."""
        found = getattr(self.action, "amounts", None)
        return found if isinstance(found, Amounts) and found.low < found.high else None


def write_menu(game: Game, actions: Iterable[Action], lang: str) -> tuple[Choice, ...]:
    """The choices, kind by kind in the order of the offers, with passing last."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.type, []).append(action)
    if "lay_tile" in kinds:
        kinds["lay_tile"] = different_lays(game, kinds["lay_tile"], lang)
    choices: list[Choice] = []
    for kind in sorted(kinds, key=lambda kind: kind == "pass"):
        choices += _kind(game, kind, kinds[kind], lang)
    return tuple(choices)


def describe(game: Game, action: Action, lang: str) -> str:
    """An action in words, with what the table tells about it."""
    more = details(game, action, lang)
    return f"{say_action(action, lang)} ({more})" if more else say_action(action, lang)


def different_lays(game: Game, actions: list[Action], lang: str) -> list[Action]:
    """One lay of those that put the same track on a hex: a symmetrical tile looks the same after half a turn."""
    found: dict[tuple[object, ...], Action] = {}
    for action in actions:
        assert isinstance(action, LayTile)
        key = (action.hex, action.tile, action.power, track_of(game, action, lang))
        found.setdefault(key, action)
    return list(found.values())


def _kind(game: Game, kind: str, actions: list[Action], lang: str) -> list[Choice]:
    short = len(actions) <= LONGEST_LIST and kind not in ALWAYS_BY_STEPS
    if short or len(actions) == 1:
        return [Choice(describe(game, action, lang), action) for action in actions]
    label = say("menu_many", lang, kind=say_kind(kind, lang), count=len(actions))
    return [Choice(label, more=_steps(game, STEPS.get(kind, ()), actions, lang))]


def _steps(game: Game, steps: tuple[str, ...], actions: list[Action], lang: str) -> tuple[Choice, ...]:
    """Choices for the first step that leaves a choice, each leading to the rest."""
    for done, name in enumerate(steps, 1):
        groups: dict[Any, list[Action]] = {}
        for action in actions:
            groups.setdefault(getattr(action, name), []).append(action)
        if len(groups) > 1:
            return tuple(
                _group(game, name, value, groups[value], steps[done:], lang) for value in sorted(groups, key=_in_order)
            )
    return tuple(Choice(describe(game, action, lang), action) for action in actions)


def _in_order(value: Any) -> tuple[str, int]:
    """Hexes by row and then column, numbers by size, nothing first."""
    if isinstance(value, str) and value[1:].isdecimal():
        return value[0], int(value[1:])
    return ("", value) if isinstance(value, int) else (value or "", 0)


def _group(game: Game, name: str, value: Any, actions: list[Action], steps: tuple[str, ...], lang: str) -> Choice:
    if len(actions) == 1:
        return Choice(describe(game, actions[0], lang), actions[0])
    if value is None:
        label = say(f"menu_no_{name}", lang, count=len(actions))
    else:
        more = value_details(game, name, value)
        text = say_value(name, value, lang) + (f" {more}" if more else "")
        label = say(f"menu_{name}", lang, value=text, count=len(actions))
    return Choice(label, more=_steps(game, steps, actions, lang))


def with_amount(action: Action, amount: int) -> Action:
    """The offered action with an amount of one's own."""
    values = {each.name: getattr(action, each.name) for each in fields(action) if each.name != "amounts"}
    name = "amount" if "amount" in values else "price"
    return type(action)(**{**values, name: amount})
