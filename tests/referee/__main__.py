"""Watch games on demand: `python -m tests.referee --title 1880 --games 1000`; ends with 1 if there was a complaint."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from .watch import EDITIONS, PLAYERS, WATCHED, Watched, watch_game


def main() -> int:
    options = _options()
    began = time.monotonic()
    total, complaints = Watched("all"), 0
    games = 0
    for game in _games(options):
        games += 1
        for complaint in game.complaints:
            print(complaint, flush=True)
        complaints += len(game.complaints)
        total.actions += game.actions
        total.lays += game.lays
        total.markers += game.markers
        total.shares += game.shares
        if complaints and options.stop:
            break
    print(
        f"games={games} actions={total.actions} track={total.lays} markers={total.markers} shares={total.shares} "
        f"complaints={complaints} seconds={time.monotonic() - began:.0f}"
    )
    return 1 if complaints else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description="Watch games.")
    parser.add_argument("--title", choices=sorted(EDITIONS), default="1880")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all by turns unless named")
    parser.add_argument("--kinds", nargs="*", choices=WATCHED, default=list(WATCHED[:-1]), help="who plays, by turns")
    parser.add_argument("--every", type=int, default=4, help="compare track and markers on one in so many positions")
    parser.add_argument("--stop", action="store_true", help="stop at the first complaint")
    return parser.parse_args()


def _games(options: argparse.Namespace) -> Iterator[Watched]:
    """Editions, numbers of players and kinds by turns, so that a run of any length has all of them."""
    editions, players = EDITIONS[options.title], options.players or PLAYERS[options.title]
    for seed in range(options.seed, options.seed + options.games):
        kind = options.kinds[seed % len(options.kinds)]
        count = players[seed // len(options.kinds) % len(players)]
        edition = editions[seed // len(options.kinds) // len(players) % len(editions)]
        yield watch_game(options.title, edition, count, kind, seed, options.every)


if __name__ == "__main__":
    sys.exit(main())
