"""The auction of 1880's privates, the choice of an investor, and what the privates allow later."""

from __future__ import annotations

from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.bots.dice import leaning
from tielu.core.actions import Action, Bid
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)
from tielu.titles.t1880.rules.components import BCR, C3, COMPANIES, FIRST_INVESTOR, P6, PRIVATES, STARTING_CASH, TRAINS
from tielu.titles.t1880.rules.ending import owner_part
from tielu.titles.t1880.rules.privates import P0_PAYMENTS
from tielu.views.actions.menu import with_amount

# What players begin with, if they are few.
MOST_AT_START: Final = max(STARTING_CASH.values())
# The investor whose home is nearest to BCR's.
NEAR_BCR: Final = "A7"


def bid_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Bid as long as the private is worth more, and enough is left to found a company."""
    options = []
    for offer in offers:
        if isinstance(offer, Bid):
            private = next(index for index, each in enumerate(PRIVATES) if each.id == offer.private)
            likes = 1 + desk.w.bid_spread * leaning(desk.seed, offer.private)
            cash = desk.state.cash[desk.player]
            # Who has more than anybody began with has waited for this one: without it the auction never ends.
            waited = max(0, cash - MOST_AT_START)
            worth = desk.w.privates_1880[private] * likes + waited * desk.w.waited_1880
            has_company = private == P6 or desk.state.director[BCR] == desk.player
            kept = desk.w.second_company_1880 if has_company else desk.w.founding_money_1880
            worth = min(worth, cash - kept)
            values = {"private": offer.private, "price": offer.amount, "most": worth}
            options.append(desk.option(with_amount(offer, offer.amount), worth - offer.amount, "bid", **values))
    return options


def investor_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """A good place, near a company that is still to be had, or near the one the player has."""
    options = []
    for offer in offers:
        if isinstance(offer, ChooseInvestor):
            worth = desk.w.investors_1880[int(offer.investor[1:]) - 1]
            if desk.state.director[BCR] == desk.player and offer.investor == NEAR_BCR:
                worth += desk.w.investor_near_bcr
            options.append(desk.option(offer, worth, "investor", investor=offer.investor))
    return options


def merge_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The company gets all of the money, its owner a fifth; what is best depends on whose company it is."""
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, MergeMoney):
            railway = desk.railway
            company = state.associated[railway - FIRST_INVESTOR]
            treasury = state.treasury[railway]
            directs = state.director[company] == desk.player
            to_company = treasury * (max(desk.w.merged_money, desk.part(company)) if directs else 0.0)
            if desk.turns_left <= desk.w.soon:
                to_company = 0.0
            amount = treasury if offer.to == "company" else owner_part(treasury)
            worth = desk.w.merger + (to_company if offer.to == "company" else owner_part(treasury))
            key = "merge_company" if offer.to == "company" else "merge_owner"
            company_name = COMPANIES[company].id
            options.append(desk.option(offer, worth, key, investor=desk.deciding, company=company_name, amount=amount))
        elif isinstance(offer, MergeStation):
            key = "marker_kept" if offer.replace else "marker_left"
            options.append(desk.option(offer, desk.w.free_marker if offer.replace else 0.0, key, company=desk.deciding))
    return options


def claim_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Wait for the highest payment, unless it may never come."""
    amount = P0_PAYMENTS[desk.frame.train]
    sure = desk.state.rules.p0_paid_on_removal
    worth = amount - (desk.w.sure_claim if sure else desk.w.unsure_claim)
    return [desk.option(offer, worth, "claim", amount=amount) for offer in offers if isinstance(offer, ClaimPayment)]


def permit_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """P5's permit goes to the best company of the player, when Phase D is near."""
    if desk.state.phase < C3:
        return []
    options = []
    for offer in offers:
        if isinstance(offer, AssignPermit):
            company = desk.book.railway(offer.company)
            if desk.state.director[company] == desk.player:
                worth = desk.w.permit * (1 + desk.part(company))
                options.append(desk.option(offer, worth, "permit", company=offer.company))
    return options


def rocket_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The Rocket is worth the train it becomes: wait for a dear one, unless a company has none at all."""
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, ExchangeRocket):
            company = desk.book.railway(offer.company)
            offered = desk.book.on_offer(state)
            price = TRAINS[offered].price
            gain = desk.income(company, (*state.trains[company], offered)) - desk.income(company, state.trains[company])
            worth = price - desk.w.rocket_waits_for + gain
            if not state.trains[company] and state.treasury[company] < price:
                worth += desk.w.rocket_1880
            if offer.surrender is not None:
                worth -= desk.w.surrendered_train
            options.append(desk.option(offer, worth, "rocket", company=offer.company, price=price, gain=gain))
    return options


def repay_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Debts grow by half: repay all."""
    return [
        desk.option(
            with_amount(offer, offer.amount), desk.w.sale_when_forced + offer.amount, "repay", amount=offer.amount
        )
        for offer in offers
        if isinstance(offer, RepayDebt)
    ]
