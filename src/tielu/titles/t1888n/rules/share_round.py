"""VII. The stock round: turns, passing, priority, and what happens at its end."""

from __future__ import annotations

from tielu.core.actions import PASS, Action, BuyPrivate, BuyShare, FoundCompany, Pass, SellShares
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import RoundBegan
from tielu.core.share_round import ShareRound as CoreShareRound
from tielu.core.share_round import give_priority
from tielu.core.shares import SHARE, held
from tielu.core.state import NOBODY
from tielu.titles.t1888n.rules.actions import TakeShare

from .companies import certificate_limit, certificates
from .components import COMPANIES, COMPANY_INDEX
from .ending import note_broken_bank
from .prices import in_red_area, operating_order, sold_out
from .state import State1888
from .steps import uses_power
from .trading import (
    buy_director_certificate,
    buy_share,
    founding_offers,
    may_buy,
    may_found,
    may_part_with,
    sell_shares,
    share_offers,
    take_offers,
    take_share,
    why_not_buy,
    why_not_found,
    why_not_sell,
    why_not_take,
)


def _out_of_round(action: Action) -> IllegalAction:
    """The refusal of what belongs to the turn of a company: privates are sold there and have their powers there."""
    rule = "1888.sr.turn-options"
    if isinstance(action, BuyPrivate):
        rule = "1888.privates.no-player-to-player"
    elif uses_power(action):
        rule = "1888.privates.company-ability-in-turn"
    return illegal("not_in_share_round", rule, action=action.type)


class ShareRound(CoreShareRound[State1888]):
    """Buying, founding or taking a share ends a turn, so a player who goes on after acting has sold."""

    @classmethod
    def opening(cls, state: State1888, last_actor: int = NOBODY) -> ShareRound:
        """The holder of the priority deal begins (1888.sr.priority-starts); in an auction somebody has acted before."""
        state.log(RoundBegan("share"))
        return cls(state.priority, (0,) * len(state.players), last_actor=last_actor)

    def turn(self, player: int, sold: tuple[int, ...], passes: int, last_actor: int, acted: bool) -> ShareRound:
        return ShareRound(player, sold, passes, last_actor, acted)

    @property
    def has_sold(self) -> bool:
        return self.acted

    def settle(self, state: State1888) -> bool:
        note_broken_bank(state, in_stock_round=True)
        return super().settle(state)

    def close(self, state: State1888) -> None:
        """Prices of sold-out companies rise, in operating order; the priority deal moves on."""
        for company in operating_order(state):
            if not held(state, company, state.ipo) and not held(state, company, state.pool_holder):
                sold_out(state, company)
        if self.last_actor != NOBODY:
            give_priority(state, state.left_of(self.last_actor))
        state.pop()

    def _must_sell(self, state: State1888) -> bool:
        """Over the limit, as long as there is anything to sell that counts (1888.cert.over-limit-sell)."""
        if certificates(state, self.player) <= certificate_limit(state):
            return False
        return any(not in_red_area(state, COMPANY_INDEX[sale.company]) for sale in self.sales(state))

    def has_choice(self, state: State1888) -> bool:
        sold = self.sold[self.player]
        return bool(
            self._may_sell(state)
            or may_buy(state, self.player, sold)
            or may_found(state, self.player)
            or take_offers(state, self.player, sold, self.has_sold)
        )

    def _may_sell(self, state: State1888) -> bool:
        """Whether there is any sale: then one of a single share."""
        return state.operated and any(
            may_part_with(state, self.player, company, SHARE) for company in range(len(COMPANIES))
        )

    def offers(self, state: State1888) -> list[Action]:
        if self._must_sell(state):
            return [*self.sales(state)]
        sold = self.sold[self.player]
        return [
            *share_offers(state, self.player, sold),
            *founding_offers(state, self.player),
            *take_offers(state, self.player, sold, self.has_sold),
            *self.sales(state),
            PASS,
        ]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if not isinstance(action, SellShares) and self._must_sell(state):
            return illegal("must_sell", "1888.cert.over-limit-sell", limit=certificate_limit(state))
        sold = self.sold[self.player]
        if isinstance(action, BuyShare):
            return why_not_buy(state, self.player, action, sold)
        if isinstance(action, FoundCompany):
            return why_not_found(state, self.player, action)
        if isinstance(action, TakeShare):
            return why_not_take(state, self.player, action, sold, self.has_sold)
        if isinstance(action, SellShares):
            return self.why_not_sell(state, action)
        if not isinstance(action, Pass):
            return _out_of_round(action)
        return None

    def why_not_sell(self, state: State1888, action: SellShares) -> IllegalAction | None:
        if not state.operated:
            # Not before the first ordinary operating round (ruling 8.36).
            return illegal("no_sale_yet", "1888.sell.not-first-sr")
        return why_not_sell(state, self.player, action)

    def apply(self, state: State1888, action: Action) -> None:
        if isinstance(action, SellShares):
            sell_shares(state, self.player, action)
            self.go_on_after_sale(state, COMPANY_INDEX[action.company])
            return
        if isinstance(action, Pass):
            self.end_turn(state)
            return
        if isinstance(action, BuyShare):
            buy_share(state, self.player, action)
        elif isinstance(action, FoundCompany):
            buy_director_certificate(state, self.player, action)
        else:
            assert isinstance(action, TakeShare)
            take_share(state, self.player, action)
        self.next_player(state, acted=True)
