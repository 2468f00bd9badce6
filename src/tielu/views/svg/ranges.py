"""Ranges: one row for each thing, a bar from a low value to a high one with a mark in the middle, on a common scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu.views.svg.charts import ticks
from tielu.views.svg.colours import ROUTES
from tielu.views.svg.markup import Picture, condensed_width, document, element, group, text, text_width, title
from tielu.views.svg.style import style_sheet

_WIDTH, _ROW, _BAR, _MARK = 640.0, 30.0, 14.0, 4.0
_TOP, _BOTTOM = 10.0, 28.0
_LABEL = 11.0
_ON_PAGES = 14.0  # condensed letters, but Japanese is as wide as it is high
# Names that would take more of the width than this stand above their bars.
_LONG_NAMES, _NAME_ABOVE = 0.25, 20.0


@dataclass(frozen=True)
class RangeRow:
    """A row: its name, the range and its middle, the figure at the right, and a colour of its own if it has one."""

    name: str
    low: float
    middle: float
    high: float
    figure: str
    colour: str = ""


def ranges_picture(
    rows: Sequence[RangeRow],
    heading: str,
    *,
    unit: str = "",
    usual: float | None = None,
    width: float = _WIDTH,
    style: bool = True,
) -> Picture:
    """The rows below one another; `usual` is a value that a dashed line shows. Without `style` a page brings it."""
    plot = _Plot(rows, width)
    content = plot.grid(unit) + plot.usual(usual) + "".join(plot.row(number, row) for number, row in enumerate(rows))
    paper = element("rect", class_="paper", x=0.0, y=0.0, width=width, height=plot.height)
    sheet = style_sheet("chart") if style else ""
    box = (0.0, 0.0, width, plot.height)
    return document(paper + content, box=box, class_="tielu", label=heading, style=sheet)


class _Plot:
    """Rows laid out on their sheet."""

    def __init__(self, rows: Sequence[RangeRow], width: float) -> None:
        self._scale = ticks(0, round(max((row.high for row in rows), default=1)))
        names = max((_name_width(row.name) for row in rows), default=0.0)
        self._above = _NAME_ABOVE if names > _LONG_NAMES * width else 0.0
        self._left = 14 if self._above else 18 + names
        self._right = width - 18 - max((text_width(row.figure, _LABEL) for row in rows), default=0.0)
        self._row = _ROW + self._above
        self.height = _TOP + self._row * len(rows) + _BOTTOM

    def _x(self, value: float) -> float:
        return self._left + (self._right - self._left) * value / self._scale[-1]

    def _upright(self, value: float, class_: str) -> str:
        x = self._x(value)
        return element("line", class_=class_, x1=x, y1=_TOP, x2=x, y2=self.height - _BOTTOM)

    def grid(self, unit: str) -> str:
        y = self.height - _BOTTOM + 14
        return "".join(
            self._upright(tick, "grid") + text(f"{tick}{unit}", (self._x(tick), y), "place") for tick in self._scale
        )

    def usual(self, value: float | None) -> str:
        return "" if value is None else self._upright(value, "key-line")

    def row(self, number: int, row: RangeRow) -> str:
        middle = _TOP + self._row * (number + 1) - _ROW / 2
        low, high, top = self._x(row.low), self._x(row.high), middle - _BAR / 2
        shape = {"x": low - 1, "y": top, "width": max(2.0, high - low + 2), "height": _BAR, "rx": 3.0}
        colour = row.colour or ROUTES[0]
        # Pages take the colour as such, to make it lighter by night.
        bar = element("rect", "", class_="range", **shape, color=colour, fill=colour, fill_opacity="0.55")
        at = self._x(row.middle) - _MARK / 2
        mark = element("rect", class_="key-moment", x=at, y=top - 3, width=_MARK, height=_BAR + 6)
        above = text(row.name, (self._left, middle - self._above - 2), "line-name") if self._above else ""
        name = above or text(row.name, (self._left - 8, middle), "tick")
        figure = text(row.figure, (self._right + 10, middle), "line-name")
        return group(title(f"{row.name}: {row.figure}") + bar + mark + name + figure)


def _name_width(name: str) -> float:
    """How wide the name of a row is, in the letters of a file or of a page, whichever are wider."""
    return max(text_width(name, _LABEL), condensed_width(name, _ON_PAGES))
