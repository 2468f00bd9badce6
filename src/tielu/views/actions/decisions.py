"""Decisions between a few things: a card for each, with what it brings and costs, and why it is asked now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Action
from tielu.core.position import CompanyView, PositionView
from tielu.i18n.values import say_money


@dataclass(frozen=True)
class Fact:
    """What a card tells: a word and its value, and the companies that it is about."""

    label: str
    value: str = ""
    companies: tuple[str, ...] = ()


@dataclass(frozen=True)
class DecisionCard:
    """One of the things: `mark` is a company, an investor, a private or a player, and a press on `hex` chooses it too.

    One that is not to be had any more has no action and keeps its place; `taken_by` is the player who has it.
    """

    mark: str
    name: str
    facts: tuple[Fact, ...]
    action: Action | None = None
    figure: str = ""
    taken_by: str = ""
    hex: str = ""


@dataclass(frozen=True)
class Decision:
    """All of the things, and why one of them is to be chosen now."""

    why: str
    cards: tuple[DecisionCard, ...]

    @property
    def on_map(self) -> Mapping[str, Action]:
        """What a press on a hex chooses."""
        return {card.hex: card.action for card in self.cards if card.hex and card.action is not None}


def company_of(view: PositionView, name: str) -> CompanyView:
    """The company of this name, which is founded."""
    return next(each for each in view.companies if each.id == name)


def money_change(label: str, old: int, new: int, lang: str) -> Fact:
    """An amount of money before and after; once if it stays."""
    money = say_money(old, lang)
    return Fact(label, money if old == new else f"{money} → {say_money(new, lang)}")
