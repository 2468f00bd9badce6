"""VIII.3.8. Trains: from the bank, the pool and other companies, and the step in which they are bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from tielu.core.actions import Action, Amounts, BuyTrain, GoBankrupt, SellShares, kept
from tielu.core.bank import railway_pays_bank, why_railway_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import TrainBought
from tielu.core.rolling_stock import trade_train
from tielu.core.trains import without

from .components import COMPANIES, COMPANY_INDEX, PHASE_3, TD, TRADE_IN_PRICE, TRADED_IN, TRAIN_INDEX, TRAINS
from .emergency import (
    beyond_means,
    director_pays,
    go_bankrupt,
    in_emergency,
    must_own_train,
    needed_sales,
    raising_offers,
    why_not_in_emergency,
    why_not_raise,
)
from .ending import note_broken_bank
from .events import TrainTradedIn
from .phases import on_offer, train_left_bank
from .purchase_offer import PurchaseOffer, declined_price, why_declined
from .state import State1888
from .steps import Step, out_of_step
from .trading import sell_shares

BANK: Final = "bank"
POOL: Final = "pool"
_FROM_BANK: Final = tuple(kept(BuyTrain(train.name, BANK, train.price)) for train in TRAINS)
_FROM_POOL: Final = tuple(kept(BuyTrain(train.name, POOL, train.price)) for train in TRAINS)
# The rule that gives the price of each type.
PRICE_RULES: Final[tuple[str, ...]] = (
    "1888.trains.data-2",
    "1888.trains.data-3",
    "1888.trains.data-4",
    "1888.trains.data-5",
    "1888.trains.data-6",
    "1888.trains.data-d",
)


def why_not_buy(state: State1888, company: int, action: BuyTrain, raised: bool = False) -> IllegalAction | None:
    """`raised`: the director has sold shares for this purchase, so no other company may sell (1888.emergency.*)."""
    train = TRAIN_INDEX.get(action.train)
    if train is None:
        return illegal("unknown_train", "1888.setup.train-stack-order", train=action.train)
    if action.trade_in is not None:
        return _why_not_trade_in(state, company, train, action)
    limit = state.current_phase.train_limit
    if len(state.trains[company]) >= limit:
        return illegal("train_limit", "1888.trains.no-purchase-at-limit", limit=limit)
    if action.seller in (BANK, POOL):
        return _why_not_from_bank(state, company, train, action)
    if raised:
        return illegal("bank_or_pool_only", "1888.emergency.bank-or-pool-only", seller=action.seller)
    return _why_not_from_company(state, company, train, action)


def _why_not_from_bank(state: State1888, company: int, train: int, action: BuyTrain) -> IllegalAction | None:
    if action.seller == POOL and train not in state.pool:
        return illegal("not_in_pool", "1888.trains.trade-in-resold", train=action.train)
    if action.seller == BANK and train != on_offer(state):
        rule = "1888.trains.diesel-after-6" if train == TD else "1888.trains.ascending"
        return illegal("not_on_offer", rule, train=action.train, offered=TRAINS[on_offer(state)].name)
    price = TRAINS[train].price
    if action.price != price:
        return illegal("train_price", PRICE_RULES[train], price=action.price, printed=price)
    if not must_own_train(state, company):
        return why_railway_cannot_pay(state, company, price, "1888.emergency.no-extra")
    return why_not_in_emergency(state, company, train) if state.treasury[company] < price else None


def _why_not_from_company(state: State1888, company: int, train: int, action: BuyTrain) -> IllegalAction | None:
    rule = "1888.trains.intercompany"
    seller = COMPANY_INDEX.get(action.seller)
    if seller is None:
        return illegal("unknown_seller", rule, seller=action.seller)
    if seller == company:
        return illegal("own_train", "1888.trains.intercompany-buyers-turn", seller=action.seller)
    if state.phase < PHASE_3 and not state.rules.trains_traded_from_phase_2:
        return illegal("no_train_trade_yet", rule)
    if train not in state.trains[seller]:
        return illegal("seller_lacks_train", rule, seller=action.seller, train=action.train)
    if action.price < 1:
        return illegal("price_too_low", rule, price=action.price)
    forced = must_own_train(state, company)
    price_rule = "1888.emergency.bank-or-pool-only" if forced else "1888.emergency.no-extra"
    return why_railway_cannot_pay(state, company, action.price, price_rule) or why_declined(
        state, _item(action), action.price, rule, state.rules.train_offers_may_rise
    )


def _item(action: BuyTrain) -> str:
    return f"{action.seller} {action.train}"


def _why_not_trade_in(state: State1888, company: int, train: int, action: BuyTrain) -> IllegalAction | None:
    rule = "1888.trains.diesel-trade-in"
    old = TRAIN_INDEX.get(action.trade_in or "")
    if train != TD or action.seller != BANK or old not in TRADED_IN or old not in state.trains[company]:
        return illegal("no_trade_in", rule, train=action.trade_in)
    if on_offer(state) != TD:
        offered = TRAINS[on_offer(state)].name
        return illegal("not_on_offer", "1888.trains.diesel-after-6", train=action.train, offered=offered)
    if action.price != TRADE_IN_PRICE:
        return illegal("train_price", rule, price=action.price, printed=TRADE_IN_PRICE)
    return why_railway_cannot_pay(state, company, TRADE_IN_PRICE, "1888.emergency.no-extra")


def train_offers(state: State1888, company: int, raised: bool) -> Iterator[Action]:
    """Every legal purchase, found one by one."""
    for offer in _candidates(state, company):
        if why_not_buy(state, company, offer, raised) is None:
            yield offer


def _candidates(state: State1888, company: int) -> Iterator[BuyTrain]:
    """What could be paid; whether it may be bought is asked next."""
    cash, forced = state.treasury[company], must_own_train(state, company)
    has_room = len(state.trains[company]) < state.current_phase.train_limit
    if has_room:
        offered = on_offer(state)
        if cash >= TRAINS[offered].price or forced:
            yield _FROM_BANK[offered]
        for train in sorted(set(state.pool)):
            yield _FROM_POOL[train]
    if cash >= TRADE_IN_PRICE and on_offer(state) == TD:
        for train in sorted(set(state.trains[company])):
            yield BuyTrain("D", BANK, TRADE_IN_PRICE, TRAINS[train].name)
    if has_room and cash > 0:
        for seller, charter in enumerate(COMPANIES):
            if seller != company:
                for train in sorted(set(state.trains[seller])):
                    yield _lowest_offer(state, TRAINS[train].name, charter.id, cash)


def _lowest_offer(state: State1888, train: str, seller: str, cash: int) -> BuyTrain:
    """The least that may be offered for another company's train: 1, or more than was declined in this turn."""
    offer = BuyTrain(train, seller, 1, amounts=Amounts(1, cash))
    declined = declined_price(state, _item(offer))
    if 0 < declined < cash:
        return BuyTrain(train, seller, declined + 1, amounts=Amounts(declined + 1, cash))
    return offer


def is_bankrupt(state: State1888, company: int, raised: bool) -> bool:
    """No train within the director's means (1888.emergency.bankruptcy), and none that another company may sell.

    A company that has declined an offer may be offered more, but need not.
    """
    if not in_emergency(state, company) or not beyond_means(state, company):
        return False
    if state.rules.other_trains_do_not_save:
        return True
    offers = [each for each in train_offers(state, company, raised) if isinstance(each, BuyTrain)]
    return all(declined_price(state, _item(each)) for each in offers)


# -- buying --


def buy_train(state: State1888, company: int, action: BuyTrain) -> None:
    train = TRAIN_INDEX[action.train]
    if action.seller not in (BANK, POOL):
        _offer_purchase(state, company, action)
        return
    if state.treasury[company] < action.price:
        director_pays(state, company, action.price - state.treasury[company])
    railway_pays_bank(state, company, action.price)
    if action.trade_in is not None:
        old = TRAIN_INDEX[action.trade_in]
        state.trains[company] = without(state.trains[company], old)
        state.pool = (*state.pool, old)
        state.log(TrainTradedIn(state.company_id(company), action.trade_in))
    state.trains[company] = (*state.trains[company], train)
    state.log(TrainBought(state.company_id(company), action.train, action.seller, action.price))
    if action.seller == POOL:
        state.pool = without(state.pool, train)
    else:
        train_left_bank(state, train)


def _offer_purchase(state: State1888, company: int, action: BuyTrain) -> None:
    """The other director answers, unless both companies have the same."""
    seller = COMPANY_INDEX[action.seller]
    offer = TrainOffer(company, seller, action)
    if state.director[seller] == state.director[company] or state.rules.purchases_need_no_answer:
        offer.accepted(state)
    else:
        offer.ask(state)


class TrainOffer(PurchaseOffer):
    """The director of the selling company answers."""

    rule: ClassVar[str] = "1888.trains.intercompany"

    def __init__(self, company: int, seller: int, offer: BuyTrain) -> None:
        super().__init__(company, _item(offer), offer.price)
        self.seller = seller
        self.offer = offer

    def actor(self, state: State1888) -> int:
        return state.director[self.seller]

    def deciding(self, state: State1888) -> str:
        return state.company_id(self.seller)

    def accepted(self, state: State1888) -> None:
        trade_train(state, self.company, self.seller, TRAIN_INDEX[self.offer.train], self.offer.price)


class TrainStep(Step):
    """Buy any number of trains; a company without one must buy before its turn can end.

    In an emergency the director may sell shares before the train is bought, or after it has been `ordered`.
    """

    def __init__(self, company: int, raised: bool = False, ordered: BuyTrain | None = None) -> None:
        super().__init__(company)
        self.raised = raised
        self.ordered = ordered

    def settle(self, state: State1888) -> bool:
        if self.ordered is None or needed_sales(state, self.railway) > 0:
            return super().settle(state)
        note_broken_bank(state, in_stock_round=False)
        state.replace(TrainStep(self.railway))
        buy_train(state, self.railway, self.ordered)
        return True

    def _sale_is_due(self, state: State1888) -> bool:
        """From the order, or the first sale, until the train is bought nothing else is done (1888.emergency.must-sell).

        On the platform powers may be used between a sale and the purchase.
        """
        if not state.rules.forced_sale_at_once:
            return False
        sold_first = self.raised and not state.rules.powers_after_forced_sale
        return self.ordered is not None or (sold_first and must_own_train(state, self.railway))

    def power_offers(self, state: State1888) -> list[Action]:
        return [] if self._sale_is_due(state) else super().power_offers(state)

    def why_not_power(self, state: State1888, action: Action) -> IllegalAction | None:
        if not self._sale_is_due(state):
            return super().why_not_power(state, action)
        missing = needed_sales(state, self.railway)
        if missing > 0:
            return illegal("director_must_sell", "1888.emergency.must-sell", missing=missing)
        return illegal("buy_train_first", "1888.emergency.must-sell", company=state.company_id(self.railway))

    def choices(self, state: State1888) -> list[Action]:
        return list(self._find_choices(state))

    def has_choice(self, state: State1888) -> bool:
        return any(True for _ in self._find_choices(state))

    def _find_choices(self, state: State1888) -> Iterator[Action]:
        if self.ordered is None:
            yield from train_offers(state, self.railway, self.raised)
        yield from raising_offers(state, self.railway)
        if self._bankrupt(state):
            yield GoBankrupt()

    def why_not_pass(self, state: State1888) -> IllegalAction | None:
        if must_own_train(state, self.railway):
            return illegal("must_own_train", "1888.trains.must-own", company=state.company_id(self.railway))
        return None

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, BuyTrain):
            if self.ordered is not None:
                missing = needed_sales(state, self.railway)
                return illegal("director_must_sell", "1888.emergency.must-sell", missing=missing)
            return why_not_buy(state, self.railway, action, self.raised)
        if isinstance(action, SellShares):
            return why_not_raise(state, self.railway, action)
        if not isinstance(action, GoBankrupt):
            return out_of_step(action, "trains")
        if not self._bankrupt(state):
            return illegal("not_bankrupt", "1888.emergency.bankruptcy")
        return None

    def carry_out(self, state: State1888, action: Action) -> None:
        if isinstance(action, BuyTrain):
            self._buy(state, action)
        elif isinstance(action, SellShares):
            sell_shares(state, state.director[self.railway], action)
            state.replace(TrainStep(self.railway, True, self.ordered))
        else:
            go_bankrupt(state, self.railway)

    def _bankrupt(self, state: State1888) -> bool:
        """A train that has been ordered is bought, or the director is bankrupt."""
        return is_bankrupt(state, self.railway, self.raised or self.ordered is not None)

    def _buy(self, state: State1888, action: BuyTrain) -> None:
        """The director who has to sell shares for it does so immediately (1888.emergency.must-sell)."""
        if action.seller in (BANK, POOL) and action.trade_in is None and needed_sales(state, self.railway) > 0:
            state.replace(TrainStep(self.railway, self.raised, action))
        else:
            buy_train(state, self.railway, action)
