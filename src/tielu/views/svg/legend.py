"""What the signs of a map mean: a small hex for each kind that the map of the title has, and words for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from tielu import Game
from tielu.core.tiles import BLUE, CITY, OFFBOARD, RED, TOWN, WHITE, Face, PrintedHex, Stop
from tielu.core.track import Board
from tielu.i18n import say
from tielu.views.svg.markup import Picture
from tielu.views.svg.models import HexDrawing, MarkerDrawing
from tielu.views.svg.pictures import sign_picture
from tielu.views.svg.scene import company_markers

_CITY, _TOWN = Stop(CITY, (0,)), Stop(TOWN, (0,))
_TERRAIN = ("mountain", "river", "water", "wall")
_WEST, _EAST = 1, 4


@dataclass(frozen=True)
class Sample:
    """A sign and what it means."""

    picture: Picture
    text: str


def board_legend(game: Game, lang: str = "en") -> tuple[Sample, ...]:
    """The signs of a title's map, for a page that shows the map as well."""
    marker = next(iter(company_markers(game.title, game.edition).values()))
    return _legend(game.state.board, marker, lang)


@lru_cache(maxsize=32)
def _legend(board: Board, marker: MarkerDrawing, lang: str) -> tuple[Sample, ...]:
    signs = _signs(board.hexes, marker)
    return tuple(Sample(sign_picture(drawing), say(f"sign_{key}", lang)) for key, drawing in signs.items())


def _plain(*stops: Stop) -> HexDrawing:
    return HexDrawing("", "", "", Face("", 0, WHITE, stops, ()), -1)


def _signs(hexes: tuple[PrintedHex, ...], marker: MarkerDrawing) -> dict[str, HexDrawing]:
    """For each kind of sign on the map a hex that shows nothing else."""
    plain = _plain()
    found = {"legal": replace(plain, highlighted=True), "city": _plain(_CITY), "town": _plain(_TOWN)}
    if any({CITY, TOWN} <= {stop.kind for stop in printed.stops} for printed in hexes):
        found["medium"] = _plain(_CITY, _TOWN)
    found["home"] = replace(_plain(_CITY), markers=((replace(marker, reserved=True),),))
    rising = [stop for printed in hexes for stop in printed.stops if len(stop.values) > 1]
    if rising:
        # Where no city stands in the way the values are larger.
        sample = max(rising, key=lambda stop: stop.kind == OFFBOARD)
        found["far"] = replace(plain, face=Face("", 0, RED, (sample,), ()), column=1)
    for kind in _TERRAIN:
        costs = [printed.cost for printed in hexes if printed.terrain == (kind,) and printed.cost]
        if costs:
            river = (_WEST, _EAST) if kind in ("river", "water") else None
            found[kind] = replace(plain, terrain=(kind,), cost=min(costs), river=river)
    if any(printed.stub for printed in hexes):
        found["stub"] = replace(plain, stub=(_WEST,))
    if any(printed.ferry for printed in hexes):
        found["ferry"] = replace(plain, face=Face("", 0, BLUE, (), ((_WEST, _EAST),), ferry=True))
    if any(printed.barriers for printed in hexes):
        found["barrier"] = replace(plain, barriers=(_EAST,))
    return found
