"""Surplus trains: after a phase has lowered the limit, companies above it give up trains, each director choosing."""

from __future__ import annotations

from tielu._mypyc import mypyc_attr

from .actions import Action, DiscardTrain
from .errors import IllegalAction, illegal
from .events import TrainDiscarded
from .flow import Frame, S
from .trains import without


@mypyc_attr(allow_interpreted_subclasses=True)
class SurplusTrains(Frame[S]):
    """Asks the companies above the limit in turn; a title says who they are and where the trains go."""

    # -- what a title defines --

    def rule(self) -> str:
        raise NotImplementedError

    def order(self, state: S) -> list[int]:
        """The companies in the order in which they are asked."""
        raise NotImplementedError

    def asks_all_at_once(self, state: S) -> bool:
        """Whether any company may go first, and is asked even if it has only one type to give up."""
        raise NotImplementedError

    def put_away(self, state: S, train: int) -> None:
        """Where a train goes that was given up; nowhere unless the title says so."""

    # -- what follows from it --

    def over_limit(self, state: S) -> list[int]:
        limit = state.current_phase.train_limit
        return [company for company in self.order(state) if len(state.trains[company]) > limit]

    def settle(self, state: S) -> bool:
        if not self.over_limit(state):
            state.pop()
            return True
        offers = self.offers(state)
        if len(offers) == 1 and not self.asks_all_at_once(state):
            self.apply(state, offers[0])
            return True
        return False

    def actor(self, state: S) -> int:
        return state.director[self.over_limit(state)[0]]

    def deciding(self, state: S) -> str:
        return state.company_id(self.over_limit(state)[0])

    def offers(self, state: S) -> list[Action]:
        over, types = self.over_limit(state), state.train_types
        asked = over if self.asks_all_at_once(state) else over[:1]
        return [
            DiscardTrain(state.company_id(company), types[train].name)
            for company in asked
            for train in sorted(set(state.trains[company]))
        ]

    def why_not(self, state: S, action: Action) -> IllegalAction | None:
        if isinstance(action, DiscardTrain) and action in self.offers(state):
            return None
        limit = state.current_phase.train_limit
        return illegal("discard_first", self.rule(), company=self.deciding(state), limit=limit)

    def apply(self, state: S, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        company = next(each for each in self.over_limit(state) if state.company_id(each) == action.company)
        train = [each.name for each in state.train_types].index(action.train)
        state.trains[company] = without(state.trains[company], train)
        self.put_away(state, train)
        state.log(TrainDiscarded(action.company, action.train))
