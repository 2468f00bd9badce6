"""What a rollout costs with and without a memory of maps: `python -m bench.rollouts [TITLE]`.

The best four moves of the clerk in positions of one game are played on over five turns of companies, six times each,
as the chairman does in half a second. Processor time in milliseconds for a rollout with its judgement, by third of the
game; both ways take turns and must end at the same positions.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Final

import tielu
from bench.games import NAMES
from tielu.bots.chairman import SETTINGS, chairman_weights, title_judge
from tielu.bots.clerk import Clerk, MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.director import hurried
from tielu.bots.director.rollout import Rollout
from tielu.bots.title import bots_of
from tielu.core.game import Game

PLAYERS: Final = 4
EVERY: Final = 20
MOVES, SAMPLES, TURNS = 4, 6, 5
THIRDS: Final = 3


def positions(title: str) -> list[Game]:
    """Positions of a game of clerks, one in this many."""
    game = tielu.new_game(title, list(NAMES[:PLAYERS]))
    clerks = [Clerk(seat) for seat in range(PLAYERS)]
    found = []
    while game.actor is not None:
        if len(game.actions) % EVERY == 0:
            found.append(game.clone())
        game.apply_trusted(clerks[game.players.index(game.actor)].choose(game).action)
    return found


def rollouts(game: Game, cache: MapCache) -> list[list[float]]:
    """What everybody is worth at the ends of the rollouts of a position."""
    weights, plain = chairman_weights(game.title), bots_of(game.title).clerk_weights
    player, ends = game.players.index(game.actor or ""), []
    options = Clerk(1, weights, cache).options(game)[:MOVES]
    for sample in range(SAMPLES):
        for option in options:
            own = cache.copy()
            clerks = [Clerk(sample, hurried(weights if each == player else plain), own) for each in range(PLAYERS)]
            rollout = Rollout(game, option.action, clerks, random.Random(sample), SETTINGS, title_judge(game.title))
            while not rollout.ended(TURNS):
                rollout.advance()
            ends.append(list(rollout.worths()))
    return ends


def main() -> None:
    for title in sys.argv[1:] or list(tielu.TITLES):
        games = positions(title)
        spent = [[0.0, 0.0] for _ in range(THIRDS)]
        counts = [0] * THIRDS
        caches = [MapCache(), MapCache(TrackMemory())]
        for number, game in enumerate(games):
            third = number * THIRDS // len(games)
            ends = []
            for way, cache in enumerate(caches):
                began = time.process_time()
                ends.append(rollouts(game, cache))
                spent[third][way] += time.process_time() - began
            assert ends[0] == ends[1]
            counts[third] += len(ends[0])
        for third, (without, with_memory) in enumerate(spent):
            before, after = 1000 * without / counts[third], 1000 * with_memory / counts[third]
            print(f"{title}, third {third + 1}: {before:.1f} ms without, {after:.1f} ms with, {before / after:.1f}")


if __name__ == "__main__":
    main()
