"""Parts of a snapshot that every title has: keys and values in the spelling of recorded games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .hexes import EDGES
from .market import Chart
from .shares import held, market_position
from .state import State
from .trains import UNLIMITED


def table_keys(state: State, railways: Sequence[str], certificate_limit: int) -> dict[str, Any]:
    """Where the game stands: its phase, who is to act, and in which order."""
    return {
        "phase": state.current_phase.name,
        "entity": _entity(state, railways),
        "finished": state.finished,
        "order": state.clockwise_from(state.priority),
        "priority": state.priority,
        "certlimit": certificate_limit,
    }


def _entity(state: State, railways: Sequence[str]) -> str | None:
    """The id of the railway, or the number of the player, for whom something is to be decided."""
    if state.finished:
        return None
    top = state.stack[-1]
    name = top.deciding(state)
    return name if name in railways else f"p{top.actor(state)}"


def player_keys(
    state: State, certificates: Callable[[Any, int], int], worth: Callable[[Any, int], int]
) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for player in range(len(state.players)):
        keys[f"p.{player}.cash"] = state.cash[player]
        keys[f"p.{player}.certs"] = certificates(state, player)
        keys[f"p.{player}.value"] = worth(state, player)
    return keys


def company_keys(state: State, chart: Chart, own: Callable[[Any, int], dict[str, Any]] | None = None) -> dict[str, Any]:
    """Every company that is founded; `own` are the values that only the title has."""
    keys: dict[str, Any] = {}
    for company in range(len(state.par)):
        if state.founded(company):
            prefix = f"c.{state.company_id(company)}."
            values = _company_values(state, company, chart)
            if own is not None:
                values.update(own(state, company))
            for name, value in values.items():
                keys[prefix + name] = value
    return keys


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


def _company_values(state: State, company: int, chart: Chart) -> dict[str, Any]:
    cell, types = state.cell[company], state.train_types
    return {
        "cash": state.treasury[company],
        "par": state.par[company],
        "price": chart.price(cell),
        "rc": list(chart.position(cell)),
        "cellpos": market_position(state, company),
        "pres": f"p{state.director[company]}",
        "floated": state.floated[company],
        "trains": [types[train].name for train in state.trains[company]],
        "tokens": [list(state.board.place_name(place)) for place in state.stations[company]],
    }


def depot_keys(state: State) -> dict[str, Any]:
    """How many trains of each type the bank still has."""
    return {
        f"depot.{train.name}": "inf" if train.count == UNLIMITED else state.depot[index]
        for index, train in enumerate(state.train_types)
        if state.depot[index]
    }
