"""XIII. Share Price Changes: how the marker moves on the chart in operating rounds and in share rounds."""

from __future__ import annotations

import pytest

from tests.routes import run
from tests.table import Table, rule
from tielu.core.actions import Action, BuyShare, Pass, PayDividend, SellShares, Withhold


def earner(row: int, column: int, phase: str = "A1") -> Table:
    """HKR on a space of the chart, with a train that has a route and not yet run."""
    table = Table(phase=phase)
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.company("HKR", trains=["2"], holdings={"Bo": 30})
    table.price_at("HKR", row, column)
    table.turn("HKR", "run")
    return table


def after(row: int, column: int, decision: Action) -> tuple[list[int], int]:
    """Space and price after a run that began on the given space."""
    table = earner(row, column)
    table.do(run("2", "K15-L14"), decision)
    return table.of("c.HKR.rc"), table.of("c.HKR.price")


def shares(row: int, column: int, phase: str = "B1", bo: int = 50) -> Table:
    """A share round: Ann directs HKR with 20%, Bo has a part, HKR's marker is on a space of the chart."""
    table = Table(phase=phase)
    table.company("HKR", holdings={"Bo": bo})
    table.price_at("HKR", row, column)
    table.share_round("Bo")
    return table


def close(table: Table) -> None:
    """Everybody passes until the share round is over."""
    while table.of("round.type") == "Stock":
        table.do(Pass())


# -- in an operating round --


@pytest.mark.parametrize(("row", "column", "price"), [(1, 3, 105), (3, 3, 95), (0, 12, 200), (4, 8, 120)])
@rule("1880.price.dividend-right")
def test_dividend_moves_the_price_right(row: int, column: int, price: int) -> None:
    """One space to the right in the same row."""
    assert after(row, column, PayDividend()) == ([row, column + 1], price)


@pytest.mark.parametrize(("row", "column", "price"), [(3, 11, 150), (1, 13, 200), (8, 4, 75), (4, 9, 125)])
@rule("1880.price.right-edge-up")
def test_dividend_at_the_right_edge_moves_the_price_up(row: int, column: int, price: int) -> None:
    """At the end of a row the marker goes up one space instead."""
    assert after(row, column, PayDividend()) == ([row - 1, column], price)


@rule("1880.price.top-right-stays")
def test_dividend_in_the_top_right_corner_changes_nothing() -> None:
    """At 200 a price rises no further, and no movement is reported."""
    table = earner(0, 13)
    events = table.do(run("2", "K15-L14"), PayDividend())
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([0, 13], 200)
    assert "dividend_paid" in table.names(events)
    assert "price_moved" not in table.names(events)


@pytest.mark.parametrize(("row", "column", "price"), [(1, 3, 95), (0, 13, 180), (8, 1, 40), (2, 9, 120)])
@rule("1880.price.no-dividend-left")
def test_withholding_moves_the_price_left(row: int, column: int, price: int) -> None:
    """One space to the left in the same row."""
    assert after(row, column, Withhold()) == ([row, column - 1], price)


@rule("1880.price.no-dividend-left")
def test_company_without_a_train_moves_left() -> None:
    """No train, no dividend: also in the first turn of a company."""
    table = Table()
    table.company("HKR", cash=500)
    table.turn("HKR", "run")
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([1, 2], 95)


@rule("1880.price.no-dividend-left")
def test_company_without_income_moves_left() -> None:
    """A train without a route brings no dividend either."""
    table = Table()
    table.company("HKR", cash=500, trains=["2"])
    table.turn("HKR", "run")
    assert table.legal("buy_train")
    assert table.of("c.HKR.price") == 95


@pytest.mark.parametrize(("row", "column", "price"), [(2, 0, 65), (1, 1, 80), (0, 2, 95), (7, 0, 40)])
@rule("1880.price.left-edge-down")
def test_withholding_at_the_left_edge_moves_the_price_down(row: int, column: int, price: int) -> None:
    """At the beginning of a row the marker goes down one space instead."""
    assert after(row, column, Withhold()) == ([row + 1, column], price)


@rule("1880.price.bottom-left-stays")
def test_withholding_in_the_bottom_left_corner_changes_nothing() -> None:
    """At 40 a price falls no further, and no movement is reported."""
    table = earner(8, 0)
    events = table.do(run("2", "K15-L14"), Withhold())
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([8, 0], 40)
    assert "income_withheld" in table.names(events)
    assert "price_moved" not in table.names(events)


# -- in a share round --


@pytest.mark.parametrize(("percent", "price"), [(10, 95), (20, 90), (30, 85), (50, 75)])
@rule("1880.price.sale-down")
def test_each_share_sold_moves_the_price_down(percent: int, price: int) -> None:
    """One space down for each 10%, whether sold together or one after the other."""
    table = shares(1, 3)
    table.do(SellShares("HKR", percent))
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([1 + percent // 10, 3], price)
    table = shares(1, 3)
    table.do(*[SellShares("HKR", 10)] * (percent // 10))
    assert table.of("c.HKR.rc") == [1 + percent // 10, 3]


@rule("1880.price.bottom-of-column-stays")
def test_sale_does_not_move_a_price_below_its_column() -> None:
    """The marker stops at the bottom of its column, in short columns and however many shares are sold."""
    table = shares(8, 2)
    events = table.do(SellShares("HKR", 10))
    assert (table.of("c.HKR.rc"), "price_moved" in table.names(events)) == ([8, 2], False)
    table = shares(2, 11)
    table.do(SellShares("HKR", 30))
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([3, 11], 145)


@pytest.mark.parametrize("edition", ["2010", "2022"])
@rule("1880.price.sold-out-up")
def test_sold_out_company_rises_as_the_share_round_closes(edition: str) -> None:
    """The price rises one space when all shares are with players, not before the round is over."""
    table = Table(phase="B1", edition=edition)
    table.company("HKR", holdings={"Bo": 50, "Cy": 20})
    table.company("NJR", holdings={"Bo": 50, "Cy": 20})
    table.price_at("HKR", 4, 4)
    table.price_at("NJR", 4, 4)
    table.share_round("Bo")
    table.do(BuyShare("HKR", "bank"))
    assert table.of("c.HKR.price") == 90
    close(table)
    assert (table.of("c.HKR.rc"), table.of("c.HKR.price")) == ([3, 4], 95)
    assert table.of("c.NJR.rc") == [4, 4]


@pytest.mark.parametrize("column", [1, 3, 13])
@rule("1880.price.top-of-column-stays")
def test_sold_out_company_at_the_top_of_its_column_stays(column: int) -> None:
    """There is no space above; the marker does not go anywhere else."""
    row = 1 if column == 1 else 0
    table = shares(row, column, bo=80)
    close(table)
    assert table.of("c.HKR.rc") == [row, column]


@rule("1880.price.available-definition")
def test_second_half_is_not_available_before_the_first_3_train() -> None:
    """With five shares sold a company is sold out in Phase A, and not in Phase B."""
    for phase, price in (("A1", 95), ("A2", 95), ("B1", 90)):
        table = shares(4, 4, phase=phase, bo=30)
        close(table)
        assert table.of("c.HKR.price") == price, phase


@pytest.mark.parametrize(
    ("phase", "bo", "reason"), [("A1", 20, "1880.phase.a1-five-shares"), ("B1", 70, "1880.fi.share-reserved-for-owner")]
)
@rule("1880.price.available-definition")
def test_reserved_share_is_not_available(phase: str, bo: int, reason: str) -> None:
    """The share on an investor's charter keeps no company from being sold out, in Phase A and later."""
    table = Table(phase=phase)
    table.company("HKR", holdings={"Bo": bo})
    table.investor("A6", owner="Ann", company="HKR")
    table.price_at("HKR", 4, 4)
    table.share_round("Bo")
    table.refused(BuyShare("HKR", "bank"), reason)
    close(table)
    assert table.of("c.HKR.price") == 95
