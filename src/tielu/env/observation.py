"""What a player sees of a position, as one array: the part that all titles share.

All of it comes from the flat state, and none of it is hidden at a real table: cards, money and books lie open in these
games. The player who looks, the reader, comes first, and the others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np

from tielu import Game
from tielu.core.flow import Frame, current_round
from tielu.core.hexes import EDGES
from tielu.core.market import Chart
from tielu.core.shares import market_position
from tielu.core.state import State
from tielu.core.tiles import CITY, COLOURS
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import TrainType

from .layout import Axis, Field, Floats, ObservationBuffer, ObservationLayout

MONEY = 1000.0
LOTS = 100.0
# An unlimited supply of a train is shown as this many.
MOST_TRAINS = 10
_EDGE_PAIRS = tuple(combinations(range(EDGES), 2))
_WHITE_TO_BLUE = len(COLOURS) - 1
_MAP_FIELDS = ("colour", "track", "to_stop", "value", "spaces")


class ObservedPhase(Protocol):
    """What the phases of every title have: a name, the column of a stop's values, and a train limit."""

    @property
    def name(self) -> str: ...

    @property
    def column(self) -> int: ...

    @property
    def train_limit(self) -> int: ...


@dataclass(frozen=True)
class OnlyPhase:
    """The phase of a title that has no phases."""

    name: str = "1"
    column: int = 0
    train_limit: int = 0


def _zero(*_: Any) -> int:
    return 0


@dataclass(frozen=True)
class ObservedComponents:
    """The components of a title that its observations show; what has a default may be left out.

    `railways` are all that have a treasury and run trains, the companies first; if none are named, they are the
    companies. `bank_places` are the places of the bank that hold shares, and `markers` the number of station markers
    of each company. `steps` names the class of every frame that asks for a decision, and `rounds` every round.
    """

    companies: tuple[str, ...]
    trains: tuple[TrainType, ...]
    rounds: tuple[str, ...]
    steps: tuple[str, ...]
    chart: Chart
    markers: tuple[int, ...]
    phases: Sequence[ObservedPhase] = (OnlyPhase(),)
    railways: tuple[str, ...] = ()
    privates: tuple[str, ...] = ()
    bank_places: tuple[str, ...] = ("bank",)
    # How many certificates of a player count, and how many a player may have.
    certificates: Callable[[Any, int], int] = _zero
    certificate_limit: Callable[[Any], int] = _zero

    def __post_init__(self) -> None:
        object.__setattr__(self, "railways", self.railways or self.companies)


class Axes:
    """The axes along which the fields of a title run."""

    def __init__(self, components: ObservedComponents, board: Board, players: int) -> None:
        others = tuple(f"{number} to the left" for number in range(1, players))
        self.players = Axis("players", ("reader", *others))
        self.companies = Axis("companies", components.companies)
        self.railways = Axis("railways", components.railways)
        self.privates = Axis("privates", components.privates)
        self.holders = Axis("holders", self.players.labels + components.bank_places)
        self.trains = Axis("trains", tuple(train.name for train in components.trains))
        self.phases = Axis("phases", tuple(phase.name for phase in components.phases))
        self.rounds = Axis("rounds", components.rounds)
        self.steps = Axis("steps", components.steps)
        self.hexes = Axis("hexes", tuple(printed.name for printed in board.hexes))
        self.tiles = Axis("tiles", tuple(tile.number for tile in board.tiles))
        self.edges = Axis("edges", tuple(str(edge) for edge in range(EDGES)))
        self.edge_pairs = Axis("edge pairs", tuple(f"{a}-{b}" for a, b in _EDGE_PAIRS))
        most = max(len(face.stops) for face in board.faces)
        self.stops = Axis("stops", tuple(str(number) for number in range(most)))


def shared_fields(axes: Axes) -> list[Field]:
    """The fields that come first in the observations of every title."""
    players, companies, railways = axes.players, axes.companies, axes.railways
    return [
        Field("acting", "1 for the player who decides now", (players,)),
        Field("deciding", "1 for the railway that is decided for; none if a player decides", (railways,)),
        Field("round", "1 for the round", (axes.rounds,)),
        Field("step", "1 for the kind of decision", (axes.steps,)),
        Field("phase", "1 for the phase", (axes.phases,)),
        Field("train_limit", "trains that a company may have", unit=4),
        Field("certificate_limit", "certificates that a player may have", unit=LOTS),
        Field("bank", "money in the bank", unit=10 * MONEY, low=-50, high=50),
        Field("priority", "1 for the holder of the priority marker", (players,)),
        Field("cash", "money", (players,), unit=MONEY, low=-100, high=100),
        Field("worth", "cash, shares and whatever else counts at the end", (players,), unit=MONEY, low=-100, high=100),
        Field("certificates", "certificates that count", (players,), unit=LOTS),
        Field("passes", "players who have passed in a row in this share round", unit=10),
        Field("sold", "1 if the player has sold shares of the company in this share round", (players, companies)),
        Field("shares", "percent held", (companies, axes.holders), unit=100),
        Field("director", "1 for the director", (companies, players)),
        Field("floated", "1 if the company has floated", (companies,)),
        Field("par", "par value, 0 before founding", (companies,), unit=LOTS, high=10),
        Field("price", "share price, 0 before founding", (companies,), unit=LOTS, high=10),
        Field("row", "row of the price marker, from the top", (companies,), unit=10, high=2),
        Field("column", "column of the price marker, from the left", (companies,), unit=20, high=2),
        Field("under", "price markers that lie above it on the same space", (companies,), unit=10, high=2),
        Field("treasury", "money of a railway", (railways,), unit=MONEY, low=-100, high=100),
        Field("markers_left", "station markers not yet placed", (companies,), unit=10),
        Field("income", "income that waits to be paid or kept", unit=MONEY, high=100),
        Field("trains", "number of trains", (companies, axes.trains), unit=4, high=4),
        Field("depot", "trains in the bank; 10 if there is no limit", (axes.trains,), unit=10, high=2),
        Field("supply", "copies of a tile that are left", (axes.tiles,), unit=10, high=10),
        Field("colour", "colour on the hex: " + ", ".join(COLOURS) + " from 0", (axes.hexes,), unit=_WHITE_TO_BLUE),
        Field("track", "1 if track leads from edge to edge without a stop", (axes.hexes, axes.edge_pairs)),
        Field("to_stop", "1 plus the number of the stop to which the edge leads", (axes.hexes, axes.edges), unit=8),
        Field("value", "what a stop is worth in this phase", (axes.hexes, axes.stops), unit=LOTS, high=10),
        Field("spaces", "spaces for markers in a city", (axes.hexes, axes.stops), unit=6),
        Field(
            "stations",
            "its markers: 1 in city 0, 2 in city 1, 4 in city 2 …",
            (railways, axes.hexes),
            unit=64,
        ),
    ]


class Observer:
    """Writes what a reader sees; a title may add fields of its own."""

    def __init__(self, components: ObservedComponents, board: Board, players: int) -> None:
        self.components = components
        self.axes = Axes(components, board, players)
        self.layout = ObservationLayout([*shared_fields(self.axes), *self.own_fields()])
        self.page = ObservationBuffer(self.layout)
        self._steps = {name: index for index, name in enumerate(components.steps)}
        self._rounds = {name: index for index, name in enumerate(components.rounds)}
        self._railways = {name: index for index, name in enumerate(components.railways)}
        self._faces = {
            phase.column: _face_table(board, phase.column, len(self.axes.stops)) for phase in components.phases
        }
        widths = np.cumsum([0, *[self.page.parts[name].size // len(board.hexes) for name in _MAP_FIELDS]])
        self._face_parts = [
            (self.page.parts[name].reshape(len(board.hexes), -1), slice(widths[number], widths[number + 1]))
            for number, name in enumerate(_MAP_FIELDS)
        ]
        # The map seldom changes: it stays on the page, with the faces and the column of values that it shows.
        self._map = self.layout.stretch(_MAP_FIELDS[0], _MAP_FIELDS[-1])
        self._shown: tuple[list[int], int] = ([], -1)

    # -- what a title may add --

    def own_fields(self) -> list[Field]:
        """The title's fields, which follow the shared ones."""
        return []

    def write_own(self, state: Any, order: list[int], place: list[int]) -> None:
        """Fill the title's fields; `order` has the players from the reader on, `place` where each stands in it."""

    # -- what follows from it --

    def observe(self, game: Game, reader: int, into: Floats) -> Floats:
        """Write what a player sees into an array of the layout's size; returns it."""
        state = game.state
        order = state.clockwise_from(reader)
        place = [0] * len(order)
        for seat, player in enumerate(order):
            place[player] = seat
        self.page.clear(but=self._map)
        self._write_turn(state, place)
        self._write_players(game, order)
        self._write_companies(state, order, place)
        self._write_map(state)
        self.write_own(state, order, place)
        return self.page.scaled(into)

    def _write_turn(self, state: State, place: list[int]) -> None:
        page, components = self.page, self.components
        phase = components.phases[state.phase]
        page.mark("phase", state.phase)
        page.write("train_limit", phase.train_limit)
        page.write("certificate_limit", components.certificate_limit(state))
        page.write("bank", state.bank)
        page.mark("priority", place[state.priority])
        if state.finished:
            return
        top = state.stack[-1]
        page.mark("acting", place[top.actor(state)])
        page.mark("deciding", self._railways.get(top.deciding(state), -1))
        page.mark("round", self._rounds.get(current_round(state), -1))
        page.mark("step", self._steps[type(top).__name__])

    def _write_players(self, game: Game, order: list[int]) -> None:
        page, components, state = self.page, self.components, game.state
        worth = game.definition.worth
        page.write("cash", [state.cash[player] for player in order])
        page.write("worth", [worth(state, player) for player in order])
        page.write("certificates", [components.certificates(state, player) for player in order])

    def _write_companies(self, state: State, order: list[int], place: list[int]) -> None:
        page, chart = self.page, self.components.chart
        shares = np.array(state.shares, np.float32).reshape(-1, state.holders)
        shares[:, : len(order)] = shares[:, order]
        page.write("shares", shares)
        page.write("par", state.par)
        page.write("treasury", state.treasury)
        page.write("depot", [min(count, MOST_TRAINS) for count in state.depot])
        page.write("supply", state.supply)
        trains, stations = page.parts["trains"], page.parts["stations"]
        for company, director in enumerate(state.director):
            page.parts["markers_left"][company] = self.components.markers[company] - len(state.stations[company])
            for train in state.trains[company]:
                trains[company, train] += 1
            if state.par[company]:
                self._write_price(state, chart, company)
                page.mark("director", company, place[director])
        for railway, places in enumerate(state.stations):
            for each in places:
                stations[railway, each // STOPS_PER_HEX] += 1 << each % STOPS_PER_HEX

    def _write_price(self, state: State, chart: Chart, company: int) -> None:
        parts, cell = self.page.parts, state.cell[company]
        parts["price"][company] = chart.price(cell)
        parts["row"][company], parts["column"][company] = chart.position(cell)
        parts["under"][company] = market_position(state, company)

    def _write_map(self, state: State) -> None:
        """Write the map if it has changed; faces are never changed in place, so the same list is the same map."""
        column = self.components.phases[state.phase].column
        if state.faces is self._shown[0] and column == self._shown[1]:
            return
        self._shown = (state.faces, column)
        table = self._faces[column][state.faces]
        for part, columns in self._face_parts:
            part[...] = table[:, columns]

    def write_share_round(self, frame: Any, order: list[int]) -> None:
        """What a share round remembers: passes in a row, and who has sold shares of what."""
        page, sold = self.page, self.page.parts["sold"]
        page.write("passes", frame.passes)
        for seat, player in enumerate(order):
            mask = frame.sold[player]
            if mask:
                sold[seat] = [mask >> company & 1 for company in range(len(self.components.companies))]


def _face_table(board: Board, column: int, most_stops: int) -> Floats:
    """A row for every face, with all that the fields of the map show of it; values are those of this column."""
    rows = []
    for face in board.faces:
        to_stop = [next((end - EDGES + 1 for end in face.from_edge[edge] if end >= EDGES), 0) for edge in range(EDGES)]
        track = [int(b in face.from_edge[a]) for a, b in _EDGE_PAIRS]
        values = [stop.values[0 if len(stop.values) == 1 else column] for stop in face.stops]
        spaces = [stop.slots if stop.kind == CITY else 0 for stop in face.stops]
        empty = [0] * (most_stops - len(face.stops))
        rows.append([face.colour, *track, *to_stop, *values, *empty, *spaces, *empty])
    return np.array(rows, np.float32)


def topmost(state: State, kind: type[Frame[Any]]) -> Any:
    """The topmost frame of a kind on the stack, or None."""
    for frame in reversed(state.stack):
        if isinstance(frame, kind):
            return frame
    return None
