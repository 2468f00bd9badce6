"""What the table tells about an action beyond its own fields: names, track, income, costs."""

from __future__ import annotations

from typing import Any

from tielu import Game
from tielu.core.actions import (
    Action,
    AssignPermit,
    Bid,
    ChooseInvestor,
    ExchangeRocket,
    FoundCompany,
    LayTile,
    PlaceStation,
    RunTrains,
)
from tielu.core.events import StationPlaced, TileLaid, TrainsRun
from tielu.i18n import say
from tielu.views.board import place_name, stop_text, tile_face, track_text
from tielu.views.facts import FACTS


def details(game: Game, action: Action, lang: str) -> str:
    """More about an action that is legal now, or an empty text."""
    parts: list[str] = []
    if isinstance(action, LayTile):
        face = tile_face(game.state.board, action.tile, action.rotation)
        parts = [track_text(face, lang) if face is not None else "", *_cost(game, action, lang)]
    elif isinstance(action, PlaceStation):
        parts = [*_station(game, action, lang), *_cost(game, action, lang)]
    elif isinstance(action, RunTrains):
        parts = [say("income_of", lang, amount=_income(game, action))]
    elif isinstance(action, Bid):
        parts = [value_details(game, "private", action.private)]
    elif isinstance(action, ChooseInvestor):
        parts = [value_details(game, "investor", action.investor)]
    elif isinstance(action, FoundCompany | AssignPermit | ExchangeRocket):
        parts = [value_details(game, "company", action.company)]
    return ", ".join(part for part in parts if part)


def value_details(game: Game, name: str, value: Any) -> str:
    """The printed name behind an id: of a hex, company, private or investor."""
    facts, board = FACTS[game.title], game.state.board
    if name == "hex":
        index = board.hex_index.get(value)
        return board.hexes[index].place if index is not None else ""
    for private in facts.privates:
        if name == "private" and private.id == value:
            return private.name
    for printed in facts.companies if name == "company" else facts.investors if name == "investor" else ():
        if printed.id == value:
            return f"{printed.name}, {place_name(board, printed.home)}"
    return ""


def _station(game: Game, action: PlaceStation, lang: str) -> list[str]:
    """Where the marker would stand; which city, if the hex has several."""
    index = game.state.board.hex_index[action.hex]
    face = game.state.board.faces[game.state.faces[index]]
    which = stop_text(face, action.city, lang) if len(face.stops) > 1 else ""
    return [game.state.board.hexes[index].place, which]


def _cost(game: Game, action: Action, lang: str) -> list[str]:
    """What the action would cost, found by trying it on a copy."""
    for event in game.clone().apply_trusted(action):
        if isinstance(event, TileLaid | StationPlaced):
            return [say("cost_of", lang, amount=event.cost)] if event.cost else []
    return []


def _income(game: Game, action: RunTrains) -> int:
    for event in game.clone().apply_trusted(action):
        if isinstance(event, TrainsRun):
            return event.income
    return 0
