"""Amounts as a few steps: every range that the engine offers becomes a short list, the same in every position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from tielu.core.actions import ACTIONS, Action, Amounts

HIGHEST: Final = "highest"
# What an action with an amount is about, such as ("bid", "P1").
Item: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Steps:
    """The amounts of one kind of action: `sizes` as they are or, if `above_low`, added to the lowest legal amount.

    The last choice is the highest legal amount. It is there only where no step has the same amount, so that
    every amount has one number.
    """

    sizes: tuple[int, ...]
    above_low: bool = False

    def __len__(self) -> int:
        return len(self.sizes) + 1

    def amounts(self, legal: Amounts) -> Iterator[tuple[int, int]]:
        """Number and amount of every step within the legal range."""
        base = legal.low if self.above_low else 0
        topped = False
        for number, size in enumerate(self.sizes):
            amount = base + size
            if amount in legal:
                topped = topped or amount == legal.high
                yield number, amount
        if not topped:
            yield len(self.sizes), legal.high

    def meaning(self, number: int) -> str:
        """What the step with this number stands for, in every position."""
        if number == len(self.sizes):
            return HIGHEST
        return f"lowest + {self.sizes[number]}" if self.above_low else str(self.sizes[number])


# All multiples of five, since players may have to bid in steps of five.
BIDS: Final = Steps((0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300), above_low=True)
# Between companies a train may cost anything from 1: a token price, and what trains are worth to their owners.
TRAIN_PRICES: Final = Steps((1, 10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000))


class _Fields(NamedTuple):
    """The fields of a kind of action with an amount: all of them, two places in their order, and what it is about."""

    names: tuple[str, ...]
    amount: int
    amounts: int
    item: tuple[str, ...]


@cache
def _fields(kind: str) -> _Fields:
    names = tuple(each.name for each in fields(ACTIONS[kind]))
    amount = "amount" if "amount" in names else "price"
    item = tuple(name for name in names if name not in (amount, "amounts"))
    return _Fields(names, names.index(amount), names.index("amounts"), item)


def item_of(action: Action) -> Item:
    """What an action with an amount is about, the amount aside."""
    kind = action.type
    return (kind, *[value for name in _fields(kind).item if (value := getattr(action, name)) is not None])


def at_steps(offer: Action, steps: Steps, legal: Amounts) -> Iterator[tuple[int, Action]]:
    """The offer at every step within the legal range, with the number of the step."""
    kind, known = type(offer), _fields(offer.type)
    values = [getattr(offer, name) for name in known.names]
    values[known.amounts] = None
    for number, amount in steps.amounts(legal):
        values[known.amount] = amount
        yield number, kind(*values)
