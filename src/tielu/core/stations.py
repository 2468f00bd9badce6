"""Station markers on the map: who stands where, which cities are filled, and how far a railway's track goes."""

from __future__ import annotations

from .hexes import EDGES
from .state import State
from .tiles import Face
from .track import STOPS_PER_HEX, Reach, Replacement, edges_reached, reach


def face_at(state: State, index: int) -> Face:
    """What lies open on a hex."""
    return state.board.faces[state.faces[index]]


def stations_on_map(state: State) -> dict[int, list[int]]:
    """The railways with a marker, by place."""
    found: dict[int, list[int]] = {}
    for railway, places in enumerate(state.stations):
        for place in places:
            found.setdefault(place, []).append(railway)
    return found


def blocked_places(state: State, railway: int) -> frozenset[int]:
    """Cities with a marker on every space, none of them the railway's own: a route may end there, not pass."""
    blocked = []
    for place, railways in stations_on_map(state).items():
        slots = face_at(state, place // STOPS_PER_HEX).stops[place % STOPS_PER_HEX].slots
        if railway not in railways and len(railways) >= slots:
            blocked.append(place)
    return frozenset(blocked)


def network(state: State, railway: int) -> Reach:
    """The track a railway can reach from its markers, found once until the map changes."""
    known = state.reaches[railway]
    if known is None:
        known = reach(state.board, state.faces, state.stations[railway], blocked_places(state, railway))
        state.reaches[railway] = known
    return known


def has_station_in(state: State, railway: int, index: int) -> bool:
    return any(place // STOPS_PER_HEX == index for place in state.stations[railway])


def joins_network(state: State, railway: int, index: int, exits: int) -> bool:
    """Whether track with these exits on a hex would join track the railway reaches, or its own station there."""
    if has_station_in(state, railway, index):
        return True
    return bool(edges_reached(state.board, network(state, railway), index) & exits)


def hexes_in_reach(state: State, railway: int) -> list[int]:
    """Hexes that the railway's track touches or in which it has a station, in the order of the map."""
    reached = network(state, railway)
    return [
        index
        for index in range(len(state.board.hexes))
        if has_station_in(state, railway, index) or edges_reached(state.board, reached, index)
    ]


def exchange_face(state: State, index: int, replacement: Replacement) -> None:
    """Put a tile on a hex: the old one returns to the supply, markers go to the new places of their cities."""
    old = state.faces[index]
    if old < state.board.first_printed_face:
        state.supply[old // EDGES] += 1
    state.supply[replacement.face // EDGES] -= 1
    for railway, places in enumerate(state.stations):
        if has_station_in(state, railway, index):
            state.stations[railway] = tuple(
                index * STOPS_PER_HEX + replacement.stops[place % STOPS_PER_HEX]
                if place // STOPS_PER_HEX == index
                else place
                for place in places
            )
    state.faces[index] = replacement.face
    state.map_changed()
