"""IX. Share price changes: where the markers move, in operating rounds and in stock rounds."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import BuyShare, FoundCompany, Pass, PayDividend, SellShares, Withhold
from tielu.core.events import PriceMoved

Space = tuple[int, int]


def after_dividend(start: Space, paid: bool) -> tuple[Space, int]:
    """CDL runs from Changchun and pays out or retains: its new space and price."""
    table = Table1888()
    table.company("CDL", trains=["2"])
    table.price_at("CDL", *start)
    table.turn("CDL", "run")
    table.do(table.legal("run_trains")[0], PayDividend() if paid else Withhold())
    row, column = table.of("c.CDL.rc")
    return (row, column), table.of("c.CDL.price")


# -- IX.1 --


@rule("1888.price.arrive-underneath")
def test_marker_goes_under_those_already_there() -> None:
    """CDL falls onto the space of LYR and HJR, the last to come is the lowest; LYR leaves and returns below it."""
    table = Table1888()
    table.company("LYR", price=90, holdings={"Ann": 20})
    table.company("HJR", "Bo", price=90)
    table.company("CDL", "Bo", price=95, holdings={"Ann": 10})
    table.share_round("Ann")
    table.do(SellShares("CDL", 10))
    assert [table.of(f"c.{company}.cellpos") for company in ("LYR", "HJR", "CDL")] == [0, 1, 2]
    table.price_at("LYR", 1, 3)
    table.do(SellShares("LYR", 10))
    assert [table.of(f"c.{company}.cellpos") for company in ("HJR", "CDL", "LYR")] == [0, 1, 2]


@rule("1888.price.arrive-underneath")
def test_dividends_too_put_a_marker_underneath() -> None:
    """CDL moves right onto LYR's space and comes after it in the order of play."""
    table = Table1888()
    table.company("LYR", "Bo", price=95)
    table.company("CDL", price=95, trains=["2"])
    table.price_at("CDL", 1, 2)
    table.turn("CDL", "run")
    table.do(table.legal("run_trains")[0], PayDividend())
    assert (table.of("c.LYR.cellpos"), table.of("c.CDL.cellpos")) == (0, 1)


@rule("1888.price.right-edge-up")
@pytest.mark.parametrize(
    ("start", "end", "price"),
    [
        ((8, 4), (7, 4), 70),
        ((5, 7), (4, 7), 100),
        ((3, 11), (2, 11), 180),
        ((2, 14), (1, 14), 275),
        ((1, 17), (0, 17), 400),
        ((0, 17), (0, 17), 400),
    ],
)
def test_at_the_right_end_of_a_row_right_means_up(start: Space, end: Space, price: int) -> None:
    """A dividend at the edge lifts the marker; in the top row it stays."""
    assert after_dividend(start, paid=True) == (end, price)


@rule("1888.price.left-edge-down")
@pytest.mark.parametrize(
    ("start", "end", "price"),
    [
        ((0, 2), (1, 2), 90),
        ((1, 1), (2, 1), 80),
        ((2, 0), (3, 0), 70),
        ((7, 0), (8, 0), 40),
        ((8, 0), (8, 0), 40),
    ],
)
def test_at_the_left_end_of_a_row_left_means_down(start: Space, end: Space, price: int) -> None:
    """No dividend at the edge lowers the marker; in the bottom row it stays."""
    assert after_dividend(start, paid=False) == (end, price)


# -- IX.2 --


@rule("1888.price.dividend-right")
@pytest.mark.parametrize(
    ("start", "end", "price"), [((1, 3), (1, 4), 100), ((6, 3), (6, 4), 75), ((0, 9), (0, 10), 200)]
)
def test_dividend_moves_the_price_right(start: Space, end: Space, price: int) -> None:
    """One space, whatever the dividend is in relation to the price."""
    assert after_dividend(start, paid=True) == (end, price)


@rule("1888.price.no-dividend-left")
@pytest.mark.parametrize(("start", "end", "price"), [((1, 3), (1, 2), 90), ((6, 3), (6, 2), 65), ((0, 9), (0, 8), 160)])
def test_retaining_moves_the_price_left(start: Space, end: Space, price: int) -> None:
    """One space when the income stays in the company."""
    assert after_dividend(start, paid=False) == (end, price)


@rule("1888.price.no-dividend-left")
@pytest.mark.parametrize("trains", [(), ("2",)])
def test_company_without_income_falls_too(trains: tuple[str, ...]) -> None:
    """Without a train or without a route nothing is paid, and the price moves one space left."""
    table = Table1888()
    table.company("HJR", cash=0, trains=trains)
    table.turn("HJR", "station")
    assert (table.of("c.HJR.rc"), table.of("c.HJR.price")) == ([1, 2], 90)


# -- IX.3 --


@rule("1888.price.bottom-stays")
def test_sale_at_the_bottom_of_a_column_does_not_move_the_marker() -> None:
    """LYR, one above the bottom of its column, falls one space for three shares; CDL at the bottom stays on top."""
    table = Table1888()
    table.company("LYR", "Bo", holdings={"Bo": 10, "Ann": 30})
    table.company("CDL", "Bo", holdings={"Bo": 10, "Ann": 20})
    table.company("HJR", "Bo")
    table.price_at("LYR", 7, 2)
    table.price_at("CDL", 8, 4)
    table.price_at("HJR", 8, 4)
    table.share_round("Ann")
    table.do(SellShares("LYR", 30))
    assert (table.of("c.LYR.rc"), table.of("c.LYR.price")) == ([8, 2], 55)
    events = table.do(SellShares("CDL", 20))
    assert not [event for event in events if isinstance(event, PriceMoved)]
    assert (table.of("c.CDL.rc"), table.of("c.CDL.cellpos"), table.of("c.HJR.cellpos")) == ([8, 4], 0, 1)


@rule("1888.price.sold-out-up")
@pytest.mark.parametrize(
    ("in_pool", "bo", "end"),
    [(0, 40, [0, 3]), (10, 30, [1, 3]), (0, 30, [1, 3])],
    ids=["sold out", "one in the pool", "one in the IPO"],
)
def test_price_of_a_sold_out_company_rises_when_the_stock_round_ends(in_pool: int, bo: int, end: list[int]) -> None:
    """All shares have to be with players, and it moves one space up, not before the end of the round."""
    table = Table1888()
    table.company("LYR", cash=100, holdings={"Ann": 40, "Bo": bo}, in_pool=in_pool)
    table.share_round("Ann")
    table.do(Pass(), Pass())
    assert table.of("c.LYR.rc") == [1, 3]
    table.do(Pass())
    assert (table.of("round.type"), table.of("c.LYR.rc")) == ("Operating", end)


@rule("1888.price.sold-out-up")
def test_sold_out_company_at_the_top_of_its_column_stays() -> None:
    """LYR is in the top row and CDL at the top of a column that begins lower: neither moves."""
    table = Table1888()
    for company, space in (("LYR", (0, 6)), ("CDL", (2, 0)), ("HJR", (1, 1))):
        table.company(company, cash=100, holdings={"Ann": 40, "Bo": 40})
        table.price_at(company, *space)
    table.share_round("Ann")
    table.do(Pass(), Pass(), Pass())
    assert [table.of(f"c.{company}.rc") for company in ("LYR", "CDL", "HJR")] == [[0, 6], [2, 0], [1, 1]]


@rule("1888.price.sold-out-up")
def test_company_need_not_have_floated_long_ago() -> None:
    """The last share bought in this very round counts."""
    table = Table1888()
    table.company("LYR", cash=100, holdings={"Ann": 30, "Bo": 40})
    table.share_round("Cy")
    table.do(BuyShare("LYR", "ipo"), Pass(), Pass(), Pass())
    assert (table.of("c.LYR.rc"), table.of("c.LYR.price")) == ([0, 3], 100)


@rule("1888.price.sold-out-order")
def test_sold_out_companies_move_in_operating_order() -> None:
    """LYR, the dearest, moves first; HJR, above CDL on one space, before CDL: so they lie in the new spaces."""
    table = Table1888()
    sold_out = {"Ann": 40, "Bo": 40}
    table.company("HJR", price=85, holdings=sold_out)
    table.company("CDL", price=85, holdings=sold_out)
    table.company("LYR", price=95, holdings=sold_out)
    table.company("TJL", "Cy", price=90)
    table.share_round("Ann")
    moved: list[str] = []
    for _ in range(3):
        moved += [event.company for event in table.do(Pass()) if isinstance(event, PriceMoved)]
    assert moved[:3] == ["LYR", "HJR", "CDL"]
    assert [table.of(f"c.{company}.rc") for company in ("LYR", "TJL", "HJR", "CDL")] == [[0, 3], [2, 3], [2, 3], [2, 3]]
    assert [table.of(f"c.{company}.cellpos") for company in ("LYR", "TJL", "HJR", "CDL")] == [0, 0, 1, 2]


@rule("1888.price.sold-out-order")
def test_same_price_further_right_moves_first() -> None:
    """CDL and LYR both stand at 95, CDL further right: it is first to move."""
    table = Table1888()
    sold_out = {"Ann": 40, "Bo": 40}
    table.company("LYR", cash=100, holdings=sold_out)
    table.company("CDL", cash=100, holdings=sold_out)
    table.price_at("LYR", 1, 3)
    table.price_at("CDL", 2, 4)
    table.share_round("Ann")
    moved = [event.company for event in table.do(Pass(), Pass(), Pass()) if isinstance(event, PriceMoved)]
    assert moved[:2] == ["CDL", "LYR"]


@rule("1888.price.arrive-underneath")
def test_new_company_lies_under_one_of_the_same_par() -> None:
    """Founding is an arrival like any other (ruling 8.1)."""
    table = Table1888()
    table.company("LYR", price=90, floated=False)
    table.share_round("Ann")
    table.do(FoundCompany("HJR", 90, 20))
    assert (table.of("c.LYR.cellpos"), table.of("c.HJR.cellpos")) == (0, 1)
