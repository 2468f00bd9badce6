"""VII. Buying and selling shares: what may change hands between a player and the bank, and at what price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, BuyShare, FoundCompany, SellShares, kept
from tielu.core.bank import player_pays_bank, why_player_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import PrivateClosed, ShareBought
from tielu.core.shares import SHARE, can_hand_over, held, move_shares, sell_to_bank, settle_director
from tielu.core.state import CLOSED
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1888n.rules.actions import TakeShare

from .companies import certificate_limit, certificates, check_float, found_company
from .components import COMPANIES, COMPANY_INDEX, DIRECTOR_PERCENT, FC, HOLDING_LIMIT, PAR_PRICES, POOL_LIMIT, PRIVATES
from .events import ShareTaken
from .map import BEIJING
from .prices import in_red_area, price_of, shares_sold
from .state import COMPANY_OWNER, State1888

IPO: Final = "ipo"
POOL: Final = "pool"
SOURCES: Final[tuple[str, ...]] = (IPO, POOL)
_PURCHASES: Final = {
    (company, source): kept(BuyShare(charter.id, source))
    for company, charter in enumerate(COMPANIES)
    for source in SOURCES
}
_FOUNDINGS: Final = {
    (company, price): kept(FoundCompany(charter.id, price, DIRECTOR_PERCENT))
    for company, charter in enumerate(COMPANIES)
    for price in PAR_PRICES
}
_TAKEN: Final = tuple(kept(TakeShare(company.id, source)) for company in COMPANIES for source in SOURCES)


def source_holder(state: State1888, source: str) -> int:
    return state.ipo if source == IPO else state.pool_holder


def share_price(state: State1888, company: int, source: str) -> int:
    """Par in the IPO, the current price in the pool (1888.buy.ipo-par, 1888.buy.pool-current)."""
    return state.par[company] if source == IPO else price_of(state, company)


def _unknown(company: str) -> IllegalAction:
    return illegal("unknown_company", "1888.buy.what", company=company)


# -- buying --


def _why_not_hold(state: State1888, player: int, company: int, source: str, sold: int) -> IllegalAction | None:
    """What stands against one more share in this player's hands, whoever pays for it."""
    name = state.company_id(company)
    if source not in SOURCES:
        return illegal("unknown_source", "1888.sr.only-with-bank", source=source)
    if not state.founded(company):
        return illegal("not_founded", "1888.float.director-first", company=name)
    if held(state, company, source_holder(state, source)) < SHARE:
        return illegal("no_share_left", "1888.buy.what", company=name)
    if sold >> company & 1:
        return illegal("sold_this_round", "1888.buy.not-after-selling-same", company=name)
    if held(state, company, player) + SHARE > HOLDING_LIMIT:
        return illegal("holding_limit", "1888.buy.max-60-percent", company=name, most=HOLDING_LIMIT)
    return None


def why_not_buy(state: State1888, player: int, action: BuyShare, sold: int) -> IllegalAction | None:
    """`sold` are the companies, as a mask, whose shares the player has sold in this round."""
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    return _why_not_share(state, player, company, action.source, sold)


def _why_not_share(state: State1888, player: int, company: int, source: str, sold: int) -> IllegalAction | None:
    """What stands against the purchase of one share."""
    refusal = _why_not_hold(state, player, company, source, sold)
    if refusal is not None:
        return refusal
    refusal = why_player_cannot_pay(state, player, share_price(state, company, source), "1888.buy.sufficient-cash")
    if refusal is not None or in_red_area(state, company):
        return refusal
    return _why_over_limit(state, player)


def _why_over_limit(state: State1888, player: int) -> IllegalAction | None:
    limit = certificate_limit(state)
    if certificates(state, player) >= limit:
        return illegal("certificate_limit", "1888.cert.not-exceed", limit=limit)
    return None


def buy_share(state: State1888, player: int, action: BuyShare) -> None:
    company = COMPANY_INDEX[action.company]
    price = share_price(state, company, action.source)
    player_pays_bank(state, player, price)
    move_shares(state, company, source_holder(state, action.source), player, SHARE)
    state.log(ShareBought(state.players[player], action.company, price))
    settle_director(state, company)
    check_float(state, company)


def share_offers(state: State1888, player: int, sold: int) -> list[Action]:
    return [_PURCHASES[company, source] for company, source in _for_sale(state, player, sold)]


def may_buy(state: State1888, player: int, sold: int) -> bool:
    return any(True for _ in _for_sale(state, player, sold))


def _for_sale(state: State1888, player: int, sold: int) -> Iterator[tuple[int, str]]:
    """The companies of which the player may buy a share, and where it lies, found one by one."""
    for company in range(len(COMPANIES)):
        if not state.founded(company):
            continue
        for source in SOURCES:
            if (
                held(state, company, source_holder(state, source))
                and share_price(state, company, source) <= state.cash[player]
                and _why_not_share(state, player, company, source, sold) is None
            ):
                yield company, source


# -- the Forbidden City --


def why_not_take(state: State1888, player: int, action: TakeShare, sold: int, has_sold: bool) -> IllegalAction | None:
    """A free share of a company with a marker in Beijing, as the buy action of a turn without sales."""
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if not state.player_owns(player, FC):
        with_company = state.private_owner[FC] >= COMPANY_OWNER
        rule = "1888.forbidden-city.lost-if-sold" if with_company else "1888.forbidden-city.exchange"
        return illegal("private_not_owned", rule, private=PRIVATES[FC].id)
    if has_sold:
        return illegal("sold_this_turn", "1888.forbidden-city.no-sale-same-turn")
    beijing = state.board.hex_index[BEIJING]
    if not any(place // STOPS_PER_HEX == beijing for place in state.stations[company]):
        return illegal("no_marker_in_beijing", "1888.forbidden-city.exchange", company=action.company)
    if state.rules.may_take_share_sold_before:
        # Sold in an earlier turn of the round; what was sold in this one is asked above.
        sold = 0
    return _why_not_hold(state, player, company, action.source, sold)


def take_offers(state: State1888, player: int, sold: int, has_sold: bool) -> list[Action]:
    if not state.player_owns(player, FC):
        return []
    return [each for each in _TAKEN if why_not_take(state, player, each, sold, has_sold) is None]


def take_share(state: State1888, player: int, action: TakeShare) -> None:
    company = COMPANY_INDEX[action.company]
    state.private_owner[FC] = CLOSED
    state.log(PrivateClosed(PRIVATES[FC].id))
    move_shares(state, company, source_holder(state, action.source), player, SHARE)
    state.log(ShareTaken(state.players[player], action.company, action.source))
    settle_director(state, company)
    check_float(state, company)


# -- founding --


def why_not_found(state: State1888, player: int, action: FoundCompany) -> IllegalAction | None:
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if state.founded(company):
        return illegal("already_founded", "1888.buy.what", company=action.company)
    if action.price not in PAR_PRICES:
        return illegal("par_value", "1888.float.par-values", price=action.price)
    if action.director_percent != DIRECTOR_PERCENT:
        rule = "1888.company.share-structure"
        return illegal("director_size", rule, percent=action.director_percent)
    if action.permits is not None or action.slot is not None:
        return illegal("not_chosen_here", "1888.float.markers")
    return _why_not_afford(state, player, action.price) or _why_over_limit(state, player)


def _why_not_afford(state: State1888, player: int, price: int) -> IllegalAction | None:
    return why_player_cannot_pay(state, player, _certificate_cost(price), "1888.buy.sufficient-cash")


def _certificate_cost(price: int) -> int:
    """Twice the price that the buyer chooses (1888.float.director-first)."""
    return price * DIRECTOR_PERCENT // SHARE


def buy_director_certificate(state: State1888, player: int, action: FoundCompany) -> None:
    company = COMPANY_INDEX[action.company]
    player_pays_bank(state, player, _certificate_cost(action.price))
    found_company(state, player, company, action.price)


def founding_offers(state: State1888, player: int) -> list[Action]:
    if _why_over_limit(state, player) is not None:
        return []
    return [
        _FOUNDINGS[company, price]
        for company in range(len(COMPANIES))
        if not state.founded(company)
        for price in PAR_PRICES
        if _why_not_afford(state, player, price) is None
    ]


def may_found(state: State1888, player: int) -> bool:
    """Whether there is any founding offer, without listing them all."""
    return (
        not all(state.par)
        and _why_not_afford(state, player, min(PAR_PRICES)) is None
        and _why_over_limit(state, player) is None
    )


# -- selling --


def why_not_sell(state: State1888, player: int, action: SellShares) -> IllegalAction | None:
    """What holds for every sale, in stock rounds and in emergencies alike."""
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        return _unknown(action.company)
    if action.percent <= 0 or action.percent % SHARE:
        return illegal("whole_shares", "1888.sell.price-current", percent=action.percent)
    return _why_not_part_with(state, player, company, action.percent)


def may_part_with(state: State1888, player: int, company: int, percent: int) -> bool:
    """Whether a sale of this many percent is legal; if it is, a smaller one is, too."""
    return (
        held(state, company, player) >= percent
        and held(state, company, state.pool_holder) + percent <= POOL_LIMIT
        and (state.director[company] != player or can_hand_over(state, company, player, percent, DIRECTOR_PERCENT))
    )


def _why_not_part_with(state: State1888, player: int, company: int, percent: int) -> IllegalAction | None:
    if may_part_with(state, player, company, percent):
        return None
    holding, name = held(state, company, player), state.company_id(company)
    if holding < percent:
        return illegal("not_held", "1888.sr.only-with-bank", company=name, percent=holding)
    if held(state, company, state.pool_holder) + percent > POOL_LIMIT:
        return illegal("pool_full", "1888.sell.pool-max-five", company=name)
    return illegal("director_certificate", "1888.sell.director-cert-never", company=name)


def proceeds(state: State1888, company: int, percent: int) -> int:
    """All shares of one sale at the price before it falls (1888.sell.price-current)."""
    return price_of(state, company) * (percent // SHARE)


def sell_shares(state: State1888, player: int, action: SellShares) -> None:
    company = COMPANY_INDEX[action.company]
    amount = proceeds(state, company, action.percent)
    sell_to_bank(state, player, company, action.percent, state.pool_holder, amount)
    shares_sold(state, company, action.percent // SHARE)
    settle_director(state, company)
