"""Founding companies in 1880: which home, which price, how large a certificate, which permits."""

from __future__ import annotations

from tielu.bots.clerk import track
from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.forecast import site_income
from tielu.bots.clerk.foundings import Founding, best_foundings
from tielu.bots.clerk.shares import Portfolio
from tielu.bots.decision import Option
from tielu.core.actions import Action, FoundCompany, PlaceStation
from tielu.core.state import NOBODY
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1880.rules.companies import CAPITAL_SHARES
from tielu.titles.t1880.rules.components import FIRST_INVESTOR, INVESTORS, PAR_PRICES, PERMIT_LETTERS, TRAINS
from tielu.titles.t1880.rules.share_round import HomeChoice

from .book import as_1880
from .weights import weights_of


def founding_options(desk: Desk, portfolio: Portfolio, offers: list[Action], rate: float) -> list[Option]:
    """The best ways to found companies; `rate` is what a yuan brings elsewhere."""
    incomes: dict[str, float] = {}
    permits: dict[tuple[str, str], float] = {}
    found: list[Founding] = []
    for offer in offers:
        if isinstance(offer, FoundCompany):
            if offer.company not in incomes:
                incomes[offer.company] = _site(desk, offer.company)
            chosen = (offer.company, offer.permits or "")
            if chosen not in permits:
                permits[chosen] = _permits(desk, offer)
            income = incomes[offer.company]
            found.append((_worth(desk, portfolio, offer, income, rate) + permits[chosen], offer))
    return best_foundings(desk, found)


def _site(desk: Desk, name: str) -> float:
    company = desk.book.railway(name)
    return site_income(desk, company) + _near_investor(desk, company)


def _near_investor(desk: Desk, company: int) -> float:
    """The first company of a player will merge with the investor: the nearer the better."""
    w = weights_of(desk)
    state = as_1880(desk.state)
    for investor, owner in enumerate(state.investor_owner):
        if owner == desk.player and state.associated[investor] == NOBODY and state.stations[FIRST_INVESTOR + investor]:
            home = state.board.hexes[desk.book.home(state, company) // STOPS_PER_HEX].name
            away = _distance(home, INVESTORS[investor].home)
            return max(0.0, w.investor_reach - away) * w.near_investor
    return 0.0


def _distance(first: str, second: str) -> int:
    """Hexes between two hexes; columns of neighbouring rows lie one apart, those of a row two."""
    rows = abs(ord(first[0]) - ord(second[0]))
    columns = abs(int(first[1:]) - int(second[1:]))
    return rows + max(0, (columns - rows) // 2)


def _worth(desk: Desk, portfolio: Portfolio, offer: FoundCompany, income: float, rate: float) -> float:
    """What founding the company so is worth, its permits aside."""
    state, w = as_1880(desk.state), weights_of(desk)
    shares = offer.director_percent // 10
    cost = offer.price * shares
    turns = desk.turns_left
    back = income / 10 * turns * w.paying_part + w.usual_rise * turns * w.rise_trust * w.paying_part
    # More shares of the company can be bought one by one at the same price: a large certificate is no bargain.
    rate = max(rate, w.own_share * back / offer.price)
    worth = back * shares + w.founding
    worth += (offer.price - min(PAR_PRICES)) * w.par_height
    threshold = state.current_phase.float_percent
    cash = state.cash[desk.player] - cost
    missing = max(0, threshold - offer.director_percent) // 10 * offer.price
    if missing > cash:
        worth -= w.never_floats
    capital = CAPITAL_SHARES * offer.price
    price = TRAINS[desk.book.on_offer(state)].price
    worth -= max(0, price - capital) * w.short_of_capital
    worth -= portfolio.thin_purse(cost + missing)
    worth -= (offer.slot or 0) * w.late_slot
    return worth - rate * (cost - 100)


def _permits(desk: Desk, offer: FoundCompany) -> float:
    """Turns in which the company may build, the early ones first: without track there is nothing to run."""
    w = weights_of(desk)
    now = PERMIT_LETTERS.index(as_1880(desk.state).current_phase.permit)
    turns, builds_now = 0.0, False
    for letter in offer.permits or "":
        wait = PERMIT_LETTERS.index(letter) - now
        if wait >= 0:
            turns += w.turns_of_letter[now + wait] * w.later_permit**wait
            builds_now = builds_now or wait == 0
    worth = turns * w.building_turn
    if not builds_now and not desk.home_income(desk.book.railway(offer.company)):
        worth -= w.no_track
    return worth


def station_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The home marker of a new company, or one more where it opens the way to income."""
    return _home_options(desk, offers) if isinstance(desk.frame, HomeChoice) else track.station_options(desk, offers)


def _home_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Either city of the home hex; the first unless the other has more track."""
    state = desk.state
    options = []
    for offer in offers:
        if isinstance(offer, PlaceStation):
            face = state.board.faces[state.faces[state.board.hex_index[offer.hex]]]
            worth = len(face.from_stop[offer.city]) - 0.1 * offer.city
            options.append(desk.option(offer, worth, "home", company=desk.deciding, hex=offer.hex))
    return options
