"""The fields that come first in the observations of every title, and the axes along which fields run."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from tielu.core.hexes import EDGES
from tielu.core.tiles import COLOURS
from tielu.core.track import Board

from .components import ObservedComponents
from .layout import Axis, Field

MONEY: Final = 1000.0
LOTS: Final = 100.0
EDGE_PAIRS: Final = tuple(combinations(range(EDGES), 2))
_WHITE_TO_BLUE: Final = len(COLOURS) - 1


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
        self.edge_pairs = Axis("edge pairs", tuple(f"{a}-{b}" for a, b in EDGE_PAIRS))
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
