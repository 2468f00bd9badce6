"""X. A step of a turn: what all steps have in common."""

from __future__ import annotations

from tielu.core.actions import Action, AssignPermit, ExchangeRocket, Pass
from tielu.core.errors import IllegalAction, illegal
from tielu.core.flow import Frame

from .powers import apply_power, power_offers, rocket_ready, why_not_power
from .state import State1880


class Step(Frame[State1880]):
    """A step in the turn of a company or investor; it ends by itself when there is nothing to choose."""

    def __init__(self, railway: int) -> None:
        self.railway = railway

    def actor(self, state: State1880) -> int:
        return state.owner_of(self.railway)

    def deciding(self, state: State1880) -> str:
        return state.railway_id(self.railway)

    # -- what a step defines --

    def choices(self, state: State1880) -> list[Action]:
        """The legal actions of this step, passing and powers aside."""
        raise NotImplementedError

    def has_choice(self, state: State1880) -> bool:
        return bool(self.choices(state))

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        raise NotImplementedError

    def why_not_pass(self, state: State1880) -> IllegalAction | None:
        return None

    def carry_out(self, state: State1880, action: Action) -> None:
        raise NotImplementedError

    def end(self, state: State1880) -> None:
        state.pop()

    # -- what follows from it --

    def settle(self, state: State1880) -> bool:
        if self.has_choice(state):
            return False
        if rocket_ready(state, self.railway) and not state.rules.steps_wait_for_pass:
            return False
        self.end(state)
        return True

    def offers(self, state: State1880) -> list[Action]:
        offers = self.choices(state) + power_offers(state, self.railway)
        if self.why_not_pass(state) is None:
            offers.append(Pass())
        return offers

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return self.why_not_pass(state)
        if isinstance(action, (AssignPermit, ExchangeRocket)):
            return why_not_power(state, self.railway, action)
        return self.why_not_choice(state, action)

    def apply(self, state: State1880, action: Action) -> None:
        if isinstance(action, Pass):
            self.end(state)
        elif isinstance(action, (AssignPermit, ExchangeRocket)):
            apply_power(state, self.railway, action)
        else:
            self.carry_out(state, action)


def out_of_step(action: Action, step: str) -> IllegalAction:
    """The refusal of an action that belongs to another step of the turn."""
    return illegal("other_step", "1880.turn.sequence", action=action.type, step=step)
