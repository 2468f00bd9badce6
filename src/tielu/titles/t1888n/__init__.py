"""1888-N, in the order of its rulebook; `TITLE` is what the package's registry knows."""

from __future__ import annotations

from typing import Any, Final, cast

from tielu.core.errors import InvalidAction
from tielu.core.setup_input import quoted
from tielu.core.state import State
from tielu.routing.best import TrainsToRun

from .rules import ending, running
from .rules.components import COMPANY_INDEX
from .rules.editions import EDITIONS
from .rules.preparation import prepare
from .rules.snapshot import snapshot
from .rules.state import State1888


class Title1888N:
    """The title as the core sees it."""

    def __init__(self) -> None:
        self.name = "1888"
        self.editions = tuple(EDITIONS)
        self.finished_code = "game_over"

    def start(self, players: tuple[str, ...], edition: str) -> State:
        return prepare(players, edition)

    def snapshot(self, state: State) -> dict[str, Any]:
        return snapshot(cast(State1888, state))

    def worth(self, state: State, player: int) -> int:
        return ending.worth(cast(State1888, state), player)

    def trains_to_run(self, state: State, railway: object) -> TrainsToRun:
        """The trains that a company would run now; raises InvalidAction if there is no such company."""
        if not isinstance(railway, str) or railway not in COMPANY_INDEX:
            raise InvalidAction("unknown_railway", railway=quoted(railway))
        known, index = cast(State1888, state), COMPANY_INDEX[railway]
        return TrainsToRun(running.run_position(known, index), tuple(running.trains_of(known, index)))

    def finished_rule(self, state: State) -> str:
        return ending.finished_rule(cast(State1888, state))


TITLE: Final = Title1888N()
