"""IX. Share price changes: the one place where price markers move."""

from __future__ import annotations

from collections.abc import Callable

from tielu.core.shares import by_price, move_price

from .components import CHART, RED_AREA
from .state import State1888


def price_of(state: State1888, company: int) -> int:
    """The current share price of a founded company."""
    return CHART.price(state.cell[company])


def in_red_area(state: State1888, company: int) -> bool:
    return state.cell[company] in RED_AREA


def _move(state: State1888, company: int, step: Callable[[int], int], times: int = 1) -> None:
    """A marker goes under those already there (1888.price.arrive-underneath)."""
    move_price(state, CHART, company, step, times)


def dividend_paid(state: State1888, company: int) -> None:
    """One space right, at the right edge up (1888.price.dividend-right, 1888.price.right-edge-up)."""
    _move(state, company, CHART.right)


def no_dividend(state: State1888, company: int) -> None:
    """One space left, at the left edge down (1888.price.no-dividend-left, 1888.price.left-edge-down)."""
    _move(state, company, CHART.left)


def shares_sold(state: State1888, company: int, shares: int) -> None:
    """One space down for each share (1888.sell.price-drop-each, 1888.price.bottom-stays)."""
    _move(state, company, CHART.down, shares)


def sold_out(state: State1888, company: int) -> None:
    """One space up when a stock round ends (1888.price.sold-out-up)."""
    _move(state, company, CHART.up)


def operating_order(state: State1888) -> list[int]:
    """Founded companies in the order in which they operate."""
    return in_operating_order(state, [company for company in range(len(state.par)) if state.founded(company)])


def in_operating_order(state: State1888, companies: list[int]) -> list[int]:
    """By price, then from the right, then from the top marker (1888.or.price-order and after)."""
    return by_price(state, CHART, companies)
