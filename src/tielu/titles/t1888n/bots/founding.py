"""Founding companies in 1888-N: a home that pays, at a price at which six shares will find buyers."""

from __future__ import annotations

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.forecast import site_income
from tielu.bots.clerk.foundings import Founding, best_foundings
from tielu.bots.clerk.shares import Portfolio
from tielu.bots.decision import Option
from tielu.core.actions import Action, FoundCompany
from tielu.core.shares import SHARE
from tielu.titles.t1888n.rules.components import CAPITAL_SHARES, FLOAT_PERCENT, PAR_PRICES

from .weights import weights_of


def founding_options(desk: Desk, portfolio: Portfolio, offers: list[Action], rate: float) -> list[Option]:
    """The best ways to found companies; `rate` is what a yuan brings elsewhere."""
    incomes: dict[str, float] = {}
    found: list[Founding] = []
    for offer in offers:
        if isinstance(offer, FoundCompany):
            if offer.company not in incomes:
                incomes[offer.company] = site_income(desk, desk.book.railway(offer.company))
            income = incomes[offer.company]
            found.append((_worth(desk, portfolio, offer, income, rate), offer))
    return best_foundings(desk, found)


def _worth(desk: Desk, portfolio: Portfolio, offer: FoundCompany, income: float, rate: float) -> float:
    """What founding the company so is worth."""
    state, w = desk.state, weights_of(desk)
    cost = offer.price * 2
    turns = desk.turns_left
    back = income / 10 * turns * w.paying_part + w.usual_rise * turns * w.rise_trust * w.paying_part
    needed = FLOAT_PERCENT // SHARE
    own = state.cash[desk.player] // offer.price
    others = sum(cash // offer.price for cash in state.cash) - own
    # Alone it is certain; with others it depends on what they like better.
    floats = 1.0 if own >= needed else w.shared_float * min(1.0, (own + others * w.others_join) / needed)
    price = desk.book.trains[desk.book.on_offer(state)].price
    short = max(0, price - CAPITAL_SHARES * offer.price) * w.short_of_capital
    worth = (
        (back * 2 + w.founding + (offer.price - min(PAR_PRICES)) * w.par_height * 2) * floats
        - (1 - floats) * cost
        - short
    )
    return worth - portfolio.thin_purse(cost) - rate * (cost - 100)
