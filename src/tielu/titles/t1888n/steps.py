"""VIII.3.1. A step of a company's turn: what all steps have in common."""

from __future__ import annotations

from tielu.core.actions import Action, BuyPrivate, LayFerry, LayTile, Pass, TakeShare
from tielu.core.errors import IllegalAction, illegal
from tielu.core.flow import Frame

from .ending import note_broken_bank
from .powers import apply_power, may_add_track, power_offers, why_not_power
from .state import State1888


def uses_power(action: Action) -> bool:
    """Whether the action belongs to a private rather than to a step (1888.turn.use-private-powers-any-time)."""
    return isinstance(action, (BuyPrivate, LayFerry)) or (isinstance(action, LayTile) and action.power is not None)


class Step(Frame[State1888]):
    """A step in the turn of a company; it ends by itself when there is nothing to choose."""

    def __init__(self, company: int) -> None:
        self.company = company

    def actor(self, state: State1888) -> int:
        return state.director[self.company]

    def deciding(self, state: State1888) -> str:
        return state.company_id(self.company)

    # -- what a step defines --

    def choices(self, state: State1888) -> list[Action]:
        """The legal actions of this step, passing and powers aside."""
        raise NotImplementedError

    def has_choice(self, state: State1888) -> bool:
        return bool(self.choices(state))

    def lacks_track(self, state: State1888) -> bool:
        """Whether new track on the map could give this step a choice that it does not have."""
        return False

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        raise NotImplementedError

    def why_not_pass(self, state: State1888) -> IllegalAction | None:
        return None

    def carry_out(self, state: State1888, action: Action) -> None:
        raise NotImplementedError

    def end(self, state: State1888) -> None:
        state.pop()

    # -- what follows from it --

    def settle(self, state: State1888) -> bool:
        note_broken_bank(state, in_stock_round=False)
        if self.has_choice(state) or self._powers_may_help(state):
            return False
        self.end(state)
        return True

    def _powers_may_help(self, state: State1888) -> bool:
        """A step without a choice waits for a power that may give it one (1888.turn.use-private-powers-any-time)."""
        if state.rules.steps_wait_for_pass or not self.lacks_track(state):
            return False
        return may_add_track(state, self.company)

    def offers(self, state: State1888) -> list[Action]:
        offers = self.choices(state) + power_offers(state, self.company)
        if self.why_not_pass(state) is None:
            offers.append(Pass())
        return offers

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return self.why_not_pass(state)
        if uses_power(action):
            return why_not_power(state, self.company, action)
        return self.why_not_choice(state, action)

    def apply(self, state: State1888, action: Action) -> None:
        if isinstance(action, Pass):
            self.end(state)
        elif uses_power(action):
            apply_power(state, self.company, action)
        else:
            self.carry_out(state, action)


def out_of_step(action: Action, step: str) -> IllegalAction:
    """The refusal of an action that belongs to another step of the turn."""
    # The Forbidden City has its power in stock rounds.
    rule = "1888.forbidden-city.exchange" if isinstance(action, TakeShare) else "1888.turn.sequence"
    return illegal("other_step", rule, action=action.type, step=step)
