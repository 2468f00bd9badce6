"""Drawings of a run: worth over the course of games, and win rates with their intervals."""

from __future__ import annotations

from collections.abc import Iterator

from tielu.i18n import say
from tielu.views.history.graphs import Graph, GraphLine
from tielu.views.svg.charts import chart_picture
from tielu.views.svg.colours import ROUTES
from tielu.views.svg.markup import Picture, document, element, group, text, text_width, title
from tielu.views.svg.style import style_sheet

from .report import ArenaReport, Row

_WIDTH, _ROW, _BAR = 640.0, 34.0, 16.0
_TOP, _BOTTOM, _RIGHT = 12.0, 30.0, 96.0
_LABEL = 12.0
_TICKS = (0, 25, 50, 75, 100)


def worth_picture(report: ArenaReport, lang: str) -> Picture:
    """The mean worth of each seat of the plan, from the first action of a game to the last."""
    moments = max((len(course) for _, course in report.courses), default=0)
    places = tuple(f"{100 * moment // max(1, moments - 1)}%" for moment in range(moments))
    lines = tuple(GraphLine(name, tuple(round(each) for each in course)) for name, course in report.courses)
    return chart_picture(Graph("worth", say("arena_worth_chart", lang, title=report.plan.title), places, lines))


def wins_picture(report: ArenaReport, lang: str) -> Picture:
    """A bar for the win rate of each bot, its 95% interval as a line, and where an even share would be."""
    left = 16 + max((text_width(row.bot, _LABEL) for row in report.rows), default=0.0)
    height = _TOP + _ROW * len(report.rows) + _BOTTOM
    drawn = "".join(_grid(left, height)) + "".join(_bar(row, number, left) for number, row in enumerate(report.rows))
    paper = element("rect", class_="paper", x=0.0, y=0.0, width=_WIDTH, height=height)
    heading = say("arena_wins_chart", lang, title=report.plan.title)
    box = (0.0, 0.0, _WIDTH, height)
    return document(paper + drawn, box=box, class_="tielu", label=heading, style=style_sheet("chart"))


def _x(rate: float, left: float) -> float:
    return left + (_WIDTH - _RIGHT - left) * rate


def _grid(left: float, height: float) -> Iterator[str]:
    for percent in _TICKS:
        x = _x(percent / 100, left)
        yield element("line", class_="grid", x1=x, y1=_TOP, x2=x, y2=height - _BOTTOM)
        yield text(f"{percent}%", (x, height - _BOTTOM + 14), "place")


def _bar(row: Row, number: int, left: float) -> str:
    middle = _TOP + _ROW * (number + 0.5)
    width = _x(row.win_rate, left) - left
    bar = element(
        "rect", x=left, y=middle - _BAR / 2, width=max(0.5, width), height=_BAR, fill=ROUTES[number % len(ROUTES)]
    )
    low, high, fair = (_x(rate, left) for rate in (row.win_low, row.win_high, row.fair))
    whisker = _line(low, middle, high, middle) + "".join(_line(x, middle - 4, x, middle + 4) for x in (low, high))
    share = _line(fair, middle - _BAR, fair, middle + _BAR, stroke="#888", stroke_dasharray="3 2")
    name = text(row.bot, (left - 6, middle), "tick")
    said = f"{row.win_rate:.1%} ({row.win_low:.1%}–{row.win_high:.1%})"
    figure = text(f"{row.win_rate:.1%}", (_WIDTH - _RIGHT + 8, middle), "line-name")
    return group(title(f"{row.bot}: {said}") + bar + whisker + share + name + figure, data_bot=row.bot)


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str = "#000", **attributes: str) -> str:
    return element("line", "", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=1.5, **attributes)
