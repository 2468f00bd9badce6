"""Recorded games of all kinds, each as a saved game: shards, saved and golden games, and those of 18xx.games."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tielu.core.actions import Action, RunTrains
from tielu.core.game import Game
from tielu.errors import TieluError
from tielu.interop import load_18xx_games

SAVED = ("title", "edition", "revision", "players")


def saved_games(paths: list[Path], title: str) -> Iterator[dict[str, Any]]:
    """The games of a title in files of any kind, as `Game.to_json` writes them; shards add their own fields.

    Raises ValueError if a file holds no games.
    """
    for path in paths:
        with games_expected(path):
            for record in _records(path):
                if record["title"] == title:
                    yield _saved(record)


@contextmanager
def games_expected(path: Path) -> Iterator[None]:
    """Raise ValueError, with the name of the file, if what is read there turns out to be no games."""
    try:
        yield
    except (AttributeError, EOFError, KeyError, TypeError, ValueError, gzip.BadGzipFile, lzma.LZMAError) as error:
        raise ValueError(f"{path} holds no recorded games: {error!r}") from error


def beginning(record: dict[str, Any]) -> Game:
    """The recorded game before its first action, by the rules with which it was begun."""
    saved = {key: record[key] for key in SAVED if key in record}
    return Game.from_json({**saved, "players": _players(record), "actions": []})


def carry_out(record: dict[str, Any], game: Game, saved: Any) -> None:
    """Carry out a recorded action; raises ValueError if it is none, or illegal. Better runs are not looked for."""
    try:
        action = Action.from_json(saved)
        if not isinstance(action, RunTrains):
            game.verify(action)
        game.apply_trusted(action)
    except (AssertionError, LookupError, NotImplementedError, TieluError, TypeError, ValueError) as error:
        raise ValueError(f"game {record.get('seed')} cannot be replayed: {error!r}") from error


def check_end(record: dict[str, Any], game: Game) -> None:
    """Raise ValueError if the game has ended otherwise than recorded; not every record tells an end."""
    if record.get("worth") not in (None, game.worths()):
        raise ValueError(f"game {record.get('seed')} does not end as it was recorded")


def _records(path: Path) -> Iterator[dict[str, Any]]:
    if path.suffix == ".xz":
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
        return
    data = path.read_bytes()
    record = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
    # A golden game comes with the hashes of its positions.
    yield record.get("game", record)


def _saved(record: dict[str, Any]) -> dict[str, Any]:
    if isinstance(record["players"], int) or isinstance(record["players"][0], str):
        return {**record, "players": _players(record)}
    *_, (_, _, game) = load_18xx_games(record)
    return game.to_json()


def _players(record: dict[str, Any]) -> list[str]:
    """The names of the players, of whom shards tell the number alone."""
    players = record["players"]
    return [f"p{seat}" for seat in range(players)] if isinstance(players, int) else players
