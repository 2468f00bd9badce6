"""Parts of a snapshot that every title has: keys and values in the spelling of recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .hexes import EDGES
from .market import Chart
from .shares import held, market_position
from .state import State
from .trains import UNLIMITED, TrainType


def map_keys(state: State) -> dict[str, Any]:
    """Tile and rotation of every hex on which a tile lies."""
    board = state.board
    return {
        f"hex.{board.hexes[index].name}": [board.tiles[face // EDGES].number, face % EDGES]
        for index, face in enumerate(state.faces)
        if face < board.first_printed_face
    }


def share_keys(state: State, others: Sequence[str]) -> dict[str, Any]:
    """Percentages by holder: the players, then the places that the title names."""
    names = [f"p{player}" for player in range(len(state.players))] + list(others)
    return {
        f"sh.{state.company_id(company)}.{name}": held(state, company, holder)
        for company in range(len(state.par))
        for holder, name in enumerate(names)
        if held(state, company, holder)
    }


def company_values(state: State, company: int, chart: Chart, trains: Sequence[TrainType]) -> dict[str, Any]:
    """What every title says of a company that is founded."""
    cell = state.cell[company]
    return {
        "cash": state.treasury[company],
        "par": state.par[company],
        "price": chart.price(cell),
        "rc": list(chart.position(cell)),
        "cellpos": market_position(state, company),
        "pres": f"p{state.director[company]}",
        "trains": [trains[train].name for train in state.trains[company]],
        "tokens": [list(state.board.place_name(place)) for place in state.stations[company]],
    }


def depot_keys(state: State, trains: Sequence[TrainType]) -> dict[str, Any]:
    """How many trains of each type the bank still has."""
    return {
        f"depot.{train.name}": "inf" if train.count == UNLIMITED else state.depot[index]
        for index, train in enumerate(trains)
        if state.depot[index]
    }
