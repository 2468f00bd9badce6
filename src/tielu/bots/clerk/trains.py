"""Trains: bought before they are forced, from the cheapest seller, and only where they pay."""

from __future__ import annotations

from tielu.bots.decision import Option
from tielu.core.actions import Action, BuyTrain, DiscardTrain
from tielu.core.trains import without
from tielu.views.menu import with_amount

from .desk import Desk


def train_options(desk: Desk, offers: list[Action]) -> list[Option]:
    options = []
    for offer in offers:
        if isinstance(offer, BuyTrain):
            option = _from_bank(desk, offer) if offer.amounts is None else _from_company(desk, offer)
            if option is not None:
                options.append(option)
    return options


def gain_of(desk: Desk, company: int, train: int, given: int | None = None) -> tuple[int, float]:
    """What a train adds to a company's income in a turn, and what that is worth to the player over its life."""
    state = desk.state
    own = state.trains[company] if given is None else without(state.trains[company], given)
    more = desk.income(company, (*own, train)) - desk.income(company, state.trains[company])
    kept = desk.lasting(own)
    later = desk.income(company, (*kept, train)) - desk.income(company, kept)
    turns = desk.turns_of_train(train)
    first = min(turns, desk.w.near_turns)
    total = more * first + max(more, later) * (turns - first)
    return max(more, later), total * max(desk.part(company), 0.2)


def _from_bank(desk: Desk, offer: BuyTrain) -> Option | None:
    state, w, company = desk.state, desk.w, desk.railway
    number = [each.name for each in desk.book.trains].index(offer.train)
    given = None
    if offer.trade_in is not None:
        given = [each.name for each in desk.book.trains].index(offer.trade_in)
    gain, total = gain_of(desk, company, number, given)
    own = state.trains[company]
    own_pocket = max(0, offer.price - state.treasury[company])
    cost = (offer.price - own_pocket) * w.treasury_worth + own_pocket
    values = {"company": desk.deciding, "train": offer.train, "price": offer.price, "gain": gain}
    if not own:
        return desk.option(offer, w.owner_of_nothing + total - cost, "train_first", **values)
    worth = total - cost
    if not desk.lasting(own) and desk.turns_of_train(number) >= w.soon:
        worth += w.owner_of_nothing
        return desk.option(offer, worth, "train_before_forced", **values)
    return desk.option(offer, worth, "train_pays", **values)


def _from_company(desk: Desk, offer: BuyTrain) -> Option | None:
    """From a sister: only what she can spare and this company needs; the price is what helps most."""
    state, w, company = desk.state, desk.w, desk.railway
    seller = desk.book.railway(offer.seller)
    if state.director[seller] != desk.player or offer.amounts is None:
        return None
    number = [each.name for each in desk.book.trains].index(offer.train)
    gain, total = gain_of(desk, company, number)
    rest = without(state.trains[seller], number)
    if not rest:
        return None
    loss = desk.income(seller, state.trains[seller]) - desk.income(seller, rest)
    lost = loss * desk.turns_of_train(number) * desk.part(seller)
    worth = total - lost - 20
    if not state.trains[company]:
        worth += w.owner_of_nothing * 0.8
    if worth <= 0:
        return None
    values = {"company": desk.deciding, "train": offer.train, "seller": offer.seller, "gain": gain}
    price = offer.amounts.low
    return desk.option(with_amount(offer, price), worth, "train_sister", price=price, **values)


def discard_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The train whose absence costs least."""
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, DiscardTrain):
            company = desk.book.railway(offer.company)
            number = [each.name for each in desk.book.trains].index(offer.train)
            rest = without(state.trains[company], number)
            lasting = desk.lasting(rest)
            left = desk.income(company, rest) + 2 * desk.income(company, lasting)
            values = {"company": offer.company, "train": offer.train, "left": desk.income(company, rest)}
            options.append(desk.option(offer, 1.0 + left, "discard", **values))
    return options
