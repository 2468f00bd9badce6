"""The auction of 1880's privates, and the choice of an investor."""

from __future__ import annotations

from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.bots.dice import leaning
from tielu.core.actions import Action, Bid
from tielu.titles.t1880.rules.actions import ChooseInvestor
from tielu.titles.t1880.rules.components import BCR, P6, PRIVATES, STARTING_CASH
from tielu.views.actions.amounts import with_amount

from .weights import weights_of

# What players begin with, if they are few.
MOST_AT_START: Final = max(STARTING_CASH.values())
# The investor whose home is nearest to BCR's.
NEAR_BCR: Final = "A7"


def bid_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Bid as long as the private is worth more, and enough is left to found a company."""
    w = weights_of(desk)
    options = []
    for offer in offers:
        if isinstance(offer, Bid):
            private = next(index for index, each in enumerate(PRIVATES) if each.id == offer.private)
            likes = 1 + w.bid_spread * leaning(desk.seed, offer.private)
            cash = desk.state.cash[desk.player]
            # Who has more than anybody began with has waited for this one: without it the auction never ends.
            waited = max(0, cash - MOST_AT_START)
            worth = w.privates[private] * likes + waited * w.waited
            has_company = private == P6 or desk.state.director[BCR] == desk.player
            kept = w.second_company if has_company else w.founding_money
            worth = min(worth, cash - kept)
            values = {"private": offer.private, "price": offer.amount, "most": worth}
            options.append(desk.option(with_amount(offer, offer.amount), worth - offer.amount, "bid", **values))
    return options


def investor_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """A good place, near a company that is still to be had, or near the one the player has."""
    w = weights_of(desk)
    options = []
    for offer in offers:
        if isinstance(offer, ChooseInvestor):
            worth = w.investors[int(offer.investor[1:]) - 1]
            if desk.state.director[BCR] == desk.player and offer.investor == NEAR_BCR:
                worth += w.investor_near_bcr
            options.append(desk.option(offer, worth, "investor", investor=offer.investor))
    return options
