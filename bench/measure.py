"""The measurements, on the form of the engine that this process runs: `python -m bench.measure SECONDS GAMES`.

Prints a JSON list of what was measured, its rate and its unit. A new figure is a new line in `lines`.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator

import tielu
from bench.games import played_games, random_game, recorded_games
from tielu.core.game import Game

# What is measured, its unit, and the work: it returns how many units one call has done.
Line = tuple[str, str, Callable[[], int]]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units per second of processor time `work` does; it is called until time is up."""
    # The games and positions of the benchmark itself are kept out of the garbage collector's rounds.
    gc.collect()
    gc.freeze()
    units, start = 0, time.process_time()
    while True:
        units += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return units / spent


def replay(games: list[Game], trusted: bool) -> int:
    """Apply every action of every game again; returns the number of actions."""
    count = 0
    for game in games:
        again = game.at_start()
        apply = again.apply_trusted if trusted else again.apply
        for action in game.actions:
            apply(action)
        count += len(game.actions)
    return count


def positions(games: list[Game], every: int) -> list[Game]:
    """Positions spread evenly over the games."""
    found: list[Game] = []
    for game in games:
        again = game.at_start()
        for number, action in enumerate(game.actions):
            if number % every == 0:
                found.append(again.clone())
            again.apply_trusted(action)
    return found


def clone_all(games: list[Game]) -> int:
    for game in games:
        game.clone()
    return len(games)


def offers_of_all(games: list[Game]) -> int:
    for game in games:
        game.state.forget_map()
        game.legal_actions()
    return len(games)


def replay_lines(kind: str, games: list[Game]) -> Iterator[Line]:
    yield f"{kind}: replay, all verified", "actions/s", lambda: replay(games, trusted=False)
    yield f"{kind}: replay, trusted apply", "actions/s", lambda: replay(games, trusted=True)


def lines(title: str, count: int) -> Iterator[Line]:
    """Everything that is measured for a title; the recorded games only where they are there."""
    games = played_games(title, count)
    spots = positions(games, every=20)
    yield from replay_lines(title, games)
    yield f"{title}: clone", "per s", lambda: clone_all(spots)
    yield f"{title}: legal_actions", "per s", lambda: offers_of_all(spots)
    yield f"{title}: a whole random game", "per s", lambda: random_game(title, seed=1)
    recorded = recorded_games(title, count)
    if recorded:
        yield from replay_lines(f"{title} recorded", recorded)


def main(seconds: float, count: int) -> None:
    measured = [(what, rate(work, seconds), unit) for title in tielu.TITLES for what, unit, work in lines(title, count)]
    print(json.dumps(measured))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
