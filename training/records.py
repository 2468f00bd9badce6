"""Recorded games of all kinds, each as a saved game: shards, saved and golden games, and those of 18xx.games."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tielu.interop import load_18xx_games


def saved_games(paths: list[Path], title: str) -> Iterator[dict[str, Any]]:
    """The games of a title in files of any kind, as `Game.to_json` writes them; shards add their own fields."""
    for path in paths:
        for record in _records(path):
            if record["title"] == title:
                yield _saved(record)


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
    if isinstance(record["players"], int):
        return {**record, "players": [f"p{seat}" for seat in range(record["players"])]}
    if isinstance(record["players"][0], str):
        return record
    *_, (_, _, game) = load_18xx_games(record)
    return game.to_json()
