"""Trains: bought before they are forced, from the cheapest seller, and only where they pay."""

from __future__ import annotations

from tielu.bots.decision import Option
from tielu.core.actions import Action, Amounts, BuyTrain, DiscardTrain
from tielu.core.trains import without
from tielu.views.actions.amounts import with_amount

from .desk import Desk
from .needs import money_worth, need_of
from .scrapping import scrapping


def train_options(desk: Desk, offers: list[Action]) -> list[Option]:
    options = []
    for offer in offers:
        if isinstance(offer, BuyTrain):
            option = _from_bank(desk, offer) if offer.amounts is None else _from_company(desk, offer)
            if option is not None:
                options.append(option)
    return options


def gain_of(desk: Desk, company: int, train: int, given: int | None = None) -> tuple[int, float]:
    """What a train adds to a company's income in a turn, as the map is, and what it is worth to the player."""
    state = desk.state
    own = state.trains[company] if given is None else without(state.trains[company], given)
    more = desk.income(company, (*own, train)) - desk.income(company, state.trains[company])
    kept = desk.lasting(own)
    later = desk.income(company, (*kept, train)) - desk.income(company, kept)
    if len(own) < desk.w.trains_hoped_for:
        # Track will be built for it.
        later = max(later, round(desk.w.track_to_come * desk.income(company, (train,))))
    turns = desk.turns_of_train(train)
    first = min(turns, desk.w.soon)
    total = more * first + max(more, later) * (turns - first)
    return more, total * max(desk.part(company), desk.w.least_part)


def _from_bank(desk: Desk, offer: BuyTrain) -> Option | None:
    state, w, company = desk.state, desk.w, desk.railway
    number = _number(desk, offer.train)
    given = None if offer.trade_in is None else _number(desk, offer.trade_in)
    gain, total = gain_of(desk, company, number, given)
    own = state.trains[company]
    pocket = max(0, offer.price - state.treasury[company])
    borrowed = max(0, pocket - state.cash[desk.player])
    values = {"company": desk.deciding, "train": offer.train, "price": offer.price, "gain": gain}
    cost = pocket * w.pocket + borrowed * w.borrowed - scrapping(desk, number)
    counts = desk.book.counts_as_train(number)
    if not any(desk.book.counts_as_train(each) for each in own):
        if not counts:
            # The train that it must have is still to be paid: every yuan will be missing.
            cost += offer.price * (w.pocket + w.borrowed)
            return desk.option(offer, total - cost, "train_pays", **values)
        cost += (offer.price - pocket) * w.idle_money
        return desk.option(offer, w.owner_of_nothing + total - cost, "train_first", **values)
    alive = [each for each in desk.lasting(own) if desk.book.counts_as_train(each)]
    if desk.is_permanent(number) and not any(desk.is_permanent(each) for each in own):
        cost += (offer.price - pocket) * w.idle_money
        key = "train_permanent" if alive else "train_before_forced"
        return desk.option(offer, w.permanent + total - cost, key, **values)
    if counts and not alive and desk.turns_of_train(number) >= w.soon:
        cost += (offer.price - pocket) * w.idle_money
        return desk.option(offer, w.replaced + total - cost, "train_before_forced", **values)
    cost += money_worth(desk, company, offer.price - pocket)
    return desk.option(offer, total - cost, "train_pays", **values)


def _number(desk: Desk, name: str) -> int:
    return next(index for index, train in enumerate(desk.book.trains) if train.name == name)


def _from_company(desk: Desk, offer: BuyTrain) -> Option | None:
    """From a sister company: only what it can spare and this one needs; the price is what helps most."""
    state, w, company = desk.state, desk.w, desk.railway
    seller = desk.book.railway(offer.seller)
    if state.director[seller] != desk.player or offer.amounts is None:
        return None
    number = _number(desk, offer.train)
    gain, total = gain_of(desk, company, number)
    rest = without(state.trains[seller], number)
    needy = not any(desk.book.counts_as_train(each) for each in state.trains[company])
    if desk.book.counts_as_train(number) and not any(desk.book.counts_as_train(each) for each in rest):
        return None
    loss = desk.income(seller, state.trains[seller]) - desk.income(seller, rest)
    lost = loss * desk.turns_of_train(number) * desk.part(seller)
    worth = total - lost - w.sister_margin
    if desk.is_permanent(number):
        if not any(desk.is_permanent(each) for each in rest):
            # The sister would have to buy another one, dearer.
            return None
        worth += w.permanent * (not any(desk.is_permanent(each) for each in state.trains[company]))
    if needy and desk.book.counts_as_train(number):
        worth += w.owner_of_nothing
    if worth <= 0:
        return None
    price = _price_between_sisters(desk, company, seller, offer.amounts)
    values = {"company": desk.deciding, "train": offer.train, "seller": offer.seller, "gain": gain}
    return desk.option(with_amount(offer, price), worth, "train_sister", price=price, **values)


def offers_for_trains(desk: Desk, offers: list[Action]) -> list[Option]:
    """Where there is nothing else to do: a serious offer for each train, so that sellers are not asked yuan by yuan.

    A sister gets the least. Others get the printed price, and once they have declined that, all that may be offered.
    """
    state, company, options = desk.state, desk.railway, []
    for offer in offers:
        if isinstance(offer, BuyTrain) and offer.amounts is not None:
            number, seller = _number(desk, offer.train), desk.book.railway(offer.seller)
            printed = desk.book.trains[number].price
            price = printed if printed in offer.amounts else offer.amounts.high
            worth = gain_of(desk, company, number)[1]
            if state.director[seller] == desk.player:
                price = offer.amounts.low
                worth -= 0.0 if without(state.trains[seller], number) else desk.w.owner_of_nothing
            worth -= price
            values = {"company": desk.deciding, "train": offer.train, "seller": offer.seller, "price": price}
            options.append(desk.option(with_amount(offer, price), worth, "train_asked_for", **values))
    return options


def _price_between_sisters(desk: Desk, company: int, seller: int, amounts: Amounts) -> int:
    """As much as the sister lacks for the train she needs and this company can spare."""
    need = need_of(desk, seller)
    spare: int = desk.state.treasury[company] - (need_of(desk, company).price if not desk.state.trains[company] else 0)
    return max(amounts.low, min(need.lacking, spare, amounts.high))


def discard_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The train whose absence costs least."""
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, DiscardTrain):
            company = desk.book.railway(offer.company)
            number = _number(desk, offer.train)
            rest = without(state.trains[company], number)
            lasting = desk.lasting(rest)
            left = desk.income(company, rest) + 2 * desk.income(company, lasting)
            values = {"company": offer.company, "train": offer.train, "left": desk.income(company, rest)}
            options.append(desk.option(offer, 1.0 + left, "discard", **values))
    return options
