"""Track of 1888-N for tests, laid along a path of hexes without asking the rules.

build(table, "C9-D10-D12") puts a tile on each empty hex of the path, so that the printed and new track joins them.
"""

from __future__ import annotations

from tests.table_1888 import Table1888
from tielu.core.hexes import EDGES, neighbour, opposite
from tielu.core.tiles import CITY, PrintedHex

# The tile whose first stop (or track) leads from edge 0 to edge 1, 2 or 3.
PLAIN = {1: "7", 2: "8", 3: "9"}
ONE_TOWN = {1: "3", 2: "58", 3: "4"}
ONE_CITY = {1: "5", 2: "6", 3: "57"}
TWO_TOWNS = {2: "56", 3: "55"}


def edge_between(name: str, other: str) -> int:
    return next(edge for edge in range(EDGES) if neighbour(name, edge) == other)


def build(table: Table1888, path: str) -> None:
    board, names = table.state.board, path.split("-")
    for number, name in enumerate(names):
        index = board.hex_index[name]
        if board.faces[table.state.faces[index]].pieces:
            continue
        edges = [edge_between(name, names[other]) for other in (number - 1, number + 1) if 0 <= other < len(names)]
        tile, rotation = _tile(board.hexes[index], edges, board.open_edges[index])
        table.tile(name, tile, rotation)


def _tile(printed: PrintedHex, edges: list[int], open_edges: int) -> tuple[str, int]:
    """A yellow tile with track between the two edges, or from the one edge to any other that is open."""
    kinds = _tiles_for(printed)
    others = edges[1:] or sorted(range(EDGES), key=lambda edge: edge != opposite(edges[0]))
    for first, second in ((edges[0], other) for other in others if open_edges >> other & 1):
        for turn, tile in kinds.items():
            if (second - first) % EDGES == turn:
                return tile, first
            if (first - second) % EDGES == turn:
                return tile, second
    raise AssertionError(f"no tile for {printed.name}")


def _tiles_for(printed: PrintedHex) -> dict[int, str]:
    if not printed.stops:
        return PLAIN
    if len(printed.stops) == 2:
        return TWO_TOWNS
    return ONE_CITY if printed.stops[0].kind == CITY else ONE_TOWN
