"""What can go wrong with a store, apart from bad input: it cannot be used, or somebody else was quicker."""

from __future__ import annotations

from typing import Any


class StoreError(Exception):
    """The store cannot do this; `code` and `params` say why, as those of InvalidAction do.

    It does not inherit from InvalidAction because a class of the compiled engine cannot have subclasses elsewhere.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({details})"


class Conflict(StoreError):
    """The entry was meant for the position after `expected` entries, but the log has `seq` of them by now."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__("somebody_was_quicker", expected=expected, seq=seq)
        self.expected = expected
        self.seq = seq
