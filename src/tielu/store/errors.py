"""Errors of the store, apart from bad input: the database cannot be used, or another entry came first."""

from __future__ import annotations

from typing import ClassVar

from tielu.errors import Unavailable


class StoreError(Unavailable):
    """The store cannot be used; `code` and `params` say why."""


class ChangedPosition(StoreError):
    """A game replays to another position than the one that was played, from its effective action `index` on.

    So the rules have changed without a new revision; `seq` is the entry of that action.
    """

    def __init__(self, index: int, seq: int) -> None:
        super().__init__("position_changed", seq=seq)
        self.index = index
        self.seq = seq


class Conflict(StoreError):
    """An entry for the position after `expected` entries came too late: the log now has `seq` entries."""

    status: ClassVar[int] = 409

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__("somebody_was_quicker", expected=expected, seq=seq)
        self.expected = expected
        self.seq = seq
