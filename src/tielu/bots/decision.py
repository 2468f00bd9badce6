"""What a bot hands back: an action and the reason for it, made of a key and numbers so that any language can say it.

How one decides is told in `clerk` and `director`; where a server lets it think, in `web/bots`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tielu.core.actions import Action, field_values
from tielu.core.game import Game


@dataclass(frozen=True)
class Reason:
    """Why a bot moves as it does: `key` is a message of the catalogues' section `reasons`, `values` its numbers."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Reason, field_values(self)


@dataclass(frozen=True)
class Option:
    """An action that was weighed: what it is worth to the player in yuan, compared with doing nothing, and why."""

    action: Action
    worth: float
    reason: Reason

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, field_values(self)


@dataclass(frozen=True)
class Weighed:
    """A candidate of a search: what the clerk thought of it, and the mean lead at the ends of this many rollouts."""

    action: Action
    worth: float
    lead: float
    rollouts: int

    def __reduce__(self) -> tuple[Any, ...]:
        return Weighed, field_values(self)


@dataclass(frozen=True)
class Decision:
    """What a bot does and why; one that searches also tells what it has weighed, the clerk's own choice first."""

    action: Action
    reason: Reason
    weighed: tuple[Weighed, ...] = field(default=(), compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Decision, field_values(self)


class Bot(Protocol):
    """A player made of code. The same bot gives the same answer whenever it is asked about the same position.

    A bot is for one thread at a time.
    """

    @property
    def name(self) -> str: ...

    def choose(self, game: Game) -> Decision:
        """A legal action for whoever must decide now; raises InvalidInput if the game is over."""
        ...
