"""What tables of every title have in common: purses, playing actions, and looking at what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tielu import Game
from tielu.core.actions import Action, RunTrains
from tielu.core.errors import IllegalAction
from tielu.core.events import Event, TrainsRun
from tielu.core.flow import settle


class Playing:
    """A game at which a test sits: it acts, is refused, and looks."""

    game: Game

    def player(self, name: str) -> int:
        return self.game.players.index(name)

    def cash(self, name: str, amount: int) -> None:
        """Give a player this much, at the bank's cost."""
        player, state = self.player(name), self.game.state
        state.bank += state.cash[player] - amount
        state.cash[player] = amount

    def settle(self) -> None:
        settle(self.game.state)
        self.game.state.events = []

    def do(self, *actions: Action) -> list[Event]:
        """Apply actions in turn; returns the events of the last one."""
        events: list[Event] = []
        for action in actions:
            events = self.game.apply(action)
        return events

    def earn(self, run: RunTrains) -> int:
        """Run trains; returns what they earn."""
        (ran,) = [event for event in self.do(run) if isinstance(event, TrainsRun)]
        return ran.income

    def legal(self, kind: str | None = None) -> list[Action]:
        return [action for action in self.game.legal_actions() if kind is None or action.type == kind]

    def refused(self, action: Action, rule_id: str) -> IllegalAction:
        """The action is refused with this rule, is not among the offers, and nothing has changed."""
        before = self.game.snapshot()
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(action)
        assert caught.value.rule == rule_id, f"{caught.value.rule} instead of {rule_id}"
        assert self.game.snapshot() == before
        assert action not in list(self.game.legal_actions())
        return caught.value

    def allowed(self, action: Action) -> None:
        self.game.verify(action)

    def of(self, key: str) -> Any:
        """A key of the snapshot, e.g. `c.HKR.cash` or `p.0.cash`."""
        return self.game.snapshot().get(key)

    def names(self, events: Sequence[Event]) -> list[str]:
        return [event.name for event in events]
