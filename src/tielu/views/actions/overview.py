"""The kinds of moves that a position offers, for somebody who asks what can be done: how many, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import FoundCompany, Pass, RunTrains
from tielu.i18n import say, say_kind
from tielu.i18n.values import say_value
from tielu.views.actions.amounts import amounts_of
from tielu.views.actions.candidates import identity, kinds_of
from tielu.views.actions.income import income_of_run
from tielu.views.actions.main_button import sum_of
from tielu.views.actions.outcome import Trials
from tielu.views.actions.pass_labels import say_passing

# Kinds that bring money; the others cost it.
_BRINGING = frozenset({"sell_shares", "run_trains", "pay_dividend", "withhold"})
# This many of a kind are tried to see what they cost; nobody has more to choose from but in a crowded game.
_MOST_TRIED = 60


@dataclass(frozen=True)
class OfferedKind:
    """A kind of move: its heading, and how many there are with what they cost or bring."""

    kind: str
    heading: str
    told: str


def offered_kinds(game: Game, actions: Sequence[Action], lang: str) -> tuple[OfferedKind, ...]:
    """The kinds of moves in the order of the offers, with passing last."""
    trials, kinds = Trials(game), kinds_of(game.title)
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(action.type, []).append(action)
    lines = []
    for kind in sorted(found, key=lambda each: each == "pass"):
        if isinstance(found[kind][0], Pass):
            told = say_passing(game, lang)
        else:
            different = {identity(each, kinds) if kind in kinds else each: each for each in found[kind]}
            told = _told(trials, found[kind], list(different.values()), lang)
        lines.append(OfferedKind(kind, say_kind(kind, lang), told))
    return tuple(lines)


def _told(trials: Trials, actions: Sequence[Action], different: Sequence[Action], lang: str) -> str:
    """How many choices there are, and from what to what they cost or bring."""
    priced = actions if isinstance(actions[0], FoundCompany) else different[:_MOST_TRIED]
    sums = [amount for each in priced for amount in _sums(trials, each)]
    parts = [say("offered_choices", lang, count=len(different))] if len(different) > 1 else []
    if any(sums):
        parts.append(_say_range("brings" if actions[0].type in _BRINGING else "costs", min(sums), max(sums), lang))
    return say_value("", tuple(parts), lang) if parts else ""


def _sums(trials: Trials, action: Action) -> tuple[int, ...]:
    """What a move costs or brings: one amount, or the ends of a range."""
    amounts = amounts_of(action)
    if amounts is not None:
        return amounts.low, amounts.high
    if isinstance(action, RunTrains):
        return (income_of_run(trials, action).income,)
    price = getattr(action, "price", None)
    if isinstance(price, int) and not isinstance(action, FoundCompany):
        return (price,)
    return (sum_of(trials, action),)


def _say_range(direction: str, low: int, high: int, lang: str) -> str:
    if low == high:
        return say(f"offered_{direction}", lang, amount=high)
    return (
        say(f"offered_{direction}_range", lang, low=low, high=high)
        if low
        else say(f"offered_{direction}_most", lang, amount=high)
    )
