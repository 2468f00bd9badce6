"""What is to be drawn of a position: frozen values, made from a game by the scene and turned into SVG by the rest."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.tiles import Face
from tielu.views.svg.geometry import Curve


@dataclass(frozen=True)
class MarkerDrawing:
    """A station or price marker; one that is reserved does not stand there yet."""

    railway: str
    colour: str
    ink: str
    reserved: bool = False


@dataclass(frozen=True)
class HexLink:
    """What a hex leads to: an address, and what can be chosen there in words."""

    address: str
    label: str


@dataclass(frozen=True)
class HexDrawing:
    """A hex as it lies open: `hint` is its accessible name, `column` the phase's column of rising values.

    `river` are the ends of the river that crosses it, two edges, or an edge and -1 where it springs; `link` is the
    address behind it where there is something to choose, and one hex may be `picked`. `changed_by` is the railway that
    has built there since the reader was last asked.
    """

    name: str
    place: str
    hint: str
    face: Face
    column: int
    terrain: tuple[str, ...] = ()
    cost: int = 0
    stub: tuple[int, ...] = ()
    barriers: tuple[int, ...] = ()
    river: tuple[int, int] | None = None
    markers: tuple[tuple[MarkerDrawing, ...], ...] = ()
    highlighted: bool = False
    link: str = ""
    picked: bool = False
    changed_by: str = ""

    @property
    def laid(self) -> bool:
        return self.face.tile != ""


@dataclass(frozen=True)
class CallDrawing:
    """A stop that a train counts; `rank` says how many other routes have called there before."""

    hex: str
    stop: int
    rank: int


@dataclass(frozen=True)
class RouteDrawing:
    """A train's route: one line of curves on the map, and the stops it counts."""

    number: int
    train: str
    hint: str
    curves: tuple[Curve, ...]
    calls: tuple[CallDrawing, ...]


@dataclass(frozen=True)
class StopLink:
    """A stop that can be chosen: the whole hex is pressed where it is the only one there."""

    hex: str
    stop: int
    link: HexLink
    alone: bool


@dataclass(frozen=True)
class BoardDrawing:
    """The map with all that lies on it: `routes` of a run, and `others`, runs that a page may show instead.

    `stops` are those that can be chosen, `tried` the hexes that a move would change, as they would be after it.
    """

    title: str
    label: str
    hexes: tuple[HexDrawing, ...]
    routes: tuple[RouteDrawing, ...] = ()
    others: tuple[tuple[RouteDrawing, ...], ...] = ()
    stops: tuple[StopLink, ...] = ()
    tried: tuple[HexDrawing, ...] = ()


@dataclass(frozen=True)
class CellDrawing:
    """A space of the share price chart, with the markers on it from the top."""

    row: int
    column: int
    price: int
    bonus: int
    par: bool
    red: bool
    markers: tuple[MarkerDrawing, ...]


@dataclass(frozen=True)
class SlotDrawing:
    """A place on the turn order list; `purchase` where the train purchase marker lies."""

    marker: MarkerDrawing | None
    purchase: bool


@dataclass(frozen=True)
class MarketDrawing:
    """The share price chart and, where the title has one, the turn order list: a row of places for each price.

    `origins` tells for companies from which row and column their markers have come.
    """

    label: str
    order_label: str
    red_note: str
    purchase_hint: str
    cells: tuple[CellDrawing, ...]
    order: tuple[tuple[int, tuple[SlotDrawing, ...]], ...]
    origins: tuple[tuple[str, tuple[int, int]], ...] = ()
