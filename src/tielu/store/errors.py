"""What can go wrong with a store, apart from bad input: it cannot be used, or somebody else was quicker."""

from __future__ import annotations

from typing import ClassVar

from tielu.errors import Unavailable


class StoreError(Unavailable):
    """The store cannot be used; `code` and `params` say why."""


class Conflict(StoreError):
    """The entry was meant for the position after `expected` entries, but the log has `seq` of them by now."""

    status: ClassVar[int] = 409

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__("somebody_was_quicker", expected=expected, seq=seq)
        self.expected = expected
        self.seq = seq
