"""The menu of legal actions: few stand in one list, many are asked for step by step (the hex, then the tile)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tielu import Game
from tielu.core.actions import Action, Amounts, LayTile
from tielu.i18n import say, say_kind
from tielu.i18n.values import say_value
from tielu.views.actions.amounts import amounts_of, quick_amounts, usual_amount
from tielu.views.actions.details import details, track_of, value_details
from tielu.views.actions.outcome import Trials, run_income
from tielu.views.actions.purchases import say_move

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
class MenuChoice:
    """A line of the menu: an action, or a list of further choices.

    `usual` is the amount that is most likely meant and `quick` others that are.
    """

    label: str
    action: Action | None = None
    more: tuple[MenuChoice, ...] = ()
    usual: int = 0
    quick: tuple[int, ...] = ()

    @property
    def amounts(self) -> Amounts | None:
        """The range within which an amount must be named; None if nothing is left to choose."""
        return None if self.action is None else amounts_of(self.action)


def write_menu(game: Game, actions: Iterable[Action], lang: str) -> tuple[MenuChoice, ...]:
    """The choices, kind by kind in the order of the offers, with passing last."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.type, []).append(action)
    writer = _Writer(game, lang, Trials(game))
    if "lay_tile" in kinds:
        kinds["lay_tile"] = different_lays(game, kinds["lay_tile"], lang)
    if "run_trains" in kinds:
        kinds["run_trains"].sort(key=lambda action: -run_income(writer.trials, action))
    choices: list[MenuChoice] = []
    for kind in sorted(kinds, key=lambda kind: kind == "pass"):
        choices += writer.kind(kind, kinds[kind])
    return tuple(choices)


def describe(game: Game, action: Action, lang: str, trials: Trials | None = None) -> str:
    """An action in words, with what the table tells about it."""
    more = details(game, action, lang, trials)
    text = say_move(trials or Trials(game), action, lang)
    return say("with_details", lang, text=text, details=more) if more else text


def different_lays(game: Game, actions: list[Action], lang: str) -> list[Action]:
    """One lay of those that put the same track on a hex: a symmetrical tile looks the same after half a turn."""
    found: dict[tuple[object, ...], Action] = {}
    for action in actions:
        assert isinstance(action, LayTile)
        key = (action.hex, action.tile, action.power, track_of(game, action, lang))
        found.setdefault(key, action)
    return list(found.values())


@dataclass(frozen=True)
class _Writer:
    """Writes choices about one position in one language."""

    game: Game
    lang: str
    trials: Trials

    def kind(self, kind: str, actions: list[Action]) -> list[MenuChoice]:
        short = len(actions) <= LONGEST_LIST and kind not in ALWAYS_BY_STEPS
        if short or len(actions) == 1:
            return [self.choice(action) for action in actions]
        label = say("menu_many", self.lang, kind=say_kind(kind, self.lang), count=len(actions))
        return [MenuChoice(label, more=self.steps(STEPS.get(kind, ()), actions))]

    def choice(self, action: Action) -> MenuChoice:
        label, amounts = describe(self.game, action, self.lang, self.trials), amounts_of(action)
        if amounts is None:
            return MenuChoice(label, action)
        usual, quick = usual_amount(self.game, action, amounts), quick_amounts(self.game, action, amounts)
        return MenuChoice(label, action, usual=usual, quick=quick)

    def steps(self, steps: tuple[str, ...], actions: list[Action]) -> tuple[MenuChoice, ...]:
        """Choices for the first step that leaves a choice, each leading to the rest."""
        for done, name in enumerate(steps, 1):
            groups: dict[Any, list[Action]] = {}
            for action in actions:
                groups.setdefault(getattr(action, name), []).append(action)
            if len(groups) > 1:
                ordered = sorted(groups, key=_in_order)
                return tuple(self.group(name, value, groups[value], steps[done:]) for value in ordered)
        return tuple(self.choice(action) for action in actions)

    def group(self, name: str, value: Any, actions: list[Action], steps: tuple[str, ...]) -> MenuChoice:
        if len(actions) == 1:
            return self.choice(actions[0])
        if value is None:
            label = say(f"menu_no_{name}", self.lang, count=len(actions))
        else:
            more = value_details(self.game, name, value, self.lang)
            text = say_value(name, value, self.lang) + (f" {more}" if more else "")
            label = say(f"menu_{name}", self.lang, value=text, count=len(actions))
        return MenuChoice(label, more=self.steps(steps, actions))


def _in_order(value: Any) -> tuple[str, int]:
    """Hexes by row and then column, numbers by size, nothing first."""
    if isinstance(value, str) and value[1:].isdecimal():
        return value[0], int(value[1:])
    return ("", value) if isinstance(value, int) else (value or "", 0)
