"""Shares: which to buy, which to sell, also when a sale is forced."""

from __future__ import annotations

from tielu.bots.decision import Option
from tielu.core.actions import Action, BuyShare, SellShares
from tielu.core.shares import SHARE, held, most_of_others

from .desk import Desk
from .forecast import Forecast, forecast, money_at_risk
from .needs import first_permanent


class Portfolio:
    """What the player thinks of each company, found once in a decision."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.risk = money_at_risk(desk, desk.player)
        self._known: dict[int, Forecast] = {}

    def of(self, company: int) -> Forecast:
        if company not in self._known:
            self._known[company] = forecast(self.desk, company)
        return self._known[company]

    def thin_purse(self, spent: float) -> float:
        """What spending this much costs because own companies may soon ask for it."""
        left: float = self.desk.state.cash[self.desk.player] - spent
        return max(0.0, self.risk - left) * self.desk.w.risk_kept


def purchase_options(desk: Desk, portfolio: Portfolio, offers: list[Action]) -> list[Option]:
    """What each share on sale will bring, less its price."""
    options = []
    for offer in offers:
        if isinstance(offer, BuyShare):
            price = desk.book.share_price(desk.state, desk.book.railway(offer.company), offer.source)
            options.append(share_option(desk, portfolio, offer, offer.company, price, "buy_share"))
    return options


def share_option(desk: Desk, portfolio: Portfolio, offer: Action, name: str, price: int, key: str) -> Option:
    """What a share of the company of this name will bring, less its price; a yuan in the hand brings nothing."""
    company = desk.book.railway(name)
    seen = portfolio.of(company)
    worth = seen.share - price - portfolio.thin_purse(price) + _control(desk, company, seen)
    worth += desk.book.helps_float(desk.state, company, desk.player) * desk.w.helps_float
    worth -= _own_company_waits(desk, company)
    worth -= desk.book.share_doubt(desk.state, company, desk.player) * price
    values = {"company": name, "price": price, "income": _earned(desk, company)}
    return desk.option(offer, worth * 100 / max(price, desk.w.lowest_price), key, **values)


def _earned(desk: Desk, company: int) -> float:
    """What a share earns a turn with the trains and the map as they are, for reasons: forecasts have fitted weights."""
    state = desk.state
    if not state.stations[company]:
        return 0.0
    return (desk.income(company, state.trains[company]) + desk.book.bonus(state, company)) / 10


def _own_company_waits(desk: Desk, company: int) -> float:
    """What is spent elsewhere while a company of the player's own waits for its float."""
    state = desk.state
    for each, director in enumerate(state.director):
        if director == desk.player and each != company and desk.book.helps_float(state, each, desk.player):
            return desk.w.helps_float
    return 0.0


def _control(desk: Desk, company: int, seen: Forecast) -> float:
    """A share that wins or keeps the directorship is worth more, less the train that comes with it."""
    state = desk.state
    mine = held(state, company, desk.player)
    if state.director[company] == desk.player:
        threatened = most_of_others(state, company, desk.player) >= mine
        return desk.w.control if threatened and not seen.doomed else 0.0
    lead = held(state, company, state.director[company]) - mine - SHARE
    if lead < 0:
        return desk.w.control - _burden(desk, company)
    # One sale by the director, and the company is the player's.
    return -_burden(desk, company) * desk.w.heir if lead == 0 else 0.0


def _burden(desk: Desk, company: int) -> float:
    """What a new director may have to pay for the train that the company will need to the end."""
    state, book = desk.state, desk.book
    if not state.stations[company] or any(desk.is_permanent(each) for each in state.trains[company]):
        return 0.0
    train = max(book.on_offer(state), first_permanent(desk))
    missing: int = max(0, book.trains[train].price - state.treasury[company])
    return missing * desk.w.burden


def sale_options(desk: Desk, portfolio: Portfolio, offers: list[Action], forced: bool) -> list[Option]:
    """What is paid now, less what the shares would have brought and what the rest loses by the lower price."""
    options = []
    for offer in offers:
        if isinstance(offer, SellShares):
            company = desk.book.railway(offer.company)
            paid = desk.book.proceeds(desk.state, company, offer.percent)
            loss = _loss_of_sale(desk, portfolio, company, offer.percent // SHARE) - paid
            loss -= min(paid, desk.book.debt(desk.state, desk.player)) * desk.w.debt_relief
            values = {
                "company": offer.company,
                "percent": offer.percent,
                "paid": paid,
                "income": _earned(desk, company),
            }
            if forced:
                options.append(desk.option(offer, desk.w.sale_when_forced - loss, "sell_forced", **values))
                continue
            options.append(desk.option(offer, -loss - desk.w.sale_margin, "sell", **values))
            options += _swap(desk, portfolio, offer, company, paid, loss)
    return options


def _loss_of_sale(desk: Desk, portfolio: Portfolio, company: int, shares: int) -> float:
    """What the shares would have brought, what the others lose in price, and the directorship if it goes."""
    state, seen = desk.state, portfolio.of(company)
    mine = held(state, company, desk.player)
    rest = mine // SHARE - shares
    lost = seen.share * shares + desk.book.price_after_sale(state, company, shares) * rest
    if state.director[company] == desk.player and most_of_others(state, company, desk.player) > rest * SHARE:
        lost += -desk.w.control if seen.doomed else desk.w.control
    return lost


def _swap(desk: Desk, portfolio: Portfolio, offer: SellShares, company: int, paid: int, loss: float) -> list[Option]:
    """One share sold to buy a better one, for which money or room was missing."""
    if offer.percent != SHARE:
        return []
    cash = desk.state.cash[desk.player]
    full = desk.book.certificates_left(desk.state, desk.player) <= 0
    best, name = 0.0, ""
    for other, price in desk.book.on_sale(desk.state, desk.player):
        if other != company and price <= cash + paid and (full or price > cash):
            gain = portfolio.of(other).share - price - portfolio.thin_purse(price - paid)
            gain -= desk.book.share_doubt(desk.state, other, desk.player) * price
            if gain > best:
                best, name = gain, desk.book.companies[other]
    if not name:
        return []
    worth = best - loss - desk.w.swap_margin
    return [desk.option(offer, worth, "swap", company=offer.company, other=name, paid=paid)]


def best_rate(desk: Desk, purchases: list[Option]) -> float:
    """What a yuan brings if it is spent on the best share instead."""
    return max([desk.w.opportunity, *[each.worth / 100 for each in purchases]])
