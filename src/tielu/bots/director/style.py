"""What a bot that searches cares for, beside being ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tielu.bots.decision import Option
from tielu.core.actions import Action

from .rollout import lead


@dataclass(frozen=True)
class Style:
    """A way to play: what kinds of actions it `likes`, in yuan, and how much it counts what the `others` are worth."""

    name: str = ""
    likes: Mapping[str, float] = field(default_factory=dict)
    others: float = 1.0

    def ordered(self, options: list[Option]) -> list[Option]:
        """The options of a clerk who likes the same, the best first."""
        if not self.likes:
            return options
        return sorted(options, key=lambda option: -option.worth - self._liking(option.action))

    def worth_of(self, action: Action, worths: Sequence[float], player: int) -> float:
        """What it is worth to the player that the action leads there, in yuan."""
        return lead(worths, player, self.others) + self._liking(action)

    def _liking(self, action: Action) -> float:
        return self.likes.get(action.type, 0.0)
