"""What can be put on a hex: the legal tiles in their rotations and the legal stations, each as it would look there.

Nothing here knows a rule: the actions come from the engine, and each is tried on a copy of the game to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tielu import Game
from tielu.core.actions import Action, LayTile, PlaceStation
from tielu.core.events import StationPlaced, TileLaid
from tielu.core.tiles import PrintedHex
from tielu.i18n import say, say_action, say_kind
from tielu.i18n.values import say_terrain, say_value
from tielu.views.actions.details import track_of, value_details
from tielu.views.actions.main_button import say_with_sum
from tielu.views.actions.menu import different_lays
from tielu.views.position.board import current_face, place_name, stop_text
from tielu.views.svg import PAGE, Picture, hex_picture
from tielu.views.title import view_of


@dataclass(frozen=True)
class LayView:
    """One legal action on a hex in words: how the hex would look and what it costs; `stop` is a station's city."""

    action: Action
    picture: Picture
    text: str
    button: str
    cost: int
    stop: int | None = None


@dataclass(frozen=True)
class TileChoice:
    """A tile in all rotations that are legal and look different; `power` names the private whose power lays it."""

    tile: str
    power: str
    lays: tuple[LayView, ...]


@dataclass(frozen=True)
class HexChoices:
    """All that can be put on a hex: tiles, and others such as stations; `old` is the tile that lies there.

    Without one, `ground` is the terrain that is paid for.
    """

    name: str
    place: str
    old: str
    ground: str
    tiles: tuple[TileChoice, ...]
    others: tuple[LayView, ...]

    @property
    def count(self) -> int:
        return sum(len(choice.lays) for choice in self.tiles) + len(self.others)


def hex_labels(game: Game, actions: Iterable[Action], lang: str) -> Mapping[str, str]:
    """For every hex on which something can be put, what that is in words, row by row."""
    tiles: dict[str, set[str]] = {}
    stations: dict[str, int] = {}
    others: dict[str, list[str]] = {}
    map_actions = view_of(game.title).map_actions
    for action in actions:
        if isinstance(action, LayTile):
            tiles.setdefault(action.hex, set()).add(action.tile)
        elif isinstance(action, PlaceStation):
            stations[action.hex] = stations.get(action.hex, 0) + 1
        elif isinstance(action, map_actions):
            for name in _changed_hexes(game, action):
                others.setdefault(name, []).append(say_kind(action.type, lang))
    found = {}
    for name in sorted({*tiles, *stations, *others}, key=lambda name: (name[0], int(name[1:]))):
        parts = [say("tiles_to_lay", lang, count=len(tiles[name]))] if name in tiles else []
        parts += [say("stations_to_place", lang, count=stations[name])] if name in stations else []
        found[name] = say("comma", lang).join([*parts, *others.get(name, ())])
    return found


def _changed_hexes(game: Game, action: Action) -> set[str]:
    """The hexes that an action changes without naming them."""
    after = game.clone()
    after.apply_trusted(action)
    pairs = zip(game.state.board.hexes, game.state.faces, after.state.faces, strict=True)
    return {printed.name for printed, old, new in pairs if old != new}


def hex_choices(game: Game, actions: Sequence[Action], name: str, lang: str) -> HexChoices:
    """What the actions put on a hex of the map; raises KeyError if there is no such hex."""
    board, map_actions = game.state.board, view_of(game.title).map_actions
    old = current_face(game, name)
    grouped: dict[tuple[str, str], list[LayView]] = {}
    here: list[Action] = [each for each in actions if isinstance(each, LayTile) and each.hex == name]
    for lay in different_lays(game, here, lang):
        assert isinstance(lay, LayTile)
        shown = _tried(game, lay, name, track_of(game, lay, lang), lang)
        grouped.setdefault((lay.power or "", lay.tile), []).append(shown)
    tiles = [
        TileChoice(tile, _power(game, power, lang), tuple(lays))
        for (power, tile), lays in sorted(grouped.items(), key=lambda each: (each[0][0], _in_order(each[0][1])))
    ]
    stations = [each for each in actions if isinstance(each, PlaceStation) and each.hex == name]
    others = [_station_view(game, each, lang) for each in stations]
    others += [
        _tried(game, each, name, say_action(each, lang), lang)
        for each in actions
        if isinstance(each, map_actions) and name in _changed_hexes(game, each)
    ]
    ground = "" if old.tile else _ground(board.hexes[board.hex_index[name]], lang)
    return HexChoices(name, place_name(board, name, lang), old.tile, ground, tuple(tiles), tuple(others))


def _ground(printed: PrintedHex, lang: str) -> str:
    """The terrain with its cost, as printed: `mountain ¥40`."""
    return say_terrain(printed.terrain, printed.cost, lang) if printed.cost else ""


def _in_order(tile: str) -> tuple[int, str]:
    return (int(tile), "") if tile.isdecimal() else (10**6, tile)


def _power(game: Game, power: str, lang: str) -> str:
    return f"{say_value('power', power, lang)} {value_details(game, 'power', power, lang)}".strip() if power else ""


def _station_view(game: Game, action: PlaceStation, lang: str) -> LayView:
    """A station; which city, if the hex has several."""
    face, text = current_face(game, action.hex), say("lay_station", lang)
    if len(face.stops) > 1:
        text += f": {stop_text(face, action.city, lang)}"
    return _tried(game, action, action.hex, text, lang, stop=action.city)


def _tried(game: Game, action: Action, name: str, text: str, lang: str, stop: int | None = None) -> LayView:
    after = game.clone()
    events = after.apply_trusted(action)
    # The first one: what happens later in the same step has begun with somebody else's turn.
    cost = next((event.cost for event in events if isinstance(event, TileLaid | StationPlaced)), 0)
    button = say_with_sum(action, lang, cost)
    return LayView(action, hex_picture(after, name, lang=lang, theme=PAGE), text, button, cost, stop)
