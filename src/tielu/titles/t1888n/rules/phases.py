"""VIII.3.10 and VIII.3.11. Phases, scrapping, surplus trains, and the export of trains."""

from __future__ import annotations

from tielu.core.events import PhaseBegan
from tielu.core.rolling_stock import lowest_left, scrap
from tielu.core.surplus import SurplusTrains as Surplus

from .components import EXPORTED, PHASE_5, PHASES, TD, TRAIN_INDEX, TRAINS
from .events import TrainExported
from .prices import operating_order
from .privates import close_privates
from .state import State1888


def on_offer(state: State1888) -> int:
    """The type the bank sells: the lowest that is not gone (1888.trains.ascending)."""
    return lowest_left(state)


def train_left_bank(state: State1888, train: int) -> None:
    """Sold or exported: the first of its type begins a phase (1888.phase.triggered-by-sale-or-export)."""
    if train != TD:
        state.depot[train] -= 1
    if not state.train_sold[train]:
        state.train_sold[train] = True
        _begin_phase(state, train + 1)


def export_train(state: State1888) -> None:
    """At the end of a set the top train goes if it is a 2, 3 or 4 (1888.export.end-of-or-set)."""
    train = on_offer(state)
    if train in EXPORTED:
        state.log(TrainExported(TRAINS[train].name))
        train_left_bank(state, train)


def _begin_phase(state: State1888, phase: int) -> None:
    state.phase = phase
    state.log(PhaseBegan(PHASES[phase].name))
    scrapped = TRAINS[phase - 1].scraps
    if scrapped:
        train = TRAIN_INDEX[scrapped]
        scrap(state, train)
        state.pool = tuple(each for each in state.pool if each != train)
    if phase == PHASE_5:
        close_privates(state)
    state.push(SurplusTrains())


class SurplusTrains(Surplus[State1888]):
    """Trains over the new limit go to the pool without compensation (1888.trains.surplus-to-pool)."""

    def rule(self) -> str:
        return "1888.trains.surplus-to-pool"

    def order(self, state: State1888) -> list[int]:
        """Whosever turn it is, the dearest company goes first (ruling 9.15)."""
        return operating_order(state)

    def asks_all_at_once(self, state: State1888) -> bool:
        return state.rules.steps_wait_for_pass

    def put_away(self, state: State1888, train: int) -> None:
        state.pool = (*state.pool, train)
