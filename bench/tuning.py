"""Better numbers for the director: `python -m bench.tuning TITLE [GAMES]` plays on all cores and prints them.

Four clerks play, each believing in numbers of its own: the director's, every one of them made larger or smaller by
chance. What a clerk was worth in the end, compared with the mean of the table, is explained by least squares as a line
and a square for each number; priors keep what is hardly known near nothing. Then every number goes some way toward
where it would be best. One such round needs about 500 games; the next one starts from what the last one printed.
"""

from __future__ import annotations

import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from typing import Any

import numpy as np

import tielu
from bench.games import NAMES
from tielu.bots.clerk import Clerk, Weights
from tielu.bots.title import bots_of

PLAYERS = 4
DEFAULT_GAMES = 500
LONGEST_GAME = 5000
# How far numbers are changed: as the logarithm of a factor, and at most this many times that.
SPREAD, FURTHEST = 0.3, 2.0
# What we think a change by one spread does, in yuan: in a line, and by its square.
USUAL_LINE, USUAL_SQUARE = 60.0, 25.0
# A number moves by its line divided by how fast the gain will end; this much is taken for granted.
CAUTION, LEAST_BEND, LONGEST_STEP = 50.0, 20.0, 1.5
# What belongs to the effort, not to judgement; for speed clerks look at less than they could.
EFFORT: dict[str, Any] = {"search_steps": 100, "lays_tried": 3, "stations_tried": 2, "foundings_weighed": 4}

# A number of Weights: its field, and its place if the field has several.
Number = tuple[str, int]
Played = tuple[list[list[float]], list[int]]


def numbers_of(weights: Weights) -> list[Number]:
    """The numbers of a title that are a matter of judgement."""
    found: list[Number] = []
    for each in fields(weights):
        if each.name not in EFFORT:
            value = getattr(weights, each.name)
            found += [(each.name, place) for place in range(len(value) if isinstance(value, tuple) else 1)]
    return found


def changed(weights: Weights, numbers: list[Number], steps: list[float]) -> Weights:
    """The weights with every number multiplied by e to the power of its step times the spread."""
    change: dict[str, Any] = {}
    for (name, place), step in zip(numbers, steps, strict=True):
        value, factor = change.get(name, getattr(weights, name)), math.exp(SPREAD * step)
        if isinstance(value, tuple):
            change[name] = (*value[:place], value[place] * factor, *value[place + 1 :])
        else:
            change[name] = round(value * factor) if isinstance(value, int) else value * factor
    return replace(weights, **change)


def as_numbers(weights: Weights) -> dict[str, Any]:
    """The weights by name: a compiled dataclass cannot be sent to another process."""
    return {each.name: getattr(weights, each.name) for each in fields(weights)}


def play(title: str, values: dict[str, Any], numbers: list[Number], seed: int) -> Played:
    """The changes of all players in one game, and what they were worth in the end; `values` are the weights."""
    chance = random.Random(f"{title} {seed}")
    quick = replace(bots_of(title).searching_weights, **{**values, **EFFORT})
    steps = [[max(-FURTHEST, min(FURTHEST, chance.gauss(0, 1))) for _ in numbers] for _ in range(PLAYERS)]
    clerks = [Clerk(seed * PLAYERS + seat, changed(quick, numbers, steps[seat])) for seat in range(PLAYERS)]
    game = tielu.new_game(title, list(NAMES[:PLAYERS]))
    for _ in range(LONGEST_GAME):
        if game.actor is None:
            break
        game.apply_trusted(clerks[game.players.index(game.actor)].choose(game).action)
    return steps, game.worths()


def lines_and_squares(played: list[Played]) -> tuple[Any, Any]:
    """For each number what a step is worth, and what its square is worth beside that."""
    steps = np.array([each for each, _ in played])
    worths = np.array([each for _, each in played], float)
    both = np.concatenate([steps, steps**2], axis=2)
    rows = (both - both.mean(axis=1, keepdims=True)).reshape(-1, both.shape[2])
    found = (worths - worths.mean(axis=1, keepdims=True)).reshape(-1)
    count = steps.shape[2]
    prior = np.repeat([found.var() / USUAL_LINE**2, found.var() / USUAL_SQUARE**2], count)
    effects = np.linalg.solve(rows.T @ rows + np.diag(prior), rows.T @ found)
    return effects[:count], effects[count:]


def improved(weights: Weights, numbers: list[Number], played: list[Played]) -> Weights:
    """The weights one step further."""
    lines, squares = lines_and_squares(played)
    bends = np.maximum(LEAST_BEND, -2 * squares) + CAUTION
    steps = np.clip(lines / bends, -LONGEST_STEP, LONGEST_STEP)
    for number in np.argsort(-abs(lines))[:20]:
        name, place = numbers[number]
        print(f"# {name}[{place}]: {lines[number]:+.0f} yuan by a step, {squares[number]:+.0f} by its square")
    return changed(weights, numbers, [float(each) for each in steps])


def written(weights: Weights) -> str:
    """As the title's `bots/weights.py` has it: what differs from the clerk's own numbers, with three digits."""
    plain, lines = type(weights)(), []
    for each in fields(weights):
        value = getattr(weights, each.name)
        if value != getattr(plain, each.name):
            text = f"({', '.join(map(_short, value))})" if isinstance(value, tuple) else _short(value)
            lines.append(f"    {each.name}={text},")
    return "\n".join(lines)


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else str(float(f"{value:.3g}"))


def main() -> None:
    title, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else DEFAULT_GAMES
    weights = bots_of(title).searching_weights
    numbers = numbers_of(weights)
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(partial(play, title, as_numbers(weights), numbers), range(games)))
    print(written(improved(weights, numbers, played)))


if __name__ == "__main__":
    main()
