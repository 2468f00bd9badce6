"""What automatic moves lead to: an action, or a stop with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tielu.core.actions import Action

from .moves import AutomaticMove

# Reasons with which a move has done what it was asked for, or can do no more; others of the player go on.
FULFILLED = frozenset(
    {
        "bought_enough",
        "limit_passed",
        "not_director",
        "private_closed",
        "private_sold",
        "round_over",
        "too_dear",
    }
)


@dataclass(frozen=True)
class Act:
    """The action that a move takes now, legal in this position."""

    number: int
    action: Action


@dataclass(frozen=True)
class Stop:
    """The end of a move: `code` is a message of the catalogues' section `stops`, `values` what it mentions."""

    number: int
    code: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def fulfilled(self) -> bool:
        """Whether the move ends as it was meant to, so that its player need not be asked."""
        return self.code in FULFILLED


@dataclass(frozen=True)
class SetMove:
    """An automatic move that a player has set; `since` is the number of actions that had been taken then.

    `stop` is why it has stopped, and `stopped_at` the number of actions then; both are None while it is in force.
    """

    number: int
    move: AutomaticMove
    since: int
    stop: Stop | None = None
    stopped_at: int | None = None

    def asks_at(self, actions: int) -> bool:
        """Whether it has stopped in this position, after this many actions, so that its player is to decide."""
        return self.stop is not None and not self.stop.fulfilled and self.stopped_at == actions
