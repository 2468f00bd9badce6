"""Many games at once, played at random: the loop of a learning program without the learning.

    python examples/vectorised.py --tables 64 --processes 2

Each process has its own tables. A program that learns would hand `observations` and `masks` to its network where this
one draws lots, and remember which seat each observation belonged to, since the rewards come when a game ends.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time

import numpy as np

import tielu.env


def play(name: str, players: int, tables: int, seconds: float, seed: int) -> tuple[int, int, float]:
    """Play for a while; returns how many steps and how many whole games were played, and in what time."""
    games = tielu.env.make_vector(name, tables, players)
    rng = np.random.default_rng(seed)
    steps = finished = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        choices = games.random_choices(rng)  # from games.observations, games.masks
        ended = games.step(choices)
        steps += tables
        finished += len(ended)  # each has the rewards of all seats
    return steps, finished, spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many games at random, in arrays.")
    parser.add_argument("--id", default="tielu/1880-v0", choices=tielu.env.environment_ids())
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--tables", type=int, default=32, help="games side by side in each process")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    jobs = [(options.id, options.players, options.tables, options.seconds, seed) for seed in range(options.processes)]
    if options.processes == 1:
        results = [play(*jobs[0])]
    else:
        with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
            results = pool.starmap(play, jobs)
    rate = sum(steps / spent for steps, _, spent in results)
    finished = sum(games for _, games, _ in results)
    print(f"{options.id}: {rate:,.0f} steps per second, {finished} games ended")


if __name__ == "__main__":
    main()
