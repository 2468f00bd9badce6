"""VIII.3.10 and VIII.3.11. Phases, scrapping, surplus trains, and the export of trains."""

from __future__ import annotations

from tielu.core.actions import Action, DiscardTrain
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import PhaseBegan, TrainDiscarded, TrainScrapped
from tielu.core.flow import Frame
from tielu.core.trains import without

from .companies import company_named
from .components import COMPANIES, EXPORTED, PHASE_5, PHASES, TD, TRAIN_INDEX, TRAINS
from .events import TrainExported
from .prices import operating_order
from .privates import close_privates
from .state import State1888


def on_offer(state: State1888) -> int:
    """The type the bank sells: the lowest that is not gone (1888.trains.ascending)."""
    return next(train for train in range(TD + 1) if state.depot[train])


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
        _scrap(state, TRAIN_INDEX[scrapped])
    if phase == PHASE_5:
        close_privates(state)
    state.push(SurplusTrains())


def _scrap(state: State1888, train: int) -> None:
    """Trains of the obsolete type leave the game wherever they are."""
    for company, charter in enumerate(COMPANIES):
        for _ in range(state.trains[company].count(train)):
            state.log(TrainScrapped(charter.id, TRAINS[train].name))
        state.trains[company] = tuple(each for each in state.trains[company] if each != train)
    state.pool = tuple(each for each in state.pool if each != train)


class SurplusTrains(Frame[State1888]):
    """Companies over the new limit return trains to the pool, each director choosing (1888.trains.surplus-to-pool)."""

    def _over_limit(self, state: State1888) -> list[int]:
        limit = state.current_phase.train_limit
        return [company for company in operating_order(state) if len(state.trains[company]) > limit]

    def settle(self, state: State1888) -> bool:
        if not self._over_limit(state):
            state.pop()
            return True
        offers = self.offers(state)
        if len(offers) == 1 and not state.rules.steps_wait_for_pass:
            self.apply(state, offers[0])
            return True
        return False

    def actor(self, state: State1888) -> int:
        return state.director[self._over_limit(state)[0]]

    def deciding(self, state: State1888) -> str:
        return state.company_id(self._over_limit(state)[0])

    def offers(self, state: State1888) -> list[Action]:
        over = self._over_limit(state)
        asked = over if state.rules.steps_wait_for_pass else over[:1]
        return [
            DiscardTrain(state.company_id(company), TRAINS[train].name)
            for company in asked
            for train in sorted(set(state.trains[company]))
        ]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, DiscardTrain) and action in self.offers(state):
            return None
        rule = "1888.trains.surplus-to-pool"
        return illegal("discard_first", rule, company=self.deciding(state), limit=state.current_phase.train_limit)

    def apply(self, state: State1888, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        company, train = company_named(action.company), TRAIN_INDEX[action.train]
        assert company is not None
        state.trains[company] = without(state.trains[company], train)
        state.pool = (*state.pool, train)
        state.log(TrainDiscarded(action.company, action.train))
