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
from tielu.core.hexes import EDGES
from tielu.core.shares import put_marker
from tielu.core.stations import set_stations


class Playing:
    """A game at which a test sits: it sets things up, acts, is refused, and looks.

    `railways` are the ids of what runs trains, companies first; `chart_width` is that of the price chart.
    """

    game: Game
    railways: Sequence[str]
    chart_width: int

    def player(self, name: str) -> int:
        return self.game.players.index(name)

    def cash(self, name: str, amount: int) -> None:
        """Give a player this much, at the bank's cost."""
        player, state = self.player(name), self.game.state
        state.bank += state.cash[player] - amount
        state.cash[player] = amount

    def treasury(self, railway: str, amount: int) -> None:
        """Give a railway this much, at the bank's cost."""
        state, index = self.game.state, self.railways.index(railway)
        state.bank += state.treasury[index] - amount
        state.treasury[index] = amount

    def price_at(self, company: str, row: int, column: int) -> None:
        """Put the price marker on a space of the chart (row and column from the top left, 0-based)."""
        put_marker(self.game.state, self.railways.index(company), row * self.chart_width + column)

    def tile(self, hex_name: str, tile: str, rotation: int) -> None:
        state = self.game.state
        index, number = state.board.hex_index[hex_name], state.board.tile_index[tile]
        state.faces, state.supply = state.faces[:], state.supply[:]
        state.faces[index] = number * EDGES + rotation
        state.supply[number] -= 1
        state.map_changed(index)

    def station(self, railway: str, hex_name: str, city: int = 0) -> None:
        state, index = self.game.state, self.railways.index(railway)
        set_stations(state, index, (*state.stations[index], state.board.place(hex_name, city)))

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
