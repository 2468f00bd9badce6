"""Charts: lines over the rounds of a game, told apart by colour, dashes and the name at their end."""

from __future__ import annotations

from collections.abc import Sequence

from tielu.views.history.graphs import Graph, GraphLine
from tielu.views.svg.colours import DASHES, ROUTES, SEATS
from tielu.views.svg.markup import Picture, Point, condensed_width, document, element, group, points, text, text_width
from tielu.views.svg.style import style_sheet

_WIDTH, _HEIGHT = 640.0, 300.0
_LEFT, _TOP, _BOTTOM = 46.0, 14.0, 34.0
_LABEL = 11.0
_NAME_ON_PAGES = 16.0  # condensed letters, but Japanese is as wide as it is high
_LABEL_GAP = 16.0
_MOST_TICKS = 6
_TICK_STEPS = (1, 2, 5)
_LONGEST_NAME = 16
# From the end of a line a thin one leads to a sample of it before its name and its last value.
_LEAD, _SAMPLE, _DOT = 14.0, 18.0, 4.0
# Numbered places stand in discs above the lines.
_MARK = 8.5
_MARKS_TOP = 34.0


def chart_picture(
    graph: Graph,
    *,
    width: float = _WIDTH,
    height: float = _HEIGHT,
    marks: Sequence[float] = (),
    style: bool = True,
) -> Picture:
    """The lines of a graph; `marks` are places that are numbered from 1, `2.5` between the third and the fourth.

    Without `style` a page brings the style sheet.
    """
    right = _LEAD + _SAMPLE + 10 + max((_name_width(_end_text(line)) for line in graph.lines), default=0.0)
    height = max(height, _TOP + _BOTTOM + _LABEL_GAP * len(graph.lines))
    plot = _Plot(graph, width - right, height, _MARKS_TOP if marks else _TOP)
    content = plot.grid() + plot.places() + plot.marks(marks) + plot.lines()
    box = (0.0, 0.0, width, height)
    paper = element("rect", class_="paper", x=0.0, y=0.0, width=box[2], height=box[3])
    sheet = style_sheet("chart") if style else ""
    return document(paper + content, box=box, class_="tielu", label=graph.heading, style=sheet)


def ticks(least: int, most: int) -> list[int]:
    """Round numbers from below the least value to beyond the largest, not too many."""
    most, power = max(least + 1, most), 1
    while True:
        for step in (each * power for each in _TICK_STEPS):
            low, high = least // step, -(-most // step)
            if high - low <= _MOST_TICKS:
                return [number * step for number in range(low, high + 1)]
        power *= 10


class _Plot:
    """A graph laid out on its sheet."""

    def __init__(self, graph: Graph, right: float, height: float, top: float) -> None:
        self._graph = graph
        self._right = right
        self._height = height
        self._top = top
        known = [value for line in graph.lines for value in line.values if value is not None]
        least, most = min(known, default=0), max(known, default=1)
        # Lines that all run high up would leave the lower half empty.
        self._ticks = ticks(least if 2 * least > most else min(0, least), most)

    def _x(self, place: float) -> float:
        return _LEFT + (self._right - _LEFT) * place / max(1, len(self._graph.places) - 1)

    def _y(self, value: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        return self._top + (self._height - self._top - _BOTTOM) * (high - value) / (high - low)

    def grid(self) -> str:
        rows = []
        for value in self._ticks:
            y = self._y(value)
            rows.append(element("line", "", class_="grid", x1=_LEFT, y1=y, x2=self._right, y2=y))
            rows.append(text(str(value), (_LEFT - 6, y), "tick"))
        return "".join(rows)

    def places(self) -> str:
        """The names of the rounds, as many as have room."""
        names = self._graph.places
        if not names:
            return ""
        room = max(text_width(name, _LABEL) for name in names) + 8
        every = max(1, round(room * len(names) / (self._right - _LEFT) + 0.5))
        y = self._height - _BOTTOM + 16
        return "".join(text(names[at], (self._x(at), y), "place") for at in range(0, len(names), every))

    def marks(self, marks: Sequence[float]) -> str:
        """Numbered discs over the lines; those that would touch each other move apart."""
        drawn, least = [], 0.0
        for number, place in enumerate(marks, 1):
            x = self._x(place)
            disc = max(x, least)
            least = disc + 2 * _MARK + 2
            drawn.append(element("line", "", class_="key-line", x1=x, y1=self._top, x2=x, y2=self._height - _BOTTOM))
            circle = element("circle", "", class_="key-moment", cx=disc, cy=_MARK + 2, r=_MARK)
            drawn.append(circle + text(str(number), (disc, _MARK + 2), "key-number"))
        return "".join(drawn)

    def lines(self) -> str:
        """All lines, their ends, and their names."""
        drawn, ends = [], []
        for number, line in enumerate(self._graph.lines):
            paint = _paint(line, number)
            parts = [self._part(run, number, line) for run in _runs(line)]
            x, y = self._end(line)
            parts.append(_dot((x, y), paint))
            drawn.append(group("".join(parts), data_line=line.name))
            ends.append((y, number))
        return "".join(drawn) + self._names(ends)

    def _end(self, line: GraphLine) -> Point:
        """Where a line ends: not later than its last value."""
        last = max(at for at, value in enumerate(line.values) if value is not None)
        return self._x(last), self._y(line.values[last] or 0)

    def _part(self, run: list[tuple[int, int]], number: int, line: GraphLine) -> str:
        """A stretch of a line; the colours of some companies need an edge to be seen."""
        if len(run) == 1:
            return ""
        outline = points([(self._x(at), self._y(value)) for at, value in run])
        edge = element("polyline", "", class_=f"edge {_dashes(number)}", points=outline) if line.colour else ""
        return edge + element(
            "polyline", "", **_with_class(f"curve {_dashes(number)}", _paint(line, number)), points=outline
        )

    def _names(self, ends: list[tuple[float, int]]) -> str:
        """The names at the right, each as near to its line's end as the others leave room for."""
        ends = sorted(ends)
        heights, above = [], self._top - _LABEL_GAP
        for y, _ in ends:
            above = max(y, above + _LABEL_GAP)
            heights.append(above)
        below = max(self._height - _BOTTOM, self._top + _LABEL_GAP * (len(ends) - 1)) + _LABEL_GAP
        for row in reversed(range(len(ends))):
            below = heights[row] = min(heights[row], below - _LABEL_GAP)
        return "".join(self._name(number, at) for (_, number), at in zip(ends, heights, strict=True))

    def _name(self, number: int, y: float) -> str:
        """A name with a sample of its line, and a thin line from where that ends."""
        line = self._graph.lines[number]
        paint, end = _paint(line, number), self._end(line)
        begin = self._right + _LEAD
        lead = element("line", "", class_="grid", x1=end[0] + _DOT, y1=end[1], x2=begin, y2=y)
        places = {"x1": begin, "y1": y, "x2": begin + _SAMPLE, "y2": y}
        edge = element("line", "", class_=f"edge {_dashes(number)}", **places) if line.colour else ""
        sample = element("line", "", **_with_class(f"curve {_dashes(number)}", paint), **places)
        named = f"line-name seat-{line.seat % SEATS}" if line.seat is not None else "line-name"
        return lead + edge + sample + text(_end_text(line), (begin + _SAMPLE + 4, y), named)


def _name_width(name: str) -> float:
    """How wide the name of a line is, in the letters of a file or of a page, whichever are wider."""
    return max(text_width(name, _LABEL), condensed_width(name, _NAME_ON_PAGES))


def _end_text(line: GraphLine) -> str:
    """A name that leaves room for the lines, and the last value."""
    name = line.name if len(line.name) <= _LONGEST_NAME else f"{line.name[: _LONGEST_NAME - 1]}…"
    return f"{name} {next(value for value in reversed(line.values) if value is not None)}"


def _paint(line: GraphLine, number: int) -> tuple[str, str | None]:
    """What gives a line its colour: a class, or a colour of its own."""
    if line.colour:
        return "", line.colour
    return (f"line-{number % len(ROUTES)}" if line.seat is None else f"seat-{line.seat % SEATS}"), None


def _with_class(class_: str, paint: tuple[str, str | None]) -> dict[str, str | None]:
    return {"class_": f"{class_} {paint[0]}".strip(), "stroke": paint[1]}


def _dot(at: Point, paint: tuple[str, str | None]) -> str:
    """The end of a line: a dot in a company's colour with an edge, or a ring."""
    place = {"cx": at[0], "cy": at[1], "r": _DOT}
    if paint[1]:
        return element("circle", "", class_="end own", fill=paint[1], **place)
    return element("circle", "", class_=f"end {paint[0]}", **place)


def _dashes(number: int) -> str:
    """Past the last colour they begin again with other dashes."""
    return f"dash-{(number + number // len(ROUTES)) % len(DASHES)}"


def _runs(line: GraphLine) -> list[list[tuple[int, int]]]:
    """The stretches of a line without gaps."""
    runs: list[list[tuple[int, int]]] = [[]]
    for at, value in enumerate(line.values):
        if value is not None:
            runs[-1].append((at, value))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]
