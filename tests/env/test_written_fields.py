"""The page of an observation: it writes only what has changed, and shows the same as if it wrote everything."""

import numpy as np
import pytest

from tielu.env.layout import Axis, Field, ObservationLayout
from tielu.env.page import Page, bits_per_row, one_per_row

PLAYERS = Axis("players", ("reader", "1 to the left"))
TRAINS = Axis("trains", ("2", "3", "4"))


@pytest.fixture
def layout():
    return ObservationLayout(
        [Field("bank", "", unit=10), Field("step", "", (TRAINS,)), Field("trains", "", (PLAYERS, TRAINS), unit=4)]
    )


@pytest.fixture
def numbers(layout):
    return layout.zeros()


@pytest.fixture
def page(layout, numbers):
    return Page(layout, numbers)


def write(page, order=(0, 1), **fields):
    page.begin(list(order))
    for name, value in fields.items():
        getattr(page, "fill" if isinstance(value, list) else "mark" if name == "step" else "put")(name, value)
    page.end()


def test_a_field_is_shown_in_its_unit(layout, numbers, page):
    write(page, bank=30, step=1, trains=[1, 0, 0, 0, 0, 2])
    shown = layout.named(numbers)
    assert shown["bank"] == pytest.approx(3)
    assert list(shown["step"]) == [0, 1, 0]
    assert shown["trains"].tolist() == [[0.25, 0, 0], [0, 0, 0.5]]


def test_a_field_that_is_not_written_again_is_0(layout, numbers, page):
    """Marked again afterwards, it is there again."""
    write(page, bank=30, step=2, trains=[1] * 6)
    write(page, bank=20)
    assert np.count_nonzero(numbers) == 1
    write(page, step=2, bank=20)
    assert list(layout.named(numbers)["step"]) == [0, 0, 1]
    write(page, step=-1)
    assert not numbers.any()


def test_fields_stay_as_long_as_what_they_follow_from(numbers, page):
    """They need not be written then; the order of the players counts too, and so does having been left out."""
    source = [1, 2]

    def keeps(order):
        page.begin(order)
        kept = page.keeps(("trains",), source)
        if not kept:
            page.fill("trains", [0, 0, 0, 0, 0, sum(source)])
        page.end()
        return kept

    assert [keeps([0, 1]), keeps([0, 1])] == [False, True]
    source[0] = 5
    assert [keeps([0, 1]), keeps([0, 1]), keeps([1, 0])] == [False, True, False]
    write(page, order=(1, 0), bank=1)
    assert not keeps([1, 0])
    assert numbers[-1] == pytest.approx(7 / 4)


def test_rows_of_ones():
    assert one_per_row([1, -1], 2) == [0, 1, 0, 0]
    assert bits_per_row([0b101, 0b010], 3) == [1, 0, 1, 0, 1, 0]
