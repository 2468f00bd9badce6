"""1880: China, in the order of its rulebook; `TITLE` is what the package's registry knows."""

from __future__ import annotations

from typing import Any, Final, cast

from tielu.core.errors import InvalidAction
from tielu.core.setup_input import quoted
from tielu.core.state import State
from tielu.routing.best import TrainsToRun

from .rules import ending, running
from .rules.components import RAILWAYS, TRAINS
from .rules.editions import EDITIONS
from .rules.preparation import prepare
from .rules.snapshot import snapshot
from .rules.state import State1880


class Title1880:
    """The title as the core sees it."""

    def __init__(self) -> None:
        self.name = "1880"
        self.editions = tuple(EDITIONS)
        self.finished_code = "game_over"

    def start(self, players: tuple[str, ...], edition: str) -> State:
        return prepare(players, edition)

    def snapshot(self, state: State) -> dict[str, Any]:
        return snapshot(cast(State1880, state))

    def worth(self, state: State, player: int) -> int:
        return ending.worth(cast(State1880, state), player)

    def trains_to_run(self, state: State, railway: object) -> TrainsToRun:
        """The trains that a company or investor would run now; raises InvalidAction if there is no such railway."""
        if not isinstance(railway, str) or railway not in RAILWAYS:
            raise InvalidAction("unknown_railway", railway=quoted(railway))
        known, index = cast(State1880, state), RAILWAYS.index(railway)
        trains = tuple(TRAINS[train] for train in running.trains_to_run(known, index))
        return TrainsToRun(running.run_position(known, index), trains)

    def finished_rule(self, state: State) -> str:
        return "1880.end.marker-company-last"


TITLE: Final = Title1880()
