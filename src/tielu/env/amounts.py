"""Amounts as a few steps: every range the engine offers becomes a short list that is the same in every position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tielu.core.actions import Amounts

HIGHEST: Final = "highest"


@dataclass(frozen=True)
class Steps:
    """The amounts of one kind of action: `sizes` as such or, if `above_low`, added to the lowest legal amount.

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


# All multiples of five, the step in which the printed rules of 1880 let players bid.
BIDS: Final = Steps((0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300), above_low=True)
# Between companies a train may cost anything from 1: a token price, and what trains are worth to their owners.
TRAIN_PRICES: Final = Steps((1, 10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000))
REPAYMENTS: Final = Steps((10, 25, 50, 100, 200, 300, 500))
