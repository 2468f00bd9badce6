"""VI. P7 at the start of Phase B3: the Rocket becomes the second 4-train, whether its owner likes it or not."""

from __future__ import annotations

from typing import ClassVar

from tielu.core.actions import PASS, Action, Pass
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import PrivateClosed
from tielu.core.flow import Frame
from tielu.core.state import CLOSED
from tielu.core.trains import without
from tielu.titles.t1880.rules.actions import ExchangeRocket

from .companies import companies_in_turn_order
from .components import COMPANY_INDEX, P7, PRIVATES, T4, TRAIN_INDEX, TRAINS
from .events import RocketExchanged, RocketLost, TrainSurrendered
from .state import State1880


def has_room(state: State1880, company: int) -> bool:
    return len(state.trains[company]) < state.current_phase.train_limit


class ForcedRocket(Frame[State1880]):
    """P7's owner assigns the 4-train to a company with room; without one a train may be given up for it."""

    round_name: ClassVar[str] = "Operating"

    def __init__(self, in_depot: bool) -> None:
        self.in_depot = in_depot

    def actor(self, state: State1880) -> int:
        return state.private_owner[P7]

    def settle(self, state: State1880) -> bool:
        directed = self._directed(state)
        if not directed:
            # 1880.p7.forced-no-company
            self._lose(state)
            return True
        offers = self.offers(state)
        if len(offers) == 1 and not state.rules.steps_wait_for_pass:
            self.apply(state, offers[0])
            return True
        return False

    def _directed(self, state: State1880) -> list[int]:
        owner = self.actor(state)
        return [each for each in companies_in_turn_order(state) if state.director[each] == owner]

    def offers(self, state: State1880) -> list[Action]:
        directed = self._directed(state)
        roomy = [each for each in directed if has_room(state, each)]
        if roomy:
            return [ExchangeRocket(state.company_id(company)) for company in roomy]
        offers: list[Action] = [
            ExchangeRocket(state.company_id(company), TRAINS[train].name)
            for company in directed
            for train in sorted({*state.trains[company], *self._refused_train(state)})
        ]
        if state.rules.forced_rocket_may_be_lost:
            offers.append(PASS)
        return offers

    def _refused_train(self, state: State1880) -> tuple[int, ...]:
        """Where the exchange cannot be declined the 4-train itself may be the one that goes."""
        return () if state.rules.forced_rocket_may_be_lost else (T4,)

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if action in self.offers(state):
            return None
        if isinstance(action, Pass):
            return illegal("rocket_forced", "1880.p7.forced-exchange-at-b3")
        if not isinstance(action, ExchangeRocket):
            return illegal("rocket_first", "1880.p7.forced-exchange-at-b3")
        return self._why_not_exchange(state, action)

    def _why_not_exchange(self, state: State1880, action: ExchangeRocket) -> IllegalAction:
        directed = self._directed(state)
        if COMPANY_INDEX.get(action.company) not in directed:
            return illegal("not_director", "1880.p7.forced-owner-assigns", company=action.company)
        roomy = tuple(state.company_id(each) for each in directed if has_room(state, each))
        if not roomy:
            return illegal("surrender_train", "1880.p7.forced-surrender-option", company=action.company)
        if action.surrender is not None:
            return illegal("rocket_has_room", "1880.p7.forced-surrender-option", companies=roomy)
        limit, rule = state.current_phase.train_limit, "1880.p7.needs-train-slot"
        return illegal("rocket_needs_room", rule, company=action.company, limit=limit, companies=roomy)

    def apply(self, state: State1880, action: Action) -> None:
        if not isinstance(action, ExchangeRocket):
            self._lose(state)
            return
        company = COMPANY_INDEX[action.company]
        self._take_train(state)
        state.trains[company] = (*state.trains[company], T4)
        state.log(RocketExchanged(state.players[self.actor(state)], action.company, TRAINS[T4].name))
        if action.surrender is not None:
            state.trains[company] = without(state.trains[company], TRAIN_INDEX[action.surrender])
            state.log(TrainSurrendered(action.company, action.surrender))
        self._close(state)

    def _take_train(self, state: State1880) -> None:
        if self.in_depot:
            state.depot[T4] -= 1

    def _lose(self, state: State1880) -> None:
        self._take_train(state)
        state.log(RocketLost(state.players[self.actor(state)], TRAINS[T4].name))
        self._close(state)

    def _close(self, state: State1880) -> None:
        state.private_owner[P7] = CLOSED
        state.log(PrivateClosed(PRIVATES[P7].id))
        state.pop()
