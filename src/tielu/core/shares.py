"""Shares: who holds how much of a company in percent, and who directs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .actions import SellShares, kept
from .bank import bank_pays_player
from .events import DirectorChanged, PriceMoved, SharesSold
from .market import Chart
from .state import NOBODY, State

SHARE: Final = 10


def held(state: State, company: int, holder: int) -> int:
    """The percentage of `company` that `holder` has."""
    return state.shares[company * state.holders + holder]


def move_shares(state: State, company: int, giver: int, taker: int, percent: int) -> None:
    state.shares[company * state.holders + giver] -= percent
    state.shares[company * state.holders + taker] += percent


def issued(state: State, company: int) -> int:
    """All shares of a company wherever they lie: always 100."""
    start = company * state.holders
    return sum(state.shares[start : start + state.holders])


def most_of_others(state: State, company: int, but: int) -> int:
    """The largest holding among the players other than `but`."""
    first, most = company * state.holders, 0
    for player in range(len(state.players)):
        if player != but and state.shares[first + player] > most:
            most = state.shares[first + player]
    return most


def new_director(state: State, company: int) -> int:
    """Who should direct the company now: the director, unless another player holds more; clockwise among equals."""
    director = state.director[company]
    if director == NOBODY:
        return NOBODY
    most = most_of_others(state, company, director)
    if most <= held(state, company, director):
        return director
    return next(player for player in state.clockwise_from(director) if held(state, company, player) == most)


def settle_director(state: State, company: int) -> None:
    """The certificate, and with it the charter, goes to whoever holds more than the director."""
    successor = new_director(state, company)
    if successor != state.director[company]:
        state.director[company] = successor
        state.log(DirectorChanged(state.company_id(company), state.players[successor]))


def market_position(state: State, company: int) -> int:
    """How many markers lie above this company's on its space of the chart."""
    cell, arrival, above = state.cell[company], state.arrival[company], 0
    for other, other_cell in enumerate(state.cell):
        if other_cell == cell and state.arrival[other] < arrival:
            above += 1
    return above


def put_marker(state: State, company: int, cell: int) -> None:
    """Put the price marker on a space, under those that lie there already."""
    if state.cell[company] != cell:
        state.cell[company] = cell
        state.arrivals += 1
        state.arrival[company] = state.arrivals


def move_price(state: State, chart: Chart, company: int, step: Callable[[int], int], times: int = 1) -> None:
    """Move the price marker by steps on the chart; where it stays, it keeps its place among the others."""
    old = cell = state.cell[company]
    for _ in range(times):
        cell = step(cell)
    if cell != old:
        put_marker(state, company, cell)
        state.log(PriceMoved(state.company_id(company), chart.price(old), chart.price(cell)))


def by_price(state: State, chart: Chart, companies: list[int]) -> list[int]:
    """Founded companies from the highest price down: among equals from the right, then as their markers lie."""
    if len(companies) < 2:
        return companies
    return sorted(
        companies,
        key=lambda company: (
            -chart.price(state.cell[company]),
            -chart.position(state.cell[company])[1],
            state.arrival[company],
        ),
    )


def sale_changes_director(state: State, company: int, player: int, percent: int) -> bool:
    """Whether selling this much would cost the player the directorship."""
    if state.director[company] != player:
        return False
    return most_of_others(state, company, player) > held(state, company, player) - percent


def can_hand_over(state: State, company: int, player: int, percent: int, certificate: int) -> bool:
    """Whether a director may sell this much: what is left, or another player's holding, covers the certificate."""
    kept = held(state, company, player) - percent
    return kept >= certificate or most_of_others(state, company, player) >= certificate


_SALES: Final[dict[tuple[str, int], SellShares]] = {}


def _sale(company: str, percent: int) -> SellShares:
    known = _SALES.get((company, percent))
    if known is None:
        known = _SALES[company, percent] = kept(SellShares(company, percent))
    return known


def sales_of(state: State, player: int) -> list[SellShares]:
    """Every sale of shares the player has, legal or not."""
    return [
        _sale(state.company_id(company), percent)
        for company in range(len(state.par))
        for percent in range(SHARE, held(state, company, player) + SHARE, SHARE)
    ]


def sell_to_bank(state: State, player: int, company: int, percent: int, holder: int, amount: int) -> None:
    """Pay the player for shares, which go to `holder`, one of the bank's places; what follows is up to the title."""
    bank_pays_player(state, player, amount)
    move_shares(state, company, player, holder, percent)
    state.log(SharesSold(state.players[player], state.company_id(company), percent, amount))


def value_of_shares(state: State, chart: Chart, player: int) -> int:
    """What all shares of the player are worth at their current prices."""
    total = 0
    for company, par in enumerate(state.par):
        if par:
            total += chart.price(state.cell[company]) * held(state, company, player) // SHARE
    return total
