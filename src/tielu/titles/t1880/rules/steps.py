"""X. A step of a turn: what all steps have in common."""

from __future__ import annotations

from tielu.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    GoBankrupt,
    PayDividend,
    PlaceStation,
    SellShares,
    Withhold,
)
from tielu.core.errors import IllegalAction, illegal
from tielu.core.steps import Step as CoreStep
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)

from .powers import apply_power, power_offers, rocket_ready, why_not_power
from .state import State1880


class Step(CoreStep[State1880]):
    """A step in the turn of a company or investor; it ends by itself when there is nothing to choose."""

    def power_offers(self, state: State1880) -> list[Action]:
        return power_offers(state, self.railway)

    def uses_power(self, action: Action) -> bool:
        return isinstance(action, (AssignPermit, ExchangeRocket))

    def why_not_power(self, state: State1880, action: Action) -> IllegalAction | None:
        return why_not_power(state, self.railway, action)

    def use_power(self, state: State1880, action: Action) -> None:
        apply_power(state, self.railway, action)

    def waits_for_power(self, state: State1880) -> bool:
        """The Rocket may be exchanged at any moment of the turn, so a step waits for it; the platform's do not."""
        return rocket_ready(state, self.railway) and not state.rules.steps_wait_for_pass

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        refusal = _why_not_investor(action) if state.is_investor(self.railway) else None
        return refusal or super().why_not(state, action)


def _why_not_investor(action: Action) -> IllegalAction | None:
    """What companies do in some step of their turn, and investors in none."""
    if isinstance(action, BuyTrain):
        return illegal("not_for_investors", "1880.fi.lease-current-train")
    if isinstance(action, (PayDividend, Withhold)):
        return illegal("not_for_investors", "1880.fi.always-withhold")
    if isinstance(action, PlaceStation):
        return illegal("not_for_investors", "1880.station.three-markers")
    return None


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
    return _not_in_turn(action) or _in_other_step(action, step)


def _not_in_turn(action: Action) -> IllegalAction | None:
    """The refusal of what comes in no step of any turn: bids, investors, P0's payment."""
    if isinstance(action, Bid):
        return illegal("not_in_turn", "1880.auction.privates-before-shares", action=action.type)
    if isinstance(action, ChooseInvestor):
        return illegal("not_in_turn", "1880.fi.free-choice", action=action.type)
    if isinstance(action, ClaimPayment):
        return illegal("not_in_turn", "1880.p0.one-off-payment", action=action.type)
    return None


def _in_other_step(action: Action, step: str) -> IllegalAction:
    rule = "1880.turn.sequence"
    if isinstance(action, BuyTrain):
        from_bank = action.seller == "bank"
        rule = "1880.trains.buy-last-step" if from_bank else "1880.trains.intercompany-buyers-turn"
    return illegal("other_step", rule, action=action.type, step=step)
