"""Amounts as a few steps: every range that the engine offers becomes a short list, the same in every position.

Compiled with the engine.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from tielu.core.actions import ACTIONS, Action, Amounts, field_values

HIGHEST: Final = "highest"
# What an action with an amount is about, such as ("bid", "P1").
Item: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Steps:
    """The amounts of one kind of action: rising `sizes`, as they are or, if `above_low`, above the lowest legal amount.

    The last choice is the highest legal amount. It is there only where no step has the same amount, so that
    every amount has one number.
    """

    sizes: tuple[int, ...]
    above_low: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        return Steps, field_values(self)

    def __len__(self) -> int:
        return len(self.sizes) + 1

    def amounts(self, legal: Amounts) -> list[tuple[int, int]]:
        """Number and amount of every step within the legal range."""
        found: list[tuple[int, int]] = []
        low, high, step = legal.low, legal.high, legal.step
        base, amount = low if self.above_low else 0, -1
        for number in range(bisect_left(self.sizes, low - base), bisect_right(self.sizes, high - base)):
            if (base + self.sizes[number] - low) % step == 0:
                amount = base + self.sizes[number]
                found.append((number, amount))
        if amount != high:
            found.append((len(self.sizes), high))
        return found

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


def at_amount(offer: Action, amount: int) -> Action:
    """The offer with this amount instead of its own."""
    known = _fields(offer.type)
    values = [getattr(offer, name) for name in known.names]
    values[known.amounts] = None
    values[known.amount] = amount
    return type(offer)(*values)
