"""Measures the engine on games it plays itself: replay, trusted apply, clone, offers, whole random games.

All figures of a line come from the same run on the same games, so that ratios between them mean something.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import tielu
from bench.games import played_games, random_game
from tielu.core.game import Game


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units per second `work` does; it returns the units of one call and is called until time is up."""
    units, start = 0, time.perf_counter()
    while True:
        units += work()
        spent = time.perf_counter() - start
        if spent >= seconds:
            return units / spent


def replay(games: list[Game], trusted: bool) -> int:
    """Apply every action of every game again; returns the number of actions."""
    count = 0
    for game in games:
        again = tielu.new_game(game.title, game.players, edition=game.edition)
        apply = again.apply_trusted if trusted else again.apply
        for action in game.actions:
            apply(action)
        count += len(game.actions)
    return count


def positions(games: list[Game], every: int) -> list[Game]:
    """Positions spread evenly over the games."""
    found: list[Game] = []
    for game in games:
        again = tielu.new_game(game.title, game.players, edition=game.edition)
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each line (default 3)")
    parser.add_argument("--games", type=int, default=6, help="games to measure on (default 6)")
    options = parser.parse_args()
    games = played_games(options.games)
    spots = positions(games, every=20)
    actions = sum(len(game.actions) for game in games)
    print(f"tielu {tielu.__version__}, 1880, {len(games)} games, {actions} actions, {len(spots)} positions")
    rng = random.Random(1)
    lines: list[tuple[str, str, Callable[[], int]]] = [
        ("replay, every action verified", "actions/s", lambda: replay(games, trusted=False)),
        ("replay, trusted apply", "actions/s", lambda: replay(games, trusted=True)),
        ("clone", "per s", lambda: clone_all(spots)),
        ("legal_actions", "per s", lambda: offers_of_all(spots)),
        ("whole random games", "per s", lambda: random_game(rng.randrange(10**6))),
    ]
    print(f"{'what':<32}{'rate':>12}  unit")
    for name, unit, work in lines:
        print(f"{name:<32}{rate(work, options.seconds):>12,.1f}  {unit}")


if __name__ == "__main__":
    main()
