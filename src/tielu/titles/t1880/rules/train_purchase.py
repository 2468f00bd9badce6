"""X. Purchase of trains: from the bank, from sister companies, by force; the marker and the removal of trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, Amounts, BuyPrivate, BuyTrain, SellShares, kept
from tielu.core.bank import bank_pays_railway, player_pays_railway, railway_pays_bank, why_railway_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import DirectorPaid, TrainBought
from tielu.core.rolling_stock import trade_train
from tielu.core.shares import sale_changes_director, sales_of

from .companies import in_turn_order
from .components import B1, C2, COMPANY_INDEX, T2R, T8E, TRAIN_INDEX, TRAINS
from .events import DebtIncurred, MarkerMoved
from .phases import on_offer, remove_trains, train_left_bank
from .share_round import with_interest
from .state import State1880
from .steps import Step, out_of_step
from .takeover import why_director_keeps
from .trading import BANK, proceeds, sell_shares, why_not_sell

_FROM_BANK: Final = tuple(kept(BuyTrain(train.name, BANK, train.price)) for train in TRAINS)


def must_own_train(state: State1880, company: int) -> bool:
    """Whether the company has none that meets the duty; a 2R does not (1880.trains.must-own)."""
    return all(train == T2R for train in state.trains[company])


def shortage(state: State1880, company: int) -> int:
    """What the treasury lacks for the train on offer."""
    return max(0, TRAINS[on_offer(state)].price - state.treasury[company])


# -- legality --


def why_not_buy(state: State1880, company: int, action: BuyTrain, raised: bool) -> IllegalAction | None:
    """`raised` says that the director has sold shares for a forced purchase, which must now be made."""
    train = TRAIN_INDEX.get(action.train)
    if train is None:
        return illegal("unknown_train", "1880.components.train-card-count", train=action.train)
    if action.trade_in is not None:
        return illegal("no_trade_in", "1880.trains.no-sale-to-bank", train=action.trade_in)
    return _why_not_train(state, company, train, action.seller, action.price, raised)


def _why_not_train(
    state: State1880, company: int, train: int, seller: str, price: int, raised: bool
) -> IllegalAction | None:
    limit = state.current_phase.train_limit
    if len(state.trains[company]) >= limit:
        return illegal("train_limit", "1880.trains.limit-no-purchase-at-limit", limit=limit)
    if train == T2R and T2R in state.trains[company]:
        return illegal("one_restored_train", "1880.train.2r-max-one")
    if seller != BANK:
        return _why_not_from_sister(state, company, train, seller, price, raised)
    if raised and train == T2R:
        rule = state.rules.cites("1880.emergency.not-2r", "1880.emergency.2r-before-with-own-cash")
        return illegal("forced_purchase_begun", rule)
    return _why_not_from_bank(state, company, train, price)


def _why_not_from_bank(state: State1880, company: int, train: int, price: int) -> IllegalAction | None:
    name = TRAINS[train].name
    if train == T2R:
        if state.phase < C2:
            return illegal("restored_not_yet", "1880.train.2r-available-from-6")
        if not state.depot[T2R]:
            rule = state.rules.cites("1880.components.train-card-count", "1880.train.2r-count")
            return illegal("train_gone", rule, train=name)
    elif train != on_offer(state):
        rule = "1880.trains.ascending-order"
        return illegal("not_on_offer", rule, train=name, offered=TRAINS[on_offer(state)].name)
    if price != TRAINS[train].price and (name, price) not in state.rules.old_train_prices:
        rule = "1880.train.2r-price" if train == T2R else "1880.trains.bank-price"
        return illegal("train_price", rule, price=price, printed=TRAINS[train].price)
    if train == T2R:
        return why_railway_cannot_pay(state, company, price, "1880.emergency.not-2r")
    if must_own_train(state, company):
        return None
    return why_railway_cannot_pay(state, company, price, "1880.emergency.one-train-only")


def _why_not_from_sister(
    state: State1880, company: int, train: int, name: str, price: int, raised: bool
) -> IllegalAction | None:
    seller = COMPANY_INDEX.get(name)
    if seller is None or seller == company:
        return illegal("unknown_seller", "1880.trains.intercompany-same-director", seller=name)
    if state.phase < B1:
        return illegal("no_train_trade_yet", "1880.trains.intercompany-from-first-3")
    if state.director[seller] != state.director[company]:
        rule = "1880.trains.intercompany-other-director-forbidden"
        return illegal("other_director", rule, seller=name)
    if train not in state.trains[seller]:
        rule = "1880.trains.intercompany-same-director"
        return illegal("seller_lacks_train", rule, seller=name, train=TRAINS[train].name)
    if raised:
        return illegal("forced_purchase_begun", "1880.emergency.bank-only")
    if price < 1:
        return illegal("price_too_low", "1880.trains.intercompany-same-director", price=price)
    return why_railway_cannot_pay(state, company, price, "1880.emergency.bank-only")


def trains_for_sale(state: State1880, company: int, raised: bool) -> Iterator[tuple[int, str]]:
    """Every train that the company may buy, with its seller, found one by one."""
    if len(state.trains[company]) >= state.current_phase.train_limit:
        return
    cash, forced = state.treasury[company], must_own_train(state, company)
    for train in (on_offer(state), T2R):
        price = TRAINS[train].price
        if (cash >= price or forced) and _why_not_train(state, company, train, BANK, price, raised) is None:
            yield train, BANK
    if cash > 0 and state.phase >= B1:
        for sister in sisters(state, company):
            for train in sorted(set(state.trains[sister])):
                if _why_not_train(state, company, train, state.company_id(sister), 1, raised) is None:
                    yield train, state.company_id(sister)


def train_offers(state: State1880, company: int, raised: bool) -> list[Action]:
    cash = state.treasury[company]
    return [
        _FROM_BANK[train] if seller == BANK else BuyTrain(TRAINS[train].name, seller, 1, amounts=Amounts(1, cash))
        for train, seller in trains_for_sale(state, company, raised)
    ]


def sisters(state: State1880, company: int) -> list[int]:
    """The other companies of the same director, in turn order."""
    director = state.director[company]
    others = [each for each, other in enumerate(state.director) if other == director and each != company]
    return in_turn_order(state, others)


# -- forced purchase --


def why_not_raise(state: State1880, company: int, action: SellShares) -> IllegalAction | None:
    """The director may sell shares for a train the company must buy and cannot pay (1880.emergency.*)."""
    director = state.director[company]
    if not must_own_train(state, company) or not shortage(state, company):
        return illegal("no_forced_purchase", "1880.majors.trade-only-in-sr")
    needed = shortage(state, company) - state.cash[director]
    if needed <= 0:
        return illegal("enough_cash", "1880.emergency.may-sell-shares", cash=state.cash[director])
    refusal = why_not_sell(state, director, action)
    if refusal is not None:
        return refusal
    sold = COMPANY_INDEX[action.company]
    if not state.rules.takeover_sales_for_trains:
        refusal = why_director_keeps(state, director, sold)
        if refusal is not None:
            return refusal
    if sale_changes_director(state, sold, director, action.percent):
        return illegal("would_change_director", "1880.emergency.no-director-change", company=action.company)
    if proceeds(state, sold, action.percent - 10) >= needed:
        return illegal("more_than_needed", "1880.emergency.may-sell-shares", needed=needed)
    return None


def raising_offers(state: State1880, company: int) -> Iterator[Action]:
    """Every sale for a forced purchase, found one by one."""
    if must_own_train(state, company) and shortage(state, company) > state.cash[state.director[company]]:
        for sale in sales_of(state, state.director[company]):
            if why_not_raise(state, company, sale) is None:
                yield sale


def _pay_by_force(state: State1880, company: int, price: int) -> None:
    """The director pays what the treasury lacks; what is still missing becomes a debt with interest."""
    director, missing = state.director[company], price - state.treasury[company]
    own = min(state.cash[director], missing)
    if own:
        player_pays_railway(state, director, company, own)
        state.log(DirectorPaid(state.players[director], state.company_id(company), own))
    borrowed = missing - own
    if borrowed:
        bank_pays_railway(state, company, borrowed)
        state.debt[director] += with_interest(borrowed)
        state.log(DebtIncurred(state.players[director], borrowed, state.debt[director]))


# -- buying --


def buy_train(state: State1880, company: int, action: BuyTrain) -> None:
    train = TRAIN_INDEX[action.train]
    if action.seller == BANK:
        _buy_from_bank(state, company, train, action.price)
    else:
        trade_train(state, company, COMPANY_INDEX[action.seller], train, action.price)


def _buy_from_bank(state: State1880, company: int, train: int, price: int) -> None:
    name = state.company_id(company)
    if state.treasury[company] < price:
        _pay_by_force(state, company, price)
    railway_pays_bank(state, company, price)
    state.trains[company] = (*state.trains[company], train)
    state.log(TrainBought(name, TRAINS[train].name, BANK, price))
    if train == T2R:
        state.depot[T2R] -= 1
        return
    if state.circles_left < 0:
        # 1880.trains.marker-moves; it never moves again once the last 8-train has gone.
        state.purchase_marker = company
        state.marker_moved_this_turn = True
        state.log(MarkerMoved(name))
    train_left_bank(state, train, company)


# -- removal --


def removal_due(state: State1880, company: int) -> bool:
    """The marker is back at this company and it, too, has bought nothing from the bank."""
    if state.purchase_marker != company or state.marker_moved_this_turn:
        return False
    if state.rules.no_removal_after_interruption and state.interrupted_this_circle:
        return False
    offered = on_offer(state)
    # 1880.trains.no-removal-after-first-8e, 1880.trains.10-and-2r-never-removed
    return offered < T8E or (offered == T8E and not state.train_sold[T8E])


class TrainStep(Step):
    """Buy any number of trains; a company without one must buy before its turn can end.

    `raised`: the director has sold shares for a forced purchase, so only the train on offer can follow.
    """

    def __init__(self, railway: int, raised: bool = False) -> None:
        super().__init__(railway)
        self.raised = raised

    def choices(self, state: State1880) -> list[Action]:
        return [*train_offers(state, self.railway, self.raised), *raising_offers(state, self.railway)]

    def has_choice(self, state: State1880) -> bool:
        return (
            self._platform_waits(state)
            or any(True for _ in trains_for_sale(state, self.railway, self.raised))
            or any(True for _ in raising_offers(state, self.railway))
        )

    def _platform_waits(self, state: State1880) -> bool:
        """The platform asks whoever could pay for a sister's train or a 2R, even where neither may be bought."""
        cash = state.treasury[self.railway]
        has_room = len(state.trains[self.railway]) < state.current_phase.train_limit
        if not (state.rules.steps_wait_for_pass and has_room and cash):
            return False
        restored = state.phase >= C2 and state.depot[T2R] > 0 and cash >= TRAINS[T2R].price
        return restored or any(state.trains[sister] for sister in sisters(state, self.railway))

    def power_offers(self, state: State1880) -> list[Action]:
        return [] if self._bound(state) else super().power_offers(state)

    def why_not_power(self, state: State1880, action: Action) -> IllegalAction | None:
        if self._bound(state):
            return illegal("forced_purchase_begun", "1880.emergency.may-sell-shares")
        return super().why_not_power(state, action)

    def _bound(self, state: State1880) -> bool:
        """Shares are sold for the train on offer alone, so nothing comes between their sale and the purchase."""
        return self.raised and state.rules.sale_binds_to_train

    def why_not_pass(self, state: State1880) -> IllegalAction | None:
        if not must_own_train(state, self.railway):
            return None
        company = state.railway_id(self.railway)
        if state.trains[self.railway]:
            return illegal("restored_not_enough", "1880.trains.must-own", company=company)
        return illegal("must_own_train", "1880.trains.must-own", company=company)

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, BuyTrain):
            return why_not_buy(state, self.railway, action, self.raised)
        if isinstance(action, SellShares):
            return why_not_raise(state, self.railway, action)
        if isinstance(action, BuyPrivate) and must_own_train(state, self.railway):
            return illegal("privates_not_sold", "1880.emergency.no-private-sale", private=action.private)
        return out_of_step(action, "trains")

    def carry_out(self, state: State1880, action: Action) -> None:
        if isinstance(action, BuyTrain):
            state.replace(TrainStep(self.railway))
            buy_train(state, self.railway, action)
        else:
            assert isinstance(action, SellShares)
            state.replace(TrainStep(self.railway, raised=True))
            sell_shares(state, state.director[self.railway], action)

    def end(self, state: State1880) -> None:
        if removal_due(state, self.railway):
            # The step stays: after the share round the company may buy (1880.trains.resume-buying-after-sr.*).
            state.marker_moved_this_turn = True
            remove_trains(state, on_offer(state), self.railway)
        else:
            state.pop()
