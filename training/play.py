"""Games of bots for training: `python -m training.play --out FOLDER --minutes 9`.

Everything about a game follows from its seed: title, edition, number of players, and who sits where. Games are written
in shards of consecutive seeds, each when it is complete, so a run that is stopped goes on with the same command where
it was; one that runs out of time writes what it has. A line is a finished game as `positions.py` reads it. `weighed`
has, for every decision of a bot that searches, the number of the action and the candidates: the action, what the clerk
thought of it, the mean lead at the ends of its rollouts and how many there were.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import tielu
from tielu.bots import Bot, Clerk, Decision, can_play, make_bot
from tielu.bots.chairman import chairman_weights
from tielu.bots.clerk import Weights
from tielu.bots.title import bots_of
from tielu.cli.options import positive_number, seed_number, time_limit
from tielu.core.title import find_title

from .command_line import input_errors, minutes
from .explorer import explorer
from .glance import GlancePlayer

GAMES_PER_SHARD: Final = 20
# Who sits at a table, and how often: clerks of many tastes, players by a glance, anybody, only those that search, or
# those whose searches a policy learns from.
TABLES: Final = {
    "clerks": ("clerk*",),
    "glances": ("glance",),
    "mixed": ("clerk", "clerk*", "director", "chairman"),
    "searching": ("director", "chairman"),
    "explorers": ("explorer",),
}
SEARCHING: Final = ("director", "chairman", "explorer")
TASTE: Final = 0.35
# A clerk of another taste now and then does something else, so that the network sees what comes of it.
WHIM: Final = 0.02
MOST_ACTIONS: Final = 20_000


@dataclass(frozen=True)
class Plan:
    """What is played: titles, kinds of tables with their odds, and the seconds of bots that search."""

    titles: tuple[str, ...]
    tables: dict[str, float]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Table:
    """One game to be played; a bot is named with its seconds, `clerk*` is a clerk of another taste."""

    seed: int
    title: str
    edition: str
    bots: tuple[str, ...]

    @staticmethod
    def of(plan: Plan, seed: int) -> Table:
        """The game of a seed."""
        chance = random.Random(f"table {seed}")
        title = find_title(chance.choice(plan.titles))
        count = chance.choice([*title.players, title.usual_players])
        kind = chance.choices(list(plan.tables), list(plan.tables.values()))[0]
        seconds = chance.choice(plan.seconds)
        names = [chance.choice(TABLES[kind]) for _ in range(count)]
        bots = tuple(f"{name}:{seconds}" if name in SEARCHING else name for name in names)
        return Table(seed, title.name, chance.choice(title.editions), bots)


def other_taste(weights: Weights, chance: random.Random) -> Weights:
    """The weights with every matter of taste a little larger or smaller."""
    numbers = {each.name: getattr(weights, each.name) for each in fields(weights)}
    changed: dict[str, Any] = {
        name: value * chance.lognormvariate(0, TASTE) for name, value in numbers.items() if isinstance(value, float)
    }
    return replace(weights, **changed)


def weights_of(title: str) -> tuple[Weights, ...]:
    """The weights of clerks: the plain one, and those in the director and the chairman, who play better."""
    bots = bots_of(title)
    return bots.clerk_weights, bots.searching_weights, chairman_weights(title)


class Player:
    """A bot at a seat."""

    def __init__(self, table: Table, seat: int) -> None:
        name, _, seconds = table.bots[seat].partition(":")
        seed = table.seed * 10 + seat
        self._chance = random.Random(f"whims {seed}")
        self._whim = WHIM if name == "clerk*" else 0.0
        self._bot: Bot
        if name == "clerk*":
            self._bot = Clerk(seed, other_taste(self._chance.choice(weights_of(table.title)), self._chance))
        elif name == "glance":
            self._bot = GlancePlayer(seed)
        elif name == "explorer":
            self._bot = explorer(seed, float(seconds))
        else:
            self._bot = make_bot(name, seed, float(seconds or 0.1))

    def act(self, game: tielu.Game) -> tuple[tielu.Action, list[list[Any]]]:
        """What it does, and the candidates that it has weighed."""
        if self._chance.random() < self._whim and isinstance(self._bot, Clerk):
            return self._chance.choice(self._bot.options(game)[:4]).action, []
        decision = self._bot.choose(game)
        return decision.action, candidates_of(decision)


def candidates_of(decision: Decision) -> list[list[Any]]:
    """What was weighed, as it is recorded."""
    return [[each.action.to_json(), round(each.worth), round(each.lead), each.rollouts] for each in decision.weighed]


def play(table: Table, until: float) -> dict[str, Any] | None:
    """A finished game as it is recorded, or None if time ran out."""
    names = [f"p{seat}" for seat in range(len(table.bots))]
    game = tielu.new_game(table.title, names, table.edition)
    players = [Player(table, seat) for seat in range(len(names))]
    actions: list[Any] = []
    weighed: list[Any] = []
    while not game.finished:
        if time.time() > until or len(actions) > MOST_ACTIONS:
            return None
        action, candidates = players[names.index(game.actor or "")].act(game.clone())
        if candidates:
            weighed.append([len(actions), candidates])
        actions.append(action.to_json())
        game.apply(action)
    return {
        "title": table.title,
        "edition": table.edition,
        "revision": game.revision,
        "players": len(names),
        "bots": list(table.bots),
        "seed": table.seed,
        "worth": game.worths(),
        "actions": actions,
        "weighed": weighed,
    }


def shard_path(folder: Path, first: int) -> Path:
    return folder / f"games-{first:08d}.jsonl.xz"


def play_shard(plan: Plan, folder: Path, first: int, until: float) -> int:
    """Play the games of a shard and write them; returns how many. A shard that is there is left alone."""
    path = shard_path(folder, first)
    if path.exists() or time.time() > until:
        return 0
    found = (play(Table.of(plan, seed), until) for seed in range(first, first + GAMES_PER_SHARD))
    lines = [json.dumps(game, separators=(",", ":")) + "\n" for game in found if game is not None]
    if lines:
        packed = lzma.compress("".join(lines).encode(), preset=6)
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(packed)
        unfinished.rename(path)
    return len(lines)


def shards(first: int, most: int | None) -> Iterator[int]:
    """The first seeds of the shards, without end or as many whole ones as hold this many games."""
    seed = first
    while most is None or seed < first + most:
        yield seed
        seed += GAMES_PER_SHARD


def run(plan: Plan, folder: Path, first: int, most: int | None, until: float, workers: int) -> int:
    """Play on this many processes until the time comes or enough games are there; returns how many were played."""
    folder.mkdir(parents=True, exist_ok=True)
    played = 0
    waiting: set[Future[int]] = set()
    with ProcessPoolExecutor(workers) as pool:
        for seed in shards(first, most):
            if time.time() > until:
                break
            if shard_path(folder, seed).exists():
                continue
            waiting.add(pool.submit(play_shard, plan, folder, seed, until))
            if len(waiting) > workers:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                played += sum(each.result() for each in done)
        return played + sum(each.result() for each in waiting)


def _table_odds(text: str) -> dict[str, float]:
    """`clerks=2,mixed=1` as odds."""
    odds = {name: float(part) for name, _, part in (each.partition("=") for each in text.split(","))}
    if not set(odds) <= set(TABLES) or sum(odds.values()) <= 0:
        raise argparse.ArgumentTypeError(f"name odds of {', '.join(TABLES)}, such as clerks=2,mixed=1")
    return odds


def _times(text: str) -> tuple[float, ...]:
    """`0.05,0.1` as seconds."""
    return tuple(time_limit(each) for each in text.split(","))


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.play", description=__doc__)
    parser.add_argument("--title", action="append", choices=list(tielu.TITLES), help="all with a chairman if none")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the shards")
    parser.add_argument("--minutes", type=minutes, required=True, help="when to stop")
    parser.add_argument(
        "--games", type=positive_number, help="play the shards of 20 that hold this many games, if that is sooner"
    )
    parser.add_argument("--seed", type=seed_number, default=0, help="the first seed")
    parser.add_argument("--tables", type=_table_odds, default="clerks=1,mixed=1,searching=1", help="kinds and odds")
    parser.add_argument("--seconds", type=_times, default="0.05,0.1,0.2", help="time to think of bots that search")
    parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1)
    args = parser.parse_args()

    titles = tuple(args.title or [title for title in tielu.TITLES if can_play("chairman", title)])
    began = time.time()
    with input_errors(parser):
        plan = Plan(titles, args.tables, args.seconds)
        played = run(plan, args.out, args.seed, args.games, began + 60 * args.minutes, args.workers)
    print(f"{played} games in {time.time() - began:.0f} s, engine {tielu.FORM}")


if __name__ == "__main__":
    main()
