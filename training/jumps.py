"""How far a network's judgement jumps with every kind of action: `python -m training.jumps TITLE --games FILE...`.

A judgement that sees what is coming moves little when it comes. For each kind of action of recorded games: how often it
came, by how much the actor's expected lead changed (mean, and mean of the absolute), and which part of all movement, of
all players, that makes. Several networks can be compared; without one, that of the title is asked.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tielu
from tielu.bots.chairman.network import Network, load_network, read_network
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.director import judges_desk, lead
from tielu.bots.features import position_features
from tielu.bots.title import bots_of
from tielu.core.game import Game

from .command_line import input_errors, minutes
from .positions import HELD_OUT
from .records import beginning, carry_out, check_end, saved_games

# What hardly moves anything is not shown.
RARE = 0.005


@dataclass
class Jumps:
    """What one kind of action did to the judgement, in yuan, added up."""

    count: int = 0
    actors: float = 0.0
    actors_absolute: float = 0.0
    everybody: float = 0.0

    def add(self, before: list[float], after: list[float], actor: int) -> None:
        self.count += 1
        self.actors += after[actor] - before[actor]
        self.actors_absolute += abs(after[actor] - before[actor])
        self.everybody += sum(abs(new - old) for old, new in zip(before, after, strict=True))


@dataclass
class Movement:
    """The movement of one network's judgement, by kind of action."""

    kinds: dict[str, Jumps] = field(default_factory=lambda: defaultdict(Jumps))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each kind, those that move most first."""
        total = sum(each.everybody for each in self.kinds.values()) or 1.0
        rows = [
            {
                "kind": kind,
                "count": each.count,
                "actor": each.actors / each.count,
                "absolute": each.actors_absolute / each.count,
                "part": each.everybody / total,
            }
            for kind, each in self.kinds.items()
        ]
        return sorted(rows, key=lambda row: -row["part"])


def leads(networks: list[Network], game: Game, cache: MapCache) -> list[list[float]]:
    """Everybody's lead as each network expects it."""
    features = bots_of(game.title).features
    assert features is not None
    found = position_features(features, judges_desk(game, cache))
    judged = [network.judge(found).worths for network in networks]
    return [[lead(worths, player) for player in range(len(worths))] for worths in judged]


def movement(networks: list[Network], saved: Iterable[dict[str, Any]], until: float) -> tuple[int, list[Movement]]:
    """How many games were looked at before the time was up, and how each network's judgement moved in them.

    Raises ValueError if a game ends otherwise than recorded.
    """
    found, games = [Movement() for _ in networks], 0
    for record in saved:
        if games and time.time() > until:
            break
        games += 1
        game, cache = beginning(record), MapCache(TrackMemory())
        before = leads(networks, game, cache)
        for saved_action in record["actions"]:
            actor = game.players.index(game.actor or "")
            carry_out(record, game, saved_action)
            if game.finished:
                break
            after = leads(networks, game, cache)
            for each, old, new in zip(found, before, after, strict=True):
                each.kinds[saved_action["type"]].add(old, new, actor)
            before = after
        check_end(record, game)
    return games, found


def table_lines(movements: Movement) -> list[str]:
    """The rows as a table in Markdown."""
    lines = ["| action | number | actor's lead | absolute | part of all movement |", "| --- | --- | --- | --- | --- |"]
    for row in movements.rows():
        if row["part"] >= RARE:
            figures = f"{row['actor']:+.0f} | {row['absolute']:.0f} | {row['part']:.1%}"
            lines.append(f"| {row['kind']} | {row['count']} | {figures} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.jumps", description=__doc__)
    parser.add_argument("title", choices=list(tielu.TITLES))
    parser.add_argument(
        "--games", type=Path, nargs="+", required=True, help="shards, saved games or games of 18xx.games"
    )
    parser.add_argument("--network", type=Path, action="append", help="may be given again; that of the title if none")
    parser.add_argument("--held-out", action="store_true", help="of shards, only games that training holds out")
    parser.add_argument(
        "--minutes", type=minutes, default=10.0, help="stop after this many, once the game at hand is over"
    )
    args = parser.parse_args()
    saved = saved_games(args.games, args.title)
    if args.held_out:
        saved = (each for each in saved if each.get("seed", 0) % HELD_OUT == 0)
    with input_errors(parser):
        paths = args.network or [bots_of(args.title).network]
        networks = [load_network(read_network(path)) for path in paths]
        games, found = movement(networks, saved, time.time() + 60 * args.minutes)
    for path, each in zip(paths, found, strict=True):
        print(f"\n{path}, {games} games\n\n" + "\n".join(table_lines(each)), flush=True)


if __name__ == "__main__":
    main()
