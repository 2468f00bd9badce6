"""Charts: lines over the rounds of a game, told apart by colour, dashes and the name at their end."""

from __future__ import annotations

from tielu.views.history.graphs import Graph, GraphLine
from tielu.views.svg.colours import DASHES, ROUTES
from tielu.views.svg.markup import Picture, Point, document, element, group, points, text, text_width
from tielu.views.svg.style import style_sheet

_WIDTH, _HEIGHT = 640.0, 300.0
_LEFT, _TOP, _BOTTOM = 46.0, 14.0, 34.0
_LABEL = 11.0
_LABEL_GAP = 13.0
_MOST_TICKS = 6
_TICK_STEPS = (1, 2, 5)
_LONGEST_NAME = 16
# From the end of a line a thin one leads to a sample of it before its name.
_LEAD, _SAMPLE = 8.0, 18.0


def chart_picture(graph: Graph, *, style: bool = True) -> Picture:
    """The lines of a graph; without `style` a page brings the style sheet."""
    right = _LEAD + _SAMPLE + 10 + max((text_width(_short(line.name), _LABEL) for line in graph.lines), default=0.0)
    plot = _Plot(graph, _WIDTH - right)
    content = plot.grid() + plot.places() + plot.lines()
    box = (0.0, 0.0, _WIDTH, max(_HEIGHT, _TOP + _BOTTOM + _LABEL_GAP * len(graph.lines)))
    paper = element("rect", class_="paper", x=0.0, y=0.0, width=box[2], height=box[3])
    sheet = style_sheet("chart") if style else ""
    return document(paper + content, box=box, class_="tielu", label=graph.heading, style=sheet)


def ticks(least: int, most: int) -> list[int]:
    """Round numbers from the least value or 0 to beyond the largest, not too many."""
    least, most, power = min(0, least), max(1, most), 1
    while True:
        for step in (each * power for each in _TICK_STEPS):
            low, high = least // step, -(-most // step)
            if high - low <= _MOST_TICKS:
                return [number * step for number in range(low, high + 1)]
        power *= 10


class _Plot:
    """A graph laid out on its sheet."""

    def __init__(self, graph: Graph, right: float) -> None:
        self._graph = graph
        self._right = right
        known = [value for line in graph.lines for value in line.values if value is not None]
        self._ticks = ticks(min([0, *known]), max([1, *known]))

    def _x(self, place: int) -> float:
        return _LEFT + (self._right - _LEFT) * place / max(1, len(self._graph.places) - 1)

    def _y(self, value: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    def grid(self) -> str:
        rows = []
        for value in self._ticks:
            y = self._y(value)
            rows.append(element("line", class_="grid", x1=_LEFT, y1=y, x2=self._right, y2=y))
            rows.append(text(str(value), (_LEFT - 6, y), "tick"))
        return "".join(rows)

    def places(self) -> str:
        """The names of the rounds, as many as have room."""
        names = self._graph.places
        if not names:
            return ""
        room = max(text_width(name, _LABEL) for name in names) + 8
        every = max(1, round(room * len(names) / (self._right - _LEFT) + 0.5))
        y = _HEIGHT - _BOTTOM + 14
        return "".join(text(names[at], (self._x(at), y), "place") for at in range(0, len(names), every))

    def lines(self) -> str:
        drawn, ends = [], []
        for number, line in enumerate(self._graph.lines):
            parts = [self._part(run, number) for run in _runs(line)]
            drawn.append(group("".join(parts), data_line=line.name))
            last = max(at for at, value in enumerate(line.values) if value is not None)
            ends.append((self._y(line.values[last] or 0), number))
        return "".join(drawn) + self._names(ends)

    def _part(self, run: list[tuple[int, int]], number: int) -> str:
        places: list[Point] = [(self._x(at), self._y(value)) for at, value in run]
        if len(places) == 1:
            (x, y) = places[0]
            return element("circle", class_=f"spot line-{number % len(ROUTES)}", cx=x, cy=y, r=2.5)
        return element("polyline", class_=_line_class(number), points=points(places))

    def _names(self, ends: list[tuple[float, int]]) -> str:
        """The names at the right, each as near to its line's end as the others leave room for."""
        ends = sorted(ends)
        heights, above = [], _TOP - _LABEL_GAP
        for y, _ in ends:
            above = max(y, above + _LABEL_GAP)
            heights.append(above)
        below = max(_HEIGHT - _BOTTOM, _TOP + _LABEL_GAP * (len(ends) - 1)) + _LABEL_GAP
        for row in reversed(range(len(ends))):
            below = heights[row] = min(heights[row], below - _LABEL_GAP)
        placed = []
        for (y, number), at in zip(ends, heights, strict=True):
            begin = self._right + _LEAD
            x = begin + _SAMPLE
            lead = element("line", class_="grid", x1=self._right, y1=y, x2=begin, y2=at)
            sample = element("line", class_=_line_class(number), x1=begin, y1=at, x2=x, y2=at)
            placed.append(lead + sample + text(_short(self._graph.lines[number].name), (x + 3, at), "line-name"))
        return "".join(placed)


def _short(name: str) -> str:
    """A name that leaves room for the lines."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _line_class(number: int) -> str:
    """Past the last colour they begin again with other dashes."""
    turn = number // len(ROUTES)
    return f"curve line-{number % len(ROUTES)} dash-{(number + turn) % len(DASHES)}"


def _runs(line: GraphLine) -> list[list[tuple[int, int]]]:
    """The stretches of a line without gaps."""
    runs: list[list[tuple[int, int]]] = [[]]
    for at, value in enumerate(line.values):
        if value is not None:
            runs[-1].append((at, value))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]
