"""What a player sees of a position, as one array: the part that all titles share. Compiled with the engine.

All of it comes from the flat state, and none of it is hidden at a real table: cards, money and books lie open in these
games. The player who looks, the reader, comes first, and the others follow clockwise.
"""

from __future__ import annotations

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
from .page import Page, bits_per_row, one_per_row

__all__ = ["MONEY", "Axes", "ObservedComponents", "Observer", "bits_per_row", "one_per_row", "topmost"]

# An unlimited supply of a train is shown as this many.
MOST_TRAINS: Final = 10
_CHART_FIELDS: Final = ("price", "row", "column", "under", "director")


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Writes what a reader sees; a title may add fields of its own."""

    def __init__(self, components: ObservedComponents, board: Board, players: int) -> None:
        self.components = components
        self.axes = Axes(components, board, players)
        self.layout = ObservationLayout([*shared_fields(self.axes), *self.own_fields()])
        self._chart: Chart = components.chart
        self._markers: tuple[int, ...] = components.markers
        self._columns: list[int] = [phase.column for phase in components.phases]
        self._train_limits: list[int] = [phase.train_limit for phase in components.phases]
        self._steps: dict[str, int] = {name: index for index, name in enumerate(components.steps)}
        self._rounds: dict[str, int] = {name: index for index, name in enumerate(components.rounds)}
        self._railways: dict[str, int] = {name: index for index, name in enumerate(components.railways)}
        self._canvas = Canvas(self.layout, self.axes, board)
        self.page = Page(self.layout, self._canvas.numbers)
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
        """Fill the title's fields; `order` has the players as they sit, `place` the seat of each.

        Along an axis of players the first seat comes first: for a reader at another seat the axis is turned.
        """

    # -- what follows from it --

    def observe(self, game: Game, reader: int, into: Any) -> Any:
        """Write what a player sees into an array of the layout's size; returns it."""
        state = game.state
        order = state.seating
        place = [0] * len(order)
        for seat, player in enumerate(order):
            place[player] = seat
        self.page.begin(order)
        self._write_players(game, order)
        self._write_companies(state, order, place)
        self._write_turn(state, place)
        self.write_own(state, order, place)
        self.page.end()
        self._draw_map(state)
        self._canvas.print_on(into, place[reader])
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
        page.fill("cash", [state.cash[player] for player in order])
        page.fill("worth", [worth(state, player) for player in order])
        page.fill("certificates", [certificates(state, player) for player in order])

    def _write_companies(self, state: State, order: list[int], place: list[int]) -> None:
        page = self.page
        page.fill("par", state.par)
        page.fill("treasury", state.treasury)
        if not page.keeps(("depot",), state.depot):
            page.fill("depot", [min(count, MOST_TRAINS) for count in state.depot])
        if not page.keeps(("markers_left",), state.stations):
            left = [markers - len(state.stations[company]) for company, markers in enumerate(self._markers)]
            page.fill("markers_left", left)
        if not page.keeps(_CHART_FIELDS, state.par + state.cell + state.arrival + state.director):
            self._write_chart(state)
            directors = [place[state.director[each]] if par else -1 for each, par in enumerate(state.par)]
            page.fill("director", one_per_row(directors, len(order)))
        if not page.keeps(("shares",), state.shares):
            page.fill("shares", self._shares(state, order))
        if not page.keeps(("trains",), state.trains):
            page.fill("trains", self._trains(state))

    def _write_chart(self, state: State) -> None:
        """Where the price markers lie, of companies that have been founded."""
        page, chart, none = self.page, self._chart, [0] * len(state.par)
        prices, rows, columns, under = none[:], none[:], none[:], none[:]
        for company, par in enumerate(state.par):
            if par:
                cell = state.cell[company]
                prices[company] = chart.price(cell)
                rows[company], columns[company] = chart.position(cell)
                under[company] = market_position(state, company)
        page.fill("price", prices)
        page.fill("row", rows)
        page.fill("column", columns)
        page.fill("under", under)

    def _shares(self, state: State, order: list[int]) -> list[int]:
        """Percent held of each company: by the players as they sit, then in the bank's places."""
        percents = state.shares[:]
        for first in range(0, len(percents), state.holders):
            for seat, player in enumerate(order):
                percents[first + seat] = state.shares[first + player]
        return percents

    def _trains(self, state: State) -> list[int]:
        """How many trains of each type each company has."""
        types = len(state.train_types)
        counts = [0] * (types * len(state.trains))
        for company, trains in enumerate(state.trains):
            for train in trains:
                counts[company * types + train] += 1
        return counts

    def _draw_map(self, state: State) -> None:
        """Draw what has changed on the map since it was last drawn."""
        column = self._columns[state.phase]
        if column != self._column:
            self._canvas.draw_all_hexes(state.faces, column)
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
        if not self.page.keeps(("sold",), frame.sold):
            sold = [frame.sold[player] for player in order]
            self.page.fill("sold", bits_per_row(sold, len(self.axes.companies)))


def topmost(state: State, kind: type[Frame[Any]]) -> Any:
    """The topmost frame of a kind on the stack, or None."""
    for number in range(len(state.stack) - 1, -1, -1):
        if isinstance(state.stack[number], kind):
            return state.stack[number]
    return None
