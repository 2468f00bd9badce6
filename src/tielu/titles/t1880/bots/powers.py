"""What 1880's privates allow, mergers with investors, and debts."""

from __future__ import annotations

from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.core.actions import Action
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)
from tielu.titles.t1880.rules.components import C3, COMPANIES, FIRST_INVESTOR, TRAINS
from tielu.titles.t1880.rules.ending import owner_part
from tielu.titles.t1880.rules.privates import P0_PAYMENTS
from tielu.views.actions.amounts import with_amount

from .book import as_1880
from .weights import weights_of


def merge_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The company gets all of the money, its owner a fifth; what is best depends on whose company it is."""
    w = weights_of(desk)
    state = as_1880(desk.state)
    options = []
    for offer in offers:
        if isinstance(offer, MergeMoney):
            railway = desk.railway
            company = state.associated[railway - FIRST_INVESTOR]
            treasury = state.treasury[railway]
            directs = state.director[company] == desk.player
            to_company = treasury * (max(w.merged_money, desk.part(company)) if directs else 0.0)
            if desk.turns_left <= w.soon:
                to_company = 0.0
            amount = treasury if offer.to == "company" else owner_part(treasury)
            worth = w.merger + (to_company if offer.to == "company" else owner_part(treasury))
            key = "merge_company" if offer.to == "company" else "merge_owner"
            company_name = COMPANIES[company].id
            options.append(desk.option(offer, worth, key, investor=desk.deciding, company=company_name, amount=amount))
        elif isinstance(offer, MergeStation):
            key = "marker_kept" if offer.replace else "marker_left"
            options.append(desk.option(offer, w.free_marker if offer.replace else 0.0, key, company=desk.deciding))
    return options


def claim_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Wait for the highest payment, unless it may never come."""
    w = weights_of(desk)
    amount = P0_PAYMENTS[desk.frame.train]
    sure = as_1880(desk.state).rules.p0_paid_on_removal
    worth = amount - (w.sure_claim if sure else w.unsure_claim)
    return [desk.option(offer, worth, "claim", amount=amount) for offer in offers if isinstance(offer, ClaimPayment)]


def permit_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """P5's permit goes to the best company of the player, when Phase D is near."""
    w = weights_of(desk)
    if desk.state.phase < C3:
        return []
    options = []
    for offer in offers:
        if isinstance(offer, AssignPermit):
            company = desk.book.railway(offer.company)
            if desk.state.director[company] == desk.player:
                worth = w.permit * (1 + desk.part(company))
                options.append(desk.option(offer, worth, "permit", company=offer.company))
    return options


def rocket_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The Rocket is worth the train it becomes: wait for a dear one, unless a company has none at all."""
    w = weights_of(desk)
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, ExchangeRocket):
            company = desk.book.railway(offer.company)
            offered = desk.book.on_offer(state)
            price = TRAINS[offered].price
            gain = desk.income(company, (*state.trains[company], offered)) - desk.income(company, state.trains[company])
            worth = price - w.rocket_waits_for + gain
            if not state.trains[company] and state.treasury[company] < price:
                worth += w.rocket
            if offer.surrender is not None:
                worth -= w.surrendered_train
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
