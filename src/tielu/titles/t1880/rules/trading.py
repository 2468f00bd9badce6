"""XII. Purchase and sale of shares: what may change hands between a player and the bank, and at what price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, BuyShare, FoundCompany, SellShares, kept
from tielu.core.bank import player_pays_bank, why_player_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import ShareBought
from tielu.core.shares import SHARE, can_hand_over, held, most_of_others, move_shares, sell_to_bank, settle_director

from .companies import (
    available,
    certificate_limit,
    certificates,
    check_second_capital,
    found_company,
    founding_choices,
    free_slots,
    why_not_permits,
    why_not_slot,
)
from .components import COMPANIES, COMPANY_INDEX, DIRECTOR_SIZES, PAR_PRICES, PERMIT_CHOICES
from .prices import price_of, shares_sold
from .state import State1880

BANK: Final = "bank"
FEE: Final = 5
_PURCHASES: Final = tuple(kept(BuyShare(company.id, BANK)) for company in COMPANIES)
_FOUNDINGS: Final[dict[tuple[str, int, int, str, int | None], FoundCompany]] = {}


def _unknown(company: str) -> IllegalAction:
    return illegal("unknown_company", "1880.components.major-count", company=company)


def _why_over_limit(state: State1880, player: int) -> IllegalAction | None:
    limit = certificate_limit(state)
    if certificates(state, player) >= limit:
        return illegal("certificate_limit", "1880.cert.no-more-than-limit", limit=limit)
    return None


# -- buying --


def why_not_buy(state: State1880, player: int, action: BuyShare, sold: int) -> IllegalAction | None:
    """`sold` are the companies, as a mask, whose shares the player has sold in this round."""
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if action.source != BANK:
        return illegal("only_from_bank", "1880.sr.trade-with-bank", source=action.source)
    return _why_not_share(state, player, company, sold) or _why_over_limit(state, player)


def _why_not_share(state: State1880, player: int, company: int, sold: int) -> IllegalAction | None:
    """What stands against one share of this company, the certificate limit aside."""
    name = state.company_id(company)
    if not state.founded(company):
        return illegal("not_founded", "1880.majors.director-cert-first", company=name)
    if state.debt[player]:
        rule = "1880.emergency.no-buying-while-in-debt"
        return illegal("in_debt", rule, debt=state.debt[player])
    if sold >> company & 1:
        return illegal("sold_this_round", "1880.buy.not-after-selling-same", company=name)
    if available(state, company) < SHARE:
        return _why_no_share(state, company)
    return why_player_cannot_pay(state, player, price_of(state, company), "1880.buy.sufficient-cash")


def _why_no_share(state: State1880, company: int) -> IllegalAction:
    name = state.company_id(company)
    if held(state, company, state.bank_holder):
        return illegal("shares_not_yet_available", "1880.phase.a1-five-shares", company=name)
    if any(held(state, company, state.investor_holder(each)) for each in range(len(state.investor_owner))):
        return illegal("share_reserved", "1880.fi.share-reserved-for-owner", company=name)
    return illegal("no_share_left", "1880.sr.trade-with-bank", company=name)


def buy_share(state: State1880, player: int, action: BuyShare) -> None:
    company = COMPANY_INDEX[action.company]
    price = price_of(state, company)
    player_pays_bank(state, player, price)
    move_shares(state, company, state.bank_holder, player, SHARE)
    state.log(ShareBought(state.players[player], action.company, price))
    settle_director(state, company)
    check_second_capital(state, company)


def share_offers(state: State1880, player: int, sold: int) -> list[Action]:
    return [_PURCHASES[company] for company in _for_sale(state, player, sold)]


def may_buy(state: State1880, player: int, sold: int) -> bool:
    return any(True for _ in _for_sale(state, player, sold))


def _for_sale(state: State1880, player: int, sold: int) -> Iterator[int]:
    """The companies of which the player may buy a share, found one by one."""
    if _why_over_limit(state, player) is not None:
        return
    cash = state.cash[player]
    for company in range(len(COMPANIES)):
        if (
            state.founded(company)
            and price_of(state, company) <= cash
            and _why_not_share(state, player, company, sold) is None
        ):
            yield company


# -- founding --


def why_not_found(state: State1880, player: int, action: FoundCompany) -> IllegalAction | None:
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if state.founded(company):
        return illegal("already_founded", "1880.majors.director-cert-first", company=action.company)
    if state.debt[player] and not state.rules.debtor_may_found:
        rule = "1880.emergency.no-buying-while-in-debt"
        return illegal("in_debt", rule, debt=state.debt[player])
    if action.price not in PAR_PRICES:
        return illegal("par_value", "1880.buy.par-values", price=action.price)
    if action.director_percent not in DIRECTOR_SIZES:
        rule = "1880.buy.choose-director-size"
        return illegal("director_size", rule, percent=action.director_percent)
    cost = action.price * action.director_percent // SHARE
    return (
        why_not_permits(action)
        or why_not_slot(state, action)
        or why_player_cannot_pay(state, player, cost, "1880.buy.sufficient-cash")
        or _why_over_limit(state, player)
    )


def buy_director_certificate(state: State1880, player: int, action: FoundCompany) -> None:
    """Two, three or four times par for the certificate (1880.buy.director-cost)."""
    player_pays_bank(state, player, action.price * action.director_percent // SHARE)
    found_company(state, player, action)
    company = COMPANY_INDEX[action.company]
    if state.rules.second_capital_on_founding:
        check_second_capital(state, company)


def _founding(choice: tuple[str, int, int, str, int | None]) -> FoundCompany:
    known = _FOUNDINGS.get(choice)
    if known is None:
        known = _FOUNDINGS[choice] = kept(FoundCompany(*choice))
    return known


def founding_offers(state: State1880, player: int) -> list[Action]:
    if state.debt[player] and not state.rules.debtor_may_found:
        return []
    if _why_over_limit(state, player) is not None:
        return []
    unfounded = [charter.id for company, charter in enumerate(COMPANIES) if not state.founded(company)]
    return [
        _founding((company, price, percent, permits, slot))
        for price in PAR_PRICES
        for percent in DIRECTOR_SIZES
        if price * percent // SHARE <= state.cash[player]
        for slot, permits in founding_choices(state, price, PERMIT_CHOICES[percent])
        for company in unfounded
    ]


def may_found(state: State1880, player: int) -> bool:
    """Whether there is any founding offer, without listing them all."""
    least = DIRECTOR_SIZES[0] // SHARE
    return (
        (not state.debt[player] or state.rules.debtor_may_found)
        and _why_over_limit(state, player) is None
        and not all(state.par)
        and any(price * least <= state.cash[player] and free_slots(state, price) for price in PAR_PRICES)
    )


# -- selling --


def why_not_sell(state: State1880, player: int, action: SellShares) -> IllegalAction | None:
    """What holds for every sale, in share rounds and in forced purchases alike."""
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if action.percent <= 0 or action.percent % SHARE:
        return illegal("whole_shares", "1880.sell.price-current", percent=action.percent)
    if may_part_with(state, player, company, action.percent):
        return None
    holding = held(state, company, player)
    if holding < action.percent:
        return illegal("not_held", "1880.sr.trade-with-bank", company=action.company, percent=holding)
    return _why_keep_certificate(state, player, company)


def may_part_with(state: State1880, player: int, company: int, percent: int) -> bool:
    """Whether a sale of this many percent is legal; if it is, a smaller one is, too."""
    certificate = state.director_percent[company]
    return held(state, company, player) >= percent and (
        state.director[company] != player or can_hand_over(state, company, player, percent, certificate)
    )


def _why_keep_certificate(state: State1880, player: int, company: int) -> IllegalAction:
    """The bank takes no director certificate; another player must be able to (1880.director.successor-…)."""
    size, name = state.director_percent[company], state.company_id(company)
    if most_of_others(state, company, player) == 0:
        return illegal("director_certificate", "1880.sell.director-cert-never", company=name)
    rule = "1880.director.successor-needs-certificate-size"
    return illegal("no_successor", rule, company=name, percent=size)


def proceeds(state: State1880, company: int, percent: int) -> int:
    """All shares at the price before it falls, less 5 each (1880.sell.price-current, 1880.sell.fee-5)."""
    return (price_of(state, company) - FEE) * (percent // SHARE)


def sell_shares(state: State1880, player: int, action: SellShares) -> None:
    company = COMPANY_INDEX[action.company]
    amount = proceeds(state, company, action.percent)
    sell_to_bank(state, player, company, action.percent, state.bank_holder, amount)
    shares_sold(state, company, action.percent // SHARE)
    settle_director(state, company)
