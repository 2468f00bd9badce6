"""A step of a turn: it offers its own choices and whatever powers may be used at any time, or passes by itself."""

from __future__ import annotations

from tielu._mypyc import mypyc_attr

from .actions import PASS, Action, Pass
from .errors import IllegalAction
from .flow import RailwayDecision, S


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(RailwayDecision[S]):
    """A step that ends by itself when there is nothing to choose."""

    # -- what a step defines --

    def choices(self, state: S) -> list[Action]:
        """The legal actions of this step, passing and powers aside."""
        raise NotImplementedError

    def has_choice(self, state: S) -> bool:
        return bool(self.choices(state))

    def why_not_choice(self, state: S, action: Action) -> IllegalAction | None:
        raise NotImplementedError

    def why_not_pass(self, state: S) -> IllegalAction | None:
        return None

    def carry_out(self, state: S, action: Action) -> None:
        raise NotImplementedError

    def end(self, state: S) -> None:
        state.pop()

    # -- what the title defines: powers that may be used in any step --

    def power_offers(self, state: S) -> list[Action]:
        raise NotImplementedError

    def uses_power(self, action: Action) -> bool:
        raise NotImplementedError

    def why_not_power(self, state: S, action: Action) -> IllegalAction | None:
        raise NotImplementedError

    def use_power(self, state: S, action: Action) -> None:
        raise NotImplementedError

    def waits_for_power(self, state: S) -> bool:
        """Whether a power alone keeps the step open."""
        return False

    # -- what follows from it --

    def settle(self, state: S) -> bool:
        if self.has_choice(state) or self.waits_for_power(state):
            return False
        self.end(state)
        return True

    def offers(self, state: S) -> list[Action]:
        offers = self.choices(state) + self.power_offers(state)
        if self.why_not_pass(state) is None:
            offers.append(PASS)
        return offers

    def why_not(self, state: S, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return self.why_not_pass(state)
        if self.uses_power(action):
            return self.why_not_power(state, action)
        return self.why_not_choice(state, action)

    def apply(self, state: S, action: Action) -> None:
        if isinstance(action, Pass):
            self.end(state)
        elif self.uses_power(action):
            self.use_power(state, action)
        else:
            self.carry_out(state, action)
