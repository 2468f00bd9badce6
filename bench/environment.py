"""How many steps per second environments take in random play: `python -m bench.environment SECONDS`.

A step is: the mask of what is open, one choice drawn from it, and the choice carried out; with the observation of the
player to act unless the line says otherwise. Prints a JSON list of what was measured, its rate and its unit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import numpy as np

import tielu.env
from bench.measure import rate
from tielu.env import Setup, VectorTable, environment_ids
from tielu.env.table import Mask

STEPS = 50
TABLES = 16
SEED = 7


def vector(title: str, tables: int, observe: bool) -> Callable[[], int]:
    """Tables side by side in arrays."""
    games, rng = VectorTable(Setup(title), tables, observe=observe), np.random.default_rng(SEED)

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.random_choices(rng))
        return STEPS * tables

    return work


def drawn(mask: Mask, rng: np.random.Generator) -> int:
    """An open choice, all equally likely; numpy finds what is not 0 much sooner among booleans than among numbers."""
    open_now = mask.view(np.bool_).nonzero()[0]
    return int(open_now[int(rng.random() * len(open_now))])


def pettingzoo(name: str) -> Callable[[], int]:
    """The environment in PettingZoo's wrappers, as most programs use it."""
    env, rng = tielu.env.make(name), np.random.default_rng(SEED)
    env.reset(seed=SEED)

    def work() -> int:
        for _ in range(STEPS):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(drawn(observation["action_mask"], rng))
        return STEPS

    return work


def main(seconds: str) -> None:
    lines = []
    for name, title in environment_ids().items():
        lines.append((f"{name}, PettingZoo", pettingzoo(name)))
        lines.append((f"{name}, {TABLES} tables", vector(title, TABLES, True)))
        lines.append((f"{name}, {TABLES} tables, unseen", vector(title, TABLES, False)))
    print(json.dumps([(what, rate(work, float(seconds)), "steps/s") for what, work in lines]))


if __name__ == "__main__":
    main(*sys.argv[1:])
