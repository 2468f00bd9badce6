"""Laying tiles: what every title asks of a tile and its hex, with the ids of its own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .actions import Action, LayTile
from .bank import railway_pays_bank
from .errors import IllegalAction, illegal
from .events import TileLaid
from .hexes import EDGES
from .state import State
from .stations import exchange_face
from .tiles import Face
from .track import Replacement


@dataclass(frozen=True)
class LayingRules:
    """The ids of a title's rules about tiles; `beside` by the colour of a printed hex that track would run into."""

    hexes: str
    tiles: str
    supply: str
    off_map: str
    beside: Mapping[int, str]
    barrier: str


def find_lay(state: State, action: LayTile, rules: LayingRules) -> tuple[int, int, Replacement | None] | IllegalAction:
    """The numbers of hex and tile, and how the tile lies there, if it can; a refusal if there are no such things."""
    index = state.board.hex_index.get(action.hex)
    if index is None:
        return illegal("unknown_hex", rules.hexes, hex=action.hex)
    tile = state.board.tile_index.get(action.tile)
    if tile is None or not 0 <= action.rotation < EDGES:
        return illegal("unknown_tile", rules.tiles, tile=action.tile, rotation=action.rotation)
    return index, tile, _replacement(state, index, tile * EDGES + action.rotation)


def _replacement(state: State, index: int, face: int) -> Replacement | None:
    for each in state.board.replacements(index, state.faces[index]):
        if each.face == face:
            return each
    return None


def why_it_runs_off(state: State, index: int, tile: int, action: LayTile, rules: LayingRules) -> IllegalAction | None:
    """No track may lead off the map, into a barrier or against a printed hex without track on that side."""
    new = state.board.faces[tile * EDGES + action.rotation]
    if not new.exits & ~state.board.open_edges[index]:
        return None
    return illegal("runs_off", _edge_rule(state, index, new, rules), hex=action.hex, tile=action.tile)


def _edge_rule(state: State, index: int, new: Face, rules: LayingRules) -> str:
    board = state.board
    for edge in range(EDGES):
        if not new.exits >> edge & 1 or board.open_edges[index] >> edge & 1:
            continue
        other = board.across[index * EDGES + edge]
        if other < 0:
            return rules.off_map
        if board.hexes[other].colour in rules.beside:
            return rules.beside[board.hexes[other].colour]
    return rules.barrier


def why_not_in_supply(state: State, tile: int, rules: LayingRules) -> IllegalAction | None:
    if state.supply[tile] > 0:
        return None
    return illegal("tile_gone", rules.supply, tile=state.board.tiles[tile].number)


def lay_actions(state: State, lays: Iterator[tuple[int, int]]) -> list[Action]:
    """Lays that were found, as hex and number of the replacement: each once, in the order of the map."""
    board, actions = state.board, list[Action]()
    for index, number in sorted(set(lays)):
        face = board.replacements(index, state.faces[index])[number].face
        actions.append(board.lay(index, face))
    return actions


def lay(state: State, railway: int, action: LayTile, cost: int) -> None:
    """Pay, exchange the tile and move markers to the new places of their cities."""
    index = state.board.hex_index[action.hex]
    replacement = _replacement(state, index, state.board.tile_index[action.tile] * EDGES + action.rotation)
    assert replacement is not None
    railway_pays_bank(state, railway, cost)
    exchange_face(state, index, replacement)
    state.log(TileLaid(state.railway_id(railway), action.hex, action.tile, action.rotation, cost))
