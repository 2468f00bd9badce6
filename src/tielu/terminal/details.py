"""What the table tells about an action beyond its own fields: names, track, income, costs."""

from __future__ import annotations

from typing import Any

from tielu import Game
from tielu.core.actions import (
    Action,
    AssignPermit,
    Bid,
    BuyShare,
    ChooseInvestor,
    ExchangeRocket,
    FoundCompany,
    LayTile,
    PayDividend,
    PlaceStation,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import DividendPaid, DividendReceived, IncomeWithheld, StationPlaced, TileLaid, TrainsRun
from tielu.i18n import say
from tielu.views.board import place_name, stop_text, tile_face, track_text
from tielu.views.facts import FACTS


def details(game: Game, action: Action, lang: str) -> str:
    """More about an action that is legal now, or an empty text."""
    parts: list[str] = []
    if isinstance(action, LayTile):
        parts = [value_details(game, "hex", action.hex), track_of(game, action, lang), *_outcome(game, action, lang)]
    elif isinstance(action, PlaceStation):
        parts = [*_station(game, action, lang), *_outcome(game, action, lang)]
    elif isinstance(action, RunTrains | PayDividend | Withhold):
        parts = _outcome(game, action, lang)
    elif isinstance(action, BuyShare | SellShares | FoundCompany):
        company = value_details(game, "company", action.company) if isinstance(action, FoundCompany) else ""
        parts = [company, _payment(game, action, lang)]
    elif isinstance(action, Bid):
        parts = [value_details(game, "private", action.private)]
    elif isinstance(action, ChooseInvestor):
        parts = [value_details(game, "investor", action.investor)]
    elif isinstance(action, AssignPermit | ExchangeRocket):
        parts = [value_details(game, "company", action.company)]
    return ", ".join(part for part in parts if part)


def track_of(game: Game, action: LayTile, lang: str) -> str:
    """Where the track of the tile would lead."""
    face = tile_face(game.state.board, action.tile, action.rotation)
    return track_text(face, lang) if face is not None else ""


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


def _outcome(game: Game, action: Action, lang: str) -> list[str]:
    """What the action would cost or bring, found by trying it on a copy."""
    parts = []
    for event in game.clone().apply_trusted(action):
        if isinstance(event, TileLaid | StationPlaced):
            return [say("cost_of", lang, amount=event.cost)] if event.cost else []
        if isinstance(event, TrainsRun):
            return [say("income_of", lang, amount=event.income)]
        if isinstance(event, DividendPaid | IncomeWithheld):
            parts.append(say("income_of", lang, amount=event.income))
        elif isinstance(event, DividendReceived):
            parts.append(f"{event.player} ¥{event.amount}")
    return parts


def _payment(game: Game, action: Action, lang: str) -> str:
    """What the acting player would pay or receive."""
    player, after = game.players.index(game.actor or ""), game.clone()
    after.apply_trusted(action)
    change = after.state.cash[player] - game.state.cash[player]
    return say("income_of" if change > 0 else "cost_of", lang, amount=abs(change)) if change else ""
