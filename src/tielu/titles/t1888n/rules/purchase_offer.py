"""What a company offers to buy in its turn from somebody else, who accepts or declines."""

from __future__ import annotations

from typing import ClassVar

from tielu.core.actions import ACCEPT, DECLINE, Accept, Action, Decline
from tielu.core.errors import IllegalAction, illegal
from tielu.core.flow import Frame

from .events import OfferDeclined, PurchaseOffered
from .state import State1888


def declined_price(state: State1888, item: str) -> int:
    """The highest offer for the item that was declined in this turn; 0 without any."""
    return max((price for declined, price in state.declined if declined == item), default=0)


def why_declined(state: State1888, item: str, price: int, rule: str, may_rise: bool) -> IllegalAction | None:
    """Prices are negotiable: after a refusal the same turn may bring a higher offer (rulings 8.41 and 9.2)."""
    declined = declined_price(state, item)
    if not declined:
        return None
    if not may_rise:
        return illegal("already_declined", rule, item=item)
    if price <= declined:
        return illegal("offer_more", rule, item=item, price=declined)
    return None


class PurchaseOffer(Frame[State1888]):
    """An offer that waits for its answer; what is declined is remembered until the turn ends."""

    # The rule by which it has to be answered.
    rule: ClassVar[str] = ""

    def __init__(self, company: int, item: str, price: int) -> None:
        self.company = company
        self.item = item
        self.price = price

    def accepted(self, state: State1888) -> None:
        """Make the purchase."""
        raise NotImplementedError

    def ask(self, state: State1888) -> None:
        seller = state.players[self.actor(state)]
        state.log(PurchaseOffered(state.company_id(self.company), self.item, self.price, seller))
        state.push(self)

    def offers(self, state: State1888) -> list[Action]:
        return [ACCEPT, DECLINE]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, (Accept, Decline)):
            return None
        return illegal("answer_first", self.rule, item=self.item)

    def apply(self, state: State1888, action: Action) -> None:
        state.pop()
        if isinstance(action, Accept):
            self.accepted(state)
            return
        state.declined |= {(self.item, self.price)}
        name = state.players[self.actor(state)]
        state.log(OfferDeclined(state.company_id(self.company), self.item, name))
