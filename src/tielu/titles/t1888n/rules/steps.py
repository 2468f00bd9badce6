"""VIII.3.1. A step of a company's turn: what all steps have in common."""

from __future__ import annotations

from tielu.core.actions import Action, BuyPrivate, DiscardTrain, LayTile
from tielu.core.errors import IllegalAction, illegal
from tielu.core.steps import Step as CoreStep
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare

from .ending import note_broken_bank
from .powers import apply_power, may_add_track, power_offers, why_not_power
from .state import State1888


def uses_power(action: Action) -> bool:
    """Whether the action belongs to a private rather than to a step (1888.turn.use-private-powers-any-time)."""
    by_tile = isinstance(action, LayTile) and action.power is not None
    return by_tile or isinstance(action, (BuyPrivate, LayFerry))


class Step(CoreStep[State1888]):
    """A step in the turn of a company; the powers of its privates may be used in any of them."""

    def lacks_track(self, state: State1888) -> bool:
        """Whether new track on the map could give this step a choice that it does not have."""
        return False

    def settle(self, state: State1888) -> bool:
        note_broken_bank(state, in_stock_round=False)
        return super().settle(state)

    def power_offers(self, state: State1888) -> list[Action]:
        return list(power_offers(state, self.railway))

    def uses_power(self, action: Action) -> bool:
        return uses_power(action)

    def why_not_power(self, state: State1888, action: Action) -> IllegalAction | None:
        return why_not_power(state, self.railway, action)

    def use_power(self, state: State1888, action: Action) -> None:
        apply_power(state, self.railway, action)

    def waits_for_power(self, state: State1888) -> bool:
        """A step without a choice waits for a power that may give it one."""
        if state.rules.steps_wait_for_pass or not self.lacks_track(state):
            return False
        return may_add_track(state, self.railway)


def out_of_step(action: Action, step: str) -> IllegalAction:
    """The refusal of an action that belongs to another step of the turn, or to none."""
    if isinstance(action, DiscardTrain):
        return illegal("no_voluntary_scrap", "1888.trains.no-voluntary-scrap", train=action.train)
    # The Forbidden City has its power in stock rounds.
    rule = "1888.forbidden-city.exchange" if isinstance(action, TakeShare) else "1888.turn.sequence"
    return illegal("other_step", rule, action=action.type, step=step)
