"""Many games stepped together: one array holds what the players to act see, another what they may choose.

One player acts at a time at each table, so a step takes one number per table. Where a game ends, a new one begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tielu.core.setup_input import whole_number
from tielu.errors import InvalidInput

from .layout import Floats, ObservationLayout
from .space import ActionSpace
from .table import Mask, Setup, Table, checked_limit

Seats: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class EndedGame:
    """A game that ended in a step: its table, the number of its actions, and the reward and worth of each seat.

    One that was cut short after `max_actions` is `truncated`, and its rewards are 0.
    """

    table: int
    actions: int
    rewards: tuple[float, ...]
    worth: tuple[int, ...]
    truncated: bool = False


def _ended(number: int, table: Table) -> EndedGame:
    rewards = table.rewards() if table.finished else [0.0] * table.setup.players
    return EndedGame(number, table.actions, tuple(rewards), tuple(table.worth()), not table.finished)


class VectorTable:
    """Many tables in arrays: `seats[i]` is the player to act at table i, who sees `observations[i]` and has `masks[i]`.

    Every step overwrites the arrays: copy what you want to keep. `observe=False` leaves the observations out. A game
    that has not ended after `max_actions` is cut short.
    """

    def __init__(
        self, setup: Setup, tables: int, *, observe: bool = True, max_actions: SupportsIndex | None = None
    ) -> None:
        if whole_number("tables", tables) < 1:
            raise InvalidInput("no_tables", tables=tables)
        self.setup = setup
        self.tables = [Table(setup) for _ in range(tables)]
        self.observations: Floats = np.zeros((tables, self.layout.size if observe else 0), np.float32)
        self.masks: Mask = np.zeros((tables, self.space.size), np.int8)
        self.seats: Seats = np.zeros(tables, np.int64)
        self.max_actions = checked_limit(max_actions)
        self._observe = observe
        self._rows = self._rows_of_tables()
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_rows"}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        vars(self).update(saved)
        self._rows = self._rows_of_tables()

    def _rows_of_tables(self) -> list[tuple[Table, Mask, Floats]]:
        """Each table with its rows of the arrays."""
        return list(zip(self.tables, self.masks, self.observations, strict=True))

    @property
    def space(self) -> ActionSpace:
        return self.tables[0].space

    @property
    def layout(self) -> ObservationLayout:
        return self.tables[0].layout

    def reset(self) -> None:
        """New games at all tables."""
        for number, table in enumerate(self.tables):
            table.reset()
            self._write(number)

    def step(self, choices: Sequence[int] | NDArray[np.int64]) -> list[EndedGame]:
        """One choice per table; returns the games that have ended.

        Raises InvalidInput if a choice is not open; then no table has moved.
        """
        if len(choices) != len(self.tables):
            raise InvalidInput("choices_do_not_match", choices=len(choices), tables=len(self.tables))
        checked = [table.checked(choice) for table, choice in zip(self.tables, choices, strict=True)]
        ended = []
        for number, table in enumerate(self.tables):
            table.carry_out(checked[number])
            if table.finished or table.actions == self.max_actions:
                ended.append(_ended(number, table))
                table.reset()
            self._write(number)
        return ended

    def _write(self, number: int) -> None:
        table, mask, observation = self._rows[number]
        actor = table.actor
        self.seats[number] = actor
        mask.fill(0)
        table.write_mask(mask)
        if self._observe:
            table.write_observation(actor, observation)

    def random_choices(self, random: np.random.Generator) -> NDArray[np.int64]:
        """One open choice per table, all equally likely."""
        drawn = random.random(len(self.tables))
        picks = []
        for table, part in zip(self.tables, drawn, strict=True):
            open_now = table.choices.numbers
            picks.append(open_now[int(part * len(open_now))])
        return np.array(picks, np.int64)
