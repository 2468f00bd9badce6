"""Shares: who holds how much of a company in percent, and who directs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .actions import SellShares
from .events import PriceMoved
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


def largest_holders(state: State, company: int, but: int) -> tuple[int, list[int]]:
    """The largest holding among the players other than `but`, and who has it, clockwise from `but`."""
    others = state.clockwise_from(but)[1:]
    most = max(held(state, company, player) for player in others)
    return most, [player for player in others if held(state, company, player) == most]


def new_director(state: State, company: int) -> int:
    """Who should direct the company now: the director, unless another player holds more."""
    director = state.director[company]
    if director == NOBODY:
        return NOBODY
    most, holders = largest_holders(state, company, director)
    return holders[0] if most > held(state, company, director) else director


def market_position(state: State, company: int) -> int:
    """How many markers lie above this company's on its space of the chart."""
    cell, arrival = state.cell[company], state.arrival[company]
    return sum(
        other == cell and state.arrival[index] < arrival for index, other in enumerate(state.cell) if index != company
    )


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


def sale_changes_director(state: State, company: int, player: int, percent: int) -> bool:
    """Whether selling so much would cost the player the directorship."""
    if state.director[company] != player:
        return False
    most, _ = largest_holders(state, company, player)
    return most > held(state, company, player) - percent


def can_hand_over(state: State, company: int, player: int, percent: int, certificate: int) -> bool:
    """Whether a director may sell so much: what is left, or another player's holding, covers the certificate."""
    most, _ = largest_holders(state, company, player)
    return held(state, company, player) - percent >= certificate or most >= certificate


def sale_candidates(state: State, player: int, names: Sequence[str]) -> list[SellShares]:
    """Every sale of shares the player has, legal or not; `names` are the ids of the companies."""
    return [
        SellShares(name, percent)
        for company, name in enumerate(names)
        for percent in range(SHARE, held(state, company, player) + SHARE, SHARE)
    ]
