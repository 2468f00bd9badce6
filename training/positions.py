"""Shards of recorded games turned into arrays: positions as features, and how the games ended.

A shard is a file packed with xz; every line is the JSON of a finished game. Beside the fields of a saved game it has
`bots`, `seed` and `worth`, and `players` is their number. Games are played again, and a few positions of each are noted
for every player at once. What the linear valuation says is noted beside them, so that both can be compared.

Which positions are noted is the `sampling`. *even*: all are as likely. *ends*: those are four times as likely that a
search judges at the ends of its rollouts, because the decision has just passed on to another player or company, and so
are those just before a dividend is paid or kept, each with the position just after it: there a judgement should not
jump.
"""

from __future__ import annotations

import json
import lzma
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import tielu
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import TrackMemory
from tielu.bots.director import judges_desk
from tielu.bots.features import MOST_PLAYERS, FeatureNames, feature_names, places, position_features
from tielu.bots.title import bots_of
from tielu.bots.valuation import expected_worth

from .records import beginning, carry_out, check_end, games_expected

# Every so many games one is held out of training, by its seed.
HELD_OUT = 8
BATCH = 40
# How much likelier a position is noted that a rollout could end at, or that is next to a dividend.
SAMPLINGS = {"even": 1.0, "ends": 4.0}
DIVIDENDS = ("pay_dividend", "withhold")
# What a shard has of each game, beside how it ended.
RECORDED = {"title": str, "edition": str, "players": int, "bots": list, "seed": int, "actions": list}


@dataclass
class Positions:
    """Arrays with a row for every position; players and companies are padded with zeros."""

    game: Any
    company: Any
    player: Any
    held: Any
    directs: Any
    # Worth now, worth at the end and the linear valuation, for every player; `seated` is 1 for players who exist.
    now: Any
    final: Any
    linear: Any
    seated: Any
    # How much of the game had been played, from 0 to 1; the number of the game among all that were read, since seeds
    # come up again; whether it is held out; and whether nobody but directors and chairmen played.
    stage: Any
    number: Any
    held_out: Any
    equals: Any
    # Whether the row before is the position just before a dividend, and this the one just after it.
    follows: Any

    def __len__(self) -> int:
        return len(self.stage)

    def only(self, chosen: Any) -> Positions:
        """The chosen rows."""
        return Positions(**{name: getattr(self, name)[chosen] for name in self.__dataclass_fields__})

    def reading(self, wanted: FeatureNames, given: FeatureNames) -> Positions:
        """The same positions with only the wanted features; raises ValueError if one is not given."""
        columns = {part: places(getattr(wanted, part), getattr(given, part)) for part in ("game", "company", "player")}
        return replace(self, **{part: getattr(self, part)[..., its] for part, its in columns.items()})


def records(shards: list[Path], title: str) -> Iterator[str]:
    """The lines of a title's games; of `bench.strength` there may be some that did not come to an end.

    Raises ValueError if a shard holds no games.
    """
    for shard in shards:
        with games_expected(shard), lzma.open(shard, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                for name, kind in RECORDED.items():
                    if type(record[name]) is not kind:
                        raise ValueError(f"game {record['seed']}: {name} is no {kind.__name__}")
                if not all("type" in action for action in record["actions"]):
                    raise ValueError(f"game {record['seed']}: an action has no type")
                if record["title"] == title and record["worth"] is not None:
                    yield line


def noted(line: str, every: int, sampling: str = "even", number: int = 0) -> dict[str, list[Any]]:
    """Some positions of the game of this number, one of `every` and more of those that the sampling prefers.

    Raises ValueError if the game ends otherwise than recorded.
    """
    record = json.loads(line)
    count, actions = record["players"], record["actions"]
    features = bots_of(record["title"]).features
    assert features is not None
    trust = bots_of(record["title"]).trust
    game = beginning(record)
    companies = len(game.state.par)
    chance, cache = random.Random(record["seed"]), MapCache(TrackMemory())
    rows: dict[str, list[Any]] = {name: [] for name in Positions.__dataclass_fields__}
    final = _padded(record["worth"])
    equals = all(bot.startswith(("director", "chairman")) for bot in record["bots"])
    decided, follows = "", False
    for index, saved_action in enumerate(actions):
        kind, deciding = saved_action["type"], game.deciding or ""
        is_end = deciding != decided or kind in DIVIDENDS
        decided = deciding
        is_noted = follows or chance.random() * every < (SAMPLINGS[sampling] if is_end else 1.0)
        if is_noted:
            desk = judges_desk(game, cache)
            found = position_features(features, desk)
            founded = [company for company, par in enumerate(game.state.par) if par]
            rows["game"].append(found.game)
            rows["company"].append(_table(found.companies, founded, (companies, len(found.names.company))))
            rows["player"].append(_rows(found.players))
            rows["held"].append(_spread(found.held, founded, companies))
            rows["directs"].append(_spread(found.directs, founded, companies))
            rows["now"].append(_padded(found.worths))
            rows["final"].append(final)
            rows["linear"].append(_padded(expected_worth(desk, trust)))
            rows["seated"].append(_padded([1] * count))
            rows["stage"].append(index / len(actions))
            rows["number"].append(number)
            rows["held_out"].append(record["seed"] % HELD_OUT == 0)
            rows["equals"].append(equals)
            rows["follows"].append(follows)
        follows = is_noted and kind in DIVIDENDS and sampling == "ends"
        carry_out(record, game, saved_action)
    check_end(record, game)
    return rows


def _padded(numbers: list[float]) -> Any:
    row = np.zeros(MOST_PLAYERS, np.float32)
    row[: len(numbers)] = numbers
    return row


def _rows(rows: list[list[float]]) -> Any:
    table = np.zeros((MOST_PLAYERS, len(rows[0])), np.float32)
    table[: len(rows)] = rows
    return table


def _table(rows: list[list[float]], places: list[int], shape: tuple[int, int]) -> Any:
    """The rows of founded companies at their places among all."""
    table = np.zeros(shape, np.float32)
    if rows:
        table[places] = rows
    return table


def _spread(rows: list[list[float]], places: list[int], count: int) -> Any:
    table = np.zeros((MOST_PLAYERS, count), np.float32)
    if places:
        table[: len(rows)][:, places] = rows
    return table


def noted_many(lines: list[str], every: int, sampling: str = "even", first: int = 0) -> dict[str, Any]:
    """The positions of several games as arrays; `first` is the number of the first game."""
    found = [noted(line, every, sampling, number) for number, line in enumerate(lines, first)]
    rows = {name: [each for one in found for each in one[name]] for name in Positions.__dataclass_fields__}
    wide = {"number", "stage", "now", "final", "linear"}
    return {
        name: np.array(
            each, bool if name in ("held_out", "equals", "follows") else None if name in wide else np.float16
        )
        for name, each in rows.items()
    }


def read_positions(
    shards: list[Path],
    title: str,
    every: int,
    workers: int,
    most: int | None = None,
    sampling: str = "even",
    until: float | None = None,
) -> Positions:
    """The positions of all games of a title in the shards; at most this many games, or what is read until a time.

    Raises ValueError if there is no such game, or if no position was drawn.
    """
    lines = [line for number, line in enumerate(records(shards, title)) if most is None or number < most]
    if not lines:
        raise ValueError(f"the shards hold no finished game of {title}: {', '.join(map(str, shards))}")
    parts: list[dict[str, Any]] = []
    with ProcessPoolExecutor(workers) as pool:
        starts = range(0, len(lines), BATCH)
        waiting = [pool.submit(noted_many, lines[at : at + BATCH], every, sampling, at) for at in starts]
        for each in waiting:
            if until is None or not parts or time.time() < until or each.done():
                part = each.result()
                # Of a few games it can happen that no position was drawn.
                if len(part["stage"]):
                    parts.append(part)
            else:
                each.cancel()
    if not parts:
        raise ValueError(f"no position of {title} was drawn, one of {every} is too few")
    return Positions(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def names_of(title: str) -> FeatureNames:
    """The names of a title's features."""
    game = tielu.new_game(title, ["a", "b", "c"])
    features = bots_of(title).features
    assert features is not None
    return feature_names(features, judges_desk(game, MapCache()))
