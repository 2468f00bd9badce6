"""Train runs as the platform writes them: their links put in order, and the stops between them found."""

from __future__ import annotations

from tielu.core.hexes import EDGES
from tielu.core.state import State
from tielu.core.tiles import FIRST_STOP

from .fields import malformed
from .records import Foreign

Stop = tuple[str, int]
Link = tuple[str, ...]


class Walk:
    """A run over the map: the stops it passes, and for each link between two of them its hexes."""

    def __init__(self, stops: tuple[Stop, ...], links: tuple[Link, ...]) -> None:
        self.stops = stops
        self.links = links


def walk(state: State, route: Foreign) -> Walk:
    """The run of a foreign route, whose links may be written in either direction.

    Where the map has no such track the links stay as they are, and the rules will refuse the run.
    """
    links = _links(route)
    ends = [(_stop_at(state, link[1], link[0]), _stop_at(state, link[-2], link[-1])) for link in links]
    stops = [_first_stop(ends)]
    ordered: list[Link] = []
    for link, (start, end) in zip(links, ends, strict=True):
        backwards = stops[-1] == end and start != end
        stops.append(start if backwards else end)
        ordered.append(link[::-1] if backwards else link)
    return Walk(tuple(stops), tuple(ordered))


def _links(route: Foreign) -> list[Link]:
    connections = route.get("connections")
    if not isinstance(connections, list) or not connections:
        raise malformed(route, "connections")
    return [_link(route, hexes) for hexes in connections]


def _link(route: Foreign, hexes: object) -> Link:
    if not isinstance(hexes, list) or len(hexes) < 2:
        raise malformed(route, "connections")
    if not all(isinstance(each, str) and each.strip() for each in hexes):
        raise malformed(route, "connections")
    # Where a hex alone would be ambiguous the platform adds a number behind it.
    return tuple(each.split()[0] for each in hexes)


def _first_stop(ends: list[tuple[Stop, Stop]]) -> Stop:
    """Where a run begins: at the end of its first link that does not lead on to the second."""
    start, end = ends[0]
    if len(ends) > 1 and end not in ends[1] and start in ends[1]:
        return end
    return start


def _stop_at(state: State, before: str, name: str) -> Stop:
    """The stop of hex `name` that track coming from the neighbouring hex `before` leads to."""
    board = state.board
    index, came_from = board.hex_index.get(name), board.hex_index.get(before)
    if index is None or came_from is None:
        return name, 0
    face = board.faces[state.faces[index]]
    for edge in range(EDGES):
        if board.across[index * EDGES + edge] == came_from:
            stops = [end - FIRST_STOP for end in face.from_edge[edge] if end >= FIRST_STOP]
            if stops:
                return name, stops[0]
    return name, 0
