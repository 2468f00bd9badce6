"""1888-N, in the order of its rulebook; `TITLE` is what the package's registry knows."""

from __future__ import annotations

from typing import Any, Final, cast

from tielu.core.state import State

from . import ending
from .editions import EDITIONS
from .preparation import prepare
from .snapshot import snapshot
from .state import State1888


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

    def finished_rule(self, state: State) -> str:
        return ending.finished_rule(cast(State1888, state))


TITLE: Final = Title1888N()
