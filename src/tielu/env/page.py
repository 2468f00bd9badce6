"""What an observation shows beside the map: only what has changed is written again. Compiled with the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layout import ObservationLayout


class _Field:
    """A field of the page: where it lies, what it shows, and from what that was made."""

    def __init__(self, start: int, size: int, per_unit: float) -> None:
        self.start = start
        self.per_unit = per_unit
        self.shown = [0] * size
        self.mark = -1
        self.source: Sequence[Any] | None = None


class Page:
    """Fields in the numbers of the table; each is written as a whole, and one that is not written is 0.

    They are shown in units on an observation, which nobody else changes where they lie.
    """

    def __init__(self, layout: ObservationLayout, observation: Any) -> None:
        self._memory: Any = observation.data
        self._fields: dict[str, _Field] = {
            name: _Field(layout.starts[name], field.size, layout.per_unit(name))
            for name, field in layout.fields.items()
        }
        self._order: list[int] = []
        self._written: list[str] = []
        self._written_before: list[str] = []

    def begin(self, order: list[int]) -> None:
        """Begin to write; `order` has the players as they sit."""
        if order != self._order:
            self._order = order[:]
            for field in self._fields.values():
                field.source = None
        self._written_before = self._written
        self._written = []

    def end(self) -> None:
        """Set to 0 what was written before and has not been now."""
        before, now = self._written_before, self._written
        same, most = 0, min(len(before), len(now))
        # Both begin with the fields that are written in every position.
        while same < most and before[same] == now[same]:
            same += 1
        for name in before[same:]:
            if name not in now[same:]:
                self._clear(self._fields[name])

    def put(self, name: str, value: int) -> None:
        """Write a field of one number."""
        self._written.append(name)
        field = self._fields[name]
        if field.shown[0] != value:
            self._show(field, [value])

    def mark(self, name: str, place: int) -> None:
        """Write a field with a one at this place; a negative place means that there is nothing to mark."""
        self._written.append(name)
        field = self._fields[name]
        if field.mark != place:
            marks = [0] * len(field.shown)
            if place >= 0:
                marks[place] = 1
            self._show(field, marks)
            field.mark = place

    def fill(self, name: str, values: Sequence[int]) -> None:
        """Write a field, row by row."""
        self._written.append(name)
        field = self._fields[name]
        if values != field.shown:
            self._show(field, list(values))

    def keeps(self, names: tuple[str, ...], source: Sequence[Any]) -> bool:
        """Whether these fields may stay as they are, since the source of their numbers is the same; if not, write them.

        The order in which the players sit need not be in the source.
        """
        field = self._fields[names[0]]
        if field.source == source:
            self._written.extend(names)
            return True
        field.source = source[:]
        return False

    def _clear(self, field: _Field) -> None:
        self._show(field, [0] * len(field.shown))
        field.mark = -1
        field.source = None

    def _show(self, field: _Field, values: list[int]) -> None:
        shown, start, per_unit = field.shown, field.start, field.per_unit
        for place in range(len(shown)):
            if values[place] != shown[place]:
                self._memory[start + place] = values[place] * per_unit
        field.shown = values


def one_per_row(places: list[int], width: int) -> list[int]:
    """A field with a one in each row, at its place; in a row with a negative place there is none."""
    field = [0] * (len(places) * width)
    for row, place in enumerate(places):
        if place >= 0:
            field[row * width + place] = 1
    return field


def bits_per_row(rows: list[int], width: int) -> list[int]:
    """A field with a one for every bit that is set in the number of its row."""
    field = [0] * (len(rows) * width)
    for row, bits in enumerate(rows):
        for place in range(width):
            if bits >> place & 1:
                field[row * width + place] = 1
    return field
