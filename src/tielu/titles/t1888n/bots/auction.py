"""1888's privates: the auction, their sale to companies, and offers between players."""

from __future__ import annotations

from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.bots.dice import leaning
from tielu.core.actions import Accept, Action, Bid, BuyPrivate, BuyTrain, Decline
from tielu.titles.t1888n.rules.auction import Auction, cheapest, highest_bid
from tielu.titles.t1888n.rules.components import PHASE_3, PHASE_5, PRIVATE_INDEX, PRIVATES
from tielu.views.actions.amounts import with_amount

from .book import as_1888
from .weights import weights_of


def worth_in_auction(desk: Desk, private: int) -> float:
    """Income until Phase 5 and the highest price that a company may pay."""
    w = weights_of(desk)
    card = PRIVATES[private]
    turns: int = max(0, PHASE_3 + 3 - desk.state.phase)
    likes = 1 + w.bid_spread * leaning(desk.seed, card.id)
    return (card.highest * w.private_resale + card.income * turns * w.private_turns) * likes


def leads(desk: Desk, private: int) -> bool:
    """Whether the highest bid is the player's own; among bidders only those who have been outbid are asked."""
    state = as_1888(desk.state)
    own = [amount for bidder, amount in state.bids[private] if bidder == desk.player]
    return isinstance(desk.frame, Auction) and max(own, default=-1) == highest_bid(state, private)


def bid_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Bid the least that is offered on the private with the best bargain, while enough is left for a company.

    A player's own bid is never raised: that would only make the private dearer.
    """
    w = weights_of(desk)
    state = as_1888(desk.state)
    options = []
    for offer in offers:
        if isinstance(offer, Bid) and not leads(desk, PRIVATE_INDEX[offer.private]):
            private = PRIVATE_INDEX[offer.private]
            worth = worth_in_auction(desk, private)
            bargain = private == cheapest(state) and worth >= w.bargain * offer.amount
            kept = w.bargain_money if bargain else w.founding_money
            worth = min(worth, state.cash[desk.player] - kept)
            values = {"private": offer.private, "price": offer.amount, "most": worth}
            options.append(desk.option(with_amount(offer, offer.amount), worth - offer.amount, "bid", **values))
    return options


def purchase_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """A company pays its director the highest price, as long as it can still buy the train it needs."""
    state = desk.state
    company = desk.railway
    options = []
    for offer in offers:
        if not isinstance(offer, BuyPrivate) or offer.amounts is None:
            continue
        private = PRIVATE_INDEX[offer.private]
        owner = state.private_owner[private]
        kept = 0 if desk.lasting(state.trains[company]) else desk.book.trains[desk.book.on_offer(state)].price
        most = min(offer.amounts.high, state.treasury[company] - kept)
        if owner != desk.player or most < offer.amounts.low:
            continue
        income = PRIVATES[private].income
        lost = income * desk.w.soon if state.phase < PHASE_5 else 0
        worth = most * (1 - desk.part(company) * desk.w.treasury_worth) - lost
        values = {"company": desk.deciding, "private": offer.private, "price": most}
        options.append(desk.option(with_amount(offer, most), worth, "sell_private", **values))
    return options


def answer_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Accept what pays more than keeping."""
    w = weights_of(desk)
    deal = desk.frame.offer
    if isinstance(deal, BuyPrivate):
        private = PRIVATES[PRIVATE_INDEX[deal.private]]
        worth = deal.price - private.highest * w.private_price
        values = {"item": deal.private, "price": deal.price}
    else:
        assert isinstance(deal, BuyTrain)
        seller = desk.book.railway(deal.seller)
        number = [each.name for each in desk.book.trains].index(deal.train)
        rest = list(desk.state.trains[seller])
        rest.remove(number)
        loss = desk.income(seller, desk.state.trains[seller]) - desk.income(seller, rest)
        lost = loss * desk.turns_of_train(number) * desk.part(seller)
        if not rest:
            lost += desk.book.trains[desk.book.on_offer(desk.state)].price
        worth = deal.price * w.money_for_train - lost - desk.book.trains[number].price * w.train_kept
        values = {"item": f"{deal.seller} {deal.train}", "price": deal.price}
    options = []
    for offer in offers:
        if isinstance(offer, Accept):
            options.append(desk.option(offer, worth - w.least_deal, "accept", **values))
        elif isinstance(offer, Decline):
            options.append(desk.option(offer, 0.0, "decline", **values))
    return options
