"""Files that hold a game: saved by Tielu, exported by 18xx.games or recorded with its states; gzipped or not."""

from __future__ import annotations

import gzip
import json
import zlib
from itertools import islice
from pathlib import Path

from tielu import Game
from tielu.core.errors import InvalidAction

from .load import open_replay

_GZIP = b"\x1f\x8b"


def read_json(path: Path) -> object:
    """The JSON in a file; raises InvalidAction if there is none in it, OSError if there is no such file."""
    try:
        packed = path.read_bytes()
        return json.loads(gzip.decompress(packed) if packed.startswith(_GZIP) else packed)
    except (EOFError, ValueError, RecursionError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidAction("not_json", file=path.name) from error


def is_saved_game(data: object) -> bool:
    """Whether this is a game that Tielu saved, as far as one sees at a glance."""
    return isinstance(data, dict) and "edition" in data


def game_from_file(path: Path, at: int | None = None, edition: str | None = None) -> Game:
    """The game in a file, whole or after its first `at` actions; raises as the readers do.

    Actions are counted as the file has them. The edition is the file's own, or for a foreign game `edition`.
    """
    data = read_json(path)
    if is_saved_game(data):
        return _saved_game(data, at)
    replay = open_replay(data, edition)
    for _ in islice(replay.steps(), at):
        pass
    return replay.game


def _saved_game(data: object, at: int | None) -> Game:
    if at is not None and isinstance(data, dict) and isinstance(data.get("actions"), list):
        data = {**data, "actions": data["actions"][:at]}
    return Game.from_json(data)
