"""Decisions of bots that search, as arrays: what was seen of each candidate at a glance, and how its rollouts ended.

Shards hold what was weighed (`play.py`). Games are played again, and each candidate is looked at as the chairman does
before it plays anything on (`tielu.bots.chairman.policy`). Needs no PyTorch.
"""

from __future__ import annotations

import json
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from tielu.bots.chairman.network import Network, load_network, read_network
from tielu.bots.chairman.policy import look_after
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.decision import Option, Reason
from tielu.core.actions import Action

from .positions import HELD_OUT, records
from .records import beginning, carry_out, check_end

BATCH: Final = 4


@dataclass(frozen=True)
class Decisions:
    """Candidates, those of a decision one after the other with the usual move first.

    `decision` is the number of the action in its game, `number` that of the game among all that were read, and
    `held_out` tells whether the game is. Of each candidate there are `kind`, `worth`, `lead`, `chance` and `code` as in
    a `Look`, the mean lead that its rollouts ended with (`found`), and whether it was `chosen`.
    """

    decision: Any
    number: Any
    held_out: Any
    kind: Any
    worth: Any
    lead: Any
    chance: Any
    code: Any
    found: Any
    chosen: Any

    def only(self, chosen: Any) -> Decisions:
        return Decisions(**{name: getattr(self, name)[chosen] for name in self.__dataclass_fields__})


@cache
def _network(path: Path) -> Network:
    return load_network(read_network(path))


def looked_at(line: str, network: Path, every: int, number: int) -> dict[str, list[Any]]:
    """Some decisions of the game of this number, one of `every`, as the network of a file sees them.

    Raises ValueError if the game ends otherwise than recorded.
    """
    record, maps = json.loads(line), MapCache(TrackMemory())
    game, chance = beginning(record), random.Random(record["seed"])
    place = number, record["seed"] % HELD_OUT == 0
    rows: dict[str, list[Any]] = {name: [] for name in Decisions.__dataclass_fields__}
    weighed = dict(record["weighed"])
    for index, action in enumerate(record["actions"]):
        candidates = weighed.get(index, [])
        if len(candidates) > 1 and chance.random() * every < 1:
            maps.tracks(game.state)
            options = [Option(Action.from_json(each[0]), each[1], Reason("pass")) for each in candidates]
            looks = [look_after(_network(network), game, option, maps) for option in options]
            # A move that ends the game needs no policy.
            if all(len(look.code) for look in looks):
                for look, (each, _, found, _) in zip(looks, candidates, strict=True):
                    seen = [look.kind, look.worth, look.lead, look.chance, np.array(look.code, np.float16)]
                    for name, value in zip(rows, [index, *place, *seen, found, each == action], strict=True):
                        rows[name].append(value)
        carry_out(record, game, action)
    check_end(record, game)
    return rows


def looked_at_many(lines: list[str], first: int, network: Path, every: int) -> dict[str, Any]:
    """The decisions of several games as arrays; `first` is the number of the first game."""
    found = [looked_at(line, network, every, number) for number, line in enumerate(lines, first)]
    return {name: np.array([each for one in found for each in one[name]]) for name in Decisions.__dataclass_fields__}


def read_decisions(shards: list[Path], title: str, network: Path, every: int, workers: int) -> Decisions:
    """The decisions of all games of a title in the shards.

    Raises ValueError if none of them tells what was weighed, or if no decision was drawn.
    """
    lines = [line for line in records(shards, title) if json.loads(line).get("weighed")]
    if not lines:
        raise ValueError(f"no game of {title} tells what was weighed: {', '.join(map(str, shards))}")
    starts = range(0, len(lines), BATCH)
    with ProcessPoolExecutor(workers) as pool:
        waiting = [pool.submit(looked_at_many, lines[at : at + BATCH], at, network, every) for at in starts]
        parts = [each.result() for each in waiting if len(each.result()["decision"])]
    if not parts:
        raise ValueError(f"no decision of {title} was drawn, one of {every} is too few")
    return Decisions(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
