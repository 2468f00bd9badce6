"""The course of rivers: the facts name the hexes, the river runs through them one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tielu.core.hexes import EDGES, opposite
from tielu.core.tiles import BLUE
from tielu.core.track import Board

RIVERS = frozenset({"river", "water"})


@cache
def courses(board: Board) -> Mapping[int, tuple[int, int]]:
    """For each hex with a river the two edges it crosses; -1 for the middle of a hex, where it springs."""
    wet = {index for index, printed in enumerate(board.hexes) if RIVERS & set(printed.terrain)}
    found: dict[int, tuple[int, int]] = {}
    left = set(wet)
    while left:
        course = _longest(board, wet, _together(board, wet, min(left)))
        left -= _together(board, wet, min(left))
        found |= {index: _ends(board, course, step) for step, index in enumerate(course)}
    return found


def _beside(board: Board, index: int, wet: set[int]) -> list[int]:
    return [other for edge in range(EDGES) if (other := board.across[index * EDGES + edge]) in wet]


def _together(board: Board, wet: set[int], first: int) -> set[int]:
    """The hexes of one river."""
    seen, todo = {first}, [first]
    while todo:
        fresh = set(_beside(board, todo.pop(), wet)) - seen
        seen |= fresh
        todo += sorted(fresh)
    return seen


def _longest(board: Board, wet: set[int], river: set[int]) -> list[int]:
    """The way through as many hexes of a river as possible: where three lie together, it takes all of them."""
    best: list[int] = []
    todo = [[start] for start in sorted(river, reverse=True)]
    while todo:
        way = todo.pop()
        if len(way) > len(best):
            best = way
        if len(best) == len(river):
            break
        todo += [[*way, other] for other in _beside(board, way[-1], wet) if other not in way]
    return best


def _edge_to(board: Board, index: int, other: int) -> int:
    return next(edge for edge in range(EDGES) if board.across[index * EDGES + edge] == other)


def _ends(board: Board, course: list[int], step: int) -> tuple[int, int]:
    index = course[step]
    near = [_edge_to(board, index, course[other]) for other in (step - 1, step + 1) if 0 <= other < len(course)]
    if len(near) == 2:
        return near[0], near[1]
    if near:
        return near[0], _mouth(board, index, near[0])
    return _mouth(board, index, EDGES - 2), -1


def _mouth(board: Board, index: int, entry: int) -> int:
    """Where a river leaves the last hex: into the sea, else off the map, else straight on."""
    onward = sorted(range(EDGES), key=lambda edge: (abs((edge - opposite(entry) + 3) % EDGES - 3), edge))
    outside = [edge for edge in onward if edge != entry and board.across[index * EDGES + edge] < 0]
    sea = [edge for edge in onward if edge != entry and _is_sea(board, board.across[index * EDGES + edge])]
    return [*sea, *outside, opposite(entry)][0]


def _is_sea(board: Board, index: int) -> bool:
    return index >= 0 and board.hexes[index].colour == BLUE
