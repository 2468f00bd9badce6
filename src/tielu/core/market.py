"""The share price chart: cells in rows and columns, and the way a marker moves on it."""

from __future__ import annotations

from collections.abc import Sequence


class Chart:
    """A chart of prices; a cell is `row * width + column`, and missing cells have the price 0."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.width = max(len(row) for row in rows)
        self.height = len(rows)
        self.prices: list[int] = []
        for row in rows:
            self.prices += [*row, *([0] * (self.width - len(row)))]

    def price(self, cell: int) -> int:
        return self.prices[cell]

    def position(self, cell: int) -> tuple[int, int]:
        """Row and column, counted from the top left."""
        return divmod(cell, self.width)

    def _exists(self, row: int, column: int) -> bool:
        inside = 0 <= row < self.height and 0 <= column < self.width
        return inside and self.prices[row * self.width + column] > 0

    def up(self, cell: int) -> int:
        """One space up; at the top of its column a marker stays."""
        row, column = divmod(cell, self.width)
        return cell - self.width if self._exists(row - 1, column) else cell

    def down(self, cell: int) -> int:
        """One space down; at the bottom of its column a marker stays."""
        row, column = divmod(cell, self.width)
        return cell + self.width if self._exists(row + 1, column) else cell

    def right(self, cell: int) -> int:
        """One space right; at the right end of its row a marker goes up instead."""
        row, column = divmod(cell, self.width)
        return cell + 1 if self._exists(row, column + 1) else self.up(cell)

    def left(self, cell: int) -> int:
        """One space left; at the left end of its row a marker goes down instead."""
        row, column = divmod(cell, self.width)
        return cell - 1 if self._exists(row, column - 1) else self.down(cell)
