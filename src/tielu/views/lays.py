"""What can be put on a hex: the legal tiles in their rotations and the legal stations, each as it would look there.

Nothing here knows a rule: the actions come from the engine, and each is tried on a copy of the game to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.core.actions import Action, LayTile, PlaceStation
from tielu.core.events import StationPlaced, TileLaid
from tielu.i18n import say
from tielu.i18n.values import say_value
from tielu.views.board import current_face, place_name, stop_text, track_text
from tielu.views.details import value_details
from tielu.views.menu import different_lays
from tielu.views.svg import PAGE, Picture, hex_picture


@dataclass(frozen=True)
class LayView:
    """One legal action on a hex: how the hex would look, what it costs, and `track`, which tells it from the others."""

    action: Action
    picture: Picture
    track: str
    cost: int


@dataclass(frozen=True)
class TileChoice:
    """A tile in all rotations that are legal and look different; `power` names the private whose power lays it."""

    tile: str
    power: str
    lays: tuple[LayView, ...]


@dataclass(frozen=True)
class HexChoices:
    """All that can be put on a hex; `old` is the number of the tile that lies there, if any."""

    name: str
    place: str
    old: str
    tiles: tuple[TileChoice, ...]
    stations: tuple[LayView, ...]

    @property
    def count(self) -> int:
        return sum(len(choice.lays) for choice in self.tiles) + len(self.stations)


def hex_labels(actions: Iterable[Action], lang: str) -> Mapping[str, str]:
    """For every hex on which something can be put, what that is in words, row by row."""
    tiles: dict[str, set[str]] = {}
    stations: dict[str, int] = {}
    for action in actions:
        if isinstance(action, LayTile):
            tiles.setdefault(action.hex, set()).add(action.tile)
        elif isinstance(action, PlaceStation):
            stations[action.hex] = stations.get(action.hex, 0) + 1
    found = {}
    for name in sorted({*tiles, *stations}, key=lambda name: (name[0], int(name[1:]))):
        parts = [_counted("tiles_to_lay", len(tiles[name]), lang)] if name in tiles else []
        parts += [_counted("stations_to_place", stations[name], lang)] if name in stations else []
        found[name] = ", ".join(parts)
    return found


def _counted(key: str, count: int, lang: str) -> str:
    return say(f"{key}_one" if count == 1 else key, lang, count=count)


def hex_choices(game: Game, actions: Iterable[Action], name: str, lang: str) -> HexChoices:
    """What the actions put on a hex of the map; raises KeyError if there is no such hex."""
    board = game.state.board
    old = current_face(game, name)
    here = [action for action in actions if getattr(action, "hex", None) == name]
    grouped: dict[tuple[str, str], list[LayView]] = {}
    for lay in different_lays(game, [each for each in here if isinstance(each, LayTile)], lang):
        assert isinstance(lay, LayTile)
        grouped.setdefault((lay.power or "", lay.tile), []).append(_lay_view(game, lay, name, lang))
    tiles = [
        TileChoice(tile, _power(game, power, lang), tuple(lays))
        for (power, tile), lays in sorted(grouped.items(), key=lambda each: (each[0][0], _in_order(each[0][1])))
    ]
    stations = [_lay_view(game, each, name, lang) for each in here if isinstance(each, PlaceStation)]
    return HexChoices(name, place_name(board, name), old.tile, tuple(tiles), tuple(stations))


def _in_order(tile: str) -> tuple[int, str]:
    return (int(tile), "") if tile.isdecimal() else (10**6, tile)


def _power(game: Game, power: str, lang: str) -> str:
    return f"{say_value('power', power, lang)} {value_details(game, 'power', power)}".strip() if power else ""


def _lay_view(game: Game, action: LayTile | PlaceStation, name: str, lang: str) -> LayView:
    after = game.clone()
    events = after.apply_trusted(action)
    # The first one: what happens later in the same step has begun with somebody else's turn.
    cost = next((event.cost for event in events if isinstance(event, TileLaid | StationPlaced)), 0)
    face = current_face(after, name)
    track = track_text(face, lang) if isinstance(action, LayTile) else stop_text(face, action.city, lang)
    return LayView(action, hex_picture(after, name, lang=lang, theme=PAGE), track, cost)
