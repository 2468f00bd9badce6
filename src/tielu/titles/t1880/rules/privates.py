"""VI. Private companies: their revenue, and the one payment of P0."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import PASS, Action, Pass
from tielu.core.bank import bank_pays_player
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import PrivateClosed, PrivatePaid
from tielu.core.flow import Frame
from tielu.core.state import CLOSED
from tielu.titles.t1880.rules.actions import ClaimPayment

from .components import P0, PRIVATES, T2_2, T3, T3_3
from .events import PaymentClaimed, PaymentLeft
from .state import State1880
from .takeover import privates_pay

# What P0 pays when the last train of a type has gone (1880.p0.one-off-payment).
P0_PAYMENTS: Final = {T2_2: 40, T3: 70, T3_3: 100}


def pay_privates(state: State1880) -> None:
    """At the start of an operating round, to the owners (1880.privates.revenue-start-of-or)."""
    if not privates_pay(state):
        return
    for index, private in enumerate(PRIVATES):
        owner = state.private_owner[index]
        if private.income and owner >= 0:
            bank_pays_player(state, owner, private.income)
            state.log(PrivatePaid(state.players[owner], private.id, private.income))


def claim_due(state: State1880, train: int, bought: bool) -> bool:
    """Whether P0's owner is to be asked now that the last train of a type has gone."""
    if train not in P0_PAYMENTS or state.private_owner[P0] < 0:
        return False
    return bought or state.rules.p0_paid_on_removal


class PaymentClaim(Frame[State1880]):
    """P0's owner takes this payment or waits for a later one; the third is paid without asking."""

    round_name: ClassVar[str] = "Stock"

    def __init__(self, train: int) -> None:
        self.train = train

    def actor(self, state: State1880) -> int:
        return state.private_owner[P0]

    def settle(self, state: State1880) -> bool:
        if self.train != T3_3:
            return False
        # 1880.p0.third-automatic
        self._pay(state)
        return True

    def offers(self, state: State1880) -> list[Action]:
        return [ClaimPayment(), PASS]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, (ClaimPayment, Pass)):
            return None
        amount = P0_PAYMENTS[self.train]
        return illegal("payment_first", "1880.p0.one-off-payment", amount=amount)

    def apply(self, state: State1880, action: Action) -> None:
        if isinstance(action, ClaimPayment):
            self._pay(state)
        else:
            state.log(PaymentLeft(state.players[self.actor(state)], P0_PAYMENTS[self.train]))
            state.pop()

    def _pay(self, state: State1880) -> None:
        owner, amount = self.actor(state), P0_PAYMENTS[self.train]
        bank_pays_player(state, owner, amount)
        state.log(PaymentClaimed(state.players[owner], amount))
        state.private_owner[P0] = CLOSED
        state.log(PrivateClosed(PRIVATES[P0].id))
        state.pop()
