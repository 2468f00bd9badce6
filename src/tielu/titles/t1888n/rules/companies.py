"""IV.3.2 and VII. The share companies: certificates, founding, floating."""

from __future__ import annotations

from tielu.core.bank import bank_pays_railway
from tielu.core.events import CompanyFloated, CompanyFounded
from tielu.core.shares import SHARE, held, move_shares, put_marker

from .components import CAPITAL_SHARES, COMPANIES, DIRECTOR_PERCENT, FLOAT_PERCENT, PAR_CELL, PRIVATES
from .editions import certificate_limit as limit_by_rules
from .prices import in_red_area
from .state import State1888


def certificates(state: State1888, player: int) -> int:
    """Privates and shares outside the red area, a director's certificate as one (1888.cert.*)."""
    count = sum(state.player_owns(player, private) for private in range(len(PRIVATES)))
    for company in range(len(COMPANIES)):
        if not state.founded(company) or in_red_area(state, company):
            continue
        count += held(state, company, player) // SHARE
        if state.director[company] == player:
            count -= DIRECTOR_PERCENT // SHARE - 1
    return count


def certificate_limit(state: State1888) -> int:
    return limit_by_rules(state.rules, len(state.players))


def found_company(state: State1888, player: int, company: int, price: int) -> None:
    """Hand over the director certificate and put the marker on the price board; payment is the caller's affair."""
    state.par[company] = price
    state.director[company] = player
    move_shares(state, company, state.ipo, player, DIRECTOR_PERCENT)
    put_marker(state, company, PAR_CELL[price])
    state.log(CompanyFounded(state.players[player], state.company_id(company), price, DIRECTOR_PERCENT))


def check_float(state: State1888, company: int) -> None:
    """Once 60% have been sold: ten times the initial price (1888.float.sixty-percent, 1888.float.full-capital)."""
    if state.floated[company] or held(state, company, state.ipo) > 100 - FLOAT_PERCENT:
        return
    state.floated[company] = True
    amount = CAPITAL_SHARES * state.par[company]
    bank_pays_railway(state, company, amount)
    state.log(CompanyFloated(state.company_id(company), amount))
