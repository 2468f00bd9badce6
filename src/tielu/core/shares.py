"""Shares: who holds how much of a company in percent, and who directs it."""

from __future__ import annotations

from .state import NOBODY, State

SHARE = 10


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
