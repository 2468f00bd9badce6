"""The trains in the bank, and what the next ones will do, in words."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Game
from tielu.core.position import PositionView
from tielu.i18n import say
from tielu.i18n.values import say_values
from tielu.views.title import Effect, view_of


@dataclass(frozen=True)
class StackView:
    """A type of train: price, how many are left (None: no limit), and what its first and its last one bring about."""

    train: str
    price: int
    left: int | None
    first: tuple[str, ...]
    last: tuple[str, ...]


def depot_view(game: Game, position: PositionView, lang: str) -> tuple[StackView, ...]:
    """The types still to be had, the next one first."""
    effects_of = view_of(game.title).train_effects
    found = []
    for stack in position.depot:
        effects = effects_of(game, stack.train)
        first = tuple(say_effect(effect, lang) for effect in effects.first)
        last = tuple(say_effect(effect, lang) for effect in effects.last)
        found.append(StackView(stack.train, stack.price, stack.left, first, last))
    return tuple(found)


def say_effect(effect: Effect, lang: str) -> str:
    return say(f"effect_{effect.key}", lang, **say_values(effect.values, lang))
