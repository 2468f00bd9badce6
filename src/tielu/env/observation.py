"""What a player sees of a position, as one array: the part that all titles share. Compiled with the engine.

All of it comes from the flat state, and none of it is hidden at a real table: cards, money and books lie open in these
games. The player who looks, the reader, comes first, and the others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tielu._mypyc import mypyc_attr
from tielu.core.flow import Frame, current_round
from tielu.core.game import Game
from tielu.core.market import Chart
from tielu.core.shares import market_position
from tielu.core.state import State
from tielu.core.track import Board

from .canvas import Canvas
from .components import ObservedComponents
from .fields import MONEY, Axes, shared_fields
from .layout import Field, ObservationLayout

__all__ = ["MONEY", "Axes", "ObservedComponents", "Observer", "Page", "topmost"]

# An unlimited supply of a train is shown as this many.
MOST_TRAINS: Final = 10


class Page:
    """The numbers that an observation shows beside the map, in those of the table; what is not written is 0.

    A place is written once: whoever counts does so before.
    """

    def __init__(self, starts: dict[str, int], widths: dict[str, int]) -> None:
        self.starts = starts
        self.widths = widths
        self.places: list[int] = []
        self.values: list[int] = []

    def clear(self) -> None:
        self.places = []
        self.values = []

    def put(self, name: str, value: int, place: int = 0) -> None:
        """Write a number at a place of a field."""
        if value:
            self.places.append(self.starts[name] + place)
            self.values.append(value)

    def put_in(self, name: str, value: int, row: int, place: int) -> None:
        """Write a number at a place of a row of a field."""
        self.put(name, value, row * self.widths[name] + place)

    def fill(self, name: str, values: Sequence[int]) -> None:
        """Write a whole field."""
        place = self.starts[name]
        for value in values:
            if value:
                self.places.append(place)
                self.values.append(value)
            place += 1

    def mark(self, name: str, place: int) -> None:
        """Write a one; a negative place means that there is nothing to mark."""
        if place >= 0:
            self.put(name, 1, place)

    def mark_in(self, name: str, row: int, place: int) -> None:
        """Write a one in a row of a field, unless row or place is negative."""
        if row >= 0 and place >= 0:
            self.put_in(name, 1, row, place)

    def mark_bits(self, name: str, row: int, bits: int) -> None:
        """Write a one in a row for every bit that is set."""
        place = 0
        while bits:
            if bits & 1:
                self.put_in(name, 1, row, place)
            bits >>= 1
            place += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Writes what a reader sees; a title may add fields of its own."""

    def __init__(self, components: ObservedComponents, board: Board, players: int) -> None:
        self.components = components
        self.axes = Axes(components, board, players)
        self.layout = ObservationLayout([*shared_fields(self.axes), *self.own_fields()])
        widths = {name: field.shape[-1] for name, field in self.layout.fields.items()}
        self.page = Page(self.layout.starts, widths)
        self._chart: Chart = components.chart
        self._markers: tuple[int, ...] = components.markers
        self._columns: list[int] = [phase.column for phase in components.phases]
        self._train_limits: list[int] = [phase.train_limit for phase in components.phases]
        self._steps: dict[str, int] = {name: index for index, name in enumerate(components.steps)}
        self._rounds: dict[str, int] = {name: index for index, name in enumerate(components.rounds)}
        self._railways: dict[str, int] = {name: index for index, name in enumerate(components.railways)}
        self._canvas = Canvas(self.layout, board, len(self.axes.stops), set(self._columns))
        # What the canvas shows; faces, supply and stations are never changed in place, so the same list is the same.
        self._column = -1
        self._faces: list[int] = [-1] * len(board.hexes)
        self._supply: list[int] = [0] * len(board.tiles)
        self._stations: list[tuple[int, ...]] = [()] * len(components.railways)

    # -- what a title may add --

    def own_fields(self) -> list[Field]:
        """The title's fields, which follow the shared ones."""
        return []

    def write_own(self, state: Any, order: list[int], place: list[int]) -> None:
        """Fill the title's fields; `order` has the players from the reader on, `place` where each stands in it."""

    # -- what follows from it --

    def observe(self, game: Game, reader: int, into: Any) -> Any:
        """Write what a player sees into an array of the layout's size; returns it."""
        state = game.state
        order = state.clockwise_from(reader)
        place = [0] * len(order)
        for seat, player in enumerate(order):
            place[player] = seat
        self.page.clear()
        self._write_turn(state, place)
        self._write_players(game, order)
        self._write_companies(state, order, place)
        self._draw_map(state)
        self.write_own(state, order, place)
        self._canvas.print_on(into, self.page.places, self.page.values)
        return into

    def _write_turn(self, state: State, place: list[int]) -> None:
        page = self.page
        page.mark("phase", state.phase)
        page.put("train_limit", self._train_limits[state.phase])
        page.put("certificate_limit", self.components.certificate_limit(state))
        page.put("bank", state.bank)
        page.mark("priority", place[state.priority])
        if state.finished:
            return
        top = state.stack[-1]
        page.mark("acting", place[top.actor(state)])
        page.mark("deciding", self._railways.get(top.deciding(state), -1))
        page.mark("round", self._rounds.get(current_round(state), -1))
        page.mark("step", self._steps[type(top).__name__])

    def _write_players(self, game: Game, order: list[int]) -> None:
        page, state, certificates = self.page, game.state, self.components.certificates
        worth = game.definition.worth
        for seat, player in enumerate(order):
            page.put("cash", state.cash[player], seat)
            page.put("worth", worth(state, player), seat)
            page.put("certificates", certificates(state, player), seat)

    def _write_companies(self, state: State, order: list[int], place: list[int]) -> None:
        page = self.page
        page.fill("par", state.par)
        page.fill("treasury", state.treasury)
        for train, count in enumerate(state.depot):
            page.put("depot", min(count, MOST_TRAINS), train)
        for company, director in enumerate(state.director):
            page.put("markers_left", self._markers[company] - len(state.stations[company]), company)
            if state.par[company]:
                self._write_price(state, company)
                page.mark_in("director", company, place[director])
            self._write_shares(state, company, order)
            trains = state.trains[company]
            for number, train in enumerate(trains):
                if train not in trains[:number]:
                    page.put_in("trains", trains.count(train), company, train)

    def _write_shares(self, state: State, company: int, order: list[int]) -> None:
        """Percent held: the players from the reader on, then the bank's places."""
        page = self.page
        first, place = company * state.holders, page.starts["shares"] + company * state.holders
        for holder in range(state.holders):
            percent = state.shares[first + (order[holder] if holder < len(order) else holder)]
            if percent:
                page.places.append(place + holder)
                page.values.append(percent)

    def _write_price(self, state: State, company: int) -> None:
        page, cell = self.page, state.cell[company]
        row, column = self._chart.position(cell)
        page.put("price", self._chart.price(cell), company)
        page.put("row", row, company)
        page.put("column", column, company)
        page.put("under", market_position(state, company), company)

    def _draw_map(self, state: State) -> None:
        """Draw what has changed on the map since it was last drawn."""
        column = self._columns[state.phase]
        if column != self._column:
            self._canvas.draw_hexes(list(range(len(state.faces))), state.faces, column)
        elif state.faces is not self._faces:
            changed = [index for index, face in enumerate(state.faces) if face != self._faces[index]]
            self._canvas.draw_hexes(changed, state.faces, column)
        self._column, self._faces = column, state.faces
        if state.supply is not self._supply:
            for tile, copies in enumerate(state.supply):
                if copies != self._supply[tile]:
                    self._canvas.draw_supply(tile, copies)
            self._supply = state.supply
        if state.stations is not self._stations:
            for railway, places in enumerate(state.stations):
                if places != self._stations[railway]:
                    self._canvas.draw_stations(railway, places)
            self._stations = state.stations

    def write_share_round(self, frame: Any, order: list[int]) -> None:
        """What a share round remembers: passes in a row, and who has sold shares of what."""
        self.page.put("passes", frame.passes)
        for seat, player in enumerate(order):
            self.page.mark_bits("sold", seat, frame.sold[player])


def topmost(state: State, kind: type[Frame[Any]]) -> Any:
    """The topmost frame of a kind on the stack, or None."""
    for number in range(len(state.stack) - 1, -1, -1):
        if isinstance(state.stack[number], kind):
            return state.stack[number]
    return None
