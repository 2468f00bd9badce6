"""The two ways an action can be refused: it is not an action at all, or the rules forbid it."""

from __future__ import annotations

from typing import Any


class InvalidAction(ValueError):
    """The input is not a well-formed action (or game); `code` and `params` say what is wrong with it."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(f"{code}({_details(params)})")


class IllegalAction(Exception):
    """The action is well formed, but rule `rule` forbids it now; `params` are the numbers behind it.

    Most refusals only answer "may this be done?", so the text is made when somebody reads it.
    """

    def __init__(self, code: str, rule: str, params: dict[str, Any]) -> None:
        super().__init__(code, rule, params)
        self.code = code
        self.rule = rule
        self.params = params

    def __str__(self) -> str:
        return f"{self.code}({_details(self.params)}) [{self.rule}]"


def _details(params: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in params.items())


class RefusedAction(IllegalAction):
    """The rules forbid an action of a recorded game; `index` says which one, `recorded` is the action as it stands."""

    def __init__(self, refusal: IllegalAction, index: int, recorded: Any) -> None:
        super().__init__(refusal.code, refusal.rule, {**refusal.params, "index": index})
        self.index = index
        self.recorded = recorded


def illegal(code: str, rule: str, **params: Any) -> IllegalAction:
    """A refusal that cites its rule; the caller raises it, or shows it as the answer to "why not?"."""
    return IllegalAction(code, rule, params)
