"""X. A step of a turn: what all steps have in common."""

from __future__ import annotations

from tielu.core.actions import (
    Action,
    AssignPermit,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    ExchangeRocket,
    FoundCompany,
    GoBankrupt,
    MergeMoney,
    MergeStation,
    Pass,
    RepayDebt,
    SellShares,
)
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
        if isinstance(action, BuyTrain) and state.is_investor(self.railway):
            return illegal("not_for_investors", "1880.fi.lease-current-train")
        return self.why_not_choice(state, action)

    def apply(self, state: State1880, action: Action) -> None:
        if isinstance(action, Pass):
            self.end(state)
        elif isinstance(action, (AssignPermit, ExchangeRocket)):
            apply_power(state, self.railway, action)
        else:
            self.carry_out(state, action)


def out_of_step(action: Action, step: str) -> IllegalAction:
    """The refusal of an action that belongs to another step of the turn, or to no step of it at all."""
    if isinstance(action, (BuyShare, FoundCompany, SellShares)):
        return illegal("only_in_share_round", "1880.majors.trade-only-in-sr", action=action.type)
    if isinstance(action, (MergeMoney, MergeStation)):
        return illegal("no_merger_now", "1880.merger.check-at-fi-turn-end", action=action.type)
    if isinstance(action, BuyPrivate):
        return illegal("no_private_for_company", "1880.privates.not-owned-by-companies", private=action.private)
    if isinstance(action, DiscardTrain):
        return illegal("no_surrender", "1880.trains.no-voluntary-scrap")
    if isinstance(action, RepayDebt):
        return illegal("only_in_share_round", "1880.emergency.repay-in-sr", action=action.type)
    if isinstance(action, GoBankrupt):
        return illegal("no_bankruptcy", "1880.emergency.no-bankruptcy")
    rule = "1880.turn.sequence"
    if isinstance(action, BuyTrain):
        from_bank = action.seller == "bank"
        rule = "1880.trains.buy-last-step" if from_bank else "1880.trains.intercompany-buyers-turn"
    return illegal("other_step", rule, action=action.type, step=step)
