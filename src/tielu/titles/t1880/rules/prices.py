"""XIII. Share price changes: the one place where price markers move."""

from __future__ import annotations

from collections.abc import Callable

from tielu.core.shares import move_price

from .components import CHART
from .state import State1880
from .takeover import prices_may_move


def price_of(state: State1880, company: int) -> int:
    """The current share price of a founded company."""
    return CHART.price(state.cell[company])


def _move(state: State1880, company: int, step: Callable[[int], int], times: int = 1) -> None:
    if prices_may_move(state):
        move_price(state, CHART, company, step, times)


def dividend_paid(state: State1880, company: int) -> None:
    """One space right, at the right edge up (1880.price.dividend-right, .right-edge-up, .top-right-stays)."""
    _move(state, company, CHART.right)


def no_dividend(state: State1880, company: int) -> None:
    """One space left, at the left edge down (1880.price.no-dividend-left, .left-edge-down, .bottom-left-stays)."""
    _move(state, company, CHART.left)


def shares_sold(state: State1880, company: int, shares: int) -> None:
    """One space down for each share (1880.price.sale-down, .bottom-of-column-stays)."""
    _move(state, company, CHART.down, shares)


def sold_out(state: State1880, company: int) -> None:
    """One space up when a share round closes (1880.price.sold-out-up, .top-of-column-stays)."""
    _move(state, company, CHART.up)
