"""How far a share price falls."""

from __future__ import annotations

from tielu.core.market import Chart


def fall(chart: Chart, cell: int, shares: int) -> int:
    """What the price loses when the marker goes down this many spaces."""
    price = chart.price(cell)
    for _ in range(shares):
        cell = chart.down(cell)
    return price - chart.price(cell)
