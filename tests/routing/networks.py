"""Networks that nobody drew: tiles put anywhere, with values, stations and rules drawn at random."""

from __future__ import annotations

import random

from tielu.core.hexes import EDGES
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.core.trains import UNLIMITED, TrainType
from tielu.routing.model import Earnings, RunPosition
from tielu.titles.t1880.rules.preparation import BOARD as BOARD_1880
from tielu.titles.t1888n.rules.preparation import BOARD as BOARD_1888

# Name, stops, cities, skips: one of each sort, short enough to try everything.
TRAINS = {
    name: TrainType(name, 0, 1, "", stops, cities, skips)
    for name, stops, cities, skips in (
        ("2", 2, 2, False),
        ("3", 3, 3, False),
        ("4", 4, 4, False),
        ("1+1", 2, 1, False),
        ("2+2", 4, 2, False),
        ("2E", 2, 2, True),
        ("3E", 3, 3, True),
        ("5E", 5, 5, True),
        ("D", UNLIMITED, UNLIMITED, False),
    )
}
PLAIN_TRAINS = [name for name, train in TRAINS.items() if not train.skips]


def random_position(rng: random.Random, size: int, *, calls: bool) -> RunPosition:
    """So many hexes side by side, each with some tile, and stations in some of their stops."""
    board = rng.choice((BOARD_1880, BOARD_1888))
    faces = [board.printed_face(index) for index in range(len(board.hexes))]
    cluster = _cluster(rng, board, size)
    for index in cluster:
        if not board.hexes[index].ferry and rng.random() < 0.9:
            faces[index] = _tile_that_joins(rng, board, faces, index)
    stops = [
        index * STOPS_PER_HEX + stop
        for index in cluster
        for stop, exits in enumerate(board.faces[faces[index]].from_stop)
        if exits
    ]
    rng.shuffle(stops)
    own = tuple(stops[: rng.choice((1, 1, 2, 3))])
    blocked = frozenset(stop for stop in stops[len(own) :] if rng.random() < 0.15)
    return RunPosition(board, faces, own, blocked, _earnings(rng, board, stops, calls=calls))


def _cluster(rng: random.Random, board: Board, size: int) -> list[int]:
    cluster = [rng.randrange(len(board.hexes))]
    while len(cluster) < size:
        index = rng.choice(cluster)
        other = board.across[index * EDGES + rng.randrange(EDGES)]
        if other >= 0 and other not in cluster:
            cluster.append(other)
    return cluster


def _tile_that_joins(rng: random.Random, board: Board, faces: list[int], index: int) -> int:
    """Of some tiles in any rotation the one with the most ends at track of its neighbours, then with the most exits."""

    def joins(face: int) -> tuple[int, int]:
        exits = [edge for edge in range(EDGES) if board.faces[face].exits >> edge & 1]
        ways = [board.enter(index, edge) for edge in exits]
        met = [way for way in ways if way >= 0 and board.faces[faces[way // EDGES]].exits >> way % EDGES & 1]
        return len(met), len(exits)

    return max((rng.randrange(board.first_printed_face) for _ in range(6)), key=joins)


def _earnings(rng: random.Random, board: Board, stops: list[int], *, calls: bool) -> Earnings:
    values = [rng.choice((0, 10, 10, 20, 20, 30, 30, 40, 50, 80)) for _ in range(len(board.hexes) * STOPS_PER_HEX)]
    large = [rng.random() < 0.6 for _ in values]

    def some(share: float) -> frozenset[int]:
        return frozenset(stop for stop in stops if rng.random() < share)

    first = some(0.15)
    return Earnings(
        value=lambda place: values[place],
        large=lambda place: large[place],
        ferry_charge=rng.choice((0, 10)),
        pair=(first, some(0.15) - first),
        pair_bonus=rng.choice((0, 20, 50)),
        extra=dict.fromkeys(some(0.1), 20),
        free=some(0.1),
        groups=dict.fromkeys(some(0.2), "one") if rng.random() < 0.3 else {},
        callers=some(0.1) if calls else frozenset(),
        call_money=40,
    )
