"""What a bot hands back: an action and the reason for it, made of a key and numbers so that any language can say it.

How one decides is told in `clerk` and `director`; where a server lets it think, in `web/bots`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tielu.core.actions import Action
from tielu.core.game import Game


@dataclass(frozen=True)
class Reason:
    """Why a bot moves as it does: `key` is a message of the catalogues' section `reasons`, `values` its numbers."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Option:
    """An action that was weighed: what it is worth to the player in yuan, compared with doing nothing, and why."""

    action: Action
    worth: float
    reason: Reason


@dataclass(frozen=True)
class Weighed:
    """A candidate of a search: what the clerk thought of it, and the mean lead at the ends of so many rollouts."""

    action: Action
    worth: float
    lead: float
    rollouts: int


@dataclass(frozen=True)
class Decision:
    """What a bot does and why; one that searches also tells what it has weighed, the clerk's own choice first."""

    action: Action
    reason: Reason
    weighed: tuple[Weighed, ...] = field(default=(), compare=False, repr=False)


class Bot(Protocol):
    """A player made of code. The same bot gives the same answer whenever it is asked about the same position."""

    @property
    def name(self) -> str: ...

    def choose(self, game: Game) -> Decision:
        """A legal action for whoever must decide now; raises InvalidInput if the game is over."""
        ...
