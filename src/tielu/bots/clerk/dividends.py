"""Runs and dividends: the best run; pay out, unless the treasury will need the money more than the owners."""

from __future__ import annotations

from tielu.bots.decision import Option
from tielu.core.actions import Action, PayDividend, RunTrains, Withhold
from tielu.routing.check import routes_calls, routes_income

from .desk import Desk
from .needs import need_of


def run_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Every run on offer, valued by its income; money that is paid apart counts a little less."""
    earnings = desk.book.position(desk.state, desk.railway).earnings
    bonus = desk.book.bonus(desk.state, desk.railway) if desk.railway < len(desk.book.companies) else 0
    options = []
    for offer in offers:
        if isinstance(offer, RunTrains):
            income = max(0, routes_income(desk.state.board, earnings, offer.routes))
            apart = routes_calls(desk.state.board, earnings, offer.routes) * earnings.call_money
            worth = income + apart * desk.w.treasury_worth + desk.w.any_run * len(offer.routes)
            paid = income + bonus if offer.routes else income
            options.append(desk.option(offer, worth, "run", company=desk.deciding, income=paid))
    return options


def dividend_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The player's own part and the price against what the treasury's money is worth."""
    state, w, company = desk.state, desk.w, desk.railway
    income: int = desk.frame.income
    part = desk.part(company)
    up, down = desk.book.steps_of_price(state, company)
    shares = part * 10
    need = need_of(desk, company)
    useful = min(income, need.lacking)
    kept = useful * need.worth + (income - useful) * w.idle_money
    if need.forced and 0 < need.lacking <= income:
        # With this income the train can be bought in this very turn.
        kept += w.enables
    bonus = desk.book.bonus_of_step(state) * max(0.0, desk.turns_left - 1) * part
    paid = income * part + up * shares + bonus
    withheld = kept - down * shares - bonus
    values = {"company": desk.deciding, "income": income, "own": income * part}
    options = []
    for offer in offers:
        if isinstance(offer, PayDividend):
            options.append(desk.option(offer, paid, "pay_out" if up else "pay_out_level", **values))
        elif isinstance(offer, Withhold):
            values_kept = {"company": desk.deciding, "income": income, "price": need.price, "train": need.train}
            options.append(desk.option(offer, withheld, "withhold", **values_kept))
    return options
