"""Station markers on the map: who stands where, which cities are filled, and how far a railway's track goes."""

from __future__ import annotations

from collections.abc import Iterator

from .hexes import ALL_EDGES, EDGES
from .reach import Reach
from .state import Markers, State
from .tiles import CITY, Face
from .track import STOPS_PER_HEX, Replacement, first_link_exists


def face_at(state: State, index: int) -> Face:
    """What lies open on a hex."""
    return state.board.faces[state.faces[index]]


def city_at(face: Face, edge: int) -> int:
    """The city whose track leads over `edge`; the only one, or the first, where that does not tell."""
    if edge < 0 or face.cities == 1:
        return 0
    return next(stop for stop in range(len(face.stops)) if edge in face.from_stop[stop])


def stop_value(state: State, place: int, column: int) -> int:
    """The figure of a stop, or the one in a column where it has several."""
    values = face_at(state, place // STOPS_PER_HEX).stops[place % STOPS_PER_HEX].values
    return values[0] if len(values) == 1 else values[column]


def markers_on_map(state: State) -> Markers:
    """Who stands where, found once until the map changes."""
    if state.markers is None:
        standing: dict[int, list[int]] = {}
        for railway, places in enumerate(state.stations):
            for place in places:
                standing.setdefault(place, []).append(railway)
        filled = [place for place, railways in standing.items() if len(railways) >= spaces(state, place)]
        state.markers = Markers(standing, frozenset(filled))
    return state.markers


def spaces(state: State, place: int) -> int:
    """How many markers a city takes."""
    return face_at(state, place // STOPS_PER_HEX).stops[place % STOPS_PER_HEX].slots


def free_spaces(state: State, place: int) -> int:
    return spaces(state, place) - len(markers_on_map(state).standing.get(place, ()))


def blocked_places(state: State, railway: int) -> frozenset[int]:
    """Cities with a marker on every space, none of them the railway's own: a route may end there, not pass."""
    return markers_on_map(state).filled.difference(state.stations[railway])


def set_stations(state: State, railway: int, places: tuple[int, ...]) -> None:
    """Change where a railway has its markers."""
    changed = set(state.stations[railway]).symmetric_difference(places)
    state.stations = state.stations[:]
    state.stations[railway] = places
    state.markers = None
    state.reaches = {key: reach for key, reach in state.reaches.items() if key not in (railway, _open_key(railway))}
    for place in changed:
        state.map_changed(place // STOPS_PER_HEX)


def network(state: State, railway: int) -> Reach:
    """The track that a railway reaches from its markers; `keep` it, so that it need not be walked again."""
    known = state.reaches.get(railway)
    if known is not None:
        return known
    return Reach(state.board, state.faces, state.stations[railway], blocked_places(state, railway))


def keep(state: State, key: int, reach: Reach) -> None:
    """Keep a reach until the map changes where it matters, but only once its walk has ended, since copies share it."""
    if key not in state.reaches and reach.walked_out():
        state.reaches = {**state.reaches, key: reach}


def joined_by_track(state: State, railway: int, places: tuple[int, ...]) -> bool:
    """Whether track leads from the railway's markers to one of the places, markers of others ignored."""
    key = _open_key(railway)
    reach = state.reaches.get(key)
    if reach is None:
        reach = Reach(state.board, state.faces, state.stations[railway], frozenset())
    # A way back must lead out of the place: where none does, the walk is spared.
    joined = any(
        place in reach.starts or (first_link_exists(state.board, state.faces, place) and reach.touches(place))
        for place in places
    )
    keep(state, key, reach)
    return joined


def _open_key(railway: int) -> int:
    """The key of the reach that ignores the markers of others."""
    return -1 - railway


def leaves_a_station(state: State, railway: int) -> bool:
    """Whether track leads from any of the railway's stations to another stop."""
    for place in state.stations[railway]:
        if first_link_exists(state.board, state.faces, place):
            return True
    return False


def has_station_in(state: State, railway: int, index: int) -> bool:
    for place in state.stations[railway]:
        if place // STOPS_PER_HEX == index:
            return True
    return False


def joins_network(state: State, railway: int, index: int, exits: int) -> bool:
    """Whether track with these exits on a hex would join track the railway reaches, or its own station there.

    The tile in the hex keeps the track that leads into it, so track that leads out need not be looked at.
    """
    if has_station_in(state, railway, index):
        return True
    reach = network(state, railway)
    joins = reach.enters(index, exits)
    keep(state, railway, reach)
    return joins


def leads_to(state: State, railway: int, place: int) -> bool:
    """Whether the railway's track leads to the stop."""
    reach = network(state, railway)
    leads = reach.touches(place)
    keep(state, railway, reach)
    return leads


def entries_in_reach(state: State, railway: int) -> Iterator[tuple[int, int]]:
    """Where the railway may build: hexes, each with edges (as a mask) of which a new tile must use one.

    A hex may come again with further edges. What lies near the stations comes first.
    """
    for place in state.stations[railway]:
        yield place // STOPS_PER_HEX, ALL_EDGES
    reach = network(state, railway)
    for way in reach.crossings():
        yield way // EDGES, 1 << way % EDGES
    keep(state, railway, reach)


def stops_in_reach(state: State, railway: int) -> Iterator[int]:
    """The places to which the railway's track leads, the near ones first."""
    reach = network(state, railway)
    yield from reach.places()
    keep(state, railway, reach)


def cities_in_reach(state: State, railway: int) -> Iterator[int]:
    """The cities to which the railway's track leads, in hexes where it has no marker yet, the near ones first."""
    reach = network(state, railway)
    for place in reach.places():
        index = place // STOPS_PER_HEX
        is_city = face_at(state, index).stops[place % STOPS_PER_HEX].kind == CITY
        if is_city and not has_station_in(state, railway, index):
            yield place
    keep(state, railway, reach)


def exchange_face(state: State, index: int, replacement: Replacement) -> None:
    """Put a tile on a hex: the old one returns to the supply, markers go to the new places of their cities."""
    old = state.faces[index]
    state.supply = state.supply[:]
    if old < state.board.first_printed_face:
        state.supply[old // EDGES] += 1
    state.supply[replacement.face // EDGES] -= 1
    _move_markers(state, index, replacement)
    state.faces = state.faces[:]
    state.faces[index] = replacement.face
    state.map_changed(index)


def _move_markers(state: State, index: int, replacement: Replacement) -> None:
    for railway, places in enumerate(state.stations):
        if places and has_station_in(state, railway, index):
            state.markers = None
            state.stations = state.stations[:]
            state.stations[railway] = tuple(
                index * STOPS_PER_HEX + replacement.stops[place % STOPS_PER_HEX]
                if place // STOPS_PER_HEX == index
                else place
                for place in places
            )
