"""XII. The share round: turns, passing, priority, debts, and what happens when it closes."""

from __future__ import annotations

from tielu.core.actions import PASS, Action, Amounts, BuyShare, FoundCompany, Pass, PlaceStation, SellShares
from tielu.core.bank import player_pays_bank
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import RoundBegan
from tielu.core.flow import RailwayDecision
from tielu.core.share_round import ShareRound as CoreShareRound
from tielu.core.share_round import give_priority
from tielu.core.shares import SHARE, by_price
from tielu.core.state import NOBODY
from tielu.titles.t1880.rules.actions import AssignPermit, RepayDebt

from . import p5
from .companies import (
    available,
    certificate_limit,
    certificates,
    companies_in_turn_order,
    float_company,
    may_float,
)
from .components import CHART, COMPANIES, COMPANY_INDEX
from .events import DebtGrew, DebtRepaid
from .prices import sold_out
from .state import State1880
from .stations import home_places, place_home
from .takeover import why_director_keeps
from .trading import (
    buy_director_certificate,
    buy_share,
    founding_offers,
    may_buy,
    may_found,
    may_part_with,
    sell_shares,
    share_offers,
    why_not_buy,
    why_not_found,
    why_not_sell,
)


def with_interest(amount: int) -> int:
    """Half as much again, rounded up (1880.emergency.debt-50-percent, 1880.emergency.interest-round-up)."""
    return amount + (amount + 1) // 2


class ShareRound(CoreShareRound[State1880]):
    """Turns go clockwise, and acting guarantees another (1880.sr.clockwise, 1880.buy.action-guarantees-turn)."""

    def __init__(
        self,
        player: int,
        sold: tuple[int, ...],
        passes: int = 0,
        last_actor: int = NOBODY,
        acted: bool = False,
        first: bool = False,
    ) -> None:
        super().__init__(player, sold, passes, last_actor, acted)
        self.first = first

    @classmethod
    def opening(cls, state: State1880, first: bool = False) -> ShareRound:
        """The priority holder begins (1880.sr.priority-starts)."""
        state.log(RoundBegan("share"))
        return cls(state.priority, (0,) * len(state.players), first=first)

    def turn(self, player: int, sold: tuple[int, ...], passes: int, last_actor: int, acted: bool) -> ShareRound:
        return ShareRound(player, sold, passes, last_actor, acted, self.first)

    def close(self, state: State1880) -> None:
        close_share_round(state, self.last_actor)

    def has_choice(self, state: State1880) -> bool:
        return bool(
            self._repayments(state)
            or self._may_sell(state)
            or may_found(state, self.player)
            or may_buy(state, self.player, self.sold[self.player])
        )

    def _must_sell(self, state: State1880) -> bool:
        """Over the limit, as long as there is anything to sell (1880.cert.over-limit-must-sell)."""
        return certificates(state, self.player) > certificate_limit(state) and self._may_sell(state)

    def _may_sell(self, state: State1880) -> bool:
        """Whether there is any sale: then one of a single share."""
        return not self.first and any(
            may_part_with(state, self.player, company, SHARE)
            and why_director_keeps(state, self.player, company) is None
            for company in range(len(COMPANIES))
        )

    def _repayments(self, state: State1880) -> list[Action]:
        most = min(state.cash[self.player], state.debt[self.player])
        if most <= 0:
            return []
        least = most if state.rules.repays_all_it_can else 1
        return [RepayDebt(most, Amounts(least, most))]

    def offers(self, state: State1880) -> list[Action]:
        offers = share_offers(state, self.player, self.sold[self.player])
        offers += founding_offers(state, self.player)
        offers += [*self.sales(state), *self._repayments(state), *p5.offers(state, self.player, None)]
        if not self._must_sell(state):
            offers.append(PASS)
        return offers

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, BuyShare):
            return why_not_buy(state, self.player, action, self.sold[self.player])
        if isinstance(action, FoundCompany):
            return why_not_found(state, self.player, action)
        if isinstance(action, SellShares):
            return self.why_not_sell(state, action)
        if isinstance(action, RepayDebt):
            return self._why_not_repay(state, action)
        if isinstance(action, AssignPermit):
            return p5.why_not(state, self.player, None, action)
        if not isinstance(action, Pass):
            return illegal("not_in_share_round", "1880.sr.turn-options", action=action.type)
        if self._must_sell(state):
            limit = certificate_limit(state)
            return illegal("must_sell", "1880.cert.over-limit-must-sell", limit=limit)
        return None

    def why_not_sell(self, state: State1880, action: SellShares) -> IllegalAction | None:
        if self.first:
            return illegal("no_sale_yet", "1880.sr1.no-sales")
        refusal = why_not_sell(state, self.player, action)
        return refusal or why_director_keeps(state, self.player, COMPANY_INDEX[action.company])

    def _why_not_repay(self, state: State1880, action: RepayDebt) -> IllegalAction | None:
        offered = self._repayments(state)
        if not offered:
            return illegal("nothing_to_repay", "1880.emergency.repay-in-sr")
        amounts = offered[0].amounts  # type: ignore[attr-defined]  # repayments are RepayDebt
        if action.amount not in amounts:
            rule = "1880.emergency.repay-in-sr"
            return illegal("repay_amount", rule, amount=action.amount, least=amounts.low, most=amounts.high)
        return None

    def apply(self, state: State1880, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(state, self.player, action)
            self.next_player(state, acted=True)
        elif isinstance(action, FoundCompany):
            buy_director_certificate(state, self.player, action)
            self._repay_what_is_left(state)
            self.next_player(state, acted=True)
        elif isinstance(action, SellShares):
            sell_shares(state, self.player, action)
            self.go_on_after_sale(state, COMPANY_INDEX[action.company])
        elif isinstance(action, RepayDebt):
            # Not an act of buying or selling, so it leaves passes and priority alone (ruling 4.20).
            self._repay(state, action.amount)
            if state.rules.repays_all_it_can:
                self.go_on(state)
        elif isinstance(action, AssignPermit):
            p5.assign(state, self.player, action)
        else:
            self.end_turn(state)

    def _repay_what_is_left(self, state: State1880) -> None:
        """A debtor whom the platform lets found a company can then do nothing but repay."""
        amount = min(state.cash[self.player], state.debt[self.player])
        if amount:
            self._repay(state, amount)

    def _repay(self, state: State1880, amount: int) -> None:
        player_pays_bank(state, self.player, amount)
        state.debt[self.player] -= amount
        state.log(DebtRepaid(state.players[self.player], amount, state.debt[self.player]))


# -- the end of a share round --


def close_share_round(state: State1880, last_actor: int) -> None:
    """Companies float, prices of sold-out ones rise, debts grow, the priority marker moves; then homes are chosen."""
    state.pop()
    floating = [company for company in companies_in_turn_order(state) if may_float(state, company)]
    for company in floating:
        float_company(state, company)
    for company in by_price(state, CHART, companies_in_turn_order(state)):
        if available(state, company) == 0:
            sold_out(state, company)
    _take_interest(state)
    if last_actor != NOBODY:
        # 1880.sr.priority-next; if nobody acted the marker stays (ruling 4.43).
        give_priority(state, state.left_of(last_actor))
    for company in reversed(floating):
        _set_home(state, company)


def _take_interest(state: State1880) -> None:
    for player, debt in enumerate(state.debt):
        if debt:
            state.debt[player] = with_interest(debt)
            state.log(DebtGrew(state.players[player], state.debt[player]))


def _set_home(state: State1880, company: int) -> None:
    """Put the home marker on the map, or let the director choose between two cities."""
    places = home_places(state, company)
    if len(places) == 1:
        place_home(state, company, places[0])
    else:
        state.push(HomeChoice(company))


class HomeChoice(RailwayDecision[State1880]):
    """QSR and SCR choose a city of their hex (1880.station.oo-home-choice-green)."""

    def offers(self, state: State1880) -> list[Action]:
        return [PlaceStation(*state.board.place_name(place)) for place in home_places(state, self.railway)]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, PlaceStation) and action in self.offers(state):
            return None
        return illegal("choose_home", "1880.station.oo-home-choice-green", company=self.deciding(state))

    def apply(self, state: State1880, action: Action) -> None:
        assert isinstance(action, PlaceStation)
        state.pop()
        place_home(state, self.railway, state.board.place(action.hex, action.city))
