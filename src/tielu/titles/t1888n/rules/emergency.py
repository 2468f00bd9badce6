"""VIII.3.9. Emergency financing: the director pays what the treasury lacks, sells shares for it, or is bankrupt."""

from __future__ import annotations

from collections.abc import Iterator

from tielu.core.actions import Action, SellShares
from tielu.core.bank import player_pays_bank, player_pays_railway
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import DirectorPaid
from tielu.core.shares import SHARE, held, sale_changes_director, sales_of

from .components import COMPANIES, COMPANY_INDEX, TRAINS
from .ending import end_game
from .events import PlayerBankrupt
from .phases import on_offer
from .state import State1888
from .trading import may_part_with, proceeds, sell_shares, why_not_sell


def must_own_train(state: State1888, company: int) -> bool:
    """A company without a train must buy one, route or no route (1888.trains.must-own)."""
    return not state.trains[company]


def cheapest_train(state: State1888) -> int:
    """The cheapest train in bank and pool (1888.emergency.cheapest)."""
    return min((on_offer(state), *state.pool), key=lambda train: TRAINS[train].price)


def shortage(state: State1888, company: int) -> int:
    """What the treasury lacks for the cheapest train."""
    return max(0, TRAINS[cheapest_train(state)].price - state.treasury[company])


def in_emergency(state: State1888, company: int) -> bool:
    return must_own_train(state, company) and shortage(state, company) > 0


def needed_sales(state: State1888, company: int) -> int:
    """What the director has to raise for a train that the company must buy, cash aside."""
    if not in_emergency(state, company):
        return 0
    return max(0, shortage(state, company) - state.cash[state.director[company]])


def why_not_in_emergency(state: State1888, company: int, train: int) -> IllegalAction | None:
    """Only the cheapest train, and only within the director's means."""
    cheapest = TRAINS[cheapest_train(state)]
    if TRAINS[train].price > cheapest.price:
        return illegal("cheapest_only", "1888.emergency.cheapest", train=cheapest.name)
    if beyond_means(state, company):
        rule = "1888.emergency.bankruptcy"
        return illegal("director_cannot_pay", rule, missing=needed_sales(state, company))
    return None


# -- raising money --


def why_not_raise(state: State1888, company: int, action: SellShares) -> IllegalAction | None:
    """The director sells shares for a train the company must buy and cannot pay (1888.emergency.*)."""
    director = state.director[company]
    if not in_emergency(state, company):
        return illegal("no_forced_purchase", "1888.emergency.trigger")
    needed = needed_sales(state, company)
    if needed <= 0:
        return illegal("enough_cash", "1888.emergency.no-extra", cash=state.cash[director])
    refusal = _why_not_part_with(state, company, action)
    if refusal is not None:
        return refusal
    if proceeds(state, COMPANY_INDEX[action.company], action.percent - SHARE) >= needed:
        return illegal("more_than_needed", "1888.emergency.no-extra", needed=needed)
    if state.rules.may_sell_in_vain:
        return None
    if beyond_means(state, company):
        # Whether the director is bankrupt is asked before any sale (ruling 8.33).
        return illegal("sales_in_vain", "1888.emergency.bankruptcy", missing=needed)
    if _spoils_the_rest(state, company, action):
        return illegal("sells_too_few", "1888.emergency.must-sell", missing=needed)
    return None


def _spoils_the_rest(state: State1888, company: int, action: SellShares) -> bool:
    """Whether the price would fall so far that the director, able to pay before, no longer is."""
    trial = state.copy()
    sell_shares(trial, trial.director[company], action)
    return beyond_means(trial, company)


def _why_not_part_with(state: State1888, company: int, action: SellShares) -> IllegalAction | None:
    """What holds for every such sale, whatever is needed: no company may change its director by it."""
    refusal = why_not_sell(state, state.director[company], action)
    if refusal is not None:
        return refusal
    sold = COMPANY_INDEX[action.company]
    if not _leaves_directors(state, company, sold, action.percent):
        return illegal("would_change_director", "1888.emergency.no-director-change", company=action.company)
    return None


def _leaves_directors(state: State1888, company: int, sold: int, percent: int) -> bool:
    """Whether a sale for `company` changes no director that must stay."""
    if state.rules.raising_may_change_others and sold != company:
        return True
    return not sale_changes_director(state, sold, state.director[company], percent)


def _most_for_sale(state: State1888, company: int, sold: int) -> int:
    """The largest part of a company, in percent, that the director may sell; smaller ones may then be sold, too."""
    director = state.director[company]
    percent = held(state, sold, director) // SHARE * SHARE
    while percent > 0:
        if may_part_with(state, director, sold, percent) and _leaves_directors(state, company, sold, percent):
            break
        percent -= SHARE
    return percent


def _largest_sales(state: State1888, company: int) -> list[SellShares]:
    """Of each company the most that the director may sell."""
    most = [(sold, _most_for_sale(state, company, sold)) for sold in range(len(COMPANIES))]
    return [SellShares(state.company_id(sold), percent) for sold, percent in most if percent]


def beyond_means(state: State1888, company: int) -> bool:
    """Whether the director cannot pay what is missing even by selling all that may be sold."""
    means = state.cash[state.director[company]]
    missing = shortage(state, company)
    for sold in range(len(COMPANIES)):
        if means >= missing:
            return False
        percent = _most_for_sale(state, company, sold)
        if percent:
            means += proceeds(state, sold, percent)
    return means < missing


def raising_offers(state: State1888, company: int) -> Iterator[Action]:
    """Every sale for a train that must be bought, found one by one."""
    if in_emergency(state, company):
        for sale in sales_of(state, state.director[company]):
            if why_not_raise(state, company, sale) is None:
                yield sale


# -- paying, or not --


def director_pays(state: State1888, company: int, amount: int) -> None:
    director = state.director[company]
    player_pays_railway(state, director, company, amount)
    state.log(DirectorPaid(state.players[director], state.company_id(company), amount))


def go_bankrupt(state: State1888, company: int) -> None:
    """The game ends at once; holdings stay as they are (ruling 8.33)."""
    player = state.director[company]
    state.bankrupt = player
    state.log(PlayerBankrupt(state.players[player]))
    if state.rules.bankruptcy_sells_all:
        _sell_everything(state, company)
    end_game(state)


def _sell_everything(state: State1888, company: int) -> None:
    """The platform sells what may be sold and takes the cash."""
    player = state.director[company]
    for sale in _largest_sales(state, company):
        sell_shares(state, player, sale)
    player_pays_bank(state, player, state.cash[player])
