"""How long whole games of bots take: `python -m bench.bots [GAMES]`, in processor time, on one core.

Prints for each title and bot the games and their actions, the mean and the longest time; four players, seeds from 0 on.
"""

from __future__ import annotations

import sys
import time

import tielu
from bench.games import NAMES
from tielu.bots import make_bot

PLAYERS = 4
DEFAULT_GAMES = 8
# The director takes as long as it is given.
QUICK = ("random", "clerk")


def play(title: str, name: str, seed: int) -> tuple[float, int]:
    """Seconds and actions of one game between bots of one kind."""
    game = tielu.new_game(title, list(NAMES[:PLAYERS]))
    bots = [make_bot(name, seed=seed * PLAYERS + seat) for seat in range(PLAYERS)]
    start, actions = time.process_time(), 0
    while game.actor is not None:
        game.apply(bots[game.players.index(game.actor)].choose(game).action)
        actions += 1
    return time.process_time() - start, actions


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_GAMES
    print(f"{'title':<8}{'bots':<10}{'games':>6}{'actions':>9}{'mean s':>9}{'longest':>9}   engine: {tielu.FORM}")
    for title in tielu.TITLES:
        for name in QUICK:
            played = [play(title, name, seed) for seed in range(games)]
            seconds = [each for each, _ in played]
            actions = sum(count for _, count in played) // games
            mean, longest = sum(seconds) / games, max(seconds)
            print(f"{title:<8}{name:<10}{games:>6}{actions:>9}{mean:>9.2f}{longest:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
